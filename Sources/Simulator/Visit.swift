import Crypto
import TCPSim
import TLSSim
import Trace
import TrustSim

/// The story the program tells by default: a browser visits a page over HTTPS, from SYN to TIME-WAIT.
public struct Visit: Sendable {
    /// What can be chosen about it.
    public struct Options: Hashable, Sendable {
        /// Everything random follows from this number.
        public var seed: UInt64
        /// The one suite the server accepts of those the client offers.
        public var suite: CipherSuite
        /// The group for DHE.
        public var group: FiniteFieldGroup
        /// Whether both sides use the extended master secret (RFC 7627).
        public var extendedMasterSecret: Bool
        /// Who the client says it is, to a server that serves nobody who does not say; nil where the server does not ask.
        public var clientCertificate: ClientCertificate?
        /// What lies between the two.
        public var wire: Wire

        /// Options with defaults that make the textbook's case.
        public init(
            seed: UInt64 = 1, suite: CipherSuite = .dheRSAAES128GCM, group: FiniteFieldGroup = .ffdhe2048,
            extendedMasterSecret: Bool = false, clientCertificate: ClientCertificate? = nil, wire: Wire = Wire()
        ) {
            self.seed = seed
            self.suite = suite
            self.group = group
            self.extendedMasterSecret = extendedMasterSecret
            self.clientCertificate = clientCertificate
            self.wire = wire
        }
    }

    /// Everything that happened.
    public let journal: Journal
    /// The certificates and keys that were made for it.
    public let pki: LessonPKI
    /// The server's chain and key.
    public let identity: Identity

    /// The name that is visited (reserved for documentation by RFC 2606).
    public static let hostName = "www.example.com"
    /// The moment virtual time starts: 2026-01-01T00:00:00Z.
    public static let epoch: Int64 = 1_767_225_600
    /// How long the server's application takes to notice that the client has closed.
    static let closingDelay = TimeSpan.milliseconds(5)

    /// Makes a small PKI, then runs the visit to its end.
    ///
    /// - Throws: ``TrustError`` if the certificates cannot be made.
    public static func run(_ options: Options) async throws(TrustError) -> Visit {
        let seeds = SeededRandomSource(seed: options.seed)
        var pkiRandom = seeds.fork("pki")
        let pki = try LessonPKI.make(hostName: hostName, at: epoch, using: &pkiRandom)
        let isOnCurve = options.suite.keyExchange == .ecdheECDSA
        var clientRandom = seeds.fork("client pki")
        let client = try options.clientCertificate?.identity(
            under: pki, onCurve: isOnCurve, at: epoch, using: &clientRandom)
        guard isOnCurve else { return await run(options, pki: pki, client: client) }
        let key = EllipticCurvePrivateKey.generate(using: &pkiRandom)
        let identity = try pki.intermediate.issueServer(
            hostName: hostName, key: .ecdsa(key), at: epoch, using: &pkiRandom)
        return await run(options, pki: pki, identity: identity, client: client)
    }

    /// Runs the visit with a PKI that exists already: two runs can share the server's key.
    ///
    /// - Parameter identity: the server's own, if it is not that of the PKI; a suite with ECDSA needs one with a key on a curve.
    /// - Parameter client: the client's identity, for a server that asks.
    public static func run(
        _ options: Options, pki: LessonPKI, identity: Identity? = nil, client clientIdentity: Identity? = nil
    ) async -> Visit {
        let identity = identity ?? pki.identity
        let seeds = SeededRandomSource(seed: options.seed)
        let client = clientHost(options, seeds, identity: clientIdentity)
        let server = serverHost(options, seeds, identity: identity, authorities: pki.trustStore.authorityNames)
        var journal = Journal(
            title: title(options), settings: settings(options), epoch: epoch,
            client: client.connection.local.endpoint, server: server.connection.local.endpoint)
        journal.add(
            Knowledge.derivations(
                suite: options.suite, extendedMasterSecret: options.extendedMasterSecret))
        for sentence in limits(options) { journal.limit(sentence) }
        journal.record(
            at: .zero, who: .server, step: "tls.configured",
            .learned(
                Knowledge.privateKey(of: identity), .configured, value: identity.privateKey.secret))
        // Whoever copied a certificate does not hold the key that it certifies.
        if let clientIdentity, options.clientCertificate != .copied {
            journal.record(
                at: .zero, who: .client, step: "tls.configured",
                .learned(
                    Knowledge.privateKey(ofClient: clientIdentity), .configured, value: clientIdentity.privateKey.secret
                ))
        }
        var world = World(
            journal: journal, client: client, server: server, evaluator: Evaluator(store: pki.trustStore),
            question: Question(hostName: hostName, time: epoch), keyExchange: options.suite.keyExchange,
            clientCertificate: options.clientCertificate, response: HTTPExchange.response(suite: options.suite.name),
            closingDelay: closingDelay,
            wire: options.wire, random: seeds)
        await world.run()
        world.record { journal, now in theft(options, identity, &journal, now) }
        return Visit(journal: world.journal, pki: pki, identity: identity)
    }

    /// The epilogue: the key is stolen after everything is over.
    private static func theft(_ options: Options, _ identity: Identity, _ journal: inout Journal, _ now: Instant) {
        // A server that has served nobody has left no recording that would be worth a theft.
        guard options.clientCertificate?.isGood ?? true else { return }
        Chapter.theft(options.suite.keyExchange).record(in: &journal, at: now)
        journal.record(
            at: now, who: .thief, step: "attack.theft",
            .learned(
                Knowledge.privateKey(of: identity), .stolen(how: "from the server's disk, after the connection"),
                value: identity.privateKey.secret))
    }

    // MARK: The cast

    private static func clientHost(
        _ options: Options, _ seeds: SeededRandomSource, identity: Identity?
    ) -> Host {
        var portRandom = seeds.fork("client port")
        // Ephemeral ports are drawn too (RFC 6056), from the range set aside for them.
        let draw = portRandom.octets(2)
        let port = 49_152 + (UInt16(draw[0]) << 8 | UInt16(draw[1])) % 16_384
        let isToy = options.group.isToy
        let isLesson = CipherSuite.lessons.contains(options.suite)
        let configuration = Client.Configuration(
            hostName: hostName, cipherSuites: isLesson ? CipherSuite.lessons : CipherSuite.all,
            signatureSchemes: isLesson ? SignatureScheme.lessons : SignatureScheme.all,
            groups: isToy ? [] : (isLesson ? NamedGroup.finiteFields : NamedGroup.all),
            groupPolicy: .init(minimumBits: 2048, acceptsToys: isToy),
            extendedMasterSecret: options.extendedMasterSecret, identity: identity)
        return Host(
            principal: .client,
            connection: connection(
                Socket(IPv4Address(10, 0, 0, 1), port), to: Socket(IPv4Address(10, 0, 0, 2), 443), options.wire, seeds,
                "client isn"),
            tls: .client(Client(configuration)), random: seeds.fork("client tls"))
    }

    private static func serverHost(
        _ options: Options, _ seeds: SeededRandomSource, identity: Identity, authorities: [[UInt8]]
    ) -> Host {
        let isLesson = CipherSuite.lessons.contains(options.suite)
        let configuration = Server.Configuration(
            identity: identity, cipherSuites: [options.suite],
            signatureSchemes: isLesson ? SignatureScheme.lessons : SignatureScheme.all, groups: [options.group],
            extendedMasterSecret: options.extendedMasterSecret,
            clientAuthentication: options.clientCertificate == nil ? .none : .required(authorities: authorities))
        return Host(
            principal: .server,
            connection: connection(Socket(IPv4Address(10, 0, 0, 2), 443), to: nil, options.wire, seeds, "server isn"),
            tls: .server(Server(configuration)), random: seeds.fork("server tls"))
    }

    private static func connection(
        _ local: Socket, to remote: Socket?, _ wire: Wire, _ seeds: SeededRandomSource, _ name: String
    ) -> Connection {
        var random = seeds.fork(name)
        let secret = SipHash.Key(random.octets(16)) ?? SipHash.Key(low: 0, high: 0)
        var configuration = Connection.Configuration(mss: wire.announcedMSS, isn: .generated(secret: secret))
        // Where nothing can get lost there is no network to spare, and one thing less to explain.
        if wire != Wire() { configuration.congestionControl = CongestionControl.Settings() }
        return Connection(local: local, remote: remote, configuration: configuration)
    }

    // MARK: What is said about it

    private static func title(_ options: Options) -> String {
        switch options.suite.keyExchange {
        case .rsa: "HTTPS from SYN to TIME-WAIT: TLS 1.2 with RSA key transport"
        case .dheRSA: "HTTPS from SYN to TIME-WAIT: TLS 1.2 with ephemeral Diffie–Hellman"
        case .ecdheRSA, .ecdheECDSA:
            "HTTPS from SYN to TIME-WAIT: TLS 1.2 with ephemeral Diffie–Hellman on an elliptic curve"
        }
    }

    private static func settings(_ options: Options) -> [(name: String, value: String)] {
        var list = [("seed", String(options.seed)), ("suite", options.suite.name)]
        if options.suite.keyExchange == .dheRSA { list.append(("group", options.group.name)) }
        list.append(("extended master secret", options.extendedMasterSecret ? "yes" : "no"))
        if let client = options.clientCertificate { list.append(("client certificate", client.rawValue)) }
        return list + options.wire.settings
    }

    private static func limits(_ options: Options) -> [String] {
        var list = [
            options.wire.isPerfect
                ? "The wire is perfect: nothing is lost, repeated, reordered or damaged, and computing takes no virtual time."
                : "The wire fails by the rates and rules given, drawn from the seed, in no other way; computing takes no "
                    + "virtual time.",
            "Every segment with data is acknowledged at once; real systems often wait for a second one.",
            "The randoms, the keys and the secret behind the sequence numbers come from the seed, so that the run can be "
                + "repeated. A real endpoint "
                + "draws them from the system, and nobody can draw them again.",
            options.clientCertificate == nil
                ? "Session resumption, client certificates, revocation and ALPN do not occur here."
                : "Session resumption, revocation and ALPN do not occur here.",
            "TLS 1.2 wants a close_notify answered at once, and unsent data discarded (RFC 5246 section 7.2.1). Here the "
                + "server's application takes 5 ms to close, so its close_notify and its FIN come after the ACK of the "
                + "client's FIN.",
            "RFC 5246 makes the first four octets of each random the clock; here, as in most endpoints today, all 32 are "
                + "random.",
        ]
        if !options.extendedMasterSecret {
            list.append(
                "The extended master secret (RFC 7627) is switched off so that RFC 5246's own formula, premaster secret and two "
                    + "randoms, is the one that runs; today's endpoints use it. --ems switches it on.")
        }
        if options.group.isToy, options.suite.keyExchange == .dheRSA {
            list.append("The group is a toy: \(options.group.warning ?? "anyone can take logarithms in it.")")
        }
        return list
    }
}
