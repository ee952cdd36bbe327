import Crypto
import TLSSim
import Trace

/// A client of TLS 1.3 that sends what it is told.
///
/// It writes with the keys with which the peer now reads: in clear up to ServerHello, with the keys of the handshake up to its own Finished, then
/// with those for application data. With other keys every server says bad_record_mac, and its machine stays hidden. Every handshake
/// message enters the transcript, but for NewSessionTicket and KeyUpdate.
package struct TLS13ClientPuppet: Puppet {
    package var ear = Ear()
    private let host: String?
    private var random: SeededRandomSource
    private var records = PuppetRecords()
    private var joiner = HandshakeJoiner()
    private var transcript: [UInt8] = []
    /// The random of all hellos: a second hello after a HelloRetryRequest repeats it (RFC 8446 section 4.1.2).
    private let clientRandom: [UInt8]
    private var key: ShareKey?
    private var hasSentHello = false
    private var retry: ServerHello?
    private var suite: TLS13.CipherSuite?
    private var handshakeSecrets: (client: TrafficSecret, server: TrafficSecret, main: MainSecret)?
    /// The secrets for application data; nil before the server's Finished.
    private var dataSecrets: (client: TrafficSecret, server: TrafficSecret)?
    private var writing: TrafficProtection?
    private var hasFinished = false
    /// The keys to try on what arrives: those in force first, then older ones.
    private var reading: [TrafficProtection] = []

    /// A client for one connection.
    ///
    /// - Parameter host: the name in server_name; nil for none.
    package init(host: String?, random: SeededRandomSource) {
        self.host = host
        self.random = random
        clientRandom = self.random.octets(32)
        key = try? ShareKey(group: .x25519, privateValue: self.random.octets(32), arithmetic: .live)
    }

    // MARK: Sending

    package mutating func send(_ letter: Letter) -> [UInt8] {
        switch letter {
        case .clientHello, .clientHelloDHE, .clientHelloRSA: return hello(withShare: true)
        case .clientHelloWithoutShare: return hello(withShare: false)
        case .clientKeyExchange: return handshake(ClientKeyExchange.point(random.octets(32)).message)
        case .emptyCertificate, .certificate: return handshake(TLS13.Certificate.blank.message)
        // RFC 8446 section 5: it is always in clear.
        case .changeCipherSpec: return PuppetRecords.clear(.changeCipherSpec, [1])
        case .finished: return finished(isRight: true)
        case .wrongFinished: return finished(isRight: false)
        case .data: return record(.applicationData, PuppetData.request)
        case .warning: return record(.alert, Alert(.warning, .userCanceled).bytes)
        case .closeNotify: return record(.alert, Alert(.warning, .closeNotify).bytes)
        case .keyUpdate: return keyUpdate()
        case .helloRequest, .serverHello, .helloRetryRequest, .encryptedExtensions, .serverKeyExchange,
            .certificateRequest, .certificateVerify, .serverHelloDone, .newSessionTicket:
            return []
        }
    }

    private mutating func hello(withShare: Bool) -> [UInt8] {
        var extensions = ClientOfferings.extensions(for: host) + [.supportedVersions([.tls13])]
        if let group = retry?.selectedGroup, key?.group != group {
            key = try? ShareKey(group: group, privateValue: random.octets(32), arithmetic: .live)
        }
        for case .cookie(let cookie) in retry?.extensions ?? [] { extensions.append(.cookie(cookie)) }
        extensions.append(.keyShares(withShare ? key.map { [$0.share] } ?? [] : []))
        let hello = ClientHello(
            random: clientRandom, cipherSuites: TLS13.CipherSuite.all.map(\.codePoint), extensions: extensions)
        let version = hasSentHello ? ProtocolVersion.tls12 : PuppetRecords.firstVersion
        hasSentHello = true
        return handshake(hello.message, version: version)
    }

    private mutating func finished(isRight: Bool) -> [UInt8] {
        let zeros = [UInt8](repeating: 0, count: suite?.hash.outputLength ?? 32)
        let right = handshakeSecrets?.client.verifyData(transcriptHash)
        var message = TLS13.Finished.blank
        message.verifyData = isRight ? right ?? zeros : zeros
        let octets = handshake(message.message)
        // The peer reads on with the keys for application data, if it takes this one.
        if !hasFinished, let suite, let client = dataSecrets?.client {
            writing = TrafficProtection(suite, client)
            hasFinished = true
        }
        return octets
    }

    private mutating func keyUpdate() -> [UInt8] {
        let octets = record(.handshake, PuppetData.keyUpdate.message.bytes)
        if hasFinished { writing = writing?.next }
        return octets
    }

    private mutating func handshake(_ message: HandshakeMessage, version: ProtocolVersion = .tls12) -> [UInt8] {
        transcript += message.bytes
        return record(.handshake, message.bytes, version: version)
    }

    private mutating func record(_ type: ContentType, _ content: [UInt8], version: ProtocolVersion = .tls12) -> [UInt8] {
        let sealed = try? writing?.seal(InnerPlaintext(content, typeCode: type.rawValue))
        return sealed ?? PuppetRecords.clear(type, content, version: version)
    }

    // MARK: Receiving

    private var transcriptHash: [UInt8] { suite.map { TranscriptHash.of(transcript, by: $0.hash) } ?? [] }

    package mutating func receive(_ octets: [UInt8]) {
        records.append(octets)
        while let next = records.next() {
            switch next {
            case .failure(let deaf): ear.hear(deaf.reason.rawValue)
            case .success(let record): take(record)
            }
        }
    }

    private mutating func take(_ record: PuppetRecords.Wire) {
        guard record.type == .applicationData, !reading.isEmpty else { return take(record.type, record.fragment) }
        for place in reading.indices {
            guard let inner = try? reading[place].open(record.octets) else { continue }
            guard let type = ContentType(rawValue: inner.typeCode) else { break }
            return take(type, inner.content)
        }
        ear.hear("record that does not open")
    }

    private mutating func take(_ type: ContentType, _ content: [UInt8]) {
        switch type {
        case .changeCipherSpec: ear.hear(Letter.changeCipherSpec.name)
        case .alert:
            if let alert = try? Alert.read(content) { ear.hear(alert) } else { ear.hear("malformed alert") }
        case .applicationData: ear.hear(Answer.data)
        case .handshake:
            joiner.append(content)
            do {
                while let message = try joiner.next() { take(message) }
            } catch { ear.hear("malformed message") }
        }
    }

    private mutating func take(_ message: HandshakeMessage) {
        switch message.type {
        case .serverHello:
            transcript += message.bytes
            ear.hear(message.nameInTLS13)
            takeHello(message)
        case .finished:
            let expected = handshakeSecrets?.server.verifyData(transcriptHash)
            ear.hear(message.body == expected ? message.name : "Finished(wrong)")
            transcript += message.bytes
            guard dataSecrets == nil, let suite, let main = handshakeSecrets?.main else { return }
            let secrets = (main.traffic(of: .client, transcriptHash), main.traffic(of: .server, transcriptHash))
            dataSecrets = secrets
            reading.insert(TrafficProtection(suite, secrets.1), at: 0)
        case .newSessionTicket: ear.hear(message.name)
        case .keyUpdate:
            ear.hear(message.name)
            if let keys = reading.first { reading.insert(keys.next, at: 0) }
        default:
            transcript += message.bytes
            ear.hear(message.name)
        }
    }

    private mutating func takeHello(_ message: HandshakeMessage) {
        guard let hello = try? message.parsed(ServerHello.read) else { return }
        guard !hello.isHelloRetryRequest else {
            retry = hello
            suite = TLS13.CipherSuite.withCodePoint(hello.cipherSuite)
            return
        }
        suite = TLS13.CipherSuite.withCodePoint(hello.cipherSuite)
        guard let suite, let share = hello.keyShare, let key,
            let shared = try? key.sharedSecret(with: share, of: .server)
        else { return }
        let secret = EarlySecret(psk: nil, hash: suite.hash).handshakeSecret(shared: shared)
        let secrets = (
            client: secret.traffic(of: .client, transcriptHash), server: secret.traffic(of: .server, transcriptHash),
            main: secret.mainSecret
        )
        handshakeSecrets = secrets
        writing = TrafficProtection(suite, secrets.client)
        reading.insert(TrafficProtection(suite, secrets.server), at: 0)
    }
}
