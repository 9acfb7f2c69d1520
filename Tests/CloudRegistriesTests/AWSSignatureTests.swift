import Testing

@testable import CloudRegistries
@testable import WebAccess

/// Vectors of AWS's own suite of tests, and others that botocore computed.
struct AWSSignatureTests {
    struct Vector: Sendable {
        let name: String
        var content: AWSSignature.Content
        let signature: String
    }

    private static let host = HTTPField("host", "example.amazonaws.com")
    private static let unreserved =
        "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

    static let suite = [
        Vector(
            name: "get-vanilla", content: .init(method: "GET", fields: [host]),
            signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
        Vector(
            name: "get-vanilla-query-order-key-case",
            content: .init(
                method: "GET", query: [("Param2", "value2"), ("Param1", "value1")], fields: [host]),
            signature: "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"),
        Vector(
            name: "get-vanilla-query-unreserved",
            content: .init(method: "GET", query: [(unreserved, unreserved)], fields: [host]),
            signature: "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197"),
        Vector(
            name: "post-vanilla", content: .init(fields: [host]),
            signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
        Vector(
            name: "post-x-www-form-urlencoded",
            content: .init(
                fields: [HTTPField("content-type", "application/x-www-form-urlencoded"), host],
                body: Array("Param1=value1".utf8)),
            signature: "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a"),
    ]

    @Test(arguments: suite)
    func `requests of AWS's suite are signed`(vector: Vector) throws {
        let key = AWSKey(
            id: "AKIDEXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", session: nil)
        let signature = AWSSignature(
            key: try #require(key), region: "us-east-1", service: "service",
            time: "20150830T123600Z")
        #expect(signature.signature(of: vector.content) == vector.signature, "\(vector.name)")
    }

    private func signature(
        _ region: String, _ service: String, session: String?
    ) throws -> AWSSignature {
        AWSSignature(
            key: try #require(
                AWSKey(id: "AKIDEXAMPLE", secret: "secret-for-tests", session: session)),
            region: region, service: service, time: CloudTime.compact(1_767_225_600))
    }

    @Test func `the request for a private registry's token is signed`() throws {
        let signature = try signature("eu-west-1", "ecr", session: "session")
        let target = "AmazonEC2ContainerRegistry_V20150921.GetAuthorizationToken"
        let type = "application/x-amz-json-1.1"
        let request = signature.request(
            to: try #require(WebAddress("https://api.ecr.eu-west-1.amazonaws.com/")),
            type: type, body: "{}", fields: [HTTPField("x-amz-target", target)])
        #expect(
            request.authorization?.value.revealed
                == "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20260101/eu-west-1/ecr/aws4_request, "
                + "SignedHeaders=content-type;host;x-amz-date;x-amz-security-token;x-amz-target, "
                + "Signature=8fab5722c46539e282ca91f41a272289369d84c4c3734afcba126ec8d18b9793")
        #expect(request.field("x-amz-security-token") == "session")
        #expect(request.field("x-amz-date") == "20260101T000000Z")
        let content = AWSSignature.Content(
            fields: [
                HTTPField("host", "api.ecr.eu-west-1.amazonaws.com"),
                HTTPField("content-type", type), HTTPField("x-amz-target", target),
            ], body: Array("{}".utf8))
        #expect(
            AWSSignature.digest(content.body)
                == "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a")
        #expect(
            AWSSignature.digest(Array(signature.canonicalRequest(content).utf8))
                == "a5395319452d7d88d25b9733458f729948d58e5cc327fc8017c3332760106c85")
    }

    @Test func `the request for the public registry's token is signed`() throws {
        let request = try signature("us-east-1", "ecr-public", session: nil).request(
            to: try #require(WebAddress("https://api.ecr-public.us-east-1.amazonaws.com/")),
            type: "application/x-amz-json-1.1", body: "{}",
            fields: [HTTPField("x-amz-target", "SpencerFrontendService.GetAuthorizationToken")])
        #expect(
            request.field("Authorization")?.hasSuffix(
                "Signature=1e372366e42c97b8967e953eb1dbf31b3cc622f5762066d9e30e1447c23ba368")
                == true)
    }

    @Test func `a request that Google sends to AWS is signed`() throws {
        let signature = try signature("eu-west-1", "sts", session: "session")
        let text = GoogleAWSToken.document(signature, audience: "//iam.googleapis.com/p")
        #expect(
            text.contains(
                "Signature=1ec8b813273d94a1061da13b6865a734141e170e2973af164581e0298af97447"))
        #expect(
            text.hasPrefix(
                #"{"url":"https://sts.eu-west-1.amazonaws.com?Action=GetCallerIdentity&"#))
    }

    @Test func `a key shows no secret`() throws {
        let signature = try signature("eu-west-1", "ecr", session: "hidden-session")
        var dumped = ""
        dump(signature, to: &dumped)
        #expect(!dumped.contains("secret-for-tests") && !dumped.contains("hidden-session"))
    }
}
