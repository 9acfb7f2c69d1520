import WebAccess

/// The pause that GitHub asks for by a refusal (403), which other forges ask for by 429.
///
/// Source: docs.github.com, "Rate limits for the REST API": `retry-after`, else
/// `x-ratelimit-reset` where nothing remains, else a minute for its secondary limits.
struct RateLimit: Equatable {
    let seconds: Int

    /// Nil for an answer that says nothing of limits.
    init?(_ answer: HTTPAnswer, secondsSince1970 now: Int) {
        guard answer.status == 403 else { return nil }
        func number(_ name: String) -> Int? {
            answer.values(of: name).first.flatMap { Int($0.trimmed) }
        }
        if let pause = number("retry-after") {
            seconds = max(1, pause)
        } else if number("x-ratelimit-remaining") == 0, let reset = number("x-ratelimit-reset") {
            seconds = max(1, min(reset, now + Self.longest) - now)
        } else if ForgeMessage(answer.body).contains("rate limit") {
            seconds = 60
        } else {
            return nil
        }
    }

    /// A day, so that no sum overflows.
    private static let longest = 86_400
}
