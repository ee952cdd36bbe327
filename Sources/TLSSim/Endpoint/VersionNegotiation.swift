import Crypto
import Trace

/// An endpoint that may speak TLS 1.2 and TLS 1.3, before the version is decided. The first hello of the other side decides it.
///
/// A ClientHello whose supported_versions contains TLS 1.3 leads to TLS 1.3, and so does a ServerHello with this extension (RFC 8446
/// section 4.2.1). All octets are kept. The machine of the decided version then reads them from the first one on, and only this
/// machine checks them.
struct VersionNegotiation: Hashable, Sendable {
    /// The role, and the configuration for TLS 1.2.
    private enum Fallback: Hashable, Sendable {
        case client(Client.Configuration)
        case server(Server.Configuration)
    }

    private let fallback: Fallback
    /// The machine of TLS 1.3. The machine of a client has sent the hello, which offers both versions.
    private(set) var tls13: Machine<TLS13>
    /// The decided version; nil before the decision.
    private(set) var version: ProtocolVersion?
    /// The time that was set last, in milliseconds since 1970; nil if none was set.
    private var time: Int64?
    /// All octets that have arrived.
    private var octets: [UInt8] = []
    /// The data that the application wants to send.
    private var waitingData: [UInt8] = []
    /// The input that ended the connection before a version was decided.
    private var end: Input?
    private var records = RecordLayer()
    private var joiner = HandshakeJoiner()
    private var idleCount = 0

    init(client tls12: Client.Configuration, _ tls13: TLS13.ClientConfiguration) {
        var tls13 = tls13
        tls13.fallback = tls12
        fallback = .client(tls12)
        self.tls13 = Machine(tls13)
    }

    init(server tls12: Server.Configuration, _ tls13: TLS13.ServerConfiguration) {
        var tls12 = tls12
        tls12.speaksTLS13 = true
        fallback = .server(tls12)
        self.tls13 = Machine(tls13)
    }

    mutating func set(time: Int64) {
        self.time = time
        tls13.session.now = time
    }

    /// Takes one input. If ``version`` is not nil afterwards, the machine of this version has to take all the ``inputs``.
    mutating func handle<R: RandomSource>(_ input: Input, using random: inout R) -> [Output] {
        switch input {
        case .start, .verdict: return tls13.handle(input, using: &random)
        case .send(let data): waitingData += data
        case .bytes(let octets): version = version(after: octets)
        // The version will not be decided any more. Both versions end in the same way here.
        case .close, .transportEnded: (version, end) = (.tls13, input)
        }
        return []
    }

    /// The inputs that have waited for the decision.
    var inputs: [Input] {
        (octets.isEmpty ? [] : [.bytes(octets)]) + (waitingData.isEmpty ? [] : [.send(waitingData)])
            + (end.map { [$0] } ?? [])
    }

    /// The version that the octets so far decide; nil if they do not decide it yet. Octets that cannot be read lead to TLS 1.3, whose
    /// machine refuses them.
    private mutating func version(after octets: [UInt8]) -> ProtocolVersion? {
        self.octets += octets
        // A client that has sent no hello awaits nothing.
        if case .client = fallback, tls13.helloWithoutAnswer == nil { return .tls13 }
        records.append(octets)
        do {
            while idleCount <= TLSEndpoint.idleLimit {
                if let message = try joiner.next() {
                    return try version(of: message)
                } else if let record = try records.next() {
                    if !read(record) { return .tls13 }
                } else {
                    return nil
                }
            }
        } catch {}
        return .tls13
    }

    /// Reads a record. Returns false if it must not come before the hello in either version. A peer of TLS 1.2 may send warnings there (RFC
    /// 5246 section 7.2.2). A server of TLS 1.3 may send a ChangeCipherSpec without effect (RFC 8446 section 5), which TLS 1.2 does not
    /// allow there. The machine of the decided version checks the record again.
    private mutating func read(_ record: Record) -> Bool {
        switch (record.type, fallback) {
        case (.handshake, _): joiner.append(record.plaintext)
        case (.alert, _)
        where record.plaintext.first == AlertLevel.warning.rawValue
            && record.plaintext.last != AlertDescription.closeNotify.rawValue && joiner.isEmpty:
            idleCount += 1
        case (.changeCipherSpec, .client) where record.plaintext == [1] && joiner.isEmpty: idleCount += 1
        default: return false
        }
        return true
    }

    /// The version that the first message decides.
    private func version(of message: HandshakeMessage) throws(TLSError) -> ProtocolVersion {
        switch (fallback, message.type) {
        case (.server, .clientHello):
            let hello = try message.parsed(ClientHello.read)
            guard let versions = hello.supportedVersions else {
                return hello.extensions.haveSupportedVersions ? .tls13 : .tls12
            }
            return versions.contains(.tls13) ? .tls13 : .tls12
        case (.client, .serverHello):
            let answer = try message.parsed(ServerHello.read)
            if answer.isHelloRetryRequest || answer.extensions.haveSupportedVersions { return .tls13 }
            // RFC 8446 section 4.1.3: the machine of TLS 1.3 refuses an answer with this sentinel.
            return answer.downgradeSentinel != nil && mustCheckDowngrade(answer.downgradeSentinel) ? .tls13 : .tls12
        // Also for a HelloRequest: the server has not read the hello that was sent, which offers TLS 1.3, and TLS 1.3 has no such message.
        default: return .tls13
        }
    }

    private func mustCheckDowngrade(_ sentinel: Bool?) -> Bool {
        if case .client(let configuration) = fallback { configuration.mustCheckDowngrade(sentinel) } else { true }
    }

    /// A machine of TLS 1.2 that replaces the one of TLS 1.3; nil for a client that has sent no hello which a server of TLS 1.2 can answer.
    var tls12: Machine<TLS12>? {
        var machine: Machine<TLS12>
        switch fallback {
        case .server(let configuration): machine = Machine(configuration)
        case .client(let configuration):
            guard let (hello, sent) = tls13.helloWithoutAnswer else { return nil }
            machine = Machine(configuration, after: hello, sent: sent)
        }
        if let time { machine.session.set(time: time) }
        return machine
    }
}

extension [HelloExtension] {
    fileprivate var haveSupportedVersions: Bool { contains { $0.type == ExtensionType.supportedVersions.rawValue } }
}
