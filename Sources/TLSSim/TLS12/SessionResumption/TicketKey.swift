import Crypto
import Trace

/// The key under which a server seals its sessions into tickets (RFC 5077 section 4).
///
/// The server forgets the session and the client carries it, unreadable. One key opens the tickets of every client: a
/// thief of that key reads, from a recording, every session whose ticket crossed the wire, forward secrecy or not.
///
/// RFC 5077 recommends AES-CBC and HMAC-SHA-256 under two keys; only the server reads its tickets, so it may choose. Here it
/// is one AEAD, AES-256-GCM.
public struct TicketKey: Hashable, Sendable {
    /// 16 octets in clear in front of each ticket: which key it is sealed with.
    public let name: [UInt8]
    /// 32 octets, known to the server alone.
    public let secret: [UInt8]
    /// How long a ticket is good for, in seconds.
    public let lifetime: UInt32

    /// Octets of a name.
    public static let nameLength = 16
    /// Octets of a secret: AES-256.
    public static let secretLength = 32
    /// The longest session that is sealed: with name, nonce and tag it stays below the 2^16 - 1 octets of a ticket.
    static let longestState = 65_000

    /// A key that is drawn.
    ///
    /// - Parameter lifetime: how long a ticket is good for, in seconds.
    public init<R: RandomSource>(using random: inout R, lifetime: UInt32 = 7200) {
        name = random.octets(Self.nameLength)
        secret = random.octets(Self.secretLength)
        self.lifetime = lifetime
    }

    /// A key of these octets; nil unless the name has 16 of them and the secret 32.
    ///
    /// - Parameter lifetime: how long a ticket is good for, in seconds.
    public init?(name: [UInt8], secret: [UInt8], lifetime: UInt32 = 7200) {
        guard name.count == Self.nameLength, secret.count == Self.secretLength else { return nil }
        self.name = name
        self.secret = secret
        self.lifetime = lifetime
    }

    /// Seals a session; nil if it is too long for a ticket.
    func seal<R: RandomSource>(_ session: ResumableSession, using random: inout R) -> [UInt8]? {
        sealed(session.ticketState, using: &random)
    }

    /// Seals a state; nil if it is too long for a ticket.
    func sealed<R: RandomSource>(_ state: [UInt8], using random: inout R) -> [UInt8]? {
        guard state.count <= Self.longestState else { return nil }
        let nonce = random.octets(AESGCM.nonceLength)
        // The name is authenticated with the rest.
        guard let sealed = try? AESGCM.seal(state, key: secret, nonce: nonce, aad: name) else { return nil }
        return name + nonce + sealed
    }

    /// Opens a ticket. Nil for anything that this key did not seal, and for what is no longer fresh: a ticket that is no good
    /// is no error, the handshake is then a full one (RFC 5077 section 3.4).
    func open(_ ticket: [UInt8], at now: Int64) -> ResumableSession? {
        guard let session = unseal(ticket), session.isFresh(at: now, lifetime: Int64(lifetime)) else { return nil }
        return session
    }

    /// Opens a ticket whatever its age: what a thief of the key does.
    public func unseal(_ ticket: [UInt8]) -> ResumableSession? {
        state(in: ticket).flatMap { ResumableSession(ticketState: $0) }
    }

    /// The octets that a ticket seals; nil for anything that this key did not seal.
    func state(in ticket: [UInt8]) -> [UInt8]? {
        let head = Self.nameLength + AESGCM.nonceLength
        guard ticket.count >= head, Array(ticket.prefix(Self.nameLength)) == name else { return nil }
        return try? AESGCM.open(Array(ticket[head...]), key: secret, nonce: nonce(of: ticket), aad: name)
    }

    /// The nonce behind the key's name; empty for what is too short to be a ticket.
    func nonce(of ticket: [UInt8]) -> [UInt8] {
        Array(ticket.dropFirst(Self.nameLength).prefix(AESGCM.nonceLength))
    }

    /// Whether a ticket is old enough to be replaced by a new one: after half of its lifetime.
    func isDueForRenewal(_ session: ResumableSession, at now: Int64) -> Bool {
        let (half, overflow) = session.issued.addingReportingOverflow(Int64(lifetime) / 2)
        return !overflow && now >= half
    }
}

extension ResumableSession {
    private static let stateFormat: UInt8 = 1
    /// Where the master secret stands in ``ticketState``: behind the format and the suite.
    static let masterSecretPlace = 3..<3 + KeySchedule.masterSecretLength

    /// The session as it stands sealed in a ticket: format, suite, master secret, times, flags, names, certificates.
    var ticketState: [UInt8] {
        var writer = ByteWriter()
        writer.integer("format", Self.stateFormat)
        writer.integer("cipher_suite", suite.codePoint)
        writer.octets("master_secret", masterSecret)
        writer.integer("created", UInt64(bitPattern: created))
        writer.integer("issued", UInt64(bitPattern: issued))
        writer.integer("extended_master_secret", UInt8(extendedMasterSecret ? 1 : 0))
        writer.integer("verified", UInt8(peer.isJudgedOrAnonymous ? 1 : 0))
        writer.integer("max_fragment_length", maximumFragment?.rawValue ?? 0)
        writer.vector("server_name", .octets(2)) { $0.octets("host_name", Array((serverName ?? "").utf8)) }
        for certificate in peer.chain {
            writer.vector("certificate", .octets(3)) { $0.octets("der", certificate) }
        }
        return writer.bytes
    }

    /// Reads what ``ticketState`` wrote; nil if it is anything else.
    init?(ticketState: [UInt8]) {
        var reader = ByteReader(ticketState, recording: false)
        guard let session = try? Self.read(from: &reader) else { return nil }
        self = session
    }

    private static func read(from reader: inout ByteReader) throws(ParseError) -> ResumableSession {
        let format = try reader.integer("format", as: UInt8.self)
        let code = try reader.integer("cipher_suite", as: UInt16.self)
        guard format == stateFormat, let suite = CipherSuite.withCodePoint(code) else {
            throw ParseError("format", at: 0, .value("a ticket of another making"), cite: .rfc(5077, "4"))
        }
        let masterSecret = try reader.octets("master_secret", count: KeySchedule.masterSecretLength)
        let created = try reader.integer("created", as: UInt64.self)
        let issued = try reader.integer("issued", as: UInt64.self)
        let extended = try reader.integer("extended_master_secret", as: UInt8.self) == 1
        let verified = try reader.integer("verified", as: UInt8.self) == 1
        let fragment = try reader.integer("max_fragment_length", as: UInt8.self)
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
        return ResumableSession(
            issued: Int64(bitPattern: issued), created: Int64(bitPattern: created), masterSecret: masterSecret,
            suite: suite, extendedMasterSecret: extended,
            serverName: name.isEmpty ? nil : String(decoding: name, as: UTF8.self),
            maximumFragment: MaximumFragment(rawValue: fragment),
            peer: PeerIdentity(restoring: chain, wasJudged: verified))
    }
}
