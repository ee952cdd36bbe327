import Trace

/// What an onlooker can look for in a handshake.
package enum OnlookerItem: String, Hashable, Sendable, CaseIterable {
    /// The name of the host that the client wants.
    case hostName = "host_name"
    /// The application protocols that the client offers.
    case protocolsOffered = "alpn_offered"
    /// The application protocol that the server chooses.
    case protocolChosen = "alpn_chosen"
    /// The cipher suite that the server chooses.
    case suite
    /// The ticket that the client shows.
    case ticket
    /// The server's certificates.
    case serverCertificate = "server_certificate"
    /// The server's signature.
    case serverSignature = "server_signature"
    /// The client's certificates.
    case clientCertificate = "client_certificate"
    /// The server's Finished: its proof that it has the keys.
    case finished

    /// The side that sends it, and the names of its fields.
    private var place: (who: Role, fields: [String]) {
        switch self {
        case .hostName: (.client, ["tls.handshake.extensions_server_name"])
        case .protocolsOffered: (.client, ["tls.handshake.extensions_alpn_str"])
        case .protocolChosen: (.server, ["tls.handshake.extensions_alpn_str"])
        case .suite: (.server, ["tls.handshake.ciphersuite"])
        case .ticket: (.client, ["tls.handshake.extensions.psk.identity.identity"])
        case .serverCertificate: (.server, ["tls.handshake.certificate"])
        case .serverSignature: (.server, ["tls.handshake.sig", "tls.handshake.client_cert_vrfy.sig"])
        case .clientCertificate: (.client, ["tls.handshake.certificate"])
        case .finished: (.server, ["tls.handshake.verify_data"])
        }
    }

    /// Whether its octets are text.
    var isName: Bool {
        switch self {
        case .hostName, .protocolsOffered, .protocolChosen: true
        case .suite, .ticket, .serverCertificate, .serverSignature, .clientCertificate, .finished: false
        }
    }

    /// The octets of its fields in `message` as text; empty if `who`, which has written the message, is not the side that sends the item.
    func names(in message: Message, of who: Role) -> [String] {
        found(in: message, of: who).compactMap { pane, field in
            guard pane.bytes.indices.contains(field.range.lowerBound), field.range.upperBound <= pane.bytes.count
            else { return nil }
            return String(decoding: pane.bytes[field.range], as: UTF8.self).quotable
        }
    }

    /// Its fields in `message`; empty if `who`, which has written the message, is not the side that sends the item.
    func fields(in message: Message, of who: Role) -> [Field] { found(in: message, of: who).map(\.field) }

    private func found(in message: Message, of who: Role) -> [(pane: Pane, field: Field)] {
        let place = place
        guard who == place.who else { return [] }
        return message.panes.flatMap { pane in
            place.fields.flatMap { pane.fields.all(named: $0) }.map { (pane, $0) }
        }
    }
}

/// What an onlooker learns of an item.
package enum OnlookerReading: Hashable, Sendable {
    /// The item is in clear: this text, as a dissector shows it.
    case text(String)
    /// The item is in clear: that many octets in all, in that many parts.
    case octets(Int, parts: Int)
    /// The item is sent encrypted.
    case encrypted
    /// The item is not sent.
    case absent

    /// Whether the item is in clear.
    package var isClear: Bool {
        switch self {
        case .text, .octets: true
        case .encrypted, .absent: false
        }
    }

    /// What an onlooker learns about `item` from the messages of a handshake.
    init(of item: OnlookerItem, in messages: [(who: Role, message: Message)]) {
        for (who, message) in messages {
            let fields = item.fields(in: message, of: who)
            guard !fields.isEmpty else { continue }
            if message.encrypted {
                self = .encrypted
            } else if item.isName {
                self = .text(item.names(in: message, of: who).joined(separator: ", "))
            } else if fields.allSatisfy({ !$0.value.isEmpty }) {
                self = .text(fields.map(\.value).joined(separator: ", "))
            } else {
                self = .octets(fields.reduce(0) { $0 + $1.range.count }, parts: fields.count)
            }
            return
        }
        self = .absent
    }
}
