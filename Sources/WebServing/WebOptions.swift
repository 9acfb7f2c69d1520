package import WebAccess

/// Where the service listens, who may see its page, and what a client may cost.
package struct WebOptions: Sendable {
    package var receivers: ListenAddress
    package var page: ListenAddress
    /// The token that the page asks for; without it, only a listener on this machine alone shows the page.
    package var pageToken: Secret?
    package var limits = WebLimits()

    package init(
        receivers: ListenAddress = ListenAddress(host: "0.0.0.0", port: 9292),
        page: ListenAddress = ListenAddress(host: "127.0.0.1", port: 9440),
        pageToken: Secret? = nil
    ) {
        self.receivers = receivers
        self.page = page
        self.pageToken = pageToken
    }

    var pageAccess: PageAccess {
        if let pageToken { return .token(PageKeys(token: pageToken)) }
        return page.isLoopback ? .localhost : .off
    }
}

/// The cost that a client may cause, per connection and in all.
package struct WebLimits: Sendable {
    /// Bytes of a body, also of one without `Content-Length`.
    package var body = 3 << 20
    /// Bytes of all header fields.
    package var headers = 64 << 10
    /// From the first connection to the end of the header fields.
    package var headerTime = Duration.seconds(10)
    package var bodyTime = Duration.seconds(30)
    package var answerTime = Duration.seconds(30)
    package var writeTime = Duration.seconds(10)
    /// Between two requests, with the header fields of the second.
    package var idleTime = Duration.seconds(60)
    /// For requests under way when the service stops.
    package var stopTime = Duration.seconds(10)
    /// Connections of a listener; beyond it, the one that waits longest is closed for the newest.
    package var connections = OpenFiles.raisedLimit() / 4
    /// Before the answer to a wrong token of the page.
    package var signInDelay = Duration.seconds(1)

    package init() {}
}
