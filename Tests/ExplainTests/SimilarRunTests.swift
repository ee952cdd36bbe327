import Capture
import Render
import Simulator
import TestVisit
import Testing

@testable import Explain

/// The visits that may resemble a recorded connection.
@Suite struct SimilarRunTests {
    /// The visits for the only connection of a capture.
    private static func similar(to capture: [UInt8]) throws -> SimilarRun {
        var options = Explainer.Options()
        options.told = [1]
        var explained = ExplainedCapture(Explainer(options))
        try explained.take(capture)
        try explained.take([])
        return try #require(explained.explainer.journals.first?.similar)
    }

    private static func capture(of options: Visit.Options) throws -> [UInt8] {
        PcapNG.bytes(try SharedVisit.run(options).journal)
    }

    /// The visits show the same mistake. A visit with another verdict is not like the recording.
    @Test(arguments: [
        (PresentedChain.expired, "expired"), (.wrongHost, "wrong-host"), (.selfSigned, "self-signed"),
        (.missingIntermediate, "missing-intermediate"), (.copiedChain, "copied-chain"),
    ])
    func aVisitWithTheSameMistakeIsLikeTheRecording(_ chain: PresentedChain, _ name: String) throws {
        let refused = try Self.capture(of: Visit.Options(seed: 7, serverChain: chain))
        let healthy = try Self.capture(of: Visit.Options(seed: 7))
        let similar = try Self.similar(to: refused)
        #expect(similar.candidates.contains { $0.suffix(2) == ["--server-chain", name] }, "\(similar.candidates)")
        #expect(similar.isLike(refused) && !similar.isLike(healthy))
        #expect(try !Self.similar(to: healthy).isLike(refused))
    }

    /// Healthy visits are alike if they have the same version and the same end.
    @Test func healthyVisitsAreAlikeByVersionAndEnd() throws {
        let old = try Self.capture(of: Visit.Options(seed: 7))
        let new = try Self.capture(of: Visit.Options(seed: 7, tls13: .init()))
        let ended = try Self.capture(of: Visit.Options(seed: 7, closesFirst: .server))
        let similar = try Self.similar(to: old)
        #expect(similar.candidates.first?.first == "--dh")
        #expect(similar.isLike(old) && !similar.isLike(new) && !similar.isLike(ended))
        #expect(try Self.similar(to: ended).candidates.first?.contains("--server-closes") == true)
    }

    /// No visit is refused by TCP, or has no TLS. Then none is made.
    @Test(arguments: [
        "0 C > S SYN mss 1460\n10 S > C RST,ACK seq -1 ack 0", "open 20\n40 C > S ACK,PSH len 10\n90 close 20",
    ])
    func whatNoVisitDoesHasNoCandidate(_ script: String) throws {
        #expect(try Self.similar(to: CaptureScript(script).file).candidates.isEmpty)
    }

    /// As many SYNs are lost in the visit as in the recording, and no more than four visits are made for any recording.
    @Test func whatWasLostIsLostInTheVisit() throws {
        for (script, rule) in [("SYN lost", "drop client SYN 1"), ("no answer", "drop client SYN")] {
            let capture = try #require(MadeCapture.all.first { $0.name == script })
            let candidates = try Self.similar(to: CaptureScript(capture.script).file).candidates
            #expect(candidates.map(\.last).contains { $0?.hasPrefix(rule) == true }, "\(candidates)")
        }
        for capture in MadeCapture.all where capture.codes["tcp.timeouts"] != nil {
            #expect(try Self.similar(to: CaptureScript(capture.script).file).candidates.count <= 4)
        }
    }
}
