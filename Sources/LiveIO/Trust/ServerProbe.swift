import Crypto
import PKI
import TLSSim
import Trace
import TrustLab

/// Asks a server with ClientHellos, each on a connection of its own: what every command asks that looks at a server's certificates, so
/// that all see the same ones.
struct ServerProbe {
    private let place: Endpoint
    private let serverName: String
    private let timeout: Double
    private let addresses: [InternetAddress]

    /// A server that has not been asked yet.
    ///
    /// - Parameters:
    ///   - serverName: the name that is asked for.
    ///   - timeout: how long each connection and each answer may take, in seconds.
    /// - Throws: ``NetworkError/unknownHost(_:why:)``.
    init(_ place: Endpoint, serverName: String, timeout: Double) throws(NetworkError) {
        self.place = place
        self.serverName = serverName
        self.timeout = timeout
        addresses = try InternetAddress.resolve(place.address, port: place.port)
    }

    /// A new connection.
    func connect(until stop: borrowing StopSignal) throws(NetworkError) -> StreamSocket {
        try StreamSocket.connect(
            to: addresses, name: "\(place.address):\(place.port)", within: Int(timeout * 1_000), until: stop)
    }

    /// What the server answers to an offer of these versions and suites.
    func ask(
        _ versions: [ProtocolVersion], _ suites: [UInt16], until stop: borrowing StopSignal
    ) throws(NetworkError) -> HelloProbe.Answer {
        let socket = try connect(until: stop)
        return HelloProbe.ask(hello(versions, suites), on: socket, within: Int(timeout * 1_000))
    }

    /// What it answers when everything is offered up to TLS 1.2, where certificates are not encrypted.
    func older(until stop: borrowing StopSignal) throws(NetworkError) -> HelloProbe.Answer {
        let everything = ATSSuite.forwardSecret.map(\.codePoint) + CipherSuite.all.map(\.codePoint) + Self.otherSuites
        return try ask([.tls12, .tls11, .tls10], Self.unique(everything), until: stop)
    }

    /// What it answers when TLS 1.3 alone is offered.
    func newest(until stop: borrowing StopSignal) throws(NetworkError) -> HelloProbe.Answer {
        try ask([.tls13], ATSSuite.tls13.map(\.codePoint), until: stop)
    }

    /// What a whole handshake of TLS 1.3 shows, in which the certificates are encrypted.
    func hidden(_ question: Question, until stop: borrowing StopSignal) throws(NetworkError) -> HiddenChain {
        let socket = try connect(until: stop)
        return HiddenChain.fetch(named: serverName, question: question, on: socket, within: Int(timeout * 1_000))
    }

    // MARK: The hello

    /// Suites that are neither offered by ATS nor implemented here, but that say why a server is refused: ChaCha20, 3DES, RC4,
    /// and the one AES suite with ECDHE_RSA that ATS leaves out.
    private static let otherSuites: [UInt16] = [0xc014, 0xcca9, 0xcca8, 0xc012, 0x000a, 0x0016, 0x0005, 0x0004]

    /// Ed25519 and Ed448, for the sake of servers that have no other key, and PKCS#1 and ECDSA with SHA-1: a server whose certificate is
    /// signed so would otherwise have to hide it. The certificates come before anything that would have to be verified.
    private static let otherSchemes = [0x0807, 0x0808, 0x0201, 0x0203].map { SignatureScheme(rawValue: $0) }

    private static func unique(_ suites: [UInt16]) -> [UInt16] {
        var seen: Set<UInt16> = []
        return suites.filter { seen.insert($0).inserted }
    }

    private func hello(_ versions: [ProtocolVersion], _ suites: [UInt16]) -> ClientHello {
        var random = SystemRandomSource()
        var extensions: [HelloExtension] = []
        if case .address? = ATSHost(serverName) {} else { extensions.append(.serverName(serverName)) }
        extensions += [
            .supportedGroups([.x25519, .secp256r1, NamedGroup(rawValue: 24), NamedGroup(rawValue: 25)]),
            .ecPointFormats([0]), .signatureAlgorithms(SignatureScheme.all + Self.otherSchemes),
            .extendedMasterSecret, .renegotiationInfo([]),
        ]
        if versions.contains(.tls13) {
            // RFC 8446 sections 4.2.1, 4.2.8 and 4.2.9.
            extensions.append(.supportedVersions(versions))
            extensions.append(.pskKeyExchangeModes([.pskWithDHE]))
            extensions.append(.keyShares([KeyShareEntry(group: .x25519, value: random.octets(32))]))
        }
        let newest = versions.filter { $0 <= .tls12 }.max() ?? .tls12
        return ClientHello(
            version: newest, random: random.octets(32),
            sessionID: versions.contains(.tls13) ? random.octets(32) : [], cipherSuites: suites, extensions: extensions)
    }
}
