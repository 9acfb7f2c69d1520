import HTTPTypes
import Hummingbird
import Logging
import Serving
import StatusPages

/// Answers requests for the page, metrics and health.
struct PageResponder: Sendable {
    let sources: WebService.Sources
    let access: PageAccess
    let limits: WebLimits
    let logger: Logger

    func answer(to request: Request) async -> Answer {
        let path = (request.head.path ?? "").prefix { $0 != "?" }
        if path == "/sign-in" { return await signIn(request) }
        guard ["/", "/healthz", "/readyz", "/metrics"].contains(path) else {
            return .refusal(404, "there is nothing here: the page is at /\n")
        }
        guard request.method == .get || request.method == .head else {
            var refusal = Answer.refusal(405)
            refusal.fields = [(.allow, "GET, HEAD")]
            return refusal
        }
        switch path {
        case "/healthz": return .text(200, "ok\n")
        case "/readyz":
            return await sources.isReady() ? .text(200, "ready\n") : .text(503, "not ready\n")
        case "/metrics":
            return Answer(
                status: 200, fields: [(.contentType, ServiceMetrics.contentType)],
                content: await sources.metrics())
        default: return await page(request)
        }
    }

    private func page(_ request: Request) async -> Answer {
        switch access {
        case .off:
            return .refusal(
                404,
                "the page is off: start the service with --ui-token, or let --listen-ui be an "
                    + "address of this machine alone, such as 127.0.0.1:9440\n")
        case .localhost:
            guard PageAccess.isLocal(authority: request.head.authority) else {
                return .refusal(
                    403, "without --ui-token, the page is at localhost and 127.0.0.1 alone\n")
            }
        case .token(let keys):
            let status = await sources.status()
            let seconds = status.now.secondsSince1970
            if request.sessions.contains(where: { keys.isSession($0, at: seconds) }) {
                return .page(200, StatusPage(status: status).text)
            }
            guard let token = request.bearerToken else { return .page(401, SignInPage().text) }
            guard keys.isToken(token) else { return await refusedSignIn() }
            return .page(200, StatusPage(status: status).text)
        }
        return .page(200, StatusPage(status: await sources.status()).text)
    }

    /// Takes the form of the sign-in page.
    private func signIn(_ request: Request) async -> Answer {
        guard case .token(let keys) = access else { return .refusal(404) }
        guard request.method == .post else {
            var refusal = Answer.refusal(405)
            refusal.fields = [(.allow, "POST")]
            return refusal
        }
        guard let form = try? await request.body.collect(upTo: 4096) else { return .refusal(413) }
        guard let token = SignInForm(String(buffer: form)).token, keys.isToken(token) else {
            return await refusedSignIn()
        }
        let session = keys.session(at: await sources.status().now.secondsSince1970)
        var cookie = "\(Request.sessionCookie)=\(session); Path=/; HttpOnly; SameSite=Strict"
        cookie += "; Max-Age=\(PageKeys.sessionTime)"
        if request.isForwardedFromTLS { cookie += "; Secure" }
        return Answer(status: 303, fields: [(.location, "/"), (.setCookie, cookie)])
    }

    /// Late, so that guessing takes its time.
    private func refusedSignIn() async -> Answer {
        logger.warning("a wrong token was given for the page")
        try? await Task.sleep(for: limits.signInDelay)
        return .page(401, SignInPage(isWrong: true).text)
    }
}

extension Answer {
    /// A page that may load and run nothing else, and that no other page may contain.
    fileprivate static func page(_ status: Int, _ content: String) -> Answer {
        Answer(
            status: status,
            fields: [
                (.contentType, "text/html; charset=utf-8"),
                (
                    .contentSecurityPolicy,
                    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; "
                        + "base-uri 'none'; frame-ancestors 'none'"
                ),
                (.xContentTypeOptions, "nosniff"),
                (.cacheControl, "no-store"),
            ],
            content: content, closesConnection: status != 200)
    }
}
