import Crypto
import PKI
import TLSSim
import Trace

/// A client of TLS 1.2 that sends what it is told.
///
/// Every handshake message that it sends or receives enters the transcript, but for HelloRequest, whether it was in its place or not. After both
/// Finished a ClientHello begins a new transcript (RFC 5246 section 7.4.9).
package struct TLS12ClientPuppet: Puppet {
    package var ear = Ear()
    private let host: String?
    private var random: SeededRandomSource
    private var records = PuppetRecords()
    private var joiner = HandshakeJoiner()
    private var transcript: [UInt8] = []
    private var clientRandom: [UInt8]
    private var hasSentHello = false
    /// The server's answer; nil before it.
    private var answer: ServerHello?
    private var serverKey: RSAPublicKey?
    private var params: ServerKeyExchange.Params?
    /// The master secret; empty before the key exchange. A server of CVE-2014-0224 took the empty one.
    private var master: [UInt8] = []
    private var writing: RecordProtection?
    private var reading: RecordProtection?
    /// The keys as they were at the last own ChangeCipherSpec. A peer that has taken it before its time has them in both directions.
    private var ownKeys: KeySchedule?
    /// verify_data of the own Finished; renegotiation_info repeats it (RFC 5746 section 3.5).
    private var verifyData: [UInt8] = []
    private var isFinished: (own: Bool, peer: Bool) = (false, false)

    /// A client for one connection.
    ///
    /// - Parameter host: the name in server_name; nil for none.
    package init(host: String?, random: SeededRandomSource) {
        self.host = host
        self.random = random
        clientRandom = self.random.octets(32)
    }

    // MARK: Sending

    package mutating func send(_ letter: Letter) -> [UInt8] {
        switch letter {
        case .clientHello, .clientHelloDHE, .clientHelloRSA, .clientHelloWithoutShare: return hello(letter)
        case .clientKeyExchange: return keyExchange()
        case .emptyCertificate: return handshake(CertificateMessage(chain: []).message)
        case .certificate: return handshake(CertificateMessage(chain: []).message)
        case .changeCipherSpec: return changeCipherSpec()
        case .finished: return finished(isRight: true)
        case .wrongFinished: return finished(isRight: false)
        case .data: return record(.applicationData, PuppetData.request)
        case .warning: return record(.alert, Alert(.warning, .userCanceled).bytes)
        case .closeNotify: return record(.alert, Alert(.warning, .closeNotify).bytes)
        case .keyUpdate: return handshake(PuppetData.keyUpdate.message)
        case .helloRequest, .serverHello, .helloRetryRequest, .encryptedExtensions, .serverKeyExchange,
            .certificateRequest, .certificateVerify, .serverHelloDone, .newSessionTicket:
            return []
        }
    }

    private mutating func hello(_ letter: Letter) -> [UInt8] {
        if isFinished == (true, true) {
            // A renegotiation: its keys come into force with its own ChangeCipherSpec.
            transcript = []
            isFinished = (false, false)
            clientRandom = random.octets(32)
        }
        let hello = ClientHello(
            random: clientRandom, cipherSuites: ClientOfferings.suites(of: letter),
            extensions: ClientOfferings.extensions(for: host) + [.extendedMasterSecret, .renegotiationInfo(verifyData)])
        let version = hasSentHello ? ProtocolVersion.tls12 : PuppetRecords.firstVersion
        hasSentHello = true
        return handshake(hello.message, version: version)
    }

    private mutating func keyExchange() -> [UInt8] {
        let (message, premaster) = exchange()
        let octets = handshake(message.message)
        guard let suite, let answer else { return octets }
        let isExtended = answer.extensions.contains(.extendedMasterSecret)
        master =
            KeySchedule(
                premasterSecret: premaster, clientRandom: clientRandom, serverRandom: answer.random, suite: suite,
                sessionHash: isExtended ? suite.hash.hash(transcript) : nil
            ).masterSecret
        return octets
    }

    /// The own part of the key exchange, and the premaster secret. What cannot be answered is answered with random octets of the usual length.
    private mutating func exchange() -> (ClientKeyExchange, premaster: [UInt8]) {
        let secret = random.octets(48)
        switch (suite?.keyExchange, params) {
        case (.rsa?, _):
            let premaster = ProtocolVersion.tls12.octets + secret.dropFirst(2)
            let sealed = serverKey.flatMap { try? PKCS1v15.encrypt(premaster, to: $0, using: &random) }
            return (.encryptedPremasterSecret(sealed ?? random.octets(256)), premaster)
        case (.dheRSA?, .finiteField(let params)?):
            if let group = try? FiniteFieldGroup(custom: Integer(bigEndian: params.p), generator: Integer(bigEndian: params.g)) {
                let key = DiffieHellmanKey.generate(in: group, using: &random)
                let shared = try? key.sharedSecret(with: Integer(bigEndian: params.ys)).stripped
                return (.publicValue(key.publicValue.bigEndian), shared ?? secret)
            }
        case (_, .curve(let params)?):
            if let key = try? ShareKey(group: params.curve, privateValue: random.octets(32), arithmetic: .live) {
                let peer = KeyShareEntry(group: params.curve, value: params.point)
                return (.point(key.share.value), (try? key.sharedSecret(with: peer, of: .server)) ?? secret)
            }
        case (_, .finiteField?), (_, nil): break
        }
        return (.point(random.octets(32)), secret)
    }

    private mutating func changeCipherSpec() -> [UInt8] {
        let octets = record(.changeCipherSpec, [1])
        guard let keys = schedule else { return octets }
        writing = keys.clientProtection
        ownKeys = keys
        return octets
    }

    private mutating func finished(isRight: Bool) -> [UInt8] {
        let right = schedule?.verifyData(of: .client, transcriptHash: transcriptHash)
        let zeros = [UInt8](repeating: 0, count: Finished.verifyDataLength)
        let message = Finished(verifyData: isRight ? right ?? zeros : zeros)
        verifyData = message.verifyData
        isFinished.own = true
        return handshake(message.message)
    }

    private mutating func handshake(_ message: HandshakeMessage, version: ProtocolVersion = .tls12) -> [UInt8] {
        transcript += message.bytes
        return record(.handshake, message.bytes, version: version)
    }

    private mutating func record(_ type: ContentType, _ content: [UInt8], version: ProtocolVersion = .tls12) -> [UInt8] {
        let sealed = try? writing?.seal(content, type: type, version: .tls12)
        return PuppetRecords.clear(type, sealed ?? content, version: writing == nil ? version : .tls12)
    }

    // MARK: Keys

    private var suite: CipherSuite? { answer.flatMap { CipherSuite.withCodePoint($0.cipherSuite) } }

    private var transcriptHash: [UInt8] { suite.map { $0.hash.hash(transcript) } ?? [] }

    /// The keys of the master secret as it is now; nil before a ServerHello.
    private var schedule: KeySchedule? {
        guard let suite, let answer else { return nil }
        return KeySchedule(
            resuming: master, clientRandom: clientRandom, serverRandom: answer.random, suite: suite)
    }

    // MARK: Receiving

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
        guard let content = open(record) else { return ear.hear("record that does not open") }
        switch record.type {
        case .changeCipherSpec:
            ear.hear(Letter.changeCipherSpec.name)
            if let keys = schedule { reading = keys.serverProtection }
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

    /// The content of a record: in clear, under the keys in force, or under those of the own ChangeCipherSpec; nil if it opens with none.
    private mutating func open(_ record: PuppetRecords.Wire) -> [UInt8]? {
        guard var keys = reading else { return record.fragment }
        if let content = try? keys.open(record.fragment[...], type: record.type, version: record.version) {
            reading = keys
            return content
        }
        if var early = ownKeys?.serverProtection,
            let content = try? early.open(record.fragment[...], type: record.type, version: record.version)
        {
            reading = early
            return content
        }
        // A peer that has no keys yet says in clear what it has against ours.
        return record.type == .alert && record.fragment.count == 2 ? record.fragment : nil
    }

    private mutating func take(_ message: HandshakeMessage) {
        guard message.type != .helloRequest else { return ear.hear(message.name) }
        if message.type == .finished { return takeFinished(message) }
        transcript += message.bytes
        ear.hear(message.name)
        switch message.type {
        case .serverHello:
            guard let hello = try? message.parsed(ServerHello.read) else { return }
            answer = hello
            params = nil
        case .certificate:
            let chain = (try? message.parsed(CertificateMessage.read))?.chain ?? []
            serverKey = chain.first.flatMap { try? CertifiedKey.key(inCertificate: $0) }?.rsa
        case .serverKeyExchange:
            guard let kind = suite?.keyExchange else { return }
            var reader = ByteReader(message.body, recording: false)
            params = (try? ServerKeyExchange.read(from: &reader, kind: kind))?.params
        default: break
        }
    }

    private mutating func takeFinished(_ message: HandshakeMessage) {
        let expected = schedule?.verifyData(of: .server, transcriptHash: transcriptHash)
        ear.hear(message.body == expected ? message.name : "Finished(wrong)")
        transcript += message.bytes
        isFinished.peer = true
    }
}

/// What puppets of both versions send.
enum PuppetData {
    /// A KeyUpdate that asks for another.
    static let keyUpdate = {
        var update = KeyUpdate.blank
        update.isRequested = true
        return update
    }()

    /// A whole request, so that a server of HTTP has something to answer.
    static let request = Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
}
