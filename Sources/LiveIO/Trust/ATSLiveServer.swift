import Crypto
import PKI
import TLSSim
import Trace
import TrustLab

/// Learns what a server does with the offers that App Transport Security makes, by making them.
///
/// Each offer is one ClientHello on a connection of its own, with the versions and suites of that offer and no others. What
/// the server chooses is in its answer; in TLS 1.2 its certificates are too. Where the suite is one that is implemented here,
/// a whole handshake follows, which proves that the server has the key.
public struct ATSLiveServer {
    private let place: Endpoint
    private let serverName: String
    private let timeout: Double
    private let evaluator: Evaluator
    private let question: Question

    /// A server that has not been asked yet.
    ///
    /// - Parameters:
    ///   - place: where it is.
    ///   - serverName: the name that is asked for and judged.
    ///   - timeout: how long each connection and each answer may take, in seconds.
    ///   - evaluator: judges the certificates that it shows.
    ///   - question: what they are judged by.
    public init(
        _ place: Endpoint, serverName: String, timeout: Double, evaluator: Evaluator, question: Question
    ) {
        self.place = place
        self.serverName = serverName
        self.timeout = timeout
        self.evaluator = evaluator
        self.question = question
    }

    /// What was learned.
    public struct Learned: Sendable {
        /// What the server answers to which offer.
        public let server: ATSServer
        /// What is to be said about how it was learned.
        public let remarks: [String]
    }

    /// Asks for what the offers need, and for anything at all.
    ///
    /// - Throws: ``NetworkError``, or ``Failure`` where the answer is not TLS.
    public func learn(_ offers: [ATSOffer]) async throws -> Learned {
        let stop = try StopSignal()
        let addresses = try InternetAddress.resolve(self.place.address, port: self.place.port)
        let place = "\(self.place.address):\(self.place.port)"
        func ask(_ versions: [ProtocolVersion], _ suites: [UInt16]) throws -> HelloProbe.Answer {
            let socket = try StreamSocket.connect(
                to: addresses, name: place, within: Int(timeout * 1_000), until: stop)
            return HelloProbe.ask(hello(versions, suites), on: socket, within: Int(timeout * 1_000))
        }
        // TLS 1.3 hides certificates, so anything means anything older first.
        let everything = ATSSuite.forwardSecret.map(\.codePoint) + CipherSuite.all.map(\.codePoint) + Self.otherSuites
        let older = try ask([.tls12, .tls11, .tls10], Self.unique(everything))
        var chain: [[UInt8]] = []
        if case .hello(_, _, let certificates) = older { chain = certificates }
        var anything = connection(older, chain)
        if anything == nil {
            anything = connection(try ask([.tls13], ATSSuite.tls13.map(\.codePoint)), chain)
        }
        if anything == nil, case .malformed(let why) = older { throw Failure("\(place): no TLS: \(why)") }
        if anything == nil, older == .silence { throw Failure("\(place): no answer to a ClientHello") }
        var answers: [ATSOffer: ATSAnswer] = [:]
        for offer in offers where answers[offer] == nil {
            let answer = try ask(offer.versions, offer.suites.map(\.codePoint))
            if let connection = connection(answer, chain) {
                answers[offer] = .agreed(connection)
            } else {
                answers[offer] = .refused(alert: Self.alert(answer))
            }
        }
        let server = ATSServer(anything: anything, answers: answers)
        var remarks: [String] = []
        for suite in Self.completable(offers, server) {
            remarks.append(try await complete(suite, addresses, place, stop))
        }
        if anything?.version == .tls13, chain.isEmpty {
            remarks.append(
                "The server speaks TLS 1.3 only, which hides its certificates; this program speaks TLS 1.2. Give them with "
                    + "--chain.")
        }
        return Learned(server: server, remarks: remarks)
    }

    private static func alert(_ answer: HelloProbe.Answer) -> String? {
        if case .alert(let description) = answer { "\(description)" } else { nil }
    }

    private func connection(_ answer: HelloProbe.Answer, _ chain: [[UInt8]]) -> ATSConnection? {
        guard case .hello(let version, let suite, let shown) = answer,
            ProtocolVersion.all.contains(version)
        else { return nil }
        let certificates = shown.isEmpty ? chain : shown
        let verdict = certificates.isEmpty ? nil : evaluator.evaluate(chain: certificates, question: question)
        return ATSConnection(
            version: version, suite: RegisteredSuite(suite), chain: certificates,
            verdict: verdict)
    }

    // MARK: The hello

    /// Suites that are neither offered by ATS nor implemented here, but that say why a server is refused: ChaCha20, 3DES, RC4,
    /// and the one AES suite with ECDHE_RSA that ATS leaves out.
    private static let otherSuites: [UInt16] = [0xc014, 0xcca9, 0xcca8, 0xc012, 0x000a, 0x0016, 0x0005, 0x0004]

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
            .ecPointFormats([0]),
            // PKCS#1 with SHA-1 too: a server whose certificate is signed so would otherwise have to hide it.
            .signatureAlgorithms(SignatureScheme.all + [0x0201, 0x0203].map(SignatureScheme.init)),
            .extendedMasterSecret, .renegotiationInfo([]),
        ]
        if versions.contains(.tls13) {
            // RFC 8446 sections 4.2.1, 4.2.8 and 4.2.9.
            let list = versions.flatMap(\.octets)
            extensions.append(.other(type: 43, body: [UInt8(list.count)] + list))
            extensions.append(.other(type: 45, body: [1, 1]))
            extensions.append(.other(type: 51, body: [0, 36, 0, 29, 0, 32] + random.octets(32)))
        }
        let newest = versions.filter { $0 <= .tls12 }.max() ?? .tls12
        return ClientHello(
            version: newest, random: random.octets(32),
            sessionID: versions.contains(.tls13) ? random.octets(32) : [], cipherSuites: suites, extensions: extensions)
    }

    // MARK: A whole handshake

    /// Suites of TLS 1.2 that the server has chosen and that are implemented here.
    private static func completable(_ offers: [ATSOffer], _ server: ATSServer) -> [CipherSuite] {
        var suites: [CipherSuite] = []
        for case .agreed(let connection)? in offers.map({ server.answers[$0] }) where connection.version == .tls12 {
            guard let suite = connection.suite.flatMap({ CipherSuite.withCodePoint($0.codePoint) }),
                !suites.contains(suite)
            else { continue }
            suites.append(suite)
        }
        return suites
    }

    /// Runs a handshake to its end with one suite. The chain is not judged here.
    private func complete(
        _ suite: CipherSuite, _ addresses: [InternetAddress], _ place: String, _ stop: borrowing StopSignal
    ) async throws -> String {
        let socket = try StreamSocket.connect(to: addresses, name: place, within: Int(timeout * 1_000), until: stop)
        var configuration = Client.Configuration(
            hostName: serverName, cipherSuites: [suite], extendedMasterSecret: true, encryptThenMAC: true)
        configuration.now = question.time
        configuration.arithmetic = .live
        configuration.tracing = false
        var limits = TLSLimits()
        limits.handshake = .microseconds(Int64(timeout * 1_000_000))
        let application = TLSClient(sending: [], timeout: .seconds(1), linger: .microseconds(0)) { _ in }
        var live = LiveTLS(
            on: socket, endpoint: TLSEndpoint(configuration), application: application, limits: limits)
        var isEstablished = false
        var ending = TLSEnding.stopped
        let evaluator = Evaluator(store: TrustStore(anchors: []))
        try await live.run(until: stop) { _, chain in
            evaluator.judge(chain: chain, question: question, diligence: .none)
        } watch: { sight, _ in
            switch sight {
            case .stepped(_, _, let outputs):
                for case .established in outputs { isEstablished = true }
            case .ended(_, let how): ending = how
            case .opened: break
            }
        }
        return isEstablished
            ? "A whole handshake with \(suite.name) was made: the server has the key to its certificate."
            : "A whole handshake with \(suite.name) was tried and failed: \(ending.sentence)"
    }

    /// Why nothing was learned.
    public struct Failure: Error, CustomStringConvertible {
        /// One sentence.
        public let description: String

        init(_ description: String) { self.description = description }
    }
}
