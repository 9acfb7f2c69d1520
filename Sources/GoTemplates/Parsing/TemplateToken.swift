/// A piece of a template: text between actions, or a word within one.
struct TemplateToken {
    enum Kind: Equatable {
        case text
        case leftDelimiter
        case rightDelimiter
        case space
        case assign
        case declare
        case pipe
        case comma
        case leftParenthesis
        case rightParenthesis
        case dot
        /// `.name`.
        case field
        /// `$` or `$name`.
        case variable
        case identifier
        case keyword(Keyword)
        case boolean
        case nothing
        case character
        case number
        case complex
        case string
        case rawString
        /// A printable character that means nothing.
        case other
        case end
        /// The rest could not be read.
        case failure
    }

    enum Keyword: String {
        case block, `break`, `continue`, define, `else`, end, `if`, range, template, with
    }

    let kind: Kind
    /// UTF-8 offsets within the template.
    let range: Range<Int>
}
