import Crypto
import TLSSim
import Trace

/// What both puppets of TLS 1.3 have: the transcript, the keys, and the records of both directions.
///
/// A puppet writes with the keys with which the peer now reads: in clear up to ServerHello, with the keys of the handshake up to its own Finished,
/// then with those for application data. With other keys every peer says bad_record_mac, and its machine stays hidden. Every handshake
/// message enters the transcript, but for NewSessionTicket and KeyUpdate.
struct TLS13PuppetSession: PuppetSession {
    /// The secrets from ServerHello on.
    private struct Secrets: Hashable, Sendable {
        let client: TrafficSecret
        let server: TrafficSecret
        let main: MainSecret

        func secret(of side: Role) -> TrafficSecret { side == .client ? client : server }
    }

    let role: Role
    var ear = Ear()
    /// The suite of the ServerHello or HelloRetryRequest; nil before it.
    var suite: TLS13.CipherSuite?
    private var transcript: [UInt8] = []
    var records = PuppetRecords()
    var clientRandom: [UInt8] = []
    private(set) var peerChain: [[UInt8]]?
    private(set) var secrets: [(SecretID, [UInt8])] = []
    private var schedule: Secrets?
    /// Whether the secrets for application data are known: after the server's Finished.
    private var hasDataSecrets = false
    private var dataKeys: TrafficProtection?
    private var writing: TrafficProtection?
    private var hasFinished = false
    /// The keys to try on what arrives: the newest first. A record that does not open uses up no number.
    private var reading: [TrafficProtection] = []

    init(_ role: Role) { self.role = role }

    /// The hash of the transcript; empty before the suite is known.
    var transcriptHash: [UInt8] { suite.map { TranscriptHash.of(transcript, by: $0.hash) } ?? [] }

    /// Begins to use the keys of the handshake, from a transcript that ends with ServerHello.
    mutating func begin(shared: [UInt8]) {
        guard let suite else { return }
        let secret = EarlySecret(psk: nil, hash: suite.hash).handshakeSecret(shared: shared)
        let new = Secrets(
            client: secret.traffic(of: .client, transcriptHash), server: secret.traffic(of: .server, transcriptHash),
            main: secret.mainSecret)
        schedule = new
        for side in [Role.client, .server] { note("handshake", side, new.secret(of: side)) }
        writing = TrafficProtection(suite, new.secret(of: role))
        reading.insert(TrafficProtection(suite, new.secret(of: role.peer)), at: 0)
    }

    /// Computes the keys for application data, from a transcript that ends with the server's Finished.
    private mutating func deriveDataKeys() {
        guard !hasDataSecrets, let suite, let main = schedule?.main else { return }
        hasDataSecrets = true
        for side in [Role.client, .server] { note("application", side, main.traffic(of: side, transcriptHash), "_0") }
        dataKeys = TrafficProtection(suite, main.traffic(of: role, transcriptHash))
        reading.insert(TrafficProtection(suite, main.traffic(of: role.peer, transcriptHash)), at: 0)
    }

    private mutating func note(_ phase: String, _ side: Role, _ secret: TrafficSecret, _ end: String = "") {
        secrets.append((SecretID("\(side)_\(phase)_traffic_secret\(end)"), secret.octets))
    }

    // MARK: Sending

    /// A handshake message in a record of its own.
    ///
    /// - Parameter version: the version in the header of a record in clear.
    mutating func handshake(_ message: HandshakeMessage, version: ProtocolVersion = .tls12) -> [UInt8] {
        if message.type != .newSessionTicket { transcript += message.bytes }
        return record(.handshake, message.bytes, version: version)
    }

    mutating func record(_ type: ContentType, _ content: [UInt8], version: ProtocolVersion = .tls12) -> [UInt8] {
        let sealed = try? writing?.seal(InnerPlaintext(content, typeCode: type.rawValue))
        return sealed ?? PuppetRecords.clear(type, content, version: version)
    }

    /// RFC 8446 section 5: it is always in clear.
    mutating func changeCipherSpec() -> [UInt8] { PuppetRecords.clear(.changeCipherSpec, [1]) }

    /// A peer that takes either Finished reads on with the keys for application data.
    mutating func finished(isRight: Bool) -> [UInt8] {
        let zeros = [UInt8](repeating: 0, count: suite?.hash.outputLength ?? 32)
        let right = schedule?.secret(of: role).verifyData(transcriptHash)
        var message = TLS13.Finished.blank
        message.verifyData = isRight ? right ?? zeros : zeros
        let octets = handshake(message.message)
        if role == .server { deriveDataKeys() }
        if !hasFinished, let dataKeys {
            writing = dataKeys
            hasFinished = true
        }
        return octets
    }

    /// A KeyUpdate, and then the next keys.
    mutating func keyUpdate() -> [UInt8] {
        let octets = record(.handshake, PuppetData.keyUpdate.message.bytes)
        if hasFinished { writing = writing?.next }
        return octets
    }

    // MARK: Receiving

    mutating func take(_ record: PuppetRecords.Wire) {
        guard record.type == .applicationData, !reading.isEmpty else { return take(record.type, record.fragment) }
        for place in reading.indices {
            guard let inner = try? reading[place].open(record.octets) else { continue }
            guard let type = ContentType(rawValue: inner.typeCode) else { break }
            return take(type, inner.content)
        }
        ear.hear(Answer.sealedRecord)
    }

    private mutating func take(_ type: ContentType, _ content: [UInt8]) {
        switch type {
        case .changeCipherSpec: ear.hear(Letter.changeCipherSpec.name)
        case .alert: ear.hear(alert: content)
        case .applicationData: ear.hear(Answer.data)
        case .handshake: records.joiner.append(content)
        }
    }

    /// All but Finished, NewSessionTicket and KeyUpdate is of interest.
    mutating func heard(_ message: HandshakeMessage) -> HandshakeMessage? {
        switch message.type {
        case .finished:
            let expected = schedule?.secret(of: role.peer).verifyData(transcriptHash)
            ear.hear(message.body == expected ? message.name : Answer.wrongFinished)
            transcript += message.bytes
            if role == .client { deriveDataKeys() }
            return nil
        case .newSessionTicket:
            ear.hear(message.name)
            return nil
        case .keyUpdate:
            ear.hear(message.name)
            if let keys = reading.first { reading.insert(keys.next, at: 0) }
            return nil
        default:
            ear.hear(message.nameInTLS13)
            transcript += message.bytes
            if message.type == .certificate {
                peerChain = (try? message.parsed(TLS13.Certificate.read))?.entries.map(\.certificate)
            }
            return message
        }
    }
}
