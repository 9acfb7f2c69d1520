import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Receivers

/// Passes calls on to receivers, within limits.
///
/// Whether there is a receiver is asked before the body is read, so nobody who does not know a path
/// makes the service hold more than the header fields. Logs have no path: it is a secret.
struct ReceiverResponder: Sendable {
    let endpoints: any ReceiverEndpoints
    let limits: WebLimits
    let logger: Logger

    func answer(to request: Request) async -> Answer {
        let start = ContinuousClock.now
        let answer = await unloggedAnswer(to: request)
        logger.debug(
            "call answered",
            metadata: [
                "status": "\(answer.status)",
                "seconds": "\(Double((ContinuousClock.now - start) / .milliseconds(1)) / 1000)",
            ])
        return answer
    }

    private func unloggedAnswer(to request: Request) async -> Answer {
        guard let target = request.head.path,
            let admission = await endpoints.admission(ofTarget: target)
        else { return .refusal(404) }
        switch admission {
        case .open: break
        case .closed: return .refusal(503)
        case .tooMany(let seconds):
            var refusal = Answer.refusal(429)
            refusal.fields = [(.retryAfter, String(seconds))]
            return refusal
        }
        guard request.declaredLength ?? 0 <= limits.body else { return .refusal(413) }
        let body: ByteBuffer
        do {
            body = try await request.body.collect(upTo: limits.body)
        } catch is NIOTooManyBytesError {
            return .refusal(413)
        } catch {
            // The client is gone or sent nonsense; whoever still listens learns so.
            return .refusal(400)
        }
        let call = ReceiverCall(
            method: request.method.rawValue, target: target,
            fields: request.headers.map { ($0.name.canonicalName, $0.value) },
            body: Array(body.readableBytesView))
        return Answer(status: await endpoints.status(of: call))
    }
}
