import Trace

/// Reads what the other side says first, and tells by it which version is spoken.
///
/// A ClientHello whose supported_versions lists TLS 1.3 is of TLS 1.3, and so is a ServerHello that has this extension (RFC 8446
/// section 4.2.1). All octets are kept: the machine of the version that is spoken reads them from the first on, and is the only one that
/// judges them.
struct VersionParting: Hashable, Sendable {
    /// What TLS 1.2 would be spoken with.
    enum Fallback: Hashable, Sendable {
        case client(Client.Configuration)
        case server(Server.Configuration)
    }

    let fallback: Fallback
    /// Everything that has arrived.
    private(set) var octets: [UInt8] = []
    /// What the application wants to send.
    var waitingData: [UInt8] = []
    private var records = RecordLayer()
    private var joiner = HandshakeJoiner()
    private var idleCount = 0

    init(fallback: Fallback) { self.fallback = fallback }

    /// The version, once the octets tell; nil until then. What cannot be read is left to TLS 1.3, which refuses it.
    mutating func version(after octets: [UInt8]) -> ProtocolVersion? {
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
            return answer.downgradeSentinel != nil && checksDowngradeSentinel ? .tls13 : .tls12
        // A HelloRequest, too: who asks for a hello has not read the one that is out, and TLS 1.3, which it offers, has no such message.
        default: return .tls13
        }
    }

    private var checksDowngradeSentinel: Bool {
        if case .client(let configuration) = fallback { configuration.checksDowngradeSentinel } else { true }
    }

    /// The machine of TLS 1.2 in the place of one of TLS 1.3, of which a client's has sent the hello; nil where there is no hello.
    func older(than newer: TLS13.Endpoint?) -> TLS12Endpoint? {
        switch fallback {
        case .server(let configuration): return TLS12Endpoint(configuration)
        case .client(let configuration):
            guard let (hello, sent) = newer?.helloWithoutAnswer else { return nil }
            return TLS12Endpoint(configuration, after: hello, sent: sent)
        }
    }
}

extension [HelloExtension] {
    fileprivate var haveSupportedVersions: Bool { contains { $0.type == SupportedVersionsExtension.type.number } }
}
