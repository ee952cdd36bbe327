import Attacks
import Capture
import Crypto
import Render
import Simulator
import TLSSim
import Trace
import TrustSim

/// The story that `attack forward-secrecy` tells without arguments.
///
/// Visits are run, but what goes on from them to the attack are files: a capture without secrets in it, and a key as PEM.
struct ForwardSecrecyStory {
    /// Everything random follows from this.
    let seed: UInt64
    /// How it is laid out.
    let text: AttackText
    /// A clock; nil if no times are to be told.
    let now: (() -> Duration)?

    /// Tells the story, a piece at a time.
    func tell(_ say: (String) -> Void) async throws {
        let rsa = try await Visit.consulted(options(.rsaAES128GCM))
        let choice = options(.dheRSAAES128GCM)
        let dhe = await Visit.consulted(choice, Visit.Cast(choice, pki: rsa.pki))
        let pem = rsa.pki.serverKey.pkcs8PEM
        say(opening(rsa, dhe, pem))
        let key = try RSAPrivateKey(pem: pem)
        try replay("The recording of the RSA visit", rsa, key, say)
        say(
            text.paragraph(
                """
                Nothing was needed but the recording and the key. The years between do not matter; everyone who kept the \
                packets can read them on the day the key leaks.
                """))
        try replay("The recording of the Diffie–Hellman visit, with the same key", dhe, key, say)
        say(
            text.paragraph(
                """
                The same attack, the same key, the same certificate. The one difference is what the server had to remember \
                between its two moves: for RSA the long-term key, for Diffie–Hellman an exponent that no longer exists.
                """))
        try await toys(rsa.pki, say)
        say(try ExponentCost(text: text).chapter(seed: seed, now: now))
    }

    private func options(_ suite: CipherSuite, _ group: FiniteFieldGroup = .ffdhe2048) -> Visit.Options {
        Visit.Options(seed: seed, suite: suite, group: group)
    }

    // MARK: Recording and theft

    /// The packets of a run as a file; without its secrets, which would make the attack pointless.
    static func capture(_ journal: Journal) -> [UInt8] {
        let packets = journal.events.compactMap { event -> PcapNG.Packet? in
            guard case .sent(let packet, _) = event.kind else { return nil }
            return PcapNG.Packet(
                timestamp: journal.epoch * 1_000_000 + event.at.microseconds, frame: packet.bytes)
        }
        return PcapNG.file(packets: packets)
    }

    private static func connection(_ journal: Journal) throws -> RecordedConnection {
        let file = try CaptureFile(bytes: capture(journal))
        guard let connection = Reassembler(file).connections.first else {
            throw AttackFailure("the recording of \(journal.title) has no connection in it")
        }
        return connection
    }

    private func opening(_ rsa: Visit, _ dhe: Visit, _ pem: String) -> String {
        let sizes = [rsa, dhe].map { Self.capture($0.journal).count }
        let lines = pem.split(separator: "\n")
        return text.heading("Two visits are recorded, then a key is stolen")
            + text.paragraph(
                """
                Two visits to https://\(Visit.hostName), run with seed \(seed) and one certificate. They differ in the cipher \
                suite: the first agrees on keys by RSA key transport, the second by ephemeral Diffie–Hellman in ffdhe2048. \
                Someone on the path keeps the packets: captures of \(sizes[0]) and \(sizes[1]) octets, with no secrets in them.
                """)
            + text.paragraph(
                "Later the file with the server's private key is stolen. From here on the thief has these three files only."
            )
            + "\n" + lines.prefix(2).map { "    \($0)\n" }.joined()
            + "    … \(max(0, lines.count - 3)) more lines\n" + lines.suffix(1).map { "    \($0)\n" }.joined()
    }

    private func replay(_ title: String, _ visit: Visit, _ key: RSAPrivateKey, _ say: (String) -> Void) throws {
        let connection = try Self.connection(visit.journal)
        say(text.heading(title) + text.report(ForwardSecrecyAttack.run(on: connection, with: key)))
    }

    // MARK: Groups that are too small

    private func toys(_ pki: LessonPKI, _ say: (String) -> Void) async throws {
        say(
            text.heading("The limit of Diffie–Hellman: broken without any key")
                + text.paragraph(
                    """
                    Forward secrecy rests on nobody being able to find x from g^x mod p. In a group that is too small anyone \
                    can. What follows uses no key at all: p, g, dh_Ys and dh_Yc come from the capture.
                    """))
        for group in [FiniteFieldGroup.toy23, .toy32] {
            let result = try await search(group, .babyStepGiantStep, pki)
            say(text.heading("\(group.name): baby steps and giant steps") + table(result) + text.brief(result.report))
        }
        let smooth = try await search(.toySmooth62, .pohligHellman, pki)
        say(
            text.heading("\(FiniteFieldGroup.toySmooth62.name): one prime factor at a time") + table(smooth)
                + text.brief(smooth.report))
        let long = try await search(.toySmooth512, .pohligHellman, pki)
        say(text.heading("\(FiniteFieldGroup.toySmooth512.name): length alone is no protection") + summary(long))
    }

    private func search(
        _ group: FiniteFieldGroup, _ method: ExponentSearch.Method, _ pki: LessonPKI
    ) async throws -> ExponentSearch.Result {
        let choice = options(.dheRSAAES128GCM, group)
        let visit = await Visit.consulted(choice, Visit.Cast(choice, pki: pki))
        return ExponentSearch.run(on: try Self.connection(visit.journal), by: method)
    }

    private func table(_ result: ExponentSearch.Result) -> String {
        guard let group = result.group, let y = result.publicValue, let found = result.found else { return "" }
        switch found {
        case .babyStepGiantStep(let search): return ExponentText(text: text).shanks(search, of: y, in: group)
        case .pohligHellman(let search): return ExponentText(text: text).pohligHellman(search, of: y, in: group)
        }
    }

    private func summary(_ result: ExponentSearch.Result) -> String {
        guard case .pohligHellman(let search)? = result.found, let group = result.group,
            let largest = search.subproblems.last
        else { return text.report(result.report) }
        let opened = result.report.outcome == .opened
        return text.paragraph(
            """
            The modulus has \(group.p.bitWidth) bits, and p - 1 has no prime factor above \(largest.factor.prime). \(search.subproblems.count) subproblems with \(search.babySteps) baby steps \
            and \(search.giantSteps) giant steps in all give the exponent of \(search.exponent.bitWidth) bits. The recording \
            is \(opened ? "open: \(result.report.serverData.count) octets of the server's answer are read" : "still closed").
            """)
            + text.paragraph(
                """
                That is why the primes of RFC 7919 are safe primes: (p - 1)/2 is prime, and there is nothing to divide.
                """)
    }
}
