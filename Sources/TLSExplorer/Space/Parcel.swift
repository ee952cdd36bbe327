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
        var name: Words {
            switch type {
            case .handshake:
                message.map { Words(same: "\($0)") } ?? Words(english: "a handshake record", chinese: "一条握手记录")
            case .changeCipherSpec: "ChangeCipherSpec"
            case .alert: alert.map { Words(same: "\($0.name)") } ?? Words(english: "an alert", chinese: "一个警报")
            case .applicationData: octets.isEmpty ? .emptyRecord : Words(english: "application data", chinese: "应用数据")
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
    let name: Words

    /// The end of the transport.
    static let end = Parcel(
        origin: .attacker, wire: [], content: nil, name: Words(english: "the end of the transport", chinese: "传输的结束"))

    /// Whether this is the end of the transport.
    var isEnd: Bool { wire.isEmpty }

    private init(origin: Origin, wire: [UInt8], content: Content?, name: Words) {
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
    init(hers wire: [UInt8], _ content: Content?, name: Words? = nil) {
        let plain: Words? = content.map { $0.isProtected ? "{\($0.name)}" : $0.name }
        self.init(
            origin: .attacker, wire: wire, content: content,
            name: name ?? plain ?? Words(english: "a record", chinese: "一条记录"))
    }

    /// A record of hers with content of TLS.
    static func hers(
        _ wire: [UInt8], _ type: ContentType, _ octets: [UInt8], isProtected: Bool, name: Words? = nil
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

extension Words {
    /// A record without content.
    static var emptyRecord: Words { Words(english: "an empty record", chinese: "一条空记录") }
}
