import Crypto
import Trace

/// The key with which a server seals its sessions into tickets (RFC 5077 section 4).
///
/// The server does not store the session: the client stores the ticket and cannot read it. One key opens the tickets of all clients. So
/// a thief of this key can decrypt, from a recording, every session whose ticket is in the recording, even with forward secrecy.
///
/// RFC 5077 recommends AES-CBC and HMAC-SHA-256 with two keys. A server may use another form, because only it reads its tickets. Here
/// the form is AES-256-GCM.
public struct TicketKey: Hashable, Sendable {
    /// The name of the key, 16 octets. It stands in clear at the beginning of each ticket.
    public let name: [UInt8]
    /// The secret key, 32 octets, which only the server has.
    public let secret: [UInt8]
    /// How long a ticket is valid, in seconds.
    public let lifetime: UInt32

    /// The length of a name, in octets.
    public static let nameLength = 16
    /// The length of a secret in octets, for AES-256.
    public static let secretLength = 32
    /// The longest state that is sealed, in octets. With name, nonce and tag, the ticket stays below its limit of 2^16 - 1 octets.
    static let longestState = 65_000

    /// A random key.
    ///
    /// - Parameter lifetime: how long a ticket is valid, in seconds.
    public init<R: RandomSource>(using random: inout R, lifetime: UInt32 = 7200) {
        name = random.octets(Self.nameLength)
        secret = random.octets(Self.secretLength)
        self.lifetime = lifetime
    }

    /// A key of these octets; nil unless the name has 16 octets and the secret 32.
    ///
    /// - Parameter lifetime: how long a ticket is valid, in seconds.
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

    /// Seals the octets of a state; nil if they are too long for a ticket.
    func sealed<R: RandomSource>(_ state: [UInt8], using random: inout R) -> [UInt8]? {
        guard state.count <= Self.longestState else { return nil }
        let nonce = random.octets(AESGCM.nonceLength)
        // The name is authenticated with the rest.
        guard let sealed = try? AESGCM.seal(state, key: secret, nonce: nonce, aad: name) else { return nil }
        return name + nonce + sealed
    }

    /// The session in a ticket; nil if this key did not seal the ticket, and if the session is no longer fresh. Then a full handshake follows,
    /// without an error (RFC 5077 section 3.4).
    func open(_ ticket: [UInt8], at now: Int64) -> ResumableSession? {
        guard let session = unseal(ticket), session.isFresh(at: now, lifetime: Int64(lifetime)) else { return nil }
        return session
    }

    /// The session in a ticket of any age, as a thief of the key can read it; nil if this key did not seal the ticket.
    public func unseal(_ ticket: [UInt8]) -> ResumableSession? {
        state(in: ticket).flatMap { ResumableSession(ticketState: $0) }
    }

    /// The sealed octets in a ticket; nil if this key did not seal the ticket.
    func state(in ticket: [UInt8]) -> [UInt8]? {
        let head = Self.nameLength + AESGCM.nonceLength
        guard ticket.count >= head, Array(ticket.prefix(Self.nameLength)) == name else { return nil }
        return try? AESGCM.open(Array(ticket[head...]), key: secret, nonce: nonce(of: ticket), aad: name)
    }

    /// The nonce behind the name of the key; shorter than a nonce if `ticket` is too short.
    func nonce(of ticket: [UInt8]) -> [UInt8] {
        Array(ticket.dropFirst(Self.nameLength).prefix(AESGCM.nonceLength))
    }

    /// Whether the ticket should be replaced by a new one, because half of its lifetime is over.
    func isDueForRenewal(_ session: ResumableSession, at now: Int64) -> Bool {
        let (half, overflow) = session.issued.addingReportingOverflow(Int64(lifetime) / 2)
        return !overflow && now >= half
    }
}

extension ResumableSession {
    private static let stateFormat: UInt8 = 1
    /// The place of the master secret in ``ticketState``, behind the format and the suite.
    static let masterSecretPlace = 3..<3 + KeySchedule.masterSecretLength

    /// The octets that a ticket seals: format, suite, master secret, times, flags, the code of the limit for fragments, the server name,
    /// certificates.
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

    /// Reads a session in the form of ``ticketState``; nil for octets of another form.
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
