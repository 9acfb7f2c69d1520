extension WebClient {
    /// An answer with the way to it.
    package struct Followed: Sendable {
        package let answer: HTTPAnswer
        /// The address that gave it.
        package let address: WebAddress
        package let redirects: Int
    }

    /// An answer whose body is to be read, with the way to it.
    package struct FollowedDownload: Sendable {
        package let download: HTTPDownload
        package let address: WebAddress
        package let redirects: Int
    }

    /// The answer at the end of redirects, which lose every secret; a request that writes is not
    /// sent elsewhere.
    ///
    /// - Parameter mayLeaveOrigin: For content that its digest proves, wherever it comes from.
    package func followedAnswer(
        to request: HTTPRequest, mayLeaveOrigin: Bool = false
    ) async throws(WebProblem) -> Followed {
        let rule = RedirectRule(mayLeaveOrigin: mayLeaveOrigin, trust: options.trust)
        var request = request
        for hop in 0...RedirectRule.limit {
            let answer = try await answer(to: request)
            guard let target = try rule.target(of: answer, to: request) else {
                return Followed(answer: answer, address: request.address, redirects: hop)
            }
            request = request.redirected(to: target)
        }
        throw .tooManyRedirects(limit: RedirectRule.limit)
    }

    /// As `followedAnswer`, but each request is sent once, and the last body is not read.
    package func followedDownload(
        of request: HTTPRequest, mayLeaveOrigin: Bool
    ) async throws(WebProblem) -> FollowedDownload {
        let rule = RedirectRule(mayLeaveOrigin: mayLeaveOrigin, trust: options.trust)
        var request = request
        for hop in 0...RedirectRule.limit {
            let download = try await opened(request)
            guard let target = try rule.target(of: download.answer, to: request) else {
                return FollowedDownload(
                    download: download, address: request.address, redirects: hop)
            }
            request = request.redirected(to: target)
        }
        throw .tooManyRedirects(limit: RedirectRule.limit)
    }
}
