import Crypto
import PKI
import TLSSim
import Trace

/// The keys of the records that one side sends, as far as they are known.
enum RecordKeys: Sendable {
    /// There are none yet: records are in clear.
    case none
    /// There are some, and they are not known.
    case sealed
    case tls12(RecordProtection)
    case tls13(IncomingRecords)

    var areKnown: Bool {
        switch self {
        case .none, .sealed: false
        case .tls12, .tls13: true
        }
    }
}

/// Application data of one side that was opened.
struct Plaintext: Sendable {
    /// The most octets of its beginning that are kept.
    static let mostKept = 64

    private(set) var octets = 0
    private(set) var begins: [UInt8] = []
    private var hash = RunningHash(.sha256)

    /// SHA-256 of all of it.
    var digest: [UInt8] { hash.finalize() }

    fileprivate mutating func append(_ piece: [UInt8]) {
        octets += piece.count
        hash.update(piece)
        begins += piece.prefix(Self.mostKept - begins.count)
    }
}

extension Plaintext? {
    mutating func take(_ piece: [UInt8]) {
        var plaintext = self ?? Plaintext()
        plaintext.append(piece)
        self = plaintext
    }
}

/// What secrets open of a recorded session: from the lines of a key log, or from the server's RSA key, to the keys of its records.
struct TLSOpening: Sendable {
    /// Why a session does not stay open.
    enum Failure: Sendable {
        /// Octets are missing: the number of the next record is not known.
        case gap
        /// A record does not authenticate.
        case wrong
    }

    /// Where the secrets come from that are used.
    private(set) var source: SecretsStore.Source?
    /// Whether a record was opened.
    private(set) var hasOpened = false
    private(set) var failure: Failure?
    /// The randoms of the handshake that goes on.
    private var random: [UInt8] = []
    private var answer: ServerHello?
    /// The messages up to ClientKeyExchange, where an RSA key may need them (RFC 7627 section 4).
    private var transcript: [UInt8] = []
    private var schedule: KeySchedule?
    private var early: (secret: [UInt8], records: IncomingRecords?)?

    mutating func fail(_ why: Failure) { failure = failure ?? why }
    mutating func succeed() { hasOpened = true }

    // MARK: The handshake

    mutating func note(_ message: HandshakeMessage, _ secrets: SecretsStore) {
        guard !secrets.keys.isEmpty, message.type != .helloRequest else { return }
        if message.type == .clientHello { transcript = [] }
        if transcript.count < HandshakeMessage.longestBody { transcript += message.bytes }
    }

    mutating func begin(_ random: [UInt8]) { (self.random, answer, schedule) = (random, nil, nil) }

    mutating func answer(_ hello: ServerHello) { answer = hello }

    /// The premaster secret that the client has encrypted to the server (RFC 5246 section 7.4.7.1), where the key is there.
    mutating func takeKeyExchange(
        _ message: HandshakeMessage, _ hello: ClientHello?, _ answer: ServerHello?, _ leaf: [UInt8]?,
        _ secrets: SecretsStore
    ) {
        defer { transcript = [] }
        guard !secrets.keys.isEmpty, let hello, let answer, let leaf, answer.chosenVersion == .tls12,
            let suite = CipherSuite.withCodePoint(answer.cipherSuite), suite.keyExchange == .rsa,
            case .rsa(let certified) = try? CertifiedKey.key(inCertificate: leaf),
            let key = secrets.key(matching: certified),
            case .encryptedPremasterSecret(let encrypted) = try? message.parsed({ reader throws(ParseError) in
                try ClientKeyExchange.read(from: &reader, kind: .rsa)
            })
        else { return }
        // Blinding hides the key from those who measure the time; at home there is nothing to hide.
        var blinding = SeededRandomSource(seed: 0)
        guard let premaster = try? PKCS1v15.decrypt(encrypted, with: key, blindedBy: &blinding),
            premaster.count == RSAKeyExchange.premasterLength
        else { return }
        let isExtended = [hello.extensions, answer.extensions].allSatisfy { $0.contains(.extendedMasterSecret) }
        source = source ?? .rsaKey
        schedule = KeySchedule(
            premasterSecret: premaster, clientRandom: random, serverRandom: answer.random, suite: suite,
            sessionHash: isExtended ? suite.hash.hash(transcript) : nil,
            encryptThenMAC: answer.extensions.contains(.encryptThenMAC))
    }

    // MARK: Keys

    /// The keys that come into force for a side.
    ///
    /// - Parameter isFinished: whether it has sent its Finished.
    mutating func keys(of writer: Role, _ isFinished: Bool, _ secrets: SecretsStore) -> RecordKeys {
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

    mutating func knowEarly(_ secrets: SecretsStore) {
        guard let session = secrets.session(random), let secret = session.secrets[.clientEarly] else { return }
        early = (secret, nil)
        source = session.source
    }

    mutating func endEarlyData() { early = nil }

    /// Opens a record of early data. No message names its suite: what opens the first record is the suite.
    mutating func openEarly(
        _ record: RecordStream.Seen, _ body: [UInt8], _ hello: ClientHello?
    ) -> IncomingRecords.Content? {
        guard let (secret, known) = early, let wire = record.wire, let hello else { return nil }
        let candidates =
            known.map { [$0] }
            ?? TLS13.CipherSuite.all.filter {
                $0.hash.outputLength == secret.count && hello.cipherSuites.contains($0.codePoint)
            }.map { Self.records(of: .client, $0, secret) }
        for var records in candidates {
            guard let content = try? records.read(wire) else { continue }
            early = (secret, records)
            hasOpened = true
            return content
        }
        early = nil
        return nil
    }
}

/// Where keys were agreed, by the message in which a server of TLS 1.2 or older says it.
struct TLSAgreement: Sendable {
    /// The group that is named.
    private(set) var group: NamedGroup?
    /// Bits of the prime, in a finite field.
    private(set) var primeBits: Int?
    /// How it was signed, where the message says that.
    private(set) var scheme: SignatureScheme?

    /// Reads ServerKeyExchange (RFC 5246 section 7.4.3, RFC 8422 section 5.4). One of another form is passed over.
    mutating func take(_ message: HandshakeMessage, _ suite: RegisteredSuite, _ version: ProtocolVersion) {
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
