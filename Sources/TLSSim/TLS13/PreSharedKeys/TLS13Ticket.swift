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
        var state = self
        var writer = ByteWriter()
        state.code(with: &writer)
        return writer.bytes
    }

    /// Reads what ``octets`` wrote; nil if it is anything else.
    init?(_ octets: [UInt8]) {
        self.init(suite: .aes128GCM, psk: [], issued: 0, serverName: "", peer: .anonymous)
        var reader = ByteReader(octets, recording: false)
        guard (try? code(with: &reader)) != nil else { return nil }
    }

    private mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        var (format, codePoint, time) = (Self.format, suite.codePoint, UInt64(bitPattern: issued))
        // No name of a protocol is empty (RFC 7301 section 3.1).
        var (spoken, name, chain) = (Array((applicationProtocol ?? "").utf8), Array(serverName.utf8), peer.chain)
        try coder.integer("format", &format)
        try coder.integer("cipher_suite", &codePoint)
        let suite = TLS13.CipherSuite.withCodePoint(codePoint)
        try coder.require(
            format == Self.format && suite != nil, "format", at: 0, "a ticket of another making",
            cite: .rfc(8446, "4.6.1"))
        try coder.opaque("psk", &psk, in: "psk", length: .octets(1))
        try coder.integer("issued", &time)
        try coder.integer("age_add", &ageAdd)
        try coder.integer("max_early_data_size", &maxEarlyData)
        try coder.opaque("name", &spoken, in: "protocol", length: .octets(1))
        try coder.opaque("host_name", &name, in: "server_name", length: .octets(2))
        try coder.opaques("der", &chain, in: "certificate", length: .octets(3))
        guard C.reads, let suite else { return }
        self.suite = suite
        issued = Int64(bitPattern: time)
        applicationProtocol = spoken.isEmpty ? nil : String(decoding: spoken, as: UTF8.self)
        serverName = String(decoding: name, as: UTF8.self)
        peer = PeerIdentity(restoring: chain, wasJudged: true)
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
