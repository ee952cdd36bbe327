import Capture
import Render
import TCPSim
import TestSupport
import Testing
import Trace

@testable import Explain

/// Recordings of bad wires at one end. They lack what the wire has lost on the way there, and have its copies.
@Suite
struct OneEndTests {
    /// The recording of a run at one end, with the truth about its frames.
    private struct Recording {
        struct Frame {
            let number: Int
            let isOwn: Bool
            let isCopy: Bool
            let isDamaged: Bool
            /// Whether the recording has octets of the same side at this place or beyond it, before this frame.
            let isKnowable: Bool
        }

        private(set) var packets: [PcapNG.Packet] = []
        private(set) var frames: [Frame] = []

        init(_ journal: Journal, at end: Principal, _ truth: [Int: JournalTruth.Frame]) {
            var original: [Int: [UInt8]] = [:]
            var had: Set<Int> = []
            var highest: [Bool: Int] = [:]
            for event in journal.events {
                let number: Int
                let octets: [UInt8]
                let isOwn: Bool
                switch event.kind {
                case .sent(let packet, _):
                    original[packet.number] = packet.bytes
                    (number, octets, isOwn) = (packet.number, packet.bytes, true)
                case .received(let packet, _): (number, octets, isOwn) = (packet.number, packet.bytes, false)
                default: continue
                }
                guard event.who == end else { continue }
                let range = truth[number]?.range
                let isKnowable = range.map { $0.lowerBound < highest[isOwn] ?? .min } ?? false
                let isDamaged = original[number] != octets
                if let range, !isDamaged { highest[isOwn] = max(highest[isOwn] ?? .min, range.upperBound) }
                packets.append(
                    PcapNG.Packet(timestamp: 1_700_000_000_000_000 + event.at.microseconds, frame: octets))
                frames.append(
                    Frame(
                        number: number, isOwn: isOwn, isCopy: !had.insert(number).inserted, isDamaged: isDamaged,
                        isKnowable: isKnowable))
            }
        }
    }

    /// What was sent again is found. At the sender's end, its reason is that of the journal.
    @Test(arguments: [Principal.client, .server], [false, true])
    func repetitionsAreFoundAtOneEnd(_ end: Principal, isTLS13: Bool) throws {
        var (again, copies, reasons) = (TruthTests.Score(), TruthTests.Score(), TruthTests.Score())
        var wrong: [String] = []
        for seed in 0..<UInt64(150) {
            let journal = try BadWireTests.visit(seed, isTLS13: isTLS13).journal
            let truth = Dictionary(uniqueKeysWithValues: JournalTruth(journal).frames.map { ($0.number, $0) })
            let recording = Recording(journal, at: end, truth)
            let explanation = Explanation(PcapNG.file(packets: recording.packets))
            let notes = Dictionary(uniqueKeysWithValues: explanation.notes.map { ($0.frame, $0) })
            for (index, frame) in recording.frames.enumerated() where !frame.isDamaged {
                let note = notes[index + 1]
                copies.add(frame.isCopy, note?.marks.contains(.networkDuplicate) ?? false)
                guard let sent = truth[frame.number], !frame.isCopy else { continue }
                // What fills a gap of which the recording has no octets beyond may be told, too.
                let isFound = note?.again != nil
                let isTrue = sent.isSentAgain && (frame.isKnowable || isFound)
                again.add(isTrue, isFound)
                var isRight = isTrue == isFound
                if isRight, frame.isOwn, let why = sent.why {
                    isRight = note?.again == why || why == .timeout && sent.isAlone && note?.again == .tailProbe
                    reasons.add(isRight, true)
                }
                let truth = sent.why.map { "\($0)" } ?? "new"
                if !isRight { wrong.append("\(seed): \(index + 1), \(truth), \(note?.again.map { "\($0)" } ?? "new")") }
            }
        }
        #expect(again.isGood && copies.isGood && reasons.isGood, "\(again); \(copies); \(reasons); \(wrong)")
        #expect(again.found > 100)
    }

    /// In a long transfer, too, a retransmission has the reason of its sender, in the recording beside it. A tail probe that comes as late
    /// as the timer may be called either.
    @Test func retransmissionsHaveTheReasonOfTheirSender() {
        var score = TruthTests.Score()
        var wrong: [String] = []
        for setting in TruthTests.settings {
            for seed in 1...3 as ClosedRange<UInt64> {
                let transfer = LossyTransfer(
                    seed: seed, setting.faults, octets: 120_000, timestamps: setting.timestamps, sack: setting.sack)
                let explanation = Explanation(LossyTransfer.file(transfer.server))
                let notes = Dictionary(uniqueKeysWithValues: explanation.notes.map { ($0.frame, $0.again) })
                for (index, frame) in transfer.server.enumerated() where frame.isSentAgain && !frame.isCopy {
                    // The last octet of the source's address.
                    guard frame.packet.frame[15] == 2, let step = frame.step, let again = notes[index + 1],
                        let again, again != .handshake
                    else { continue }
                    let isRight =
                        switch step {
                        case "tcp.retransmission": again == .timeout || again == .tailProbe
                        case "tcp.fast_retransmit": again == .fast
                        default: again == .recovery
                        }
                    score.add(true, isRight)
                    if !isRight { wrong.append("\(setting), seed \(seed), frame \(index + 1): \(step), \(again)") }
                }
            }
        }
        #expect(score.recall >= 0.95 && score.found > 150, "\(score), \(wrong)")
    }
}
