import WebAccess

extension ForgeClient {
    /// Writes a comment on a pull request, or refreshes the one that is there; an empty text takes
    /// it away.
    ///
    /// It is found by its key and its author, so that nobody else can put another one in its place.
    /// Of two runs at once both may write one: the older one stays.
    package func write(_ comment: RequestComment) async throws(ForgeError) -> CommentOutcome {
        guard let api = api as? any CommentAPI else { throw .noComments(repository.kind) }
        let thread = CommentThread(
            api: api, exchange: exchange, comment: comment,
            text: CommentText(comment, for: repository.kind), account: try await account(api))
        return try await comment.text.isEmpty ? thread.remove() : thread.write()
    }

    /// The login name of the token's account; nil where the token may not ask.
    private func account(_ api: any CommentAPI) async throws(ForgeError) -> String? {
        do throws(ForgeError) {
            let answer = try await exchange.success(of: api.accountQuestion)
            guard let name = JSON.value(Account.self, from: answer.body)?.name else {
                throw exchange.malformed
            }
            return name
        } catch {
            guard case .forbidden = error else { throw error }
            return nil
        }
    }
}

/// The comments of one pull request, of which one is this program's.
private struct CommentThread {
    let api: any CommentAPI
    let exchange: ForgeExchange
    let comment: RequestComment
    let text: CommentText
    let account: String?

    func write() async throws(ForgeError) -> CommentOutcome {
        let found = try await own()
        guard let first = found.first else { return try await create() }
        try await remove(found.dropFirst())
        guard !text.isIn(first) else { return CommentOutcome(.unchanged, first) }
        let change = api.change(ofComment: first.id, on: comment.number, to: text.body)
        _ = try await exchange.success(of: change)
        return CommentOutcome(.updated, first)
    }

    func remove() async throws(ForgeError) -> CommentOutcome {
        let found = try await own()
        try await remove(found[...])
        return CommentOutcome(action: found.isEmpty ? .unchanged : .removed, url: nil)
    }

    /// Looks for the comment afterwards: an answer may be lost, and another run may be as fast.
    private func create() async throws(ForgeError) -> CommentOutcome {
        var problem: ForgeError?
        do throws(ForgeError) {
            _ = try await exchange.success(of: api.comment(text.body, on: comment.number))
        } catch {
            problem = error
        }
        let found: [ExistingComment]
        do throws(ForgeError) {
            found = try await own()
        } catch {
            throw problem ?? error
        }
        guard let first = found.first else { throw problem ?? exchange.malformed }
        try await remove(found.dropFirst())
        return CommentOutcome(.created, first)
    }

    private func remove(_ comments: ArraySlice<ExistingComment>) async throws(ForgeError) {
        for other in comments {
            let removal = api.removal(ofComment: other.id, on: comment.number)
            _ = try await exchange.success(of: removal)
        }
    }

    /// This program's comments with the key, the oldest first.
    private func own() async throws(ForgeError) -> [ExistingComment] {
        let pages = exchange.pages(from: api.comments(on: comment.number), of: api)
        let all: [ExistingComment]
        do throws(ForgeError) {
            all = try await pages.all(of: "comments") { api.comments(in: $0) }
        } catch .notFound(let kind, let repository, let variable) {
            throw .requestNotFound(
                kind, repository: repository, number: comment.number, variable: variable)
        }
        return all.filter { existing in
            text.hasKey(of: existing)
                && (account.map { $0 == existing.author } ?? api.isOwn(existing))
        }
        .sorted { $0.id < $1.id }
    }
}

extension CommentOutcome {
    fileprivate init(_ action: Action, _ existing: ExistingComment) {
        self.init(action: action, url: existing.url.flatMap { WebAddress($0) == nil ? nil : $0 })
    }
}
