import Crypto
import PKI
import Trace

extension TLS13 {
    /// A client's memory of a connection, for a later one: a ticket and the secret that it names (RFC 8446 section 4.6.1).
    ///
    /// The client sends the ticket in clear when it offers it. The secret travels only sealed inside the ticket.
    public struct Ticket: Hashable, Sendable {
        /// The ticket, which only the server can read.
        public let ticket: [UInt8]
        /// The secret behind it.
        public let psk: [UInt8]
        /// The suite of the connection from which it comes. The suite's hash is that of the secret.
        public let suite: CipherSuite
        /// For how many seconds it may be offered.
        public let lifetime: UInt32
        /// The number that is added to its age, so that an onlooker does not see the age.
        public let ageAdd: UInt32
        /// When it came, in milliseconds since 1970.
        public let received: Int64
        /// The host for which it may be used; nil if the client asked for none.
        public let serverName: String?
        /// The identity of the server, which does not send its certificate again.
        public let peer: PeerIdentity
        /// How many octets of early data the server accepts with it; 0 for none.
        public var maxEarlyData: UInt32 = 0
        /// The application protocol of that connection, and of early data (RFC 7301); nil if none was agreed.
        public var applicationProtocol: String?

        /// Whether it may be offered to a host at an instant, in milliseconds since 1970.
        func isFresh(at now: Int64, for host: String?) -> Bool {
            let (age, overflow) = now.subtractingReportingOverflow(received)
            // Section 4.6.1: no longer than seven days, whatever the server says.
            let limit = Int64(min(lifetime, NewSessionTicket.longestLifetime)) * 1000
            return !overflow && age >= 0 && age <= limit && serverName == host
        }

        /// The age in milliseconds plus ``ageAdd``, modulo 2^32 (section 4.2.11.1).
        func obfuscatedAge(at now: Int64) -> UInt32 {
            UInt32(truncatingIfNeeded: now &- received) &+ ageAdd
        }
    }

    /// The state that a server seals in a ticket, so that the client keeps it for the server.
    struct TicketState: Hashable, Sendable {
        var suite: CipherSuite
        var psk: [UInt8]
        /// When it was made, in milliseconds since 1970.
        var issued: Int64
        /// The number that is added to its age.
        var ageAdd: UInt32 = 0
        /// How many octets of early data are accepted with it; 0 for none.
        var maxEarlyData: UInt32 = 0
        /// The application protocol of early data; nil if none was agreed.
        var applicationProtocol: String?
        var serverName: String
        var peer: PeerIdentity
    }
}

extension TLS13.TicketState {
    private static let format: UInt8 = 4

    /// The secret that the ticket names.
    var secret: TLS13.SharedSecret {
        TLS13.SharedSecret(
            octets: psk, kind: .resumption, suite: suite, maxEarlyData: maxEarlyData,
            applicationProtocol: applicationProtocol, peer: peer)
    }

    /// The state as octets, to be sealed; nil if the client's chain was accepted without a check: it must not be remembered as checked.
    var octets: [UInt8]? {
        guard peer.isJudgedOrAnonymous else { return nil }
        var writer = ByteWriter()
        writer.integer("format", Self.format)
        writer.integer("cipher_suite", suite.codePoint)
        writer.vector("psk", .octets(1)) { $0.octets("psk", psk) }
        writer.integer("issued", UInt64(bitPattern: issued))
        writer.integer("age_add", ageAdd)
        writer.integer("max_early_data_size", maxEarlyData)
        // No name of a protocol is empty (RFC 7301 section 3.1).
        writer.vector("protocol", .octets(1)) { $0.octets("name", Array((applicationProtocol ?? "").utf8)) }
        writer.vector("server_name", .octets(2)) { $0.octets("host_name", Array(serverName.utf8)) }
        for certificate in peer.chain {
            writer.vector("certificate", .octets(3)) { $0.octets("der", certificate) }
        }
        return writer.bytes
    }

    /// Reads what ``octets`` wrote; nil if it is anything else.
    init?(_ octets: [UInt8]) {
        var reader = ByteReader(octets, recording: false)
        guard let state = try? Self.read(from: &reader) else { return nil }
        self = state
    }

    private static func read(from reader: inout ByteReader) throws(ParseError) -> Self {
        let format = try reader.integer("format", as: UInt8.self)
        let code = try reader.integer("cipher_suite", as: UInt16.self)
        guard format == Self.format, let suite = TLS13.CipherSuite.withCodePoint(code) else {
            throw ParseError("format", at: 0, .value("a ticket of another making"), cite: .rfc(8446, "4.6.1"))
        }
        let psk = try reader.vector("psk", .octets(1)) { reader throws(ParseError) in try reader.rest("psk") }
        let issued = try reader.integer("issued", as: UInt64.self)
        let ageAdd = try reader.integer("age_add", as: UInt32.self)
        let maxEarlyData = try reader.integer("max_early_data_size", as: UInt32.self)
        let spoken = try reader.vector("protocol", .octets(1)) { reader throws(ParseError) in
            try reader.rest("name")
        }
        let name = try reader.vector("server_name", .octets(2)) { reader throws(ParseError) in
            try reader.rest("host_name")
        }
        var chain: [[UInt8]] = []
        while reader.remaining > 0 {
            chain.append(
                try reader.vector("certificate", .octets(3)) { reader throws(ParseError) in
                    try reader.rest("der")
                })
        }
        return Self(
            suite: suite, psk: psk, issued: Int64(bitPattern: issued), ageAdd: ageAdd, maxEarlyData: maxEarlyData,
            applicationProtocol: spoken.isEmpty ? nil : String(decoding: spoken, as: UTF8.self),
            serverName: String(decoding: name, as: UTF8.self),
            peer: PeerIdentity(restoring: chain, wasJudged: true))
    }

    func isFresh(at now: Int64, lifetime: UInt32) -> Bool {
        let (age, overflow) = now.subtractingReportingOverflow(issued)
        return !overflow && age >= 0 && age <= Int64(lifetime) * 1000
    }
}

extension TicketKey {
    /// The secret that a ticket of TLS 1.3 names, of any age: a thief of the ticket key can read it. Nil for anything that this key did not
    /// seal.
    public func psk(in ticket: [UInt8]) -> [UInt8]? { state(in: ticket).flatMap { TLS13.TicketState($0) }?.psk }
}
