import WebAccess

extension RegistryClient {
    /// The tags of an image, each once, ordered by bytes.
    ///
    /// Source: OCI distribution specification, “Content Discovery”; go-containerregistry asks for a
    /// thousand at a time, too. No page may be elsewhere, be read twice, or exceed the limits.
    package func tags(of image: RegistryImage) async throws(RegistryError) -> [String] {
        try await call(about: image) { exchange throws(RegistryError.Reason) in
            let limits = exchange.tagLimits
            var pages = TagPages(
                first: exchange.address("tags/list", query: "n=1000"), limits: limits)
            while try await exchange.readPage(of: &pages) {}
            return pages.tags
        }
    }
}

extension ImageExchange {
    /// False after the last page.
    fileprivate func readPage(of pages: inout TagPages) async throws(RegistryError.Reason) -> Bool {
        let page: HTTPAnswer
        do throws(RegistryError.Reason) {
            page = try await answer(
                to: HTTPRequest(address: pages.address, bodyLimit: pages.bytesLeft), about: .tags)
        } catch .transport(.bodyTooLong, _) {
            throw .answer(pages.tooLong)
        } catch {
            throw error
        }
        return try pages.receive(page)
    }
}
