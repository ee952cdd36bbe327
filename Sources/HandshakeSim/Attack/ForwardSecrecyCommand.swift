import ArgumentParser
import Crypto
import Explain
import LiveIO
import Museum
import PKI
import Recordings
import Render
import Simulator
import TLSSim
import Trace

/// The command for the attack with a stolen key on a recording.
struct ForwardSecrecyCommand: AsyncParsableCommand, ShowingCommand {
    static let configuration = CommandConfiguration(
        commandName: AttackName.forwardSecrecy.rawValue,
        abstract: AttackName.forwardSecrecy.abstract,
        discussion: """
            The command reads a capture and a server's RSA private key. It assembles each TCP connection in the capture and reads it as \
            TLS.

            For TLS 1.2 with RSA key transport and AES it decrypts the premaster secret, computes the keys, proves them with both \
            Finished messages, and prints the conversation. For ephemeral Diffie–Hellman, on a finite field or a curve, and for TLS 1.3 \
            it says why the key decrypts nothing. It names other ciphers and versions, but does not decrypt them.

            For TLS 1.3 other loot can be tried: the key of the tickets (as this program seals them), the PSK that the hello offers \
            first, and the private value of one share. The command derives what follows by the key schedule, opens what opens, and \
            shows which tag fails.

            The capture may be pcap or pcapng, of Ethernet, Linux cooked, loopback or bare IP, version 4 or 6. Checksums are not \
            checked. Packets may be missing, repeated or out of order. Secrets in a pcapng file are not used. The key is PEM, PKCS#1 or \
            PKCS#8, without a password.

            With --tls12 the command tells a story. An RSA visit and a Diffie–Hellman visit with the same certificate are \
            recorded, the key is stolen, and both recordings are attacked. Then Diffie–Hellman in groups that are too small is broken \
            without any key. With --tls13 it records a visit of TLS 1.3 and lets one thief after the other try it.

            \(AttackName.forwardSecrecy.exhibitHelp(without: "--capture, --tls12, --no-measure and --tls13"))

            \(Card.exitStatus)

            EXIT STATUS OF A CAPTURE OR A STORY
              0   a connection or its early data was opened (or the story was told)
              3   none was opened, and at least one has forward secrecy
              1   an error: an unreadable file, no TLS in it, a key that does not fit,
                  an unsupported suite; standard error says what and where
              64  wrong usage

            EXAMPLE
              HandshakeSim --rsa --pcap run.pcapng --server-key stolen.pem
              HandshakeSim attack forward-secrecy --capture run.pcapng --key stolen.pem
              HandshakeSim attack forward-secrecy --tls13 --resume early --steal ticket-key
              HandshakeSim attack forward-secrecy --tls13 --group X25519MLKEM768
              HandshakeSim attack forward-secrecy --tls12 --seed 7

            To make a recording of your own, run these at the same time, and stop tshark at the end:
              tshark -i lo -f 'tcp port 4433' -w own.pcapng
              openssl s_server -accept 4433 -cert cert.pem -key key.pem -www -tls1_2 \\
                -cipher AES128-GCM-SHA256
              openssl s_client -connect 127.0.0.1:4433 -tls1_2
            """)

    @Option(help: .text("The recording: a pcap or pcapng file.", for: "file"))
    var capture: InputPath?

    @Option(help: .text("The stolen RSA private key, as PEM.", for: "file"))
    var key: InputPath?

    @Option(help: "The number from which the story follows, 0 to 2^64 - 1. (default: 1)")
    var seed: UInt64?

    @Flag(help: "Tell the story of TLS 1.2: visits are recorded, a key is stolen, and small groups are broken.")
    var tls12 = false

    @OptionGroup var measuring: MeasureOptions

    @OptionGroup var theft: TLS13TheftOptions

    @OptionGroup var loot: CaptureLootOptions

    @OptionGroup var exhibit: ExhibitOptions

    @OptionGroup var page: PageOptions

    /// The options that choose a capture or a story in place of the exhibit's performances, and whether each is used.
    private var choices: KeyValuePairs<String, Bool> {
        [
            "--capture": capture != nil, "--key": key != nil, "--tls12": tls12, "--no-measure": measuring.noMeasure,
            "--tls13": theft.tls13, "--resume": theft.resume != nil, "--group": theft.group != nil,
            "--steal": theft.steal != nil,
        ]
    }

    /// The exhibit with the options of the command; nil if they choose a capture or a story.
    var show: ExhibitShow? {
        guard !choices.contains(where: \.value), let shown = AttackName.forwardSecrecy.exhibit else { return nil }
        return ExhibitShow(
            exhibit: shown.exhibit, options: exhibit, seed: seed ?? 1, output: theft.output, page: page)
    }

    func validate() throws {
        try theft.check(isExhibit: show != nil)
        try exhibit.refuse(choices)
        if tls12, theft.tls13 { throw ValidationError("--tls12 and --tls13 exclude each other: each tells a story.") }
        guard (capture == nil) == (key == nil && !loot.isThere) else {
            throw ValidationError(
                "--capture and --key go together: the attack needs the recording and the key, or for TLS 1.3 --ticket-key, --psk or "
                    + "--private-value.")
        }
        if capture != nil, seed != nil || tls12 || measuring.noMeasure || theft.tls13 || theft.html != nil {
            throw ValidationError(
                "--seed, --tls12, --no-measure, --tls13 and --html belong to the story. With --capture there is no story."
            )
        }
    }

    func run() async throws {
        if let show { return try show.run() }
        if theft.tls13 { return try await theft.tell(seed: seed ?? 1, page) }
        guard let capture else {
            let clock = ContinuousClock()
            let start = clock.now
            try page.show(try await story(measuring.noMeasure ? nil : { clock.now - start }).report())
            let set = theft.html == nil ? .none : try await told()
            return try OutputOptions.write(pageOf: set, to: theft.html, in: page.spoken)
        }
        try attack(capture.path)
    }

    func runs(while goesOn: (Int) -> Bool) async throws -> RunSet {
        if let show { return try show.set(while: goesOn) }
        return theft.tls13 ? try await theft.story(seed: seed ?? 1).runs : try await told()
    }

    /// The story of TLS 1.2.
    ///
    /// - Parameter now: a clock; nil if the story has no measured times.
    private func story(_ now: (() -> Duration)?) async throws -> ForwardSecrecyStory {
        let seed = seed ?? 1
        let cast = try await Visit.Cast(ForwardSecrecyStory.options(seed: seed)).consultingLibrary()
        return ForwardSecrecyStory(seed: seed, cast: cast, now: now)
    }

    /// The visits of the story of TLS 1.2 beside it. A page has no measured times, so that it is the same on every run.
    private func told() async throws -> RunSet {
        RunSet(try await story(nil).runs(), pairs: [("rsa", "dhe")])
    }

    private func attack(_ capturePath: String) throws {
        let capture = try InputFile.parsed(capturePath, limit: InputFile.longestCapture) { try Reassembler($0) }
        let key = try key.map { try InputFile.rsaKey($0.path) }
        let connections = capture.connections
        var told = capture.asides.report
        guard !connections.isEmpty else {
            try page.show(told)
            throw AttackFailure("\(capturePath): no TCP segment in \(counted(capture.frames, "packet"))")
        }
        var outcomes: [AttackReport.Outcome] = []
        var failures: [String] = []
        for (index, connection) in connections.enumerated() {
            let report = ForwardSecrecyAttack.run(on: connection, with: key, loot.loot(key: key))
            told += connection.title(number: index + 1, of: connections.count) + report.report + Report([.space])
            outcomes.append(report.outcome)
            if report.outcome == .failed, let last = report.steps.last {
                failures.append("connection \(index + 1): " + last.remark.sentence(in: .english))
            }
        }
        try page.show(told)
        if outcomes.contains(.opened) || outcomes.contains(.earlyDataOpened) { return }
        if outcomes.contains(.forwardSecret) || outcomes.contains(.closedWithoutForwardSecrecy) { throw ExitCode(3) }
        throw AttackFailure("\(capturePath): " + failures.joined(separator: "\n"))
    }
}

extension InputFile {
    /// The largest capture that an attack reads, in octets. The whole capture is held in memory.
    static let longestCapture = 1 << 30

    /// The value that `parse` makes of the octets of a file.
    ///
    /// - Throws: ``FileError`` if the file cannot be read; ``AttackFailure`` with the path if `parse` throws an error.
    static func parsed<Value>(_ path: String, limit: Int, by parse: ([UInt8]) throws -> Value) throws -> Value {
        let octets = try read(path, limit: limit)
        do {
            return try parse(octets)
        } catch {
            throw AttackFailure("\(path): \(error)")
        }
    }

    /// The RSA private key in a PEM file.
    ///
    /// - Throws: ``FileError`` if the file cannot be read; ``AttackFailure`` if it has no RSA private key.
    static func rsaKey(_ path: String) throws -> RSAPrivateKey {
        do {
            return try CertificateFiles.key(path) { text throws(KeyFileError) in try RSAPrivateKey(pem: text) }
        } catch let failure as CertificateFiles.Failure { throw AttackFailure("\(failure)") }
    }
}

/// The option that leaves measured times out of a story.
struct MeasureOptions: ParsableArguments, OptionPurpose {
    static let use = OptionUse.display

    @Flag(help: "Leave out the measured times, so that the text is the same on every run.")
    var noMeasure = false
}

/// The stolen values that are tried on a capture, except a private key.
struct CaptureLootOptions: ParsableArguments, OptionPurpose {
    static let use = OptionUse.besideFile

    @Option(help: .text("With --capture: the key of the tickets, 32 octets.", for: "hex"))
    var ticketKey: String?

    @Option(help: .text("With --capture: the PSK that the hello offers first.", for: "hex"))
    var psk: String?

    @Option(help: .text("With --capture: the private value of one share.", for: "hex"))
    var privateValue: String?

    /// Whether one of the options is used.
    var isThere: Bool { ticketKey != nil || psk != nil || privateValue != nil }

    func validate() throws {
        for (name, value, count) in [
            ("--ticket-key", ticketKey, TicketKey.secretLength), ("--psk", psk, nil),
            ("--private-value", privateValue, nil),
        ] {
            guard let value else { continue }
            guard let octets = Hex.octets(value), !octets.isEmpty, octets.count == count ?? octets.count else {
                throw ValidationError("\(name): \(count.map { "\($0) " } ?? "")octets in hexadecimal.")
            }
        }
    }

    /// The loot from these options, and from the private key if there is one.
    func loot(key: RSAPrivateKey?) -> TLS13.Loot {
        TLS13.Loot(
            hasServerKey: key != nil, ticketKey: ticketKey.flatMap { Hex.octets($0) },
            psk: psk.flatMap { Hex.octets($0) },
            privateValue: privateValue.flatMap { Hex.octets($0) })
    }
}
