import Capture
import Crypto
import PKI
import Render
import Simulator
import TLSSim
import Trace

/// The story that `attack forward-secrecy` tells without arguments.
///
/// Visits are run, but what goes on from them to the attack are files: a capture without secrets in it, and a key as PEM.
public struct ForwardSecrecyStory {
    private let seed: UInt64
    private let cast: Visit.Cast
    private let text: AttackText
    private let now: (() -> Duration)?

    /// A story that is not told yet.
    ///
    /// - Parameters:
    ///   - seed: everything random follows from this number.
    ///   - cast: who takes part in its visits, made for the ``options(seed:_:_:)`` of the first.
    ///   - text: how the story is laid out.
    ///   - now: a clock; nil if no times are to be told.
    public init(seed: UInt64, cast: Visit.Cast, text: AttackText, now: (() -> Duration)?) {
        self.seed = seed
        self.cast = cast
        self.text = text
        self.now = now
    }

    /// The options of a visit of the story.
    public static func options(
        seed: UInt64, _ suite: CipherSuite = .rsaAES128GCM, _ group: FiniteFieldGroup = .ffdhe2048
    ) -> Visit.Options {
        Visit.Options(seed: seed, suite: suite, group: group)
    }

    private func visit(_ suite: CipherSuite, _ group: FiniteFieldGroup = .ffdhe2048) -> Visit {
        Visit.run(Self.options(seed: seed, suite, group), cast)
    }

    /// Tells the story, a piece at a time.
    ///
    /// - Throws: ``AttackFailure`` where a recording has no connection in it, which would be a fault of this program.
    public func tell(_ say: (String) -> Void) throws {
        let rsa = visit(.rsaAES128GCM)
        let dhe = visit(.dheRSAAES128GCM)
        let pem = rsa.pki.serverKey.pkcs8PEM
        say(opening(rsa, dhe, pem))
        let key = try RSAPrivateKey(pem: pem)
        try replay("The recording of the RSA visit", rsa, key, say)
        say(
            text.paragraph(
                """
                The recording and the key were enough. The years between do not matter: everyone who kept the packets can read them when \
                the key leaks.
                """))
        try replay("The recording of the Diffie–Hellman visit, with the same key", dhe, key, say)
        say(
            text.paragraph(
                """
                The attack, the key and the certificate are the same. Only one thing differs: what the server remembers between its two \
                messages. For RSA it is the long-term key. For Diffie–Hellman it is an exponent that no longer exists.
                """))
        try toys(say)
        say(try ExponentCost(text: text).chapter(seed: seed, now: now))
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
                An eavesdropper keeps the packets: captures of \(sizes[0]) and \(counted(sizes[1], "octet")), without secrets.
                """)
            + text.paragraph(
                "Later the file with the server's private key is stolen. From here on the thief has only these three files."
            )
            + "\n" + lines.prefix(2).map { "    \($0)\n" }.joined()
            + "    … \(counted(max(0, lines.count - 3), "more line"))\n"
            + lines.suffix(1).map { "    \($0)\n" }.joined()
    }

    private func replay(_ title: String, _ visit: Visit, _ key: RSAPrivateKey, _ say: (String) -> Void) throws {
        let connection = try Self.connection(visit.journal)
        say(text.heading(title) + text.report(ForwardSecrecyAttack.run(on: connection, with: key)))
    }

    // MARK: Groups that are too small

    private func toys(_ say: (String) -> Void) throws {
        say(
            text.heading("The limit of Diffie–Hellman: broken without any key")
                + text.paragraph(
                    """
                    Forward secrecy needs a group in which x cannot be found from g^x mod p. In a group that is too small anyone can find \
                    x. The following attacks use no key at all: p, g, dh_Ys and dh_Yc come from the capture.
                    """))
        for group in [FiniteFieldGroup.toy23, .toy32] {
            let result = try search(group, .babyStepGiantStep)
            say(text.heading("\(group.name): baby steps and giant steps") + table(result) + text.brief(result.report))
        }
        let smooth = try search(.toySmooth62, .pohligHellman)
        say(
            text.heading("\(FiniteFieldGroup.toySmooth62.name): one prime factor at a time") + table(smooth)
                + text.brief(smooth.report))
        let long = try search(.toySmooth512, .pohligHellman)
        say(text.heading("\(FiniteFieldGroup.toySmooth512.name): length alone is no protection") + summary(long))
    }

    private func search(
        _ group: FiniteFieldGroup, _ method: ExponentSearch.Method
    ) throws -> ExponentSearch.Result {
        ExponentSearch.run(on: try Self.connection(visit(.dheRSAAES128GCM, group).journal), by: method)
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
            The modulus has \(group.p.bitWidth) bits, and p - 1 has no prime factor above \(largest.factor.prime). \(counted(search.subproblems.count, "subproblem")) with \(search.babySteps) baby steps \
            and \(search.giantSteps) giant steps in all give the exponent of \(search.exponent.bitWidth) bits. The recording \
            is \(opened ? "decrypted: \(counted(result.report.serverData.count, "octet")) of the server's answer" : "not decrypted").
            """)
            + text.paragraph(
                """
                For this reason the primes of RFC 7919 are safe primes: (p - 1)/2 is prime, so the problem cannot be divided.
                """)
    }
}
