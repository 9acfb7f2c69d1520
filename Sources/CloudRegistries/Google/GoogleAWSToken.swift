import WebAccess

/// A request to AWS, signed and never sent by us: Google sends it to learn who signed it.
struct GoogleAWSToken: Sendable {
    let audience: String
    let source: GoogleCredentials.Source

    func text(_ context: CloudContext) async throws(CloudError) -> Secret {
        guard source.environment_id == "aws1" else {
            throw .unsupported(
                "`environment_id` of Google's credentials other than `aws1`",
                remedy: "make the file anew with gcloud")
        }
        guard
            let region = context.variable("AWS_REGION") ?? context.variable("AWS_DEFAULT_REGION"),
            region.isLabel
        else {
            throw .missingSetting("`AWS_REGION`", beside: "a file of Google's credentials for AWS")
        }
        // It becomes a header field, and a text in JSON.
        guard audience.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != 0x22 && $0 != 0x5C }) else {
            throw .malformedSetting("`audience` of Google's credentials")
        }
        let identity = AWSIdentity(context: context, region: region, domain: "amazonaws.com")
        let signature = AWSSignature(
            key: try await identity.key(), region: region, service: "sts",
            time: CloudTime.compact(context.now))
        return Secret(FormEncoding.escaped(Self.document(signature, audience: audience)))
    }

    /// The request as JSON, its fields in the order of their names.
    static func document(_ signature: AWSSignature, audience: String) -> String {
        let host = "sts.\(signature.region).amazonaws.com"
        let query = [("Action", "GetCallerIdentity"), ("Version", "2011-06-15")]
        let signed = [HTTPField("host", host), HTTPField("x-goog-cloud-target-resource", audience)]
        let authorization = signature.authorization(
            of: AWSSignature.Content(query: query, fields: signed))
        let session = signature.key.session.map {
            [HTTPField("x-amz-security-token", $0.revealed)]
        }
        let fields =
            signed + [
                HTTPField("Authorization", authorization.value.revealed),
                HTTPField("x-amz-date", signature.time),
            ] + (session ?? [])
        let list = fields.sorted { $0.name < $1.name }
            .map { "{\"key\":\"\($0.name)\",\"value\":\"\($0.value)\"}" }
        return "{\"url\":\"https://\(host)?\(FormEncoding.text(query))\",\"method\":\"POST\","
            + "\"headers\":[\(list.joined(separator: ","))]}"
    }
}
