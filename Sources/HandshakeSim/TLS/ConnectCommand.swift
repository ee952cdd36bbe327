import ArgumentParser
import Crypto
import LiveIO
import PKI
import SecondVerifier
import TCPSim
import TLSSim
import Trace
import TrustLab

/// The command that runs the TLS client on a real socket.
struct ConnectCommand: AsyncParsableCommand, WritesOneRun {
    static let configuration = CommandConfiguration(
        commandName: "connect",
        abstract: "Connect to a real TLS server, and tell the handshake as it happens.",
        discussion: """
            The client of the lessons, with TCP and random numbers of the operating system. Received data goes to standard output. The \
            story goes to standard error. docs/live.md shows what you can do with it. With --tun the TCP is the program's own, on a \
            network device (docs/whole-stack.md).

            The server's chain must lead to an authority in --ca, or to one that the system trusts. The server's certificate must be for \
            the name. A careful app uses --trust full, a careless one --trust no-hostname, a reckless one --trust none. --trust \
            pin:DIGEST also demands a key with that SHA-256.

            EXIT STATUS
              0  the connection has ended as TLS demands
              1  there was no connection, one side refused, the connection broke off, or a
                 file cannot be read or written
              4  with --tun: TCP gave up
             64  an option is wrong

            EXAMPLES
              HandshakeSim connect example.com:443
                  a handshake with a server on the internet
              HandshakeSim connect localhost:4433 --ca ca.pem --send $'GET / HTTP/1.0\\r\\n\\r\\n' --pcap run.pcapng
                  a request to a server of your own, and a capture that Wireshark decrypts
            """)

    @Argument(help: .text("The server: a name or an address, and a port.", for: "host:port"))
    var target: String

    @OptionGroup var tls: TLSOptions

    @Option(help: .text("The authorities to trust (PEM). Default: the system's.", for: "file"))
    var ca: InputPath?

    @Option(help: .text("The name that the server must prove. Default: the host.", for: "name"))
    var serverName: String?

    @Option(help: .text("Whether the hello names the host (RFC 6066): on or off.", for: "on|off"))
    var sni = NameIndication.on

    @Option(
        help: .text("What to check: full, no-hostname, none, or pin:DIGEST with a SHA-256 in base 64.", for: "kind"))
    var trust = TrustOption(checksMade: .full)

    @Option(help: .text("Our own chain (PEM), for servers that ask for it.", for: "file"))
    var cert: InputPath?

    @Option(help: .text("The private key of our chain (PEM).", for: "file"))
    var key: InputPath?

    @Option(help: .text("The text to send.", for: "text"))
    var send: String?

    @Option(help: .text("A file to send.", for: "file"))
    var sendfile: InputPath?

    @Option(help: .text("The answer is over when the server is silent for this time, or closes.", for: "seconds"))
    var linger: Double?

    @Option(
        help: .text(
            "The longest record to ask for: 512, 1024, 2048 or 4096 (RFC 6066; TLS 1.3: RFC 8449).", for: "octets"))
    var maxFragment: Int?

    @Option(
        help: .text("A file for the session: an old one in it is resumed, the new one is written there.", for: "file"))
    var sessionFile: FilePath?

    @Option(
        help: .text(
            """
            The groups of which TLS 1.3 sends a share at once, or none. Default: the first one, and x25519 with X25519MLKEM768.
            """, for: "name,…"))
    var shares: String?

    @Option(
        help: .text("A file to send as early data of TLS 1.3, if the session file has a ticket for it.", for: "file"))
    var earlyData: InputPath?

    @Flag(help: "Let a server of TLS 1.3 ask for the certificate of --cert after the handshake, too.")
    var postHandshakeAuth = false

    @OptionGroup var tls13: TLS13Options

    @OptionGroup var stack: StackOptions
    @OptionGroup var faults: FaultOptions
    @OptionGroup var ourTCP: HostOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var page: PageOptions
    @OptionGroup var trace: TLSTraceOptions

    /// The largest file that can be sent, in octets.
    private static let fileLimit = 1 << 26

    func validate() throws {
        try OutputFile.check(all: [sessionFile?.path])
        _ = try hostName(of: Endpoint(argument: target))
        try stack.validate(faults, ourTCP)
        if stack.tun != nil, Socket(target) == nil {
            throw ValidationError("\(target): with --tun, an IPv4 address and a port, such as 10.9.0.1:443.")
        }
        if send != nil, sendfile != nil { throw ValidationError("--send or --sendfile: choose one.") }
        if (cert == nil) != (key == nil) { throw ValidationError("--cert and --key belong together.") }
        if let maxFragment, MaximumFragment(octets: maxFragment) == nil {
            throw ValidationError("--max-fragment \(maxFragment): 512, 1024, 2048 or 4096 octets.")
        }
        if postHandshakeAuth, cert == nil { throw ValidationError("--post-handshake-auth: needs --cert and --key.") }
        let wishes = try tls.versions()
        try tls13.check(wishes)
        if !wishes.tls13, shares != nil || postHandshakeAuth {
            throw ValidationError(
                "--\(shares == nil ? "post-handshake-auth" : "shares"): it belongs to TLS 1.3, which is not spoken.")
        }
        _ = try shareGroups(wishes)
        guard (0...86_400).contains(linger ?? 0) else { throw ValidationError("--linger: 0 to 86400 seconds.") }
    }

    func run() async throws {
        let stop = try StopSignal()
        let place = try Endpoint(argument: target)
        let octets = try sendfile.map { try InputFile.read($0.path, limit: Self.fileLimit) } ?? Array((send ?? "").utf8)
        let identity = try identity()
        let sessions = try sessionFile.map { try SessionFile($0.path, ofClient: identity?.chain.first) }
        if sessions?.isOfOtherClient == true {
            StreamedFile.warn(
                "No session is resumed: the one in the file was made with another --cert, or without it.\n")
        }
        let wishes = try tls.versions()
        let evaluator = Evaluator(
            store: trust.checksMade == .none
                ? TrustStore(anchors: []) : try CertificateFiles.store(ca.map { [$0.path] } ?? []))
        var client = Client.Configuration(
            hostName: try hostName(of: place), cipherSuites: wishes.suites, groups: wishes.groups,
            extendedMasterSecret: !tls.noEms, encryptThenMAC: true)
        client.sendsServerName = sni == .on
        client.identity = identity
        client.applicationProtocols = tls.applicationProtocols
        client.requestsStatus = true
        client.maximumFragment = maxFragment.flatMap { MaximumFragment(octets: $0) }
        client.now = WallClock.microseconds / 1_000_000
        let (question, checksMade) = (ChainQuestion(hostName: client.hostName, time: client.now), trust.checksMade)
        // A resumed session has no certificate message. So the chain of the first connection is judged again, by the present time and with
        // the present options.
        func isStillTrusted(_ peer: PeerIdentity) -> Bool {
            evaluator.judge(chain: peer.chain, question: question, checksMade: checksMade).chain != nil
        }
        if let session = sessions?.session, isStillTrusted(session.peer) { client.session = session }
        client.offersTickets = sessions != nil
        client.signatureSchemes = SignatureScheme.all
        client.arithmetic = .live
        client.tracing = trace.outputs(output, in: page.spoken).needsTracing || tls13.needsTracing
        var modern = try modernClient(sharing: client, wishes)
        if wishes.tls13, let ticket = sessions?.ticket, isStillTrusted(ticket.peer) {
            modern.ticket = ticket
        }
        if let earlyData {
            modern.earlyData = try InputFile.read(earlyData.path, limit: Self.fileLimit)
            let obstacle = wishes.tls13 ? modern.earlyDataObstacle : .noSecret
            if let obstacle {
                modern.earlyData = []
                StreamedFile.warn("No early data is sent: \(obstacle.clause).\n")
            }
        }
        let sendsEarly = !modern.earlyData.isEmpty
        let endpoint = TLSEndpoint(client: versions(wishes, tls12: client, tls13: modern))

        let carrier = try stack.carrier(
            faults, ourTCP, limit: 1, outputs: trace.outputs(output, in: page.spoken), closing: limits.closing)
        let log = try TLSTrace(
            role: .client, versions: wishes.tls13 ? "TLS" : "TLS 1.2", trace.outputs(output, in: page.spoken),
            settings: settings(client.hostName),
            style: page.style(on: .standardError), stopwatch: carrier?.stopwatch
        ) { StreamedFile.warn($0) }
        let lines = tls13.lines(of: .client) { StreamedFile.warn($0) }
        carrier?.show(log)
        let transport: LiveTLS<TLSClient>.Transport
        if let carrier, let remote = Socket(target) {
            do {
                try carrier.connect(to: remote, name: target, within: tls.patience, until: stop)
            } catch let failure as NetworkError {
                try carrier.tell(of: failure) { sight, now in
                    try log.watch(sight, at: now)
                    lines?.watch(sight)
                }
                throw failure.isGivenUp ? Self.givenUp(failure) : failure
            }
            transport = .device(carrier)
        } else {
            do throws(NetworkError) {
                let addresses = try InternetAddress.resolve(place.address, port: place.port)
                transport = .socket(
                    try StreamSocket.connect(
                        to: addresses, name: target, within: Int(tls.timeout * 1_000), until: stop))
            } catch {
                throw NoConnection(error: error, problem: LiveServer.problem(error, at: place, within: tls.timeout))
            }
        }
        // A connection that was refused spends no ticket.
        if modern.ticket != nil { try sessions?.spendTicket() }
        let application = TLSClient(
            sending: octets, timeout: tls.patience,
            linger: .microseconds(Int64((linger ?? (octets.isEmpty && !sendsEarly ? 0 : 2)) * 1_000_000)),
            keyUpdate: tls13.keyUpdate.map { $0 == .request }
        ) { octets throws in try StreamedFile.standardOutput().append(octets) }
        var live = LiveTLS(
            on: transport, endpoint: endpoint, application: application, limits: limits)

        var ending = TLSEnding.stopped
        let contacts = ContactWatch(
            role: .client, place: place, seconds: tls.timeout, offersSecret: tls13.externalPSK != nil,
            hasCertificate: identity != nil, offersLess: tls.offersLess, name: client.hostName,
            pins: trust.checksMade.name == "pin")
        var why: String?
        try await live.run(until: stop) { _, chain in
            await evaluator.judge(chain: chain, question: question, checksMade: checksMade)
                .withSecondOpinion(on: question)
        } watch: { sight, now in
            contacts.watch(sight)
            try log.watch(sight, at: now)
            lines?.watch(sight)
            switch sight {
            case .stepped(_, _, let outputs): try sessions?.keep(outputs)
            case .ended(let number, let how, _, _):
                ending = how
                why = contacts.why(how, of: number)?.english
            case .opened: break
            }
        }
        if carrier != nil, ending.isGivenUp {
            throw Self.givenUp(ConnectionFailure(target: target, ending: ending, why: why))
        }
        guard ending == .closed else { throw ConnectionFailure(target: target, ending: ending, why: why) }
    }
}

/// The value of `--sni`: whether the hello names the host.
enum NameIndication: String, ExpressibleByArgument, CaseIterable {
    case on
    case off
}

extension TLS13.EarlyDataObstacle {
    /// Why no early data is sent, as a clause.
    fileprivate var clause: String {
        switch self {
        case .noSecret: "there is no ticket that can be used now"
        case .notAllowed: "the server takes no early data with this ticket"
        case .tooLong(let limit): "the server takes \(limit) octets at most"
        case .suiteNotOffered(let suite): "the ticket is of the suite \(suite.name), which is not offered"
        case .protocolNotOffered(let name): "the ticket is of the protocol \(name.quotable), which is not offered"
        }
    }
}

/// The error if there is no connection.
private struct NoConnection: Error, CustomStringConvertible {
    let error: NetworkError
    /// The problem in the doctor's words; nil if the user has ended the attempt.
    let problem: ContactProblem?

    var description: String {
        "\(error)" + (problem?.remedies.first.map { ". Try this: \($0.sentence(in: .english))" } ?? "")
    }
}

/// The error of a connection that has failed.
private struct ConnectionFailure: Error, CustomStringConvertible {
    let target: String
    let ending: TLSEnding
    /// The cause, and what to do; nil if the ending says all.
    let why: String?

    var description: String { "\(target): \(ending.english)" + (why.map { " \($0)" } ?? "") }
}

extension ConnectCommand {
    /// The configuration of the client for TLS 1.3.
    private func modernClient(
        sharing client: Client.Configuration, _ wishes: TLSOptions.Wishes
    ) throws -> TLS13.ClientConfiguration {
        var modern = TLS13.ClientConfiguration(sharing: client)
        modern.cipherSuites = wishes.tls13Suites
        modern.groups = wishes.tls13Groups
        modern.shares = try shareGroups(wishes)
        modern.isCompatible = !tls13.noCompat
        modern.externalPSK = tls13.externalPSK
        modern.offersPostHandshakeAuth = postHandshakeAuth
        // In TLS 1.3 the limit includes the octet of the content type (RFC 8449 section 4).
        modern.common.recordSizeLimit = maxFragment.map { UInt16(clamping: $0 + 1) }
        modern.common.paddingMultiple = tls13.pad ?? 1
        modern.common.now = WallClock.microseconds / 1_000
        return modern
    }

    private func versions(
        _ wishes: TLSOptions.Wishes, tls12 client: Client.Configuration, tls13 modern: TLS13.ClientConfiguration
    ) -> Versions<Client.Configuration, TLS13.ClientConfiguration> {
        guard wishes.tls13 else { return .tls12(client) }
        return wishes.tls12 ? .both(client, modern) : .tls13(modern)
    }

    /// The groups of which the client sends a key share: those of `--shares`. Without this option it is the first group. If the client offers
    /// X25519MLKEM768 and x25519, it is these two, because many servers do not know the first.
    private func shareGroups(_ wishes: TLSOptions.Wishes) throws -> [NamedGroup] {
        let groups = wishes.tls13Groups
        guard let shares else {
            let hybrid: [NamedGroup] = [.x25519MLKEM768, .x25519]
            return hybrid.allSatisfy(groups.contains) ? groups.filter(hybrid.contains) : Array(groups.prefix(1))
        }
        guard shares != "none" else { return [] }
        let named = try TLSOptions.groups(shares, option: "--shares")
        guard Set(named).count == named.count, named.allSatisfy(groups.contains) else {
            throw ValidationError("--shares \(shares): each group once, and only groups that are offered.")
        }
        return groups.filter(named.contains)
    }

    /// Prints the error that TCP has given up, and returns the exit status for it.
    private static func givenUp(_ failure: any Error) -> ExitCode {
        StreamedFile.warn("Error: \(failure)\n")
        return ExitCode(4)
    }

    /// The name that the server must prove, which is also the name in the hello: that of `--server-name`, or the host.
    ///
    /// - Throws: `ValidationError` if it is neither a name nor an address.
    private func hostName(of place: Endpoint) throws -> String {
        if let serverName {
            try HostArgument.check(serverName, option: "--server-name")
            guard !serverName.hasSuffix(".") else {
                throw ValidationError(
                    "--server-name \(serverName): a name in a hello has no dot at its end (RFC 6066 section 3); give "
                        + "\(serverName.dropLast()).")
            }
            return serverName
        }
        // A zone, as in fe80::1%eth0, says how to reach an address, and is no part of it.
        let host = String(place.address.prefix { $0 != "%" })
        try HostArgument.check(host, option: target + ":")
        return host.hasSuffix(".") ? String(host.dropLast()) : host
    }

    private func identity() throws -> Identity? {
        guard let cert, let key else { return nil }
        return try CertificateFiles.identity(certificates: cert.path, key: key.path)
    }

    private var limits: TLSLimits {
        var limits = tls.limits(closing: .seconds(2))
        // A peer that echoes stops reading while its own octets are not read: a client always reads.
        limits.unsent = nil
        return limits
    }

    private func settings(_ hostName: String) -> [(name: Words, value: Words)] {
        let kind =
            switch trust.checksMade {
            case .full: Words(english: "everything", chinese: "一切")
            case .pinned: Words(english: "everything, and a pin", chinese: "一切，还有一个锁定值")
            case .anyName: Words(english: "everything except the name", chinese: "除名称外的一切")
            case .none: Words(english: "nothing: any server is accepted", chinese: "什么都不检查：接受任何服务器")
            }
        return [
            (Words(english: "server", chinese: "服务器"), Words(same: target)),
            (Words(english: "name to prove", chinese: "要证明的名称"), Words(same: hostName)),
            (Words(english: "what is checked", chinese: "检查的内容"), kind),
        ]
    }
}
