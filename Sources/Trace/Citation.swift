/// Where a statement comes from: a document and a section of it.
public struct Citation: Hashable, Sendable, CustomStringConvertible {
    /// The document's usual name, such as "RFC 9293".
    public let document: String
    /// The section within it, such as "3.10.7.4"; nil when the whole document is meant.
    public let section: String?

    /// Cites `section` of `document`.
    public init(_ document: String, _ section: String? = nil) {
        self.document = document
        self.section = section
    }

    /// Cites a section of an RFC by its number.
    public static func rfc(_ number: Int, _ section: String? = nil) -> Citation {
        Citation("RFC " + String(number), section)
    }

    /// As printed in a trace: "RFC 9293 3.10.7.4".
    public var description: String {
        guard let section else { return document }
        return "\(document) \(section)"
    }
}
