import Crypto
import PKI
import TCPSim
import TLSSim
import Trace

/// The story that the program tells by default: a browser visits a page over HTTPS, from SYN to TIME-WAIT.
package struct Visit: Sendable {
    /// The choices for a visit.
    package struct Options: Hashable, Sendable {
        /// The seed of everything random.
        package var seed: UInt64
        /// For TLS 1.2: the only cipher suite that the server accepts of those that the client offers.
        package var suite: CipherSuite
        /// The choices for TLS 1.3; nil for TLS 1.2.
        package var tls13: TLS13Options?
        /// For TLS 1.2: the group for DHE.
        package var group: FiniteFieldGroup
        /// For TLS 1.2: whether both sides use the extended master secret (RFC 7627).
        package var extendedMasterSecret: Bool
        /// The certificate that the client shows to a server that asks for one; nil if the server does not ask.
        package var clientCertificate: ClientCertificate?
        /// The certificate chain that the server shows.
        package var serverChain: PresentedChain
        /// Which checks of that chain the client makes.
        package var checksMade: ChecksMade
        /// For TLS 1.2: how the visit resumes the session of an earlier visit, which the journal does not show; nil for a full handshake.
        package var resumption: Resumption?
        /// Whose application closes first.
        package var closesFirst: Role
        /// The maximum segment lifetime of both hosts. TIME-WAIT lasts twice as long.
        package var msl: TimeSpan
        /// How both hosts choose their initial sequence numbers.
        package var isn: SequenceNumberGenerator
        /// Whether an attacker on the path cuts off the answer with a FIN in the server's name.
        package var isTruncated: Bool
        /// The attacker who stands beside the visit with a name and an address of her own; nil if there is none.
        package var attacker: VisitAttacker? { didSet { if attacker == .truncation { isTruncated = true } } }
        /// Whether the server speaks TLS 1.2 and TLS 1.3. The client speaks one of them.
        package var serverSpeaksBoth = false
        /// The wire between the two hosts.
        package var wire: Wire
        /// The protocols that the client offers by ALPN, preferred first (RFC 7301). If the list is empty, neither side uses ALPN. The
        /// server speaks only ``Visit/applicationProtocol``.
        package var applicationProtocols: [String]

        /// The options of the usual visit, unless others are given.
        package init(
            seed: UInt64 = 1, suite: CipherSuite = .dheRSAAES128GCM, group: FiniteFieldGroup = .ffdhe2048,
            extendedMasterSecret: Bool = false, clientCertificate: ClientCertificate? = nil,
            serverChain: PresentedChain = .genuine, checksMade: ChecksMade = .full, resumption: Resumption? = nil,
            closesFirst: Role = .client, msl: TimeSpan = maximumSegmentLifetime,
            isn: SequenceNumberGenerator = .rfc6528, isTruncated: Bool = false, wire: Wire = Wire(),
            tls13: TLS13Options? = nil, applicationProtocols: [String] = []
        ) {
            self.seed = seed
            self.suite = suite
            self.group = group
            self.extendedMasterSecret = extendedMasterSecret
            self.clientCertificate = clientCertificate
            self.serverChain = serverChain
            self.checksMade = checksMade
            self.resumption = resumption
            self.closesFirst = closesFirst
            self.msl = msl
            self.isn = isn
            self.isTruncated = isTruncated
            self.wire = wire
            self.tls13 = tls13
            self.applicationProtocols = applicationProtocols
        }

        /// The protocols that the server can choose by ALPN; empty if the client offers none.
        var servedProtocols: [String] { applicationProtocols.isEmpty ? [] : [Visit.applicationProtocol] }
    }

    /// Everything that happened.
    package let journal: Journal
    /// The certificates and keys that were made for the visit.
    package let pki: LessonPKI
    /// The server's chain and key.
    package let identity: Identity

    /// The name of the server (reserved for documentation by RFC 2606).
    package static let hostName = "www.example.com"
    /// The protocol over TLS, by its name for ALPN (RFC 7301 section 6).
    package static let applicationProtocol = "http/1.1"
    /// The start of virtual time, 2026-01-01T00:00:00Z, in seconds since 1970.
    package static let epoch: Int64 = 1_767_225_600
    /// The maximum segment lifetime that RFC 9293 section 3.4.2 chooses: two minutes.
    package static let maximumSegmentLifetime = TimeSpan.seconds(120)
    /// How long the application that closes second takes to notice that the other one has closed.
    package static let closingDelay = TimeSpan.milliseconds(5)

    /// Makes a small PKI, then runs the visit to its end.
    ///
    /// - Throws: ``TrustError`` if the certificates cannot be made.
    package static func run(_ options: Options) throws(TrustError) -> Visit { run(options, try Cast(options)) }

    /// Runs the visit with the certificates and judges of `cast`.
    ///
    /// - Parameter goesOn: whether the run may go on. It is asked before each happening with the number of events so far. A run that may
    ///   not go on is cut off, and its journal is of no use.
    package static func run(
        _ options: Options, _ cast: Cast, while goesOn: (Int) -> Bool = { _ in true }
    ) -> Visit {
        let seeds = SeededRandomSource(seed: options.seed)
        let memory = memory(for: options, cast, seeds)
        let tickets = tickets(for: options, cast, seeds)
        var world = world(options, cast, memory: memory, tickets: tickets, seeds: seeds)
        world.run(while: goesOn)
        let attack = (world[.attacker]?.application as? any PathAttacker)?.conclusions ?? []
        world.record { journal, now in
            for conclusion in attack { journal.conclude(conclusion) }
            let isServed = journal.events.contains { $0.step == Chapter.conversation.step }
            for limit in VisitLimit.limits(of: options, isServed: isServed) { journal.limit(limit) }
            for suggestion in options.suggestions { journal.suggest(suggestion) }
            if isServed { journal.conclude(conclusion(options)) }
            if options.isn != .rfc6528 { journal.conclude(VisitConclusion.nextNumber(options.isn)) }
            // If no client was served, the recording has no data that a theft could open.
            if isServed, let tls13 = options.tls13 {
                tls13Thefts(tls13, server: cast.server, ticketKey: tickets?.key, in: &journal, at: now)
            } else if isServed {
                theft(options, server: cast.server, memory: memory, in: &journal, at: now)
            }
        }
        return Visit(journal: world.journal, pki: cast.pki, identity: cast.server)
    }

    /// Runs the earlier visit of TLS 1.2, and returns what its two sides have kept; nil if the options resume no session.
    private static func memory(
        for options: Options, _ cast: Cast, _ seeds: SeededRandomSource
    ) -> SessionMemory? {
        guard let resumption = options.resumption else { return nil }
        var earlier = options
        earlier.wire = Wire()
        earlier.attacker = nil
        let memory = SessionMemory(resumption, now: epoch - SessionMemory.age, seeds: seeds)
        var world = world(earlier, cast, memory: memory, seeds: seeds.fork("earlier visit"))
        world.run()
        return memory.after((world.client?.session, world.server?.session), now: epoch)
    }

    /// Runs the earlier visit of TLS 1.3, and returns what its two sides have kept; nil if the options do not resume.
    private static func tickets(
        for options: Options, _ cast: Cast, _ seeds: SeededRandomSource
    ) -> TicketMemory? {
        guard options.tls13?.resumes == true else { return nil }
        var earlier = options
        earlier.wire = Wire()
        earlier.attacker = nil
        earlier.tls13?.isRetried = false
        var memory = TicketMemory(now: epoch - SessionMemory.age, seeds: seeds)
        var world = world(earlier, cast, tickets: memory, seeds: seeds.fork("earlier visit"))
        world.run()
        memory.ticket = world.client?.ticket
        memory.now = epoch
        return memory
    }

    /// The hosts of a visit, before anything has happened.
    static func world(
        _ options: Options, _ cast: Cast, memory: SessionMemory? = nil, tickets: TicketMemory? = nil,
        seeds: SeededRandomSource
    ) -> World {
        let authorities = cast.pki.trustStore.authorityNames
        let client = clientTLS(
            options, seeds: seeds, identity: cast.client, memory: memory,
            tls: options.tls13.map {
                tls13Client(
                    $0, identity: cast.client, offering: options.applicationProtocols, memory: tickets,
                    speaksBoth: options.bothSpeakBoth)
            })
        var server = serverTLS(
            options, seeds: seeds, identity: cast.server, authorities: authorities, memory: memory,
            tls: options.tls13.map {
                tls13Server(
                    $0, identity: cast.server,
                    clientAuthentication: options.clientCertificate == nil
                        ? .none : .required(authorities: authorities),
                    speaking: options.servedProtocols, memory: tickets,
                    speaksBoth: options.serverSpeaksBoth || options.bothSpeakBoth)
            })
        // The register is older than the ticket, so the server need not refuse early data because of its restart.
        if options.tls13?.sendsEarlyData == true { server.replays = TLS13.ReplayRegister(.singleUse, start: 0) }
        let exchange = Exchange(
            request: HTTPExchange.request(host: hostName), response: response(options),
            closesFirst: options.isTruncated ? .server : options.closesFirst, isCut: options.isTruncated,
            isEarly: options.tls13?.sendsEarlyData == true && tickets?.ticket != nil,
            updatesKeys: options.tls13?.updatesKeys == true)
        let title =
            options.tls13.map { VisitTitle.tls13($0) }
            ?? .tls12(options.spokenSuite.keyExchange, resumes: options.resumption != nil)
        var world = World(
            title: Words(title), settings: settings(options),
            rules: options.tls13?.derivations ?? options.resumption.map {
                Knowledge.derivations(resuming: options.suite, byTicket: $0 == .ticket)
            }
                ?? Knowledge.derivations(
                    suite: options.spokenSuite, extendedMasterSecret: options.extendedMasterSecret,
                    group: options.group.name),
            client: (
                HTTPSEnd(tls: client, judge: cast.judges.client, exchange: exchange), .client, chapter(options)
            ), server: HTTPSEnd(tls: server, judge: cast.judges.server, exchange: exchange), options: options,
            seeds: (seeds, seeds, seeds),
            // An impostor with a copied chain does not hold the key that it certifies.
            key: options.serverChain.hasKey ? cast.server : nil, wire: options.wire)
        world.record { journal, now in
            journal.divide(
                into: options.tls13.map { HandshakePart.tls13($0) }
                    ?? (options.resumption == nil
                        ? HandshakePart.tls12(options.spokenSuite.keyExchange) : HandshakePart.resumedTLS12))
            // A client with a copied certificate does not hold the key that it certifies.
            if let identity = cast.client, options.clientCertificate != .copied {
                journal.configure(.client, Knowledge.privateKey(ofClient: identity), of: identity, at: now)
            }
        }
        if let attacker = options.attacker {
            world.add(attacker.host(leaving: options.leftSuite))
        } else if options.isTruncated {
            world.add(Host(.network, at: .attacker, Truncation(), eye: .inPath, mayForge: true))
        }
        return world
    }

    /// The answer, in the parts in which the application writes it. An answer that an attacker will cut off has two parts, and ends with the
    /// connection.
    private static func response(_ options: Options) -> [[UInt8]] {
        let suite = options.tls13?.suite.name ?? options.suite.name
        return options.isTruncated
            ? HTTPExchange.openEndedResponse(suite: suite) : [HTTPExchange.response(suite: suite)]
    }

    /// The chapter with which TLS begins.
    private static func chapter(_ options: Options) -> Chapter {
        if let resumption = options.resumption { return .resumption(resumption) }
        let chapter =
            options.tls13.map { Chapter.tls13(.handshake($0, options.clientCertificate)) }
            ?? inGroup(options, .handshake(options.spokenSuite.keyExchange, client: options.clientCertificate))
        guard options.serverChain != .genuine || options.checksMade != .full else { return chapter }
        return .judging(options.serverChain, options.checksMade, chapter)
    }

    /// The chapter; if the visit uses a toy group, with a sentence about what an eavesdropper can do there.
    private static func inGroup(_ options: Options, _ chapter: Chapter) -> Chapter {
        options.spokenSuite.keyExchange == .dheRSA && options.group.isToy
            ? .inToyGroup(options.group.name, chapter) : chapter
    }

    /// Records the theft of the server's private key, or of its ticket key, after a visit of TLS 1.2.
    private static func theft(
        _ options: Options, server: Identity, memory: SessionMemory?, in journal: inout Journal, at now: Instant
    ) {
        let kind = options.suite.keyExchange
        let chapter = memory.map { Chapter.resumptionTheft($0.resumption, kind) } ?? inGroup(options, .theft(kind))
        chapter.record(in: &journal, at: now)
        if let memory, memory.resumption == .ticket {
            journal.record(.ticketKey, of: Knowledge.ticketKey, value: memory.loot, at: now)
        } else {
            journal.record(
                .privateKey, of: Knowledge.privateKey(of: server), value: server.privateKey.secret, at: now)
        }
    }

    // MARK: The cast

    /// The client's TCP, with a random port.
    static func clientConnection(
        _ options: Options, _ seeds: SeededRandomSource, at address: IPv4Address
    ) -> Connection {
        var portRandom = seeds.fork("client port")
        // RFC 6056 asks for random ephemeral ports. 49152 to 65535 is the range that IANA has set aside for them.
        let draw = portRandom.octets(2)
        let port = 49_152 + (UInt16(draw[0]) << 8 | UInt16(draw[1])) % 16_384
        return connection(
            Socket(address, port), to: Socket(.server, 443), options: options, random: seeds.fork("client isn"))
    }

    /// The server's TCP.
    static func serverConnection(_ options: Options, _ seeds: SeededRandomSource) -> Connection {
        connection(Socket(.server, 443), options: options, random: seeds.fork("server isn"))
    }

    /// The client's TLS: the machine `tls`; if that is nil, TLS 1.2 with the options.
    package static func clientTLS(
        _ options: Options, seeds: SeededRandomSource, identity: Identity?, memory: SessionMemory? = nil,
        tls: TLSEndpoint? = nil
    ) -> TLSEnd {
        TLSEnd(tls ?? tls12Client(options, identity: identity, memory: memory), seeds.fork("client tls"))
    }

    private static func tls12Client(
        _ options: Options, identity: Identity?, memory: SessionMemory?
    ) -> TLSEndpoint {
        let isToy = options.group.isToy
        let isLesson = CipherSuite.lessons.contains(options.suite)
        var configuration = Client.Configuration(
            hostName: hostName, cipherSuites: isLesson ? CipherSuite.lessons : CipherSuite.all,
            signatureSchemes: isLesson ? SignatureScheme.lessons : SignatureScheme.usual,
            groups: isToy ? [] : (isLesson ? NamedGroup.finiteFields : NamedGroup.all),
            groupPolicy: .init(minimumBits: 2048, acceptsToys: isToy),
            extendedMasterSecret: options.extendedMasterSecret, identity: identity,
            applicationProtocols: options.applicationProtocols)
        memory?.prepare(&configuration)
        return TLSEndpoint(configuration)
    }

    /// The server's TLS: the machine `tls`; if that is nil, TLS 1.2 with the options.
    package static func serverTLS(
        _ options: Options, seeds: SeededRandomSource, identity: Identity, authorities: [[UInt8]],
        memory: SessionMemory? = nil, tls: TLSEndpoint? = nil
    ) -> TLSEnd {
        TLSEnd(
            tls ?? tls12Server(options, identity: identity, authorities: authorities, memory: memory),
            seeds.fork("server tls"))
    }

    private static func tls12Server(
        _ options: Options, identity: Identity, authorities: [[UInt8]], memory: SessionMemory?
    ) -> TLSEndpoint {
        let isLesson = CipherSuite.lessons.contains(options.suite)
        var configuration = Server.Configuration(
            identity: identity, cipherSuites: [options.suite] + [options.leftSuite].compactMap { $0 },
            signatureSchemes: isLesson ? SignatureScheme.lessons : SignatureScheme.usual, groups: [options.group],
            extendedMasterSecret: options.extendedMasterSecret,
            clientAuthentication: options.clientCertificate == nil ? .none : .required(authorities: authorities),
            applicationProtocols: options.servedProtocols)
        memory?.prepare(&configuration)
        return options.serverSpeaksBoth
            ? TLSEndpoint(server: .both(configuration, TLS13.ServerConfiguration(sharing: configuration)))
            : TLSEndpoint(configuration)
    }

    private static func connection(
        _ local: Socket, to remote: Socket? = nil, options: Options, random: SeededRandomSource
    ) -> Connection {
        var random = random
        let secret = SipHash.Key(random.octets(16)) ?? SipHash.Key(low: 0, high: 0)
        var configuration = Connection.Configuration(
            mss: options.wire.announcedMSS, msl: options.msl, isn: options.isn.generator(secret: secret))
        // Congestion control is on for a perfect wire too. So a run with a loss is the same as a run without it, up to the loss.
        configuration.congestionControl = CongestionControl.Settings()
        if let window = options.wire.window { configuration.receiveBuffer = Int(window) }
        configuration.avoidsSillyWindows = options.wire.avoidsSillyWindows
        if options.wire.hasTimestamps {
            var clock = random.fork("timestamps")
            configuration.timestamps = TimestampClock(offset: clock.octets(4).reduce(0) { $0 << 8 | UInt32($1) })
        }
        return Connection(local: local, remote: remote, configuration: configuration)
    }

    // MARK: What is said about it

    private static func conclusion(_ options: Options) -> VisitConclusion {
        if let tls13 = options.tls13 { return .agreedTLS13(tls13) }
        if options.resumption != nil { return .resumed(options.suite) }
        return .agreed(options.suite, group: options.suite.keyExchange == .dheRSA ? options.group.name : nil)
    }

    private static func settings(_ options: Options) -> [(name: String, value: String)] {
        var list: [(name: String, value: String)] = []
        if let tls13 = options.tls13 {
            list += tls13.settings
        } else {
            list.append(("suite", options.suite.name))
            if options.suite.keyExchange == .dheRSA { list.append(("group", options.group.name)) }
            list.append(("extended master secret", options.extendedMasterSecret ? "yes" : "no"))
        }
        if options.bothSpeakBoth {
            list.append(("both sides speak", "TLS 1.2 and TLS 1.3"))
        } else if options.serverSpeaksBoth {
            list.append(("the server speaks", "TLS 1.2 and TLS 1.3"))
        }
        if let client = options.clientCertificate { list.append(("client certificate", client.rawValue)) }
        if options.serverChain != .genuine { list.append(("server chain", options.serverChain.rawValue)) }
        if options.checksMade != .full { list.append(("trust", options.checksMade.name)) }
        if let resumption = options.resumption { list.append(("resumes by", resumption.rawValue)) }
        if options.closesFirst == .server { list.append(("closes first", "server")) }
        if options.msl != maximumSegmentLifetime { list.append(("MSL", options.msl.measure)) }
        if options.isn != .rfc6528 { list.append(("initial sequence numbers", options.isn.rawValue)) }
        if !options.applicationProtocols.isEmpty {
            list.append(("offers by ALPN", options.applicationProtocols.map(\.quotable).joined(separator: ", ")))
        }
        if let left = options.leftSuite { list.append(("the server also speaks", left.name)) }
        if let attacker = options.attacker {
            list.append(("attacker", attacker.rawValue))
        } else if options.isTruncated {
            list.append(("on the path", "the answer is cut off"))
        }
        return list + options.wire.settings
    }
}
