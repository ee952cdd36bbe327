import Capture
import Crypto
import Explain
import PKI
import Render
import Simulator
import TLSSim
import Trace

/// The story that `attack forward-secrecy --tls12` tells.
///
/// Visits are run. Then the attack gets only files from them: captures without secrets, and a private key as PEM.
package struct ForwardSecrecyStory {
    private let seed: UInt64
    private let cast: Visit.Cast
    private let now: (() -> Duration)?

    /// A story before its visits are run.
    ///
    /// - Parameters:
    ///   - seed: the seed of all random values.
    ///   - cast: the certificates and keys of the visits, made with the ``options(seed:_:_:)`` of the first visit.
    ///   - now: a clock; nil if the story has no measured times.
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

    /// Runs the visits and the attacks, and returns the story.
    ///
    /// - Throws: ``AttackFailure`` if a recording contains no connection, which would be a fault of this program.
    package func report() throws -> Report {
        let rsa = visit(.rsaAES128GCM)
        let dhe = visit(.dheRSAAES128GCM)
        let pem = rsa.pki.serverKey.pkcs8PEM
        let key = try RSAPrivateKey(pem: pem)
        let chapters =
            [
                opening(rsa: rsa, dhe: dhe, pem: pem), try replay(.keyTransport, of: rsa, with: key), said(.enough),
                try replay(.ephemeral, of: dhe, with: key), said(.difference),
            ] + (try toys()) + [try ExponentCost.chapter(seed: seed, now: now)]
        return Report(apart: chapters) + Report([.space])
    }

    /// The two visits of the story, which a page shows beside it: with RSA key transport, and with ephemeral Diffie–Hellman.
    package func runs() throws -> [WebDocument.Run] {
        let told = try report()
        return [("rsa", CipherSuite.rsaAES128GCM, "--rsa"), ("dhe", .dheRSAAES128GCM, "--dh")].map {
            id, suite, option in
            WebDocument.Run(
                id, visit(suite).journal, command: [option, "--seed", String(seed)], telling: told)
        }
    }

    private func said(_ note: ForwardSecrecyStoryNote) -> Report { Report([.text(note)]) }

    private func headed(_ note: ForwardSecrecyStoryNote) -> Report { Report([.heading(note)]) }

    // MARK: Recording and theft

    /// The packets of a run as a pcapng file, without the secrets of the run: with them no attack would be needed.
    static func capture(_ journal: Journal) -> [UInt8] {
        let packets = journal.events.compactMap { event -> PcapNG.Packet? in
            guard case .sent(let packet, _) = event.kind else { return nil }
            return PcapNG.Packet(
                timestamp: journal.epoch * 1_000_000 + event.at.microseconds, frame: packet.bytes)
        }
        return PcapNG.file(packets: packets)
    }

    private static func connection(_ journal: Journal) throws -> RecordedConnection {
        guard let connection = try Reassembler(capture(journal)).connections.first else {
            throw AttackFailure("the recording of \(journal.title.english) has no connection in it")
        }
        return connection
    }

    private func opening(rsa: Visit, dhe: Visit, pem: String) -> Report {
        let sizes = [rsa, dhe].map { Self.capture($0.journal).count }
        let lines = pem.split(separator: "\n")
        let more = Words(ForwardSecrecyStoryNote.moreLines(max(0, lines.count - 3)))
        let (first, last) = (
            lines.prefix(2).map { Words(same: String($0)) }, lines.suffix(1).map { Words(same: String($0)) }
        )
        return Report([
            .heading(ForwardSecrecyStoryNote.recording),
            .text(ForwardSecrecyStoryNote.visits(seed: seed, sizes: sizes)), .text(ForwardSecrecyStoryNote.theft),
            .space,
            .lines((first + [more] + last).map { "    " + $0 }),
        ])
    }

    private func replay(
        _ title: ForwardSecrecyStoryNote, of visit: Visit, with key: RSAPrivateKey
    ) throws -> Report {
        let connection = try Self.connection(visit.journal)
        return headed(title) + ForwardSecrecyAttack.run(on: connection, with: key).report
    }

    // MARK: Groups that are too small

    private func toys() throws -> [Report] {
        var chapters = [headed(.limit) + said(.smallGroups)]
        for group in [FiniteFieldGroup.toy23, .toy32] {
            let result = try search(group, .babyStepGiantStep)
            chapters.append(headed(.squareRoot(group)) + table(result) + result.report.brief)
        }
        let smooth = try search(.toySmooth62, .pohligHellman)
        chapters.append(headed(.factors(.toySmooth62)) + table(smooth) + smooth.report.brief)
        let long = try search(.toySmooth512, .pohligHellman)
        return chapters + [headed(.length(.toySmooth512)) + summary(long)]
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
        let read = result.report.outcome == .opened ? result.report.serverData.count : nil
        return said(
            .searched(search, bits: group.p.bitWidth, largest: largest.factor.prime, read: read)) + said(.safePrimes)
    }
}
