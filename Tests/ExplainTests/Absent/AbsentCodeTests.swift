import Capture
import Render
import TestVisit
import Testing

@testable import Explain

/// For each code a capture near to it in which it must not stand.
@Suite
struct AbsentCodeTests {
    private static func file(_ source: AbsentCode.Source) throws -> [UInt8] {
        switch source {
        case .script(let script): return CaptureScript(script).file
        case .file(let make): return make()
        case .visit(let options, let gone):
            let journal = try SharedVisit.run(options).journal
            guard !gone.isEmpty else { return PcapNG.bytes(journal) }
            let packets = journal.events.compactMap { event -> PcapNG.Packet? in
                guard case .sent(let packet, _) = event.kind, !gone.contains(packet.number) else { return nil }
                return PcapNG.Packet(timestamp: 1_700_000_000_000_000 + event.at.microseconds, frame: packet.bytes)
            }
            return PcapNG.file(packets: packets)
        }
    }

    /// The codes of the result: those of all diagnoses, and that of the verdict.
    private static func codes(_ file: [UInt8]) throws -> [String] {
        var capture = ExplainedCapture(Explainer(Explainer.Options(), secrets: SecretsStore(), judge: TLSJudge()))
        try capture.take(file)
        try capture.take([])
        var tally = DiagnosisTally()
        for case .connection(let ended) in capture.takeOutputs() { tally.take(ended) }
        let explanation = Explain.Explanation(names: ["x.pcap"], capture, tally: tally)
        let verdict =
            (explanation.tally.verdict ?? explanation.tally.undecided)?.finding ?? explanation.tally.figures.healthy
        return explanation.tally.all.map(\.finding.code) + [verdict.code]
    }

    @Test(arguments: AbsentCode.all)
    func theCodeDoesNotStand(_ absent: AbsentCode) throws {
        let codes = try Self.codes(Self.file(absent.source))
        #expect(!codes.contains(absent.code), "\(codes)")
    }

    @Test func everyCodeHasARow() throws {
        let codes = try AbsentCode.catalogue()
        #expect(codes.count >= 92)
        let rows = Set(AbsentCode.all.map(\.code))
        #expect(codes.subtracting(rows).isEmpty)
        #expect(rows.subtracting(codes).isEmpty)
    }
}
