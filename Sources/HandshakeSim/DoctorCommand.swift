import ArgumentParser
import LiveIO
import PKI
import Render
import Trace
import TrustLab

/// The command that says whether an iOS app would connect to a server, and if not, why.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Would an iOS app connect to this server? If not: why, what to do, what it costs, what breaks next.",
        discussion: """
            One verdict on top, then the reasons, the weightiest first, with the errors that an app sees; what the app has bundled \
            beside what the server shows; what to do, where, and what it costs; and what will break next.

            The server is one that answers (HOST:PORT), one whose certificates are in a file (--chain), or one whose handshake \
            was recorded (--capture). A server of TLS 1.3 alone encrypts its certificates: give both HOST:PORT and --chain.

            The rules are those of 'trust evaluate', 'trust ats' and 'trust matrix'. Without --policy, an app with pins asks the \
            system first and then compares keys; where an app that compares whole certificates would fare otherwise, the verdict \
            says so. Nothing was measured on a device.

            EXIT STATUS
              0   an app would connect
              3   it would refuse, or an app that compares whole certificates would
              1   an error, or what would be needed to tell was not seen
              64  wrong usage

            EXAMPLES
              HandshakeSim doctor example.com:443 --pin bundled.cer
                  the app that has bundled.cer, and the server of today
              HandshakeSim doctor --chain new.pem --host api.example.com --compare old.pem
                  before the new certificate is installed: whose pins will break?
              HandshakeSim doctor --self
                  no server: what this machine has for the commands that need more than the program
              HandshakeSim doctor localhost:4433 --host api.example.com --anchors ca.pem --plist Info.plist
                  a server of your own under an app's own dictionary
            """)

    @Flag(
        name: .customLong("self"),
        help: "Look at this machine and at no server: terminal, browser, tshark, openssl, TUN, and what needs them.")
    var looksAtItself = false

    @OptionGroup var server: ServerOptions

    @OptionGroup var trusted: AnchorOptions

    @Option(
        help: .text(
            "What the app has pinned: a file with certificates, or the SHA-256 of a key in base 64. May be repeated.",
            for: "file|base64"))
    var pin: [PathOrText] = []

    @Option(
        help: .text(
            "What the app decides with, by a name of 'trust matrix' or its beginning: \"AFSecurityPolicy certificate\".",
            for: "name"))
    var policy: String?

    @Option(help: .text("The app's Info.plist, XML or binary.", for: "file"))
    var plist: InputPath?

    @OptionGroup var system: PeriodOptions

    @Option(help: .text("What the server showed earlier: certificates, the leaf first.", for: "file"))
    var compare: InputPath?

    @OptionGroup var transparency: LogOptions

    @OptionGroup var moment: MomentOptions

    @Option(help: .text("Write the diagnosis as JSON besides.", for: "file"))
    var json: FilePath?

    @Option(help: .text("Write the diagnosis as a page to look at in a browser.", for: "file"))
    var html: FilePath?

    @OptionGroup var page: PageOptions

    func validate() throws {
        try OutputFile.check(all: [json?.path, html?.path])
        let namesServer = server.target != nil || server.chain != nil || server.capture != nil
        if looksAtItself {
            guard !namesServer, json == nil, html == nil else {
                throw ValidationError("--self looks at this machine: give it no server, no --json and no --html.")
            }
            return
        }
        guard namesServer, server.target == nil || server.capture == nil else {
            throw ValidationError("Name one server: HOST:PORT, --chain FILE or --capture FILE.")
        }
        if server.chain != nil, server.target == nil, server.capture == nil, server.host == nil {
            throw ValidationError("--chain needs --host: the host in the app's URL.")
        }
        try trusted.check()
        if let policy, PolicyColumn.abbreviated(policy) == nil {
            let fitting = PolicyColumn.all.map(\.name).filter { $0.lowercased().hasPrefix(policy.lowercased()) }
            let names = fitting.isEmpty ? PolicyColumn.all.map(\.name) : fitting
            throw ValidationError(
                "--policy \(policy): \(fitting.isEmpty ? "there is no such policy" : "more than one fits"). There are "
                    + names.joined(separator: "; ") + ".")
        }
    }

    func run() throws {
        if looksAtItself { return try page.show(SelfExamination().report) }
        let diagnosis = Diagnosis(try examination())
        let report = diagnosis.report
        try page.show(report)
        if let json { try OutputFile.write(Array(report.json.text.utf8), to: json.path) }
        let title = Words(english: "Would an iOS app connect?", chinese: "iOS 应用会连接吗？")
        if let html { try html.write(page: report, title: title, in: page.spoken) }
        if diagnosis.result.exitStatus != 0 { throw ExitCode(diagnosis.result.exitStatus) }
    }

    private func examination() throws -> Examination {
        var examination: Examination
        let dictionary = try (plist?.path).map(ATSPropertyList.read) ?? ATSDictionary()
        if let target = server.target {
            let place = try Endpoint(judged: target)
            let name = try ATSHost(argument: server.host ?? place.address)
            examination = try ServerExamination.make(
                of: place, host: name, timeout: server.timeout, dictionary: dictionary,
                evidence: try evidence(name, server.certificates()), on: system.period)
        } else if let capture = server.capture {
            let (recording, asked) = try server.recording(capture.path)
            let name = try ATSHost(argument: asked)
            examination = Examination(of: name, recording, evidence: try evidence(name, server.certificates()))
        } else {
            let name = try ATSHost(argument: server.host ?? "")
            let evidence = try evidence(name, server.certificates())
            examination = Examination(of: name, sight: .certificates, evidence: evidence)
            examination.remarks = [Words(ExaminationRemark.certificatesAlone)]
        }
        examination.dictionary = dictionary
        examination.period = system.period
        examination.policy = policy.flatMap(PolicyColumn.abbreviated)
        examination.earlier = try (compare?.path).map(CertificateFiles.certificates) ?? []
        if let policy = examination.policy, !examination.evidence.pinnedKeys.isEmpty, policy.comparison != .keys {
            throw ValidationError(
                policy.comparison == .nothing
                    ? "--policy \(policy.name) compares nothing with pins: leave --pin out, or name another policy."
                    : "--policy \(policy.name) compares bundled certificates: give --pin files, not digests of keys.")
        }
        return examination
    }

    private func evidence(_ host: ATSHost, _ chain: [[UInt8]]) throws -> TrustEvidence {
        var evidence = TrustEvidence(
            chain: chain, asked: .server(host.text), time: moment.seconds, systemAnchors: try trusted.store().anchors)
        evidence.systemKind = trusted.kind
        evidence.stapledResponse = try server.response()
        evidence.knownLogs = try transparency.known()
        try evidence.pin(pin.map(\.text))
        return evidence
    }
}
