import TLSSim
import Trace

/// What is under way to an end: a record, or the end of the transport.
struct Parcel: Hashable, Sendable {
    /// Who has made a parcel.
    enum Origin: Hashable, Sendable {
        case end(Role)
        case attacker
    }

    /// The content of a record in clear.
    struct Content: Hashable, Sendable {
        let type: ContentType
        let octets: [UInt8]
        /// Whether the record is protected.
        let isProtected: Bool

        /// The type of the handshake message that begins here; nil for other content.
        var message: HandshakeType? {
            type == .handshake ? octets.first.flatMap { HandshakeType(rawValue: $0) } : nil
        }

        /// The alert; nil for other content.
        var alert: Alert? { type == .alert ? try? Alert.read(octets) : nil }

        /// The name of what is in the record, such as "ServerHello".
        var name: String {
            switch type {
            case .handshake: message.map { "\($0)" } ?? "a handshake record"
            case .changeCipherSpec: "ChangeCipherSpec"
            case .alert: alert.map { "\($0.name)" } ?? "an alert"
            case .applicationData: octets.isEmpty ? "an empty record" : "application data"
            }
        }
    }

    let origin: Origin
    /// The octets on the wire; empty for the end of the transport.
    let wire: [UInt8]
    /// The content as its writer knows it; nil for the end of the transport, and for what has no content of TLS.
    let content: Content?
    /// Whether the attacker can read the content: the record is in clear, or she has the keys of its writer.
    private(set) var isOpenToHer: Bool
    /// The name in reports.
    let name: String

    /// The end of the transport.
    static let end = Parcel(origin: .attacker, wire: [], content: nil, name: "the end of the transport")

    /// Whether this is the end of the transport.
    var isEnd: Bool { wire.isEmpty }

    private init(origin: Origin, wire: [UInt8], content: Content?, name: String) {
        (self.origin, self.wire, self.content, self.name) = (origin, wire, content, name)
        isOpenToHer = content.map { !$0.isProtected } ?? false
    }

    /// A record that an end has written.
    init(of writer: Role, _ record: Record) {
        let content = Content(type: record.type, octets: record.plaintext, isProtected: record.encrypted)
        self.init(
            origin: .end(writer), wire: record.wire, content: content,
            name: record.encrypted ? "{\(content.name)}" : content.name)
    }

    /// A record of the attacker. `content` is what she has put into it; nil for octets of no known content.
    init(hers wire: [UInt8], _ content: Content?, name: String? = nil) {
        let plain = content.map { $0.isProtected ? "{\($0.name)}" : $0.name }
        self.init(origin: .attacker, wire: wire, content: content, name: name ?? plain ?? "a record")
    }

    /// A record of hers with content of TLS.
    static func hers(
        _ wire: [UInt8], _ type: ContentType, _ octets: [UInt8], isProtected: Bool, name: String? = nil
    ) -> Parcel {
        Parcel(hers: wire, Content(type: type, octets: octets, isProtected: isProtected), name: name)
    }

    /// The parcel, where the attacker has the keys of its writer.
    func openToHer() -> Parcel {
        var parcel = self
        parcel.isOpenToHer = content != nil
        return parcel
    }

    /// The content that anyone reads: that of a record in clear.
    var inClear: Content? { content.flatMap { $0.isProtected ? nil : $0 } }
}
