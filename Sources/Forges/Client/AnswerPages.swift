import WebAccess

/// A list that a forge gives in pages.
struct AnswerPages {
    let first: HTTPRequest
    let api: any ForgeAPI
    let exchange: ForgeExchange

    private static let limit = 20

    /// The elements of all pages.
    ///
    /// - Parameters:
    ///   - name: Of the elements, for messages.
    ///   - isOpenEnded: Whether pages beyond the limit do not matter; else they are an error.
    ///   - read: Returns nil for an answer of another shape.
    func all<Element>(
        of name: String, isOpenEnded: Bool = false, _ read: (HTTPAnswer) -> [Element]?
    ) async throws(ForgeError) -> [Element] {
        var found: [Element] = []
        var request: HTTPRequest? = first
        var visited: Set<WebAddress> = []
        while let current = request {
            guard visited.insert(current.address).inserted else { throw exchange.malformed }
            guard visited.count <= Self.limit else {
                if isOpenEnded { break }
                throw .tooManyPages(of: name, limit: Self.limit)
            }
            let answer = try await exchange.success(of: current)
            guard let page = read(answer) else { throw exchange.malformed }
            found += page
            request = try next(after: answer, to: current, count: page.count)
        }
        return found
    }

    /// The request for the page behind one, which is at the same server.
    private func next(
        after answer: HTTPAnswer, to request: HTTPRequest, count: Int
    ) throws(ForgeError) -> HTTPRequest? {
        guard let link = api.next(after: answer, to: request, count: count) else { return nil }
        guard let address = request.address.resolving(link),
            address.hasSameOrigin(as: request.address)
        else { throw exchange.malformed }
        var next = request
        next.address = address
        return next
    }
}

extension ForgeExchange {
    func pages(from first: HTTPRequest, of api: any ForgeAPI) -> AnswerPages {
        AnswerPages(first: first, api: api, exchange: self)
    }
}
