import ArgumentParser
import JSONLines
import LiveIO
import PKI
import Render
import Trace
import TrustLab

/// The command that computes the pins of certificates, and answers questions about AFSecurityPolicy.
struct TrustPinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin",
        abstract: "The pins of a chain, ready for every library; or what AFSecurityPolicy makes of pins.",
        discussion: """
            For each certificate of a file or a server it prints the SHA-256 of the certificate and of its SubjectPublicKeyInfo, in base \
            64 and hexadecimal, the OpenSSL commands that give the same, and what breaks such a pin. It does not check whether the \
            certificates are trusted.

            With --batch it answers AFSecurityPolicy's questions, one JSON object per line: docs/trust-pin.md.

            EXAMPLES
              HandshakeSim trust pin chain.pem
                  the pins of every certificate in a file
              HandshakeSim trust pin example.com:443 --snippet trustkit --snippet nspinneddomains
                  the pins of a server, and the code for an app
              HandshakeSim trust pin spare.key
                  the pin of a spare key
            """)

    @Argument(
        help: .text(
            "A file with certificates, PEM or DER; with a public key, a private key or a certification request, PEM; or a server.",
            for: "file|host:port"))
    var source: PathOrText?

    @Option(help: .text("The domain to pin. Default: that of the server or of the certificate.", for: "name"))
    var host: String?

    @Option(
        help: .text(
            "A pin in base 64, or a file with its key. The program says which certificate it belongs to. Without a certificate "
                + "here it is a spare.", for: "pin|file"))
    var pin: [PathOrText] = []

    @Option(help: "Code to paste: afnetworking, alamofire, trustkit, nspinneddomains or urlsession. May be repeated.")
    var snippet: [PinSnippet] = []

    @Flag(
        help:
            "The pins also count for names below the domain. A public suffix such as co.uk cannot be pinned in this way."
    )
    var includeSubdomains = false

    @Flag(help: "Read AFSecurityPolicy's questions from standard input, one JSON object per line.")
    var batch = false

    @Flag(help: "With --batch: show every decision on the way.")
    var steps = false

    @Option(help: .text("The time from which days are counted. Default: now.", for: "time"))
    var time: String?

    @Option(help: .text("The time that a server has for each answer. Default: 10.", for: "seconds"))
    var timeout: Double?

    @OptionGroup var page: PageOptions

    func validate() throws {
        guard batch != (source != nil) else { throw ValidationError("Give a file, a host:port, or --batch.") }
        if batch {
            let others = [
                ("--host", host != nil), ("--pin", !pin.isEmpty), ("--snippet", !snippet.isEmpty),
                ("--include-subdomains", includeSubdomains), ("--time", time != nil), ("--timeout", timeout != nil),
            ]
            if let (name, _) = others.first(where: \.1) {
                throw ValidationError("\(name) does not go with --batch: each request says what it asks.")
            }
        }
        try HostArgument.check(host)
        if let source { try Endpoint.check(fileOrPlace: source.text) }
        if steps, !batch { throw ValidationError("--steps goes with --batch.") }
        if includeSubdomains, snippet.isEmpty {
            throw ValidationError("--include-subdomains goes with --snippet.")
        }
        guard (0.1...86_400).contains(timeout ?? 10) else { throw ValidationError("--timeout: 0.1 to 86400 seconds.") }
        if let time, CivilTime.seconds(rfc3339: time) == nil {
            throw ValidationError("--time is \"\(time)\"; it must be like 2026-03-01T12:00:00Z.")
        }
        for text in pin.map(\.text) {
            do throws(PublicKeyPin.Problem) {
                _ = try PublicKeyPin(base64: text)
            } catch {
                // A text that is not a digest may be the name of a file.
                if case .digestOfNothing = error { throw ValidationError("--pin \(text): \(error).") }
            }
        }
    }

    func run() throws {
        guard let source = source?.text else { return answerBatch() }
        if Folder.kind(of: source) != nil, let key = try PinFiles.key(source) {
            guard snippet.isEmpty else {
                throw ValidationError("--snippet needs a chain; give the key as a spare, with --pin \(source).")
            }
            return try page.show(PinReport.of(key, path: source))
        }
        let (chain, from) = try load(source)
        let pins: [CertificatePins]
        do {
            pins = try CertificatePins.of(chain: chain)
        } catch { throw CertificateFiles.Failure(path: source, why: "\(error)") }
        let moment = time.flatMap(CivilTime.seconds(rfc3339:)) ?? WallClock.microseconds / 1_000_000
        let known = try pin.map(\.text).flatMap { text -> [SparePin] in
            switch try PinFiles.read(text) {
            case .key(let pin, let key): [SparePin(pin, key)]
            case .certificates(let certificates): try certificates.map { try SparePin(ofCertificate: $0) }
            }
        }
        let spares = known.filter { spare in !pins.contains { $0.publicKeyPin == spare.pin } }
        let suffixes = includeSubdomains ? self.suffixes() : nil
        let snippets = try snippet.map { snippet in
            "\n" + (try snippet.text(pins, host: try domain(from, pins), spares: spares, belowAllBut: suffixes))
        }
        try page.show(
            PinReport.of(pins, source: from, at: moment) + PinReport.owners(of: known.map(\.pin), in: pins),
            snippets.joined())
    }

    /// The public suffixes: the whole list if it is installed, otherwise the few that this program has.
    private func suffixes() -> PublicSuffixList {
        if let list = PublicSuffixFile.installed() { return list }
        let count = PublicSuffixList.few.count
        StreamedFile.warn(
            "warning: \(PublicSuffixFile.path) is not there (Debian package publicsuffix, or a copy of \(PublicSuffixFile.source)); only \(count) suffixes are known.\n"
        )
        return .few
    }

    private func answerBatch() {
        StandardInput.answerLines { line in
            line.allSatisfy(\.isWhitespace) ? nil : PinBatch.answer(line, withSteps: steps)
        }
    }

    /// The largest file that is read, in octets.
    private static let limit = 4 << 20

    private func load(_ source: String) throws -> (chain: [[UInt8]], PinSource) {
        let octets: [UInt8]
        do {
            octets = try InputFile.read(source, limit: TrustPinCommand.limit)
        } catch {
            guard error.reason == .noSuchFile, let place = Endpoint(source) else { throw error }
            let name = host ?? place.address
            let chain = try ServerChain.fetch(from: place, named: name, within: timeout ?? 10).chain
            return (chain, .server(place, name: name))
        }
        return (try PinFiles.certificates(in: octets, of: source), PinSource(file: octets, path: source))
    }

    /// The domain that is pinned: that of `--host`, otherwise the host of the server, otherwise the first name in the leaf.
    ///
    /// - Throws: `ValidationError` if the leaf has only a wildcard, and the pins do not include subdomains. "*.example.com" is not valid for
    ///   example.com. A pin of example.com without its subdomains would apply to no host of the server.
    private func domain(_ source: PinSource, _ pins: [CertificatePins]) throws -> String {
        if let host { return host }
        if case .server(_, let name) = source { return name }
        let names = pins.first?.dnsNames ?? []
        if let name = names.first(where: { !$0.hasPrefix("*.") }) { return name }
        guard let wildcard = names.first else { return "" }
        let domain = String(wildcard.dropFirst(2))
        guard includeSubdomains else {
            throw ValidationError(
                "the certificate is for \(wildcard), which is not for \(domain) itself: give the host that the app asks for with "
                    + "--host, or pin all hosts below \(domain) with --include-subdomains.")
        }
        return domain
    }
}

extension PinSnippet: ExpressibleByArgument {}
