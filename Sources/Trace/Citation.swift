/// The source of a statement: a document and a section of it.
public struct Citation: Hashable, Sendable, CustomStringConvertible {
    /// The document's name; nil for an RFC that is kept by its number.
    @usableFromInline let name: String?
    /// The RFC's number; 0 for another document. Each field that is read and each note has a citation, so the name of an RFC is made
    /// only when a reader asks for it.
    @usableFromInline let number: Int
    /// The section within it, such as "3.10.7.4"; nil when the whole document is meant.
    public let section: String?

    /// Cites `section` of `document`.
    public init(_ document: String, _ section: String? = nil) {
        // Citations with the same text must be equal, so an RFC is always kept by its number.
        number = document.hasPrefix("RFC ") ? Int(document.dropFirst(4)).map { max(0, $0) } ?? 0 : 0
        name = number > 0 && document == "RFC \(number)" ? nil : document
        self.section = section
    }

    @inlinable
    init(rfc number: Int, _ section: String?) {
        name = nil
        self.number = number
        self.section = section
    }

    /// Cites a section of an RFC by its number.
    @inlinable
    public static func rfc(_ number: Int, _ section: String? = nil) -> Citation {
        Citation(rfc: number, section)
    }

    /// The RFC's number; nil for another document.
    @inlinable
    public var rfc: Int? { number > 0 ? number : nil }

    /// The document's usual name, such as "RFC 9293".
    public var document: String { name ?? "RFC \(number)" }

    /// As printed in a trace: "RFC 9293 3.10.7.4".
    public var description: String {
        guard let section else { return document }
        return "\(document) \(section)"
    }
}
