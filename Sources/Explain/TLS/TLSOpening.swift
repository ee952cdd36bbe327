import Crypto
import PKI
import TLSSim
import Trace

/// The keys that protect the records of one side.
enum RecordKeys: Sendable {
    /// Records are not protected yet.
    case none
    /// It is not known whether records are protected: octets before them are missing.
    case unknown
    /// Records are protected, and the keys are not known.
    case sealed
    /// Records are protected by these keys.
    case tls12(RecordProtection)
    case tls13(IncomingRecords)

    var areKnown: Bool {
        switch self {
        case .none, .unknown, .sealed: false
        case .tls12, .tls13: true
        }
    }
}

/// The decrypted application data of one side.
struct Plaintext: Sendable {
    /// The number of octets at the beginning that are kept.
    static let mostKept = 64

    /// The number of octets.
    private(set) var octets = 0
    /// The first octets.
    private(set) var begins: [UInt8] = []
    private var hash = RunningHash(.sha256)

    /// SHA-256 over all octets.
    var digest: [UInt8] { hash.finalize() }

    mutating func append(_ piece: [UInt8]) {
        octets += piece.count
        hash.update(piece)
        begins += piece.prefix(Self.mostKept - begins.count)
    }
}

/// Decrypts a recorded session: from the lines of a key log, or from the server's RSA key, to the keys of its records.
struct TLSOpening: Sendable {
    /// The source of the secrets that are used; nil if no secrets fit.
    private(set) var source: SecretsStore.Source?
    /// The number of records that were opened, of each side.
    private(set) var opened = (client: 0, server: 0)
    /// Whether a record was opened.
    var hasOpened: Bool { opened.client + opened.server > 0 }
    /// Why no more records are opened: the first gap or the first record that does not authenticate; nil without such a failure.
    private(set) var failure: TLSClosed?
    /// Why the RSA key has not given the premaster secret; nil before a ClientKeyExchange that the key could decrypt.
    private(set) var keyFailure: TLSClosed?
    /// The random of the ClientHello, and the ServerHello, of the handshake that is going on.
    private var random: [UInt8] = []
    private var answer: ServerHello?
    /// The messages up to ClientKeyExchange. The session hash of an RSA key exchange covers them (RFC 7627 section 3).
    private var transcript: [UInt8] = []
    /// The keys of TLS 1.2; nil while the master secret is not known.
    private var schedule: KeySchedule?
    /// The client's early traffic secret, and the keys from it after the first record has told the suite.
    private var early: (secret: [UInt8], records: IncomingRecords?)?

    mutating func fail(_ why: TLSClosed) { failure = failure ?? why }
    mutating func succeed(isFromClient: Bool) {
        if isFromClient { opened.client += 1 } else { opened.server += 1 }
    }

    // MARK: The handshake

    /// Adds a message to the transcript, if there is an RSA key.
    mutating func note(_ message: HandshakeMessage, _ secrets: SecretsStore) {
        guard !secrets.keys.isEmpty, message.type != .helloRequest else { return }
        if message.type == .clientHello { transcript = [] }
        if transcript.count < HandshakeMessage.longestBody { transcript += message.bytes }
    }

    /// Begins a handshake, by the random of its ClientHello.
    mutating func begin(_ random: [UInt8]) { (self.random, answer, schedule) = (random, nil, nil) }

    mutating func answer(_ hello: ServerHello) { answer = hello }

    /// Decrypts the premaster secret in a ClientKeyExchange (RFC 5246 section 7.4.7.1), if the server's RSA key is known.
    mutating func takeKeyExchange(
        _ message: HandshakeMessage, hello: ClientHello?, answer: ServerHello?, leaf: [UInt8]?, secrets: SecretsStore
    ) {
        defer { transcript = [] }
        guard !secrets.keys.isEmpty, let hello, let answer, let leaf, answer.chosenVersion == .tls12,
            let suite = CipherSuite.withCodePoint(answer.cipherSuite), suite.keyExchange == .rsa,
            case .rsa(let certified) = try? CertifiedKey.key(inCertificate: leaf),
            case .encryptedPremasterSecret(let encrypted) = try? message.parsed({ reader throws(ParseError) in
                try ClientKeyExchange.read(from: &reader, kind: .rsa)
            })
        else { return }
        guard let key = secrets.key(matching: certified) else { return keyFailure = .otherKey }
        // Blinding hides the key from a peer that measures the time. Here there is no peer, so a fixed seed will do.
        var blinding = SeededRandomSource(seed: 0)
        guard let premaster = try? PKCS1v15.decrypt(encrypted, with: key, blindedBy: &blinding),
            premaster.count == RSAKeyExchange.premasterLength
        else { return keyFailure = .noPremaster }
        let isExtended = [hello.extensions, answer.extensions].allSatisfy { $0.contains(.extendedMasterSecret) }
        source = source ?? .rsaKey
        schedule = KeySchedule(
            premasterSecret: premaster, clientRandom: random, serverRandom: answer.random, suite: suite,
            sessionHash: isExtended ? suite.hash.hash(transcript) : nil,
            encryptThenMAC: answer.extensions.contains(.encryptThenMAC))
    }

    // MARK: Keys

    /// The keys with which a side protects its next records.
    ///
    /// - Parameter isFinished: whether the side has sent its Finished.
    mutating func keys(of writer: Role, isFinished: Bool, secrets: SecretsStore) -> RecordKeys {
        guard let answer else { return .sealed }
        let session = secrets.session(random)
        if answer.chosenVersion == .tls13 {
            let label: SecretsStore.Label =
                switch (writer, isFinished) {
                case (.client, false): .clientHandshake
                case (.client, true): .clientApplication
                case (.server, false): .serverHandshake
                case (.server, true): .serverApplication
                }
            guard let session, let suite = TLS13.CipherSuite.withCodePoint(answer.cipherSuite),
                let secret = session.secrets[label], secret.count == suite.hash.outputLength
            else { return .sealed }
            source = session.source
            return .tls13(Self.records(of: writer, suite, secret))
        }
        guard answer.chosenVersion == .tls12, answer.compressionMethod == 0,
            let suite = CipherSuite.withCodePoint(answer.cipherSuite)
        else { return .sealed }
        if schedule == nil, let session, let master = session.secrets[.master],
            master.count == KeySchedule.masterSecretLength
        {
            source = session.source
            schedule = KeySchedule(
                resuming: master, clientRandom: random, serverRandom: answer.random, suite: suite,
                encryptThenMAC: answer.extensions.contains(.encryptThenMAC))
        }
        return (schedule.map { writer == .client ? $0.clientProtection : $0.serverProtection }).map { .tls12($0) }
            ?? .sealed
    }

    private static func records(of writer: Role, _ suite: TLS13.CipherSuite, _ secret: [UInt8]) -> IncomingRecords {
        var records = IncomingRecords(of: writer)
        records.startReading(with: TrafficProtection(suite, TrafficSecret(secret, hash: suite.hash)))
        return records
    }

    // MARK: Early data (RFC 8446 section 4.2.10)

    var hasEarlySecret: Bool { early != nil }

    /// Looks for the client's early traffic secret.
    mutating func knowEarly(_ secrets: SecretsStore) {
        guard let session = secrets.session(random), let secret = session.secrets[.clientEarly] else { return }
        early = (secret, nil)
        source = session.source
    }

    mutating func endEarlyData() { early = nil }

    /// Opens a record of early data; nil if it does not open. No message names the suite. It is the offered suite that opens the first
    /// record.
    mutating func openEarly(_ record: RecordStream.Seen, hello: ClientHello?) -> IncomingRecords.Content? {
        guard let (secret, known) = early, let wire = record.wire, let hello else { return nil }
        let candidates =
            known.map { [$0] }
            ?? TLS13.CipherSuite.all.filter {
                $0.hash.outputLength == secret.count && hello.cipherSuites.contains($0.codePoint)
            }.map { Self.records(of: .client, $0, secret) }
        for var records in candidates {
            guard let content = try? records.read(wire) else { continue }
            early = (secret, records)
            succeed(isFromClient: true)
            return content
        }
        early = nil
        return nil
    }
}

/// The parameters of the key exchange in the ServerKeyExchange of TLS 1.2 and older.
struct TLSAgreement: Sendable {
    /// The group: the named curve, or the named finite-field group (RFC 7919) with the same prime; nil for other parameters.
    private(set) var group: NamedGroup?
    /// The length of the prime in bits; nil if the group is no finite field.
    private(set) var primeBits: Int?
    /// The signature scheme; nil if the message names none.
    private(set) var scheme: SignatureScheme?

    /// Reads ServerKeyExchange (RFC 5246 section 7.4.3, RFC 8422 section 5.4). A message of another form is ignored.
    mutating func take(_ message: HandshakeMessage, suite: RegisteredSuite, version: ProtocolVersion) {
        guard let name = suite.name, !name.contains("PSK"), name.contains("_DH") || name.contains("_ECDH") else {
            return
        }
        var reader = ByteReader(message.body, recording: false)
        guard let params = try? ServerKeyExchange.readParams(from: &reader, onCurve: name.contains("_ECDH")) else {
            return
        }
        switch params {
        case .curve(let params): group = params.curve
        case .finiteField(let params):
            let prime = Integer(bigEndian: params.p)
            primeBits = prime.bitWidth
            group = NamedGroup.finiteFields.first { $0.finiteField?.p == prime }
        }
        guard version == .tls12, !name.contains("_anon_") else { return }
        scheme = (try? reader.integer("tls.handshake.sig_hash_alg")).map(SignatureScheme.init(rawValue:))
    }
}
