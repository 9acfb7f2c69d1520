import SourceText
import WebAccess

/// The things that the flows of all clouds use: variables, files, requests and the time.
struct CloudContext: Sendable {
    let environment: [String: String]
    let web: WebClient
    let reach: MetadataReach

    /// Bytes of an answer; tokens with many claims have some thousands.
    static let answerLimit = 1 << 18
    private static let fileLimit = 1 << 20

    init(environment: [String: String], web: WebClient) {
        self.environment = environment
        self.web = web
        reach = MetadataReach(now: web.options.timing.secondsSince1970)
    }

    /// Seconds since 1970.
    var now: Int { web.options.timing.secondsSince1970() }

    /// Nil for an empty one, too.
    func variable(_ name: String) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Files are read each time: clouds rewrite those that hold tokens.
    func file(_ path: String, namedBy setting: String) throws(CloudError) -> [UInt8] {
        guard let bytes = try optionalFile(path, namedBy: setting) else {
            throw .unreadableFile(path: path, setting: setting)
        }
        return bytes
    }

    func optionalFile(_ path: String, namedBy setting: String) throws(CloudError) -> [UInt8]? {
        switch SmallFile.content(at: path, limit: Self.fileLimit) {
        case .absent: return nil
        case .unreadable: throw .unreadableFile(path: path, setting: setting)
        case .bytes(let bytes): return bytes
        }
    }

    /// The text of a file that holds a token, without blanks around it.
    func token(inFile path: String, namedBy setting: String) throws(CloudError) -> Secret {
        let bytes = try file(path, namedBy: setting)
        let text = String(decoding: bytes, as: UTF8.self).trimmed
        guard !text.isEmpty, text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else {
            throw .malformedFile(path: path, setting: setting)
        }
        return Secret(text)
    }

    /// The answer of status 200; no redirect is followed.
    ///
    /// - Parameters:
    ///   - need: What the service's refusal may come of, as in "the role trusts this token".
    func answer(
        to request: HTTPRequest, of service: String, need: String
    ) async throws(CloudError) -> HTTPAnswer {
        var request = request
        request.keepsErrors = true
        let answer: HTTPAnswer
        do throws(WebProblem) {
            answer = try await web.answer(to: request)
        } catch {
            throw .transport(error)
        }
        guard answer.status != 200 else { return answer }
        if let skew = skew(of: answer) { throw .clockSkew(service: service, seconds: skew) }
        throw .refused(
            service: service, status: answer.status, code: ErrorCode.text(in: answer.body),
            need: need)
    }

    /// The difference of the clocks, where it explains a refusal.
    private func skew(of answer: HTTPAnswer) -> Int? {
        guard 400..<500 ~= answer.status, let date = answer.date, abs(date - now) > 300 else {
            return nil
        }
        return date - now
    }
}

/// The short code that clouds give for an error: everything else in the body stays unseen.
enum ErrorCode {
    static func text(in body: [UInt8]) -> String? {
        let found: String?
        if let document = JSON.value(Document.self, from: body) {
            found = document.code
        } else {
            found = XMLText.value(of: "Code", in: String(decoding: body, as: UTF8.self))
        }
        return found.flatMap { text in
            text.utf8.count <= 100 && !text.isEmpty && text.utf8.allSatisfy(\.isHostCharacter)
                ? text : nil
        }
    }

    private struct Document: Decodable {
        let code: String?

        private enum Key: String, CodingKey {
            case type = "__type"
            case error
            case code = "Code"
            case errors
            case errorObject = "Error"
        }

        private struct Item: Decodable {
            let code: String?
            let status: String?

            private enum Key: String, CodingKey {
                case code
                case upperCode = "Code"
                case status
            }

            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: Key.self)
                code =
                    (try? values.decode(String.self, forKey: .code))
                    ?? (try? values.decode(String.self, forKey: .upperCode))
                status = try? values.decode(String.self, forKey: .status)
            }
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            let item =
                (try? values.decode(Item.self, forKey: .error))
                ?? (try? values.decode(Item.self, forKey: .errorObject))
                ?? (try? values.decode([Item].self, forKey: .errors))?.first
            let type = try? values.decode(String.self, forKey: .type)
            code =
                type.map { String($0.split(separator: "#").last ?? "") }
                ?? (try? values.decode(String.self, forKey: .error))
                ?? (try? values.decode(String.self, forKey: .code))
                ?? item?.status ?? item?.code
        }
    }
}

/// Texts of elements in AWS's short XML answers, whose values contain no markup.
enum XMLText {
    /// Of the first element of that name.
    static func value(of element: String, in document: String) -> String? {
        let open = "<\(element)>"
        let close = "</\(element)>"
        guard let start = document.firstRange(of: open),
            let end = document[start.upperBound...].firstRange(of: close)
        else { return nil }
        return String(document[start.upperBound..<end.lowerBound])
    }
}
