import Trace

/// What is inside a protected record: content, its real type, and zeros that hide its length (RFC 8446 section 5.2).
///
///     struct {
///         opaque content[TLSPlaintext.length];
///         ContentType type;
///         uint8 zeros[length_of_padding];
///     } TLSInnerPlaintext;
///
/// The type stands between content and zeros: content may end in zeros of its own.
public struct InnerPlaintext: Hashable, Sendable {
    /// What the record carries.
    public let content: [UInt8]
    /// Its real type; the header always says application_data.
    public let typeCode: UInt8
    /// How many zeros follow.
    public let padding: Int

    /// An inner plaintext of these parts.
    public init(_ content: [UInt8], typeCode: UInt8, padding: Int = 0) {
        self.content = content
        self.typeCode = typeCode
        self.padding = max(0, padding)
    }

    /// The octets that are sealed.
    public var octets: [UInt8] { content + [typeCode] + [UInt8](repeating: 0, count: padding) }

    /// Takes octets apart that have been opened.
    ///
    /// - Throws: ``TLSError/recordOverflow(length:limit:)``; ``TLS13Violation/noContentType`` for nothing but zeros.
    init(opened octets: [UInt8], limit: Int) throws(TLSError) {
        guard octets.count <= limit else { throw .recordOverflow(length: octets.count, limit: limit) }
        guard let place = octets.lastIndex(where: { $0 != 0 }) else { throw .tls13(.noContentType) }
        self.init(Array(octets[..<place]), typeCode: octets[place], padding: octets.count - place - 1)
    }

    /// The type, if it may stand inside (section 5): only alerts, handshake messages and application data do. Only application data
    /// may be empty (section 5.4).
    func type() throws(TLSError) -> ContentType {
        guard let type = ContentType(rawValue: typeCode), type != .changeCipherSpec else {
            throw .tls13(.innerContentType(typeCode))
        }
        guard type == .applicationData || !content.isEmpty else { throw .emptyRecord(type) }
        return type
    }
}
