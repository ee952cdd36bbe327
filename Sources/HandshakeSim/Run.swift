import ArgumentParser
import Crypto
import LiveIO
import Render
import Simulator
import TLSSim
import Trace

/// The command that tells the story of one visit. It runs if the arguments name no subcommand.
struct Run: AsyncParsableCommand, PageCommand, WritesOneRun {
    static let words = "visits"

    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Tell the story of one visit over HTTPS, step by step. Its name may be left out.",
        discussion: """
            A browser (10.0.0.1) visits https://www.example.com (10.0.0.2). The program computes everything from the seed, down to the \
            last octet: the same version, options and seed give the same bytes on every run and machine.

            The text goes to standard output. The same run can be written as JSON (docs/json.md), as a capture that Wireshark opens and \
            decrypts without any setting, and as an NSS key log.

            EXIT STATUS
              0  the visit has ended, also if one side refused the other with an alert, or if an attacker has cut it off (--attacker, --truncate)
              1  a file cannot be written
              4  the wire was too bad: TCP gave up, or one side still waits
             64  an option is wrong

            EXAMPLE
              HandshakeSim --dh --seed 7 --detail messages --pcap run.pcapng --json run.json
              HandshakeSim --tls13 --attacker version-downgrade
            """)

    @Flag(help: "Agree on keys by ephemeral Diffie–Hellman, signed with RSA. The default.")
    var dh = false

    @Flag(help: "Agree on keys by RSA key transport.")
    var rsa = false

    @Flag(help: "Speak TLS 1.3 instead of TLS 1.2.")
    var tls13 = false

    @Flag(help: "With --tls13: the client bets on a group that the server does not accept, and is asked to come again.")
    var hrr = false

    @Flag(help: "With --tls13: the client changes its keys before its request, and asks the server to do the same.")
    var keyUpdate = false

    @Option(
        help: .text(
            "With --tls13: both sides fill every protected record up to a multiple of so many octets of inner plaintext, 1 to "
                + "\(Self.mostPadding).", for: "octets"))
    var pad: Int?

    @Flag(help: "With --tls13: alerts about errors have the level 'warning'. The reader does not look at it.")
    var alertsAsWarnings = false

    @Flag(help: "The server speaks TLS 1.2 and TLS 1.3. The client speaks one: TLS 1.3 with --tls13.")
    var serverSpeaksBoth = false

    /// The largest multiple that records are filled up to, in octets.
    private static let mostPadding = 16_384

    @Option(help: "The number from which everything random follows, 0 to 2^64 - 1.")
    var seed: UInt64 = 1

    @OptionGroup var output: OutputOptions
    @OptionGroup var page: PageOptions

    @OptionGroup var files: VisitFiles

    @Option(help: .text("The group for the key exchange. 'list' names those of TLS 1.2 and of TLS 1.3.", for: "name"))
    var group: GroupName?

    @Option(help: .text("The cipher suite by its registry name. 'list' names them.", for: "name"))
    var cipher: SuiteName?

    @Flag(help: "Use the extended master secret (RFC 7627), as today's endpoints do.")
    var ems = false

    @Option(
        help: .text(
            "The server asks for a client certificate. good: the client has one and its key. none: it has none. wrong-ca: it has one "
                + "from a self-made authority. copied: it has a copy of another client's certificate, without the key. not-listed: it has "
                + "one and its key, and the server has a list of subjects without this one.",
            for: "good|none|wrong-ca|copied|not-listed"))
    var clientCert: ClientCertificate?

    @Option(
        help: .text(
            "How the client checks the server's chain: full, no-hostname, none, or pin:DIGEST, with the SHA-256 of a key in base 64 or "
                + "hexadecimal.", for: "kind"))
    var trust = TrustOption(checksMade: .full)

    @Option(
        help: .text(
            "The certificate that the server shows: genuine, expired, not-yet-valid, wrong-host, self-signed, unknown-ca, "
                + "missing-intermediate, wrong-usage or not-a-ca; or copied-chain, the genuine chain in the hands of an impostor without "
                + "its key.", for: "kind"))
    var serverChain = PresentedChain.genuine

    @Option(
        help: .text(
            "Tell a second visit, which resumes the session of a first visit by its 'id' or by a 'ticket'; with --tls13 by the secret of "
                + "a ticket, 'psk', with that secret alone and no exchange, 'psk-ke', or with the request as early data, 'early'.",
            for: "id|ticket|psk|psk-ke|early"))
    var resume: ResumeChoice?

    @Option(
        help: .text(
            "Tell only these steps: ids as '--detail messages' shows them, or beginnings such as tls.calc. tcp.data:2 is the second of "
                + "its kind. Sections: start, end.holdings, end.reach, end.equality, end.limits.", for: "id,id,…"))
    var only: StepList?

    @Option(
        help: .text(
            "Protocols that the client offers to speak inside, preferred first (ALPN). The server of a visit speaks http/1.1.",
            for: "name,…"))
    var alpn: String?

    @Flag(help: "The server's application closes first, as soon as it has answered. TIME-WAIT is then at the server.")
    var serverCloses = false

    @Option(
        help: .text(
            "The maximum segment lifetime, 0 to 600: TIME-WAIT lasts twice as long. Default: the RFC's 120.",
            for: "seconds"))
    var msl: Double?

    @Option(
        help: .text(
            "How both hosts choose their initial sequence numbers: as RFC 6528 says, by the clock alone, always the same, or by a "
                + "counter that grows by 64,000 with each connection. The end of the story says what can be guessed.",
            for: "rfc6528|clock|constant|plus64000"))
    var isn = SequenceNumberGenerator.rfc6528

    @Flag(
        help:
            "An attacker on the path cuts the answer off: a FIN in the server's name, and no close_notify. The server closes first."
    )
    var truncate = false

    @Option(
        help: .text(
            "An attacker without a key on the path. onlooker: she only reads. rst-injection: she resets both sides. record-change: she changes "
                + "a bit of a protected record. downgrade: she changes the suites in the ClientHello of TLS 1.2; version-downgrade: the versions "
                + "in one that offers TLS 1.3 and TLS 1.2. truncation: as --truncate.",
            for: "name"))
    var attacker: VisitAttacker?

    @OptionGroup(title: "The wire")
    var wireOptions: WireOptions

    @OptionGroup(title: "The wire")
    var faultOptions: FaultOptions

    @OptionGroup(title: "The wire")
    var ruleOptions: RuleOptions

    @OptionGroup var walk: WalkOptions

    func validate() throws {
        try validateVersion()
        let protocols = try alpn.map { try TLSOptions.protocols($0) }
        if dh && rsa { throw ValidationError("--dh and --rsa exclude each other: one handshake has one key exchange.") }
        if resume != nil, let clientCert, !clientCert.isGood {
            throw ValidationError(
                "--resume: with --client-cert \(clientCert.rawValue) the first visit fails, so there is no session to resume."
            )
        }
        if resume != nil, serverChain != .genuine || trust.checksMade != .full {
            throw ValidationError(
                "--resume: a resumed session sends no chain, so --server-chain and --trust have no effect.")
        }
        let isSpoken = protocols.map { $0.contains(Visit.applicationProtocol) } ?? true
        if resume != nil, !isSpoken {
            throw ValidationError(
                "--resume: the server refuses a client that does not offer \(Visit.applicationProtocol), so there is no session to resume."
            )
        }
        if truncate || attacker == .truncation,
            resume != nil || clientCert.map({ !$0.isGood }) == true || serverChain != .genuine || !isSpoken
        {
            throw ValidationError(
                "\(truncate ? "--truncate" : "--attacker truncation") needs a visit in which there is an answer to cut off."
            )
        }
        try attacker?.validate(truncates: truncate, speaksTLS13: tls13, resumes: resume != nil)
        if let msl, !(0...600).contains(msl) { throw ValidationError("--msl: 0 to 600 seconds.") }
        if walk.predict, !walk.step { throw ValidationError("--predict asks between the steps: it needs --step.") }
        if walk.step, only != nil {
            throw ValidationError("--step shows the whole run, --only prints a part. Choose one.")
        }
    }

    /// Refuses options that belong to the other version.
    private func validateVersion() throws {
        if let pad, !(1...Self.mostPadding).contains(pad) {
            throw ValidationError("--pad: 1 to \(Self.mostPadding) octets.")
        }
        guard tls13 else {
            if keyUpdate { throw ValidationError("--key-update needs --tls13: TLS 1.2 has no KeyUpdate.") }
            if pad != nil { throw ValidationError("--pad needs --tls13: records of TLS 1.2 have no such padding.") }
            if alertsAsWarnings {
                throw ValidationError("--alerts-as-warnings needs --tls13: in TLS 1.2 the level of an alert counts.")
            }
            if hrr { throw ValidationError("--hrr needs --tls13: TLS 1.2 has no HelloRetryRequest.") }
            if let resume, resume.older == nil {
                throw ValidationError("--resume \(resume.rawValue) needs --tls13. TLS 1.2 resumes by 'id' or 'ticket'.")
            }
            return
        }
        if dh || rsa { throw ValidationError("--tls13 excludes --dh and --rsa: its exchange is always ephemeral.") }
        if ems {
            throw ValidationError(
                "--ems: TLS 1.3 has no extended master secret, because it always ties its secrets to the handshake.")
        }
        if let resume, resume.older != nil {
            throw ValidationError(
                "--tls13 resumes by 'psk', 'psk-ke' or 'early': session IDs are gone, and a ticket names a PSK.")
        }
        if resume == .pskKE, hrr {
            throw ValidationError("--hrr: with --resume psk-ke there is no exchange, so no share can be asked for.")
        }
    }

    func run() async throws {
        if asksForList { return try list() }
        let visit = try await visit { _ in true }
        try output.write(RunSet(one: visit.journal), in: page.spoken)
        try files.write(visit)
        try show(visit.journal)
        warn(of: visit.journal)
        try judge(visit.journal)
    }

    func runs(while goesOn: (Int) -> Bool) async throws -> RunSet {
        asksForList ? .none : RunSet(one: try await visit(while: goesOn).journal)
    }

    private var asksForList: Bool { group?.description == "list" || cipher?.description == "list" }

    private func visit(while goesOn: (Int) -> Bool) async throws -> Visit {
        let options = try visitOptions()
        return Visit.run(options, try await Visit.Cast(options).consultingLibrary(), while: goesOn)
    }

    /// Ends with status 4 if the wire has kept the visit from its end, for programs that read only the status.
    private func judge(_ journal: Journal) throws {
        let failures = journal.wireFailures
        // An attacker who ends the connection means the visit to end early.
        guard !failures.isEmpty, !truncate, attacker?.endsConnection != true else { return }
        let words = failures.map { "\($0.who): \($0.why.sentence(in: .english))" }.joined(separator: "; ")
        StreamedFile.warn("Error: the visit did not end, because of the wire. \(words).\n")
        throw ExitCode(4)
    }

    /// Warns of rules that no packet has matched. Such a rule is probably a mistake.
    private func warn(of journal: Journal) {
        for event in journal.events where event.step == "wire.rule_unused" {
            let words = event.remark?.sentence(in: .english) ?? ""
            StreamedFile.warn("Warning: \(words)\n")
        }
    }

    private func list() throws {
        if group?.description == "list" {
            func say(_ words: Words) -> String { words.sentence(in: page.spoken) }
            let rows = FiniteFieldGroup.all.map { group in
                let bits = Words(english: "\(group.p.bitWidth) bits", chinese: "\(group.p.bitWidth) 位")
                let toy = group.weakness.map { Words(english: "(toy) \($0.english)", chinese: "（玩具）\($0.chinese)") }
                return [group.name, say(bits), toy.map(say) ?? ""]
            }
            let tls13Rows = Visit.TLS13Options.groups.filter { $0.finiteField == nil }.map { [$0.name, "", "TLS 1.3"] }
            try page.show(NamedList(rows + tls13Rows).text(style: page.style))
        }
        if cipher?.description == "list" {
            for suite in CipherSuite.all { print(suite.name) }
            for suite in TLS13.CipherSuite.all { print(suite.name) }
        }
    }

    // MARK: Options

    func visitOptions() throws -> Visit.Options {
        var options = Visit.Options(
            seed: seed, extendedMasterSecret: ems, clientCertificate: clientCert, serverChain: serverChain,
            checksMade: trust.checksMade, resumption: resume?.older,
            closesFirst: serverCloses || truncate || attacker == .truncation ? .server : .client,
            msl: msl.map { .microseconds(Int64($0 * 1_000_000)) } ?? Visit.maximumSegmentLifetime, isn: isn,
            isTruncated: truncate, wire: wireOptions.wire(with: faultOptions.faults, rules: ruleOptions.rule),
            applicationProtocols: try alpn.map { try TLSOptions.protocols($0) } ?? [])
        options.serverSpeaksBoth = serverSpeaksBoth
        options.attacker = attacker
        if tls13 {
            options.tls13 = try tls13Options()
        } else {
            options.suite = try suite()
            if options.suite.keyExchange == .rsa, let group {
                throw ValidationError("--group \(group): \(options.suite.name) uses no Diffie–Hellman group.")
            }
            options.group = try chosenGroup()
        }
        if attacker == .downgrade, options.leftSuite == nil {
            throw ValidationError(
                "--attacker downgrade: \(options.suite.name) is the last suite that the client offers. There is none to go down to."
            )
        }
        return options
    }

    private func tls13Options() throws -> Visit.TLS13Options {
        guard let suite = cipher.map({ TLS13.CipherSuite.named($0.description) }) ?? .aes128GCM else {
            throw ValidationError(
                "--cipher: no suite of TLS 1.3 has this name. Known: \(TLS13.CipherSuite.all.map(\.name).joined(separator: ", "))."
            )
        }
        let group = try GroupName.tls13(group, orElse: hrr ? .secp256r1 : .x25519)
        var choices = Visit.TLS13Options(
            suite: suite, group: group, isRetried: hrr, resumes: resume != nil, sendsEarlyData: resume == .early)
        choices.usesSecretAlone = resume == .pskKE
        choices.updatesKeys = keyUpdate
        choices.paddingMultiple = pad ?? 1
        choices.alertLevel = alertsAsWarnings ? .warning : .fatal
        return choices
    }

    private func suite() throws -> CipherSuite {
        let wanted: KeyExchangeKind? = rsa ? .rsa : (dh ? .dheRSA : nil)
        guard let cipher else { return wanted == .rsa ? .rsaAES128GCM : .dheRSAAES128GCM }
        guard let suite = CipherSuite.all.first(where: { $0.name == cipher.description }) else {
            throw ValidationError(
                "--cipher: no suite is named \(cipher). Known: \(CipherSuite.all.map(\.name).joined(separator: ", ")).")
        }
        if let wanted, suite.keyExchange != wanted {
            throw ValidationError("--cipher \(cipher) contradicts \(rsa ? "--rsa" : "--dh").")
        }
        return suite
    }

    private func chosenGroup() throws -> FiniteFieldGroup {
        guard let group else { return .ffdhe2048 }
        guard let known = FiniteFieldGroup.named(group.description) else {
            throw ValidationError(
                "--group: no group is named \(group). "
                    + "Known: \(FiniteFieldGroup.all.map(\.name).joined(separator: ", ")).")
        }
        return known
    }

    // MARK: Renderings

    private func show(_ journal: Journal) throws {
        guard walk.step, only == nil else { return try page.show(text(of: journal, style: page.style)) }
        // The picture of the flights would answer the questions.
        let ladder = output.ladder(journal, style: page.style, hasPicture: !walk.predict)
        Walk.show(ladder, predicting: walk.predict ? journal : nil)
    }

    /// The page that the command prints about its run: the whole ladder, or the steps that `--only` chooses.
    ///
    /// - Throws: `ValidationError` if a name in `--only` chooses no step.
    func text(of journal: Journal, style: PageStyle) throws -> String {
        let ladder = output.ladder(of: journal, only: only, style: style)
        guard let only else { return ladder.text }
        do {
            return try ladder.text(only: only.ids)
        } catch {
            throw ValidationError("--only: \(error)")
        }
    }

    /// The number of the first step of a run that `--only` chooses; nil if it chooses none.
    func firstStep(in journal: Journal) -> Int? {
        only.flatMap { output.ladder(of: journal, only: $0, style: page.style).firstStep(of: $0.ids) }
    }
}

/// The options for going through the run step by step with keys.
struct WalkOptions: ParsableArguments, OptionPurpose {
    static let use = OptionUse.display

    @Flag(help: "Wait for a key between the steps. The keys go back, too, to a chapter, to a search; ? lists them.")
    var step = false

    @Flag(
        help: "With --step: ask for the next packet, message or state before it is shown, and count the right answers.")
    var predict = false
}
