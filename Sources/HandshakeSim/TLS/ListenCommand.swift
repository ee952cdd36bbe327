import ArgumentParser
import Crypto
import LiveIO
import PKI
import SecondVerifier
import TLSSim
import Trace

/// The command that runs the TLS server on real sockets.
struct ListenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen",
        abstract: "Serve real TLS clients, and tell each handshake as it happens.",
        discussion: """
            The server of the lessons, with TCP and random numbers of the operating system. It answers a request with a page about the \
            connection, or sends back what it gets (--echo). It serves many clients at once, until Ctrl-C. docs/live.md shows what you \
            can do with it. With --tun the TCP is the program's own, on a network device (docs/whole-stack.md).

            EXAMPLES
              HandshakeSim listen --port 4433 --cert server.pem --key server.key
                  then: curl --cacert ca.pem https://localhost:4433/
              HandshakeSim listen --port 4433 --cert server.pem --key server.key --client-ca ca.pem --quiet
                  only for clients with a certificate
            """)

    @Option(help: .text("The port; 0 for any free port.", for: "n"))
    var port: UInt16

    @Option(help: .text("The address to listen on. Default: 127.0.0.1.", for: "address"))
    var host: String?

    @OptionGroup var stack: StackOptions

    @Option(help: .text("The server's certificate and any intermediates (PEM).", for: "file"))
    var cert: InputPath

    @Option(help: .text("The private key of the certificate (PEM: PKCS#1, PKCS#8 or SEC 1).", for: "file"))
    var key: InputPath

    @OptionGroup var tls: TLSOptions

    @Option(help: .text("Serve only clients with a certificate of one of these authorities (PEM).", for: "file"))
    var clientCa: InputPath?

    @Flag(help: "Send back what arrives, instead of a page.")
    var echo = false

    @Option(help: .text("An OCSP response (DER) to staple for clients that ask for one.", for: "file"))
    var ocsp: InputPath?

    @Flag(help: "Refuse a client that asks for a host for which the certificate is not valid (RFC 6066).")
    var strictServerName = false

    @Flag(help: "Send no session tickets (RFC 5077).")
    var noTickets = false

    @Option(help: .text("How many tickets each full handshake of TLS 1.3 gets, 0 to 255. Default: 2.", for: "n"))
    var tickets: Int?

    @Option(help: .text("How long a ticket is good for, 1 to 604800 seconds. Default: 7200.", for: "seconds"))
    var ticketLifetime: UInt32?

    @Option(help: .text("Take so many octets of early data with a ticket of TLS 1.3.", for: "octets"))
    var earlyData: UInt32 = 0

    @Option(
        help: .text(
            """
            How copies of early data are told: single-use, a ticket buys it once; window, each first message once in ten seconds; none. \
            Default: single-use.
            """, for: "kind"))
    var antiReplay: TLS13.ReplayRegister.Method?

    @Flag(help: "Answer each first ClientHello of TLS 1.3 with a cookie, and keep nothing until it comes back.")
    var cookie = false

    @OptionGroup var tls13: TLS13Options

    @Option(help: .text("The most connections at one time, 1 to 10000.", for: "n"))
    var maxConnections = 256

    @OptionGroup var faults: FaultOptions
    @OptionGroup var ourTCP: HostOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var page: PageOptions
    @OptionGroup var trace: TLSTraceOptions

    func validate() throws {
        try stack.validate(faults, ourTCP)
        if stack.tun != nil, host != nil { throw ValidationError("--host: with --tun, --local is the address.") }
        guard (1...10_000).contains(maxConnections) else {
            throw ValidationError("--max-connections: 1 to 10000.")
        }
        guard (0...255).contains(tickets ?? 2) else { throw ValidationError("--tickets: 0 to 255.") }
        guard (1...604_800).contains(ticketLifetime ?? 1) else {
            throw ValidationError("--ticket-lifetime: 1 to 604800 seconds.")
        }
        try checkEffects()
    }

    /// Refuses an option that the others leave without effect.
    private func checkEffects() throws {
        let wishes = try tls.versions()
        try tls13.check(wishes)
        if !wishes.tls13 {
            let given = [
                ("tickets", tickets != nil), ("early-data", earlyData > 0), ("anti-replay", antiReplay != nil),
                ("cookie", cookie),
            ]
            if let option = given.first(where: \.1)?.0 {
                throw ValidationError("--\(option): it belongs to TLS 1.3, which is not spoken.")
            }
        }
        if noTickets || tickets == 0, earlyData > 0 {
            throw ValidationError("--early-data: a client sends early data only with a ticket, and none is sent.")
        }
        if noTickets, tickets ?? 0 > 0 || ticketLifetime != nil {
            throw ValidationError(
                "--\(ticketLifetime == nil ? "tickets" : "ticket-lifetime"): with --no-tickets, none is sent.")
        }
        if antiReplay != nil, earlyData == 0 {
            throw ValidationError("--anti-replay: without --early-data, no early data is accepted.")
        }
    }

    func run() async throws {
        let stop = try StopSignal()
        let identity = try CertificateFiles.identity(certificates: cert.path, key: key.path)
        let clients = try clientCa.map { try CertificateFiles.store([$0.path]) }
        let configurations = try servers(identity, clients)
        let limits = limits
        let transport: LiveTLS<TLSService>.Transport
        let place: Endpoint
        let carrier = try stack.carrier(
            faults, ourTCP, limit: maxConnections, outputs: trace.outputs(output, in: page.spoken),
            closing: limits.closing)
        if let carrier {
            place = try carrier.listen(on: port)
            transport = .device(carrier)
        } else {
            guard let address = try InternetAddress.resolve(address, port: port).first else { return }
            let listener = try ListeningSocket(address)
            place = listener.local.endpoint
            transport = .sockets(listener)
        }
        let contacts = ContactWatch(
            role: .server, place: place, seconds: tls.timeout, offersSecret: tls13.externalPSK != nil)
        let log = try TLSTrace(
            role: .server, versions: configurations.speakTLS13 ? "TLS" : "TLS 1.2",
            trace.outputs(output, in: page.spoken),
            settings: settings,
            style: page.style, stopwatch: carrier?.stopwatch, contacts: contacts
        ) { try? StreamedFile.say($0) }
        let lines = tls13.lines(of: .server) { try? StreamedFile.say($0) }
        carrier?.show(log)
        announce(
            Words(english: "Listening on \(place). Ctrl-C ends.\n", chinese: "正在监听 \(place)。按 Ctrl-C 结束。\n"))

        var sessions = SessionCache()
        let evaluator = Evaluator(store: clients ?? TrustStore(anchors: []))
        let replays = TLS13.ReplayRegister(antiReplay ?? .singleUse, start: WallClock.microseconds / 1_000)
        var live = LiveTLS<TLSService>(on: transport, limits: limits, replays: earlyData > 0 ? replays : nil)
        try await live.run(until: stop) {
            let current = configurations.at(WallClock.microseconds / 1_000, sessions)
            let service = TLSService(
                echoes: echo, patience: tls.patience, keyUpdate: tls13.keyUpdate.map { $0 == .request }, in: page.spoken
            )
            return (TLSEndpoint(server: current), service)
        } judge: { _, chain in
            let question = ChainQuestion(.client, time: WallClock.microseconds / 1_000_000)
            return await evaluator.judge(chain: chain, question: question).withSecondOpinion(on: question)
        } watch: { sight, now in
            contacts.watch(sight)
            try log.watch(sight, at: now)
            lines?.watch(sight)
            if case .ended(let number, _, _, _) = sight { contacts.forget(number) }
            guard case .stepped(_, _, let outputs) = sight else { return }
            for output in outputs {
                switch output {
                case .resumable(let session): sessions.insert(session)
                case .forget(let session): sessions.remove(session.sessionID)
                default: break
                }
            }
        }
    }
}

extension TLS13.ReplayRegister.Method: ExpressibleByArgument {}

/// The error if no chosen suite can be used with the certificate.
private struct NoUsableSuite: Error, CustomStringConvertible {
    let certificate: String

    var description: String {
        "\(certificate): no cipher suite can be used with this certificate, because of the kind of its key or its keyUsage"
    }
}

extension Versions<Server.Configuration, TLS13.ServerConfiguration> {
    fileprivate var speakTLS13: Bool {
        if case .tls12 = self { false } else { true }
    }

    /// The same configurations with a time, in milliseconds since 1970, and with the sessions that can be resumed.
    fileprivate func at(_ milliseconds: Int64, _ sessions: SessionCache) -> Self {
        func tls12(_ server: Server.Configuration) -> Server.Configuration {
            var server = server
            server.now = milliseconds / 1_000
            server.sessions = sessions
            return server
        }
        func tls13(_ server: TLS13.ServerConfiguration) -> TLS13.ServerConfiguration {
            var server = server
            server.common.now = milliseconds
            return server
        }
        return switch self {
        case .tls12(let server): .tls12(tls12(server))
        case .tls13(let server): .tls13(tls13(server))
        case .both(let first, let second): .both(tls12(first), tls13(second))
        }
    }
}

extension ListenCommand {
    /// The configurations of the versions that the server speaks. TLS 1.3 needs a certificate whose key may make signatures.
    ///
    /// - Throws: ``NoUsableSuite`` if no version is left; ``FileError`` for the file of `--ocsp`.
    private func servers(
        _ identity: Identity, _ clients: TrustStore?
    ) throws -> Versions<Server.Configuration, TLS13.ServerConfiguration> {
        let wishes = try tls.versions()
        let suites = wishes.suites.filter { $0.isUsable(with: identity) }
        let speaksTLS12 = wishes.tls12 && !suites.isEmpty
        let speaksTLS13 = wishes.tls13 && identity.allowsSignatures
        guard speaksTLS12 || speaksTLS13 else { throw NoUsableSuite(certificate: cert.path) }
        let tls12 = try server(identity, clients: clients, suites: suites, groups: wishes.groups)
        guard speaksTLS13 else { return .tls12(tls12) }
        var modern = TLS13.ServerConfiguration(sharing: tls12)
        modern.cipherSuites = wishes.tls13Suites
        modern.groups = wishes.tls13Groups
        modern.tickets = tickets ?? 2
        modern.maxEarlyData = earlyData
        modern.externalPSK = tls13.externalPSK
        if cookie {
            var random = SystemRandomSource()
            modern.cookieKey = random.octets(32)
        }
        modern.isCompatible = !tls13.noCompat
        modern.common.paddingMultiple = tls13.pad ?? 1
        // The server reads records of every length. With this limit a client may ask for shorter records (RFC 8449 section 4).
        modern.common.recordSizeLimit = UInt16(RecordLimits.innerPlaintext)
        return speaksTLS12 ? .both(tls12, modern) : .tls13(modern)
    }

    /// The address of `--host`, which may stand in brackets as in a URL (RFC 3986 section 3.2.2).
    private var address: String {
        guard let host else { return "127.0.0.1" }
        guard host.hasPrefix("["), host.hasSuffix("]"), host.contains(":") else { return host }
        return String(host.dropFirst().dropLast())
    }

    private func server(
        _ identity: Identity, clients: TrustStore?, suites: [CipherSuite], groups: [NamedGroup]
    ) throws -> Server.Configuration {
        var server = Server.Configuration(
            identity: identity, cipherSuites: suites, extendedMasterSecret: !tls.noEms, encryptThenMAC: true)
        server.curves = groups.filter { $0.finiteField == nil }
        server.groups = groups.compactMap(\.finiteField)
        if let clients { server.clientAuthentication = .required(authorities: clients.authorityNames) }
        server.applicationProtocols = tls.applicationProtocols
        server.strictServerName = strictServerName
        server.ocspResponse = try (ocsp?.path).map(CertificateFiles.stapledResponse)
        if !noTickets {
            var random = SystemRandomSource()
            server.ticketKey = TicketKey(using: &random, lifetime: ticketLifetime ?? 7_200)
        }
        server.signatureSchemes = SignatureScheme.all
        server.arithmetic = .live
        server.tracing = trace.outputs(output, in: page.spoken).needsTracing || tls13.needsTracing
        return server
    }

    private var settings: [(name: Words, value: Words)] {
        let clients = clientCa.map { Words(same: $0.path) } ?? Words(english: "not asked for", chinese: "不要求")
        return [
            (Words(english: "certificate", chinese: "证书"), Words(same: cert.path)),
            (Words(english: "client certificates", chinese: "客户端证书"), clients),
        ]
    }

    /// Prints the address on which the server listens; on standard error if standard output cannot be written.
    private func announce(_ text: Words) {
        do throws(FileError) {
            let said = Terminal.standard.showable(text.sentence(in: page.spoken))
            try StreamedFile.standardOutput().append(Array(said.utf8))
        } catch {
            StreamedFile.warn("Warning: \(error).\n\(text.english)")
        }
    }

    private var limits: TLSLimits {
        var limits = tls.limits(closing: .seconds(1))
        limits.connections = maxConnections
        return limits
    }
}
