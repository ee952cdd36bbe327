import Trace

/// The plaintext of a protected record: content, its real type, and zeros that hide its length (RFC 8446 section 5.2).
///
///     struct {
///         opaque content[TLSPlaintext.length];
///         ContentType type;
///         uint8 zeros[length_of_padding];
///     } TLSInnerPlaintext;
///
/// The type is never zero, so the last octet that is not zero is the type: content may end in zeros of its own.
public struct InnerPlaintext: Hashable, Sendable {
    /// The content of the record.
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

    /// Splits a decrypted plaintext into its parts.
    ///
    /// - Parameter limit: the longest plaintext that is accepted, in octets.
    ///
    /// - Throws: ``TLSError/recordOverflow(length:limit:)``; ``TLS13Violation/noContentType`` if all octets are zeros.
    init(opened octets: [UInt8], limit: Int) throws(TLSError) {
        guard octets.count <= limit else { throw .recordOverflow(length: octets.count, limit: limit) }
        guard let place = octets.lastIndex(where: { $0 != 0 }) else { throw .tls13(.noContentType) }
        self.init(Array(octets[..<place]), typeCode: octets[place], padding: octets.count - place - 1)
    }

    /// The type. Only alerts, handshake messages and application data may be inside (section 5), and only application data may be empty
    /// (section 5.4).
    ///
    /// - Throws: ``TLS13Violation/innerContentType(_:)``, ``TLSError/emptyRecord(_:)``.
    func type() throws(TLSError) -> ContentType {
        guard let type = ContentType(rawValue: typeCode), type != .changeCipherSpec else {
            throw .tls13(.innerContentType(typeCode))
        }
        guard type == .applicationData || !content.isEmpty else { throw .emptyRecord(type) }
        return type
    }
}
