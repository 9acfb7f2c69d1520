package import Forges

/// Where title and body of a proposed promotion go.
package enum ProposalPlace: Sendable {
    case request(RequestPlace)
    case file(String, write: @Sendable (_ text: String) throws -> Void)
}
