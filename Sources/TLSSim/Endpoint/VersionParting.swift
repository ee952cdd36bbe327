import Crypto
import Trace

/// An end that may speak TLS 1.2 and TLS 1.3: it reads what the other side says first, and tells by it which version is spoken.
///
/// A ClientHello whose supported_versions lists TLS 1.3 is of TLS 1.3, and so is a ServerHello that has this extension (RFC 8446
/// section 4.2.1). All octets are kept: the machine of the version that is spoken reads them from the first on, and is the only one that
/// judges them.
struct VersionParting: Hashable, Sendable {
    /// What TLS 1.2 would be spoken with.
    private enum Fallback: Hashable, Sendable {
        case client(Client.Configuration)
        case server(Server.Configuration)
    }

    private let fallback: Fallback
    /// The machine of TLS 1.3. A client's has sent the hello, which offers both versions.
    private(set) var tls13: Machine<TLS13>
    /// The version, once the octets tell.
    private(set) var version: ProtocolVersion?
    /// The time that was told last, in milliseconds since 1970; nil where none was.
    private var time: Int64?
    /// Everything that has arrived.
    private var octets: [UInt8] = []
    /// What the application wants to send.
    private var waitingData: [UInt8] = []
    /// The end of the connection, which came before a version was known.
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

    /// Takes one input. Where the ``version`` is known afterwards, its machine has to take all the ``inputs``.
    mutating func handle<R: RandomSource>(_ input: Input, using random: inout R) -> [Output] {
        switch input {
        case .start, .verdict: return tls13.handle(input, using: &random)
        case .send(let data): waitingData += data
        case .bytes(let octets): version = version(after: octets)
        // Nothing will tell any more. The two versions end alike here.
        case .close, .transportEnded: (version, end) = (.tls13, input)
        }
        return []
    }

    /// What has come or waited before the version was known.
    var inputs: [Input] {
        (octets.isEmpty ? [] : [.bytes(octets)]) + (waitingData.isEmpty ? [] : [.send(waitingData)])
            + (end.map { [$0] } ?? [])
    }

    /// The version, once the octets tell; nil until then. What cannot be read is left to TLS 1.3, which refuses it.
    private mutating func version(after octets: [UInt8]) -> ProtocolVersion? {
        self.octets += octets
        records.append(octets)
        do {
            while idleCount <= TLSEndpoint.idleLimit {
                if let message = try joiner.next() {
                    if let version = try version(of: message) { return version }
                } else if let record = try records.next() {
                    if !read(record) { return .tls13 }
                } else {
                    return nil
                }
            }
        } catch {}
        return .tls13
    }

    /// Whether the record can stand before the hello. A server of TLS 1.2 may send warnings there, and one of TLS 1.3 a ChangeCipherSpec,
    /// which means nothing (RFC 8446 section 5). In TLS 1.2 it has no place there. The hello that follows gives the version, and so
    /// whether it was allowed.
    private mutating func read(_ record: Record) -> Bool {
        switch (record.type, fallback) {
        case (.handshake, _): joiner.append(record.plaintext)
        case (.alert, .client) where record.plaintext.first == AlertLevel.warning.rawValue && joiner.isEmpty:
            idleCount += 1
        case (.changeCipherSpec, .client) where record.plaintext == [1] && joiner.isEmpty: idleCount += 1
        default: return false
        }
        return true
    }

    private mutating func version(of message: HandshakeMessage) throws(TLSError) -> ProtocolVersion? {
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
            // RFC 8446 section 4.1.3: the client of TLS 1.3 refuses an answer with this sign.
            return answer.downgradeSentinel != nil && goesBy(answer.downgradeSentinel) ? .tls13 : .tls12
        // A HelloRequest, too: who asks for a hello has not read the one that is out, and TLS 1.3, which it offers, has no such message.
        default: return .tls13
        }
    }

    private func goesBy(_ sentinel: Bool?) -> Bool {
        if case .client(let configuration) = fallback { configuration.goesBy(sentinel) } else { true }
    }

    /// The machine of TLS 1.2 in the place of that of TLS 1.3; nil for a client that has sent no hello which TLS 1.2 could answer.
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
