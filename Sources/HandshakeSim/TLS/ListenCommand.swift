import ArgumentParser
import Crypto
import LiveIO
import PKI
import SecondVerifier
import TLSSim
import Trace

/// The TLS server on real sockets.
struct ListenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen",
        abstract: "Serve real TLS clients, and tell each handshake as it happens.",
        discussion: """
            The server of the lessons, with TCP and random numbers of the operating system. It answers a request with a page about the \
            connection, or sends back what it gets (--echo). It serves many clients at once, until Ctrl-C. docs/live.md shows what you \
            can do with it.

            EXAMPLES
              HandshakeSim listen --port 4433 --cert server.pem --key server.key
                  then: curl --cacert ca.pem https://localhost:4433/
              HandshakeSim listen --port 4433 --cert server.pem --key server.key --client-ca ca.pem --quiet
                  only for clients with a certificate
            """)

    @Option(help: ArgumentHelp("The port; 0 for any free port.", valueName: "n"))
    var port: UInt16

    @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(help: ArgumentHelp("The server's certificate and any intermediates (PEM).", valueName: "file"))
    var cert: String

    @Option(help: ArgumentHelp("The private key of the certificate (PEM: PKCS#1, PKCS#8 or SEC 1).", valueName: "file"))
    var key: String

    @OptionGroup var tls: TLSOptions

    @Option(
        help: ArgumentHelp(
            "Serve only clients with a certificate of one of these authorities (PEM).", valueName: "file"))
    var clientCa: String?

    @Flag(help: "Send back what arrives, instead of a page.")
    var echo = false

    @Option(
        help: ArgumentHelp("An OCSP response (DER) to staple for clients that ask for one.", valueName: "file"))
    var ocsp: String?

    @Flag(help: "Refuse a client that asks for a host for which the certificate is not valid (RFC 6066).")
    var strictServerName = false

    @Flag(help: "Send no session tickets (RFC 5077).")
    var noTickets = false

    @Option(help: ArgumentHelp("The most connections at one time, 1 to 10000.", valueName: "n"))
    var maxConnections = 256

    @OptionGroup var trace: TLSTraceOptions

    func validate() throws {
        guard (1...10_000).contains(maxConnections) else {
            throw ValidationError("--max-connections: 1 to 10000.")
        }
    }

    func run() async throws {
        let stop = try StopSignal()
        let identity = try CertificateFiles.identity(certificates: cert, key: key)
        let clients = try clientCa.map { try CertificateFiles.store($0) }
        let configuration = try server(identity, clients)
        guard let address = try InternetAddress.resolve(host, port: port).first else { return }
        let listener = try ListeningSocket(address)
        let log = try TLSTrace(
            role: .server, trace.outputs,
            settings: [("certificate", cert), ("client certificates", clientCa ?? "not asked for")],
            style: trace.output.page.style
        ) { try? StreamedFile.standardOutput().append(Array($0.utf8)) }
        try StreamedFile.standardOutput().append(Array("Listening on \(listener.local). Ctrl-C ends.\n".utf8))

        var sessions = SessionCache()
        let evaluator = Evaluator(store: clients ?? TrustStore(anchors: []))
        var live = LiveTLS<TLSService>(on: listener, limits: limits)
        try await live.run(until: stop) {
            var current = configuration
            current.now = WallClock.microseconds / 1_000_000
            current.sessions = sessions
            return (TLSEndpoint(current), TLSService(echoes: echo, patience: tls.patience))
        } judge: { _, chain in
            let question = Question(.client, time: WallClock.microseconds / 1_000_000)
            return await evaluator.judge(chain: chain, question: question).withSecondOpinion(on: question)
        } watch: { sight, now in
            try log.watch(sight, at: now)
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

/// The certificate and what was asked for do not go together.
private struct NoUsableSuite: Error, CustomStringConvertible {
    let certificate: String

    var description: String {
        "\(certificate): no cipher suite can be used with this certificate, because of the kind of its key or its keyUsage"
    }
}

extension ListenCommand {
    private func server(_ identity: Identity, _ clients: TrustStore?) throws -> Server.Configuration {
        let suites = try tls.suites().filter { $0.isUsable(with: identity) }
        guard !suites.isEmpty else { throw NoUsableSuite(certificate: cert) }
        var server = Server.Configuration(
            identity: identity, cipherSuites: suites, extendedMasterSecret: !tls.noEms, encryptThenMAC: true)
        let groups = try tls.groups()
        server.curves = groups.filter { $0.finiteField == nil }
        server.groups = groups.compactMap(\.finiteField)
        if let clients { server.clientAuthentication = .required(authorities: clients.authorityNames) }
        server.applicationProtocols = tls.applicationProtocols
        server.strictServerName = strictServerName
        server.ocspResponse = try ocsp.map { try InputFile.read($0, limit: 1 << 16) }
        if !noTickets {
            var random = SystemRandomSource()
            server.ticketKey = TicketKey(using: &random)
        }
        server.arithmetic = .live
        server.tracing = trace.outputs.needsTracing
        return server
    }

    private var limits: TLSLimits {
        var limits = tls.limits(closing: .seconds(1))
        limits.connections = maxConnections
        return limits
    }
}
