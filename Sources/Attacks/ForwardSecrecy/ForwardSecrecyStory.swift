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
package struct ForwardSecrecyStory {
    private let seed: UInt64
    private let cast: Visit.Cast
    private let now: (() -> Duration)?

    /// A story that is not told yet.
    ///
    /// - Parameters:
    ///   - seed: everything random follows from this number.
    ///   - cast: who takes part in its visits, made for the ``options(seed:_:_:)`` of the first.
    ///   - now: a clock; nil if no times are to be told.
    package init(seed: UInt64, cast: Visit.Cast, now: (() -> Duration)?) {
        self.seed = seed
        self.cast = cast
        self.now = now
    }

    /// The options of a visit of the story.
    package static func options(
        seed: UInt64, _ suite: CipherSuite = .rsaAES128GCM, _ group: FiniteFieldGroup = .ffdhe2048
    ) -> Visit.Options {
        Visit.Options(seed: seed, suite: suite, group: group)
    }

    private func visit(_ suite: CipherSuite, _ group: FiniteFieldGroup = .ffdhe2048) -> Visit {
        Visit.run(Self.options(seed: seed, suite, group), cast)
    }

    /// The story.
    ///
    /// - Throws: ``AttackFailure`` where a recording has no connection in it, which would be a fault of this program.
    package func report() throws -> Report {
        let rsa = visit(.rsaAES128GCM)
        let dhe = visit(.dheRSAAES128GCM)
        let pem = rsa.pki.serverKey.pkcs8PEM
        let key = try RSAPrivateKey(pem: pem)
        let chapters =
            [
                opening(rsa, dhe, pem), try replay("The recording of the RSA visit", rsa, key),
                Report([
                    .text(
                        """
                        The recording and the key were enough. The years between do not matter: everyone who kept the packets can read them when \
                        the key leaks.
                        """)
                ]),
                try replay("The recording of the Diffie–Hellman visit, with the same key", dhe, key),
                Report([
                    .text(
                        """
                        The attack, the key and the certificate are the same. Only one thing differs: what the server remembers between its two \
                        messages. For RSA it is the long-term key. For Diffie–Hellman it is an exponent that no longer exists.
                        """)
                ]),
            ] + (try toys()) + [try ExponentCost.chapter(seed: seed, now: now)]
        return Report(apart: chapters) + Report([.space])
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

    private func opening(_ rsa: Visit, _ dhe: Visit, _ pem: String) -> Report {
        let sizes = [rsa, dhe].map { Self.capture($0.journal).count }
        let lines = pem.split(separator: "\n")
        return Report([
            .heading("Two visits are recorded, then a key is stolen"),
            .text(
                """
                Two visits to https://\(Visit.hostName), run with seed \(seed) and one certificate. They differ in the cipher \
                suite: the first agrees on keys by RSA key transport, the second by ephemeral Diffie–Hellman in ffdhe2048. \
                An eavesdropper keeps the packets: captures of \(sizes[0]) and \(counted(sizes[1], "octet")), without secrets.
                """),
            .text(
                "Later the file with the server's private key is stolen. From here on the thief has only these three files."
            ),
            .space,
            .lines(
                (lines.prefix(2) + ["… \(counted(max(0, lines.count - 3), "more line"))"] + lines.suffix(1)).map {
                    "    \($0)"
                }),
        ])
    }

    private func replay(_ title: String, _ visit: Visit, _ key: RSAPrivateKey) throws -> Report {
        let connection = try Self.connection(visit.journal)
        return Report([.heading(title)]) + ForwardSecrecyAttack.run(on: connection, with: key).report
    }

    // MARK: Groups that are too small

    private func toys() throws -> [Report] {
        var chapters = [
            Report([
                .heading("The limit of Diffie–Hellman: broken without any key"),
                .text(
                    """
                    Forward secrecy needs a group in which x cannot be found from g^x mod p. In a group that is too small anyone can find \
                    x. The following attacks use no key at all: p, g, dh_Ys and dh_Yc come from the capture.
                    """),
            ])
        ]
        for group in [FiniteFieldGroup.toy23, .toy32] {
            let result = try search(group, .babyStepGiantStep)
            let heading = Report([.heading("\(group.name): baby steps and giant steps")])
            chapters.append(heading + table(result) + result.report.brief)
        }
        let smooth = try search(.toySmooth62, .pohligHellman)
        let heading = Report([.heading("\(FiniteFieldGroup.toySmooth62.name): one prime factor at a time")])
        chapters.append(heading + table(smooth) + smooth.report.brief)
        let long = try search(.toySmooth512, .pohligHellman)
        let title = "\(FiniteFieldGroup.toySmooth512.name): length alone is no protection"
        return chapters + [Report([.heading(title)]) + summary(long)]
    }

    private func search(
        _ group: FiniteFieldGroup, _ method: ExponentSearch.Method
    ) throws -> ExponentSearch.Result {
        ExponentSearch.run(on: try Self.connection(visit(.dheRSAAES128GCM, group).journal), by: method)
    }

    private func table(_ result: ExponentSearch.Result) -> Report {
        guard let group = result.group, let y = result.publicValue, let found = result.found else { return Report() }
        return switch found {
        case .babyStepGiantStep(let search): ExponentText.shanks(search, of: y, in: group)
        case .pohligHellman(let search): ExponentText.pohligHellman(search, of: y, in: group)
        }
    }

    private func summary(_ result: ExponentSearch.Result) -> Report {
        guard case .pohligHellman(let search)? = result.found, let group = result.group,
            let largest = search.subproblems.last
        else { return result.report.report }
        let opened = result.report.outcome == .opened
        return Report([
            .text(
                """
                The modulus has \(group.p.bitWidth) bits, and p - 1 has no prime factor above \(largest.factor.prime). \(counted(search.subproblems.count, "subproblem")) with \(search.babySteps) baby steps \
                and \(search.giantSteps) giant steps in all give the exponent of \(search.exponent.bitWidth) bits. The recording \
                is \(opened ? "decrypted: \(counted(result.report.serverData.count, "octet")) of the server's answer" : "not decrypted").
                """),
            .text(
                """
                For this reason the primes of RFC 7919 are safe primes: (p - 1)/2 is prime, so the problem cannot be divided.
                """),
        ])
    }
}
