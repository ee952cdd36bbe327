import ArgumentParser
import LiveIO
import PKI
import TLSSim
import Trace
import TrustLab

/// The command that says whether App Transport Security would let an iOS app connect.
struct TrustATSCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ats",
        abstract: "Would App Transport Security let an app connect, and if not, why?",
        discussion: """
            Checks a server against the rules of App Transport Security (ATS) for an app's https connections, and against the exceptions \
            in an app's Info.plist. The server is a live one (HOST:PORT), a recorded handshake (--capture), or one that you describe \
            (--chain, --tls, --suite).

            A live server gets real ClientHellos. They offer what Apple's systems would offer under the rules, also TLS 1.3. If the \
            server chooses a suite that this program has, a whole handshake follows. --diagnose runs the sixteen trials of \
            Apple's 'nscurl --ats-diagnostics --verbose' and adds the reason for each result, which nscurl does not tell.

            While ATS is on, code of the app, such as a delegate that checks the certificate, can only refuse more connections, not \
            allow more. The pins of NSPinnedDomains in --plist are compared, too. The rules are those of Apple's published source \
            and tests for iOS 18.4 and later (--ios for others, by Apple's documents). They were not measured on a device.

            EXIT STATUS
              0   the connection would be made (with --diagnose: by an app without exceptions)
              3   it would be refused
              1   an error, or a fact that decides is not known
              64  wrong usage

            EXAMPLES
              HandshakeSim trust ats example.com:443
                  with the system's authorities
              HandshakeSim trust ats localhost:4433 --host api.example.com --anchors ca.pem --diagnose
                  a server of your own, judged as if it were public
              HandshakeSim trust ats --capture run.pcapng --plist Info.plist
                  a recording, under an app's own dictionary
              HandshakeSim trust ats --chain chain.pem --anchors ca.pem --host api.example.com \\
                --tls 1.2 --suite TLS_RSA_WITH_AES_128_GCM_SHA256
                  a server that you only describe
            """)

    @OptionGroup var source: ServerOptions

    @Option(
        help: .text("Versions that the described server speaks: 1.0, 1.1, 1.2, 1.3. (default: 1.2)", for: "version,…"))
    var tls: String?

    @Option(help: .text("Its cipher suites, preferred first, by IANA's names or as 0x002f.", for: "name,…"))
    var suite: String?

    @OptionGroup var trusted: AnchorOptions

    @Flag(
        help:
            "The anchors are public authorities: the limit of 398 days and Certificate Transparency hold. The system's anchors always are."
    )
    var publicCA = false

    @OptionGroup var transparency: LogOptions

    @OptionGroup var moment: MomentOptions

    @Option(help: .text("The app's Info.plist, XML or binary.", for: "file"))
    var plist: InputPath?

    @Option(help: .text("The scheme of the URL: https or http.", for: "scheme"))
    var scheme = ATSPolicy.Scheme.https

    @Option(help: .text("Who loads: urlSession, media (AVFoundation) or webContent (a web view).", for: "loader"))
    var loader = ATSLoader.urlSession

    @OptionGroup var system: PeriodOptions

    @Flag(help: "Run the sixteen trials of nscurl --ats-diagnostics, and tell the reason for each result.")
    var diagnose = false

    @Flag(help: "With --diagnose: one line for each trial, with the requirements that are not met.")
    var brief = false

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var page: PageOptions

    func validate() throws {
        let isDescribed = source.target == nil && source.capture == nil && (source.chain != nil || suite != nil)
        let sources = [source.target != nil, source.capture != nil, isDescribed]
        guard sources.filter({ $0 }).count == 1 || (scheme == .http && source.host != nil) else {
            throw ValidationError("Name one server: HOST:PORT, --capture, or --chain and --suite.")
        }
        if source.target != nil || source.capture != nil, tls != nil || suite != nil {
            throw ValidationError("--tls and --suite describe a server; HOST:PORT and --capture have their own.")
        }
        if isDescribed, source.host == nil {
            throw ValidationError("--chain and --suite need --host: the host in the URL.")
        }
        if diagnose, plist != nil {
            throw ValidationError("--diagnose tries dictionaries of its own: leave --plist out.")
        }
        if brief, !diagnose || json { throw ValidationError("--brief shortens the text of --diagnose.") }
        if diagnose, scheme == .http { throw ValidationError("--diagnose loads https, as nscurl does.") }
        if trusted.anchorKind != nil, publicCA {
            throw ValidationError("--public-ca and --anchor-kind exclude each other.")
        }
        try trusted.check()
        _ = try versions()
        _ = try suites()
    }

    func run() throws {
        let dictionary = try (plist?.path).map(ATSPropertyList.read) ?? ATSDictionary()
        let subject = try self.subject(dictionary)
        let (name, policy) = (subject.host, ATSPolicy(anchorKind: kind))
        if let problem = subject.problem {
            try page.show(problem.report(on: name, remarks: subject.remarks), asJSON: json)
            return try leave(.refused)
        }
        if diagnose {
            let report = ATSDiagnosticsReport(
                host: name,
                trials: ATSDiagnostics.run(
                    on: subject.server, host: name, policy: policy, period: system.period),
                remarks: subject.remarks, period: system.period)
            try page.show(brief ? report.brief : report.report, asJSON: json)
            return try leave(report.trials.first?.judgement.result ?? .undecided)
        }
        let rules = dictionary.rules(forHost: name, loader: loader, on: system.period)
        // A recording shows one handshake. It is judged alone, because the server's other answers are not known.
        let judgement =
            if let seen = subject.server.anything, source.capture != nil, scheme == .https {
                policy.judge(seen, by: rules)
            } else {
                policy.judge(subject.server, scheme: scheme, by: rules)
            }
        let remedy =
            judgement.result == .refused
            ? policy.remedy(for: subject.server, scheme: scheme, host: name, on: system.period) : nil
        let pinning = ATSPinning(
            dictionary, host: name, attempt: subject.evidence.chain.isEmpty ? nil : subject.evidence.attempt)
        try page.show(
            judgement.report(of: dictionary, remedy: remedy, remarks: subject.remarks, pinning: pinning), asJSON: json)
        try leave(judgement.result(with: pinning))
    }

    private var kind: AnchorKind {
        publicCA ? .system : trusted.kind
    }

    private func leave(_ result: ATSJudgement.Result) throws {
        switch result {
        case .loads: return
        case .refused: throw ExitCode(3)
        case .undecided:
            throw CertificateFiles.Failure(
                path: "not decided", why: "a fact that decides was not seen or is not published")
        }
    }
}

extension ATSPolicy.Scheme: ExpressibleByArgument {}
extension ATSLoader: ExpressibleByArgument {}

extension TrustATSCommand {
    /// The server that is judged, the host in the URL, and remarks about how the server was examined.
    fileprivate struct Subject {
        let host: ATSHost
        let server: ATSServer
        let evidence: TrustEvidence
        var problem: ContactProblem?
        var remarks: [Words] = []
    }

    private func subject(_ dictionary: ATSDictionary) throws -> Subject {
        if let target = source.target {
            let place = try Endpoint(judged: target)
            let name = try ATSHost(argument: source.host ?? place.address)
            let evidence = try evidence(name, source.certificates())
            guard scheme == .https else {
                return Subject(host: name, server: ATSServer(anything: nil, answers: [:]), evidence: evidence)
            }
            return Subject(
                try ServerExamination.make(
                    of: place, host: name, timeout: source.timeout, dictionary: dictionary, evidence: evidence,
                    on: system.period, isThorough: diagnose))
        }
        if let capture = source.capture {
            let (recording, asked) = try source.recording(capture.path)
            let name = try ATSHost(argument: asked)
            return Subject(Examination(of: name, recording, evidence: try evidence(name, source.certificates())))
        }
        guard let host = source.host else { throw ValidationError("Name a server.") }
        let name = try ATSHost(argument: host)
        let evidence = try evidence(name, source.certificates())
        let (certificates, suites) = (evidence.chain, try suites())
        let evaluation = certificates.isEmpty ? nil : evidence.evaluation()
        guard !suites.isEmpty else {
            let nothing = ATSConnection(
                version: try versions().max(), suite: nil, chain: certificates, evaluation: evaluation)
            return Subject(host: name, server: ATSServer(anything: nothing, answers: [:]), evidence: evidence)
        }
        let server = ATSServer(versions: try versions(), suites: suites, chain: certificates, evaluation: evaluation)
        var subject = Subject(host: name, server: server, evidence: evidence)
        subject.remarks = [Words(HandshakeTrial.unseen(.noServer))]
        if let evaluation {
            subject.remarks.append(Words(RevocationRemark(of: evaluation.verdict, .files)))
        }
        return subject
    }

    private func evidence(_ host: ATSHost, _ chain: [[UInt8]]) throws -> TrustEvidence {
        var evidence = TrustEvidence(
            chain: chain, asked: .server(host.text), time: moment.seconds, systemAnchors: try trusted.store().anchors)
        evidence.systemKind = kind
        evidence.knownLogs = try transparency.known()
        evidence.stapledResponse = try source.response()
        return evidence
    }

    // MARK: Reading options

    private func versions() throws -> [ProtocolVersion] {
        try (tls ?? "1.2").split(separator: ",", omittingEmptySubsequences: false).map { text in
            guard let version = ProtocolVersion(minimumTLSVersion: "TLSv\(text)") else {
                throw ValidationError("--tls \(text): 1.0, 1.1, 1.2 or 1.3.")
            }
            return version
        }
    }

    private func suites() throws -> [RegisteredSuite] {
        guard let suite else { return [] }
        return try suite.split(separator: ",", omittingEmptySubsequences: false).map { text in
            guard let suite = RegisteredSuite(registered: String(text)) else {
                throw ValidationError(
                    "--suite \(text): no suite of that name is known. Give its number, such as 0xc02f.")
            }
            return suite
        }
    }
}

extension TrustATSCommand.Subject {
    /// The subject of an examination of a server or of a recording.
    init(_ examination: Examination) {
        var server = ATSServer(anything: nil, answers: [:])
        switch examination.sight {
        case .server(let seen): server = seen
        case .recording(let seen): server = ATSServer(seen: seen)
        case .nothing(let found): problem = found
        case .certificates: break
        }
        (host, self.server, evidence) = (examination.host, server, examination.evidence)
        remarks = examination.remarks + examination.revocationRemarks(on: server.anything?.evaluation?.verdict)
    }
}
