import Capture
import TestSupport
import Testing

@testable import Explain

/// What was sent again, against the log of the wire itself.
@Suite
struct TruthTests {
    /// How often the explanation says so, and is right.
    struct Score: CustomStringConvertible {
        var (found, missed, invented) = (0, 0, 0)
        var precision: Double { found + invented == 0 ? 1 : Double(found) / Double(found + invented) }
        var recall: Double { found + missed == 0 ? 1 : Double(found) / Double(found + missed) }
        var isGood: Bool { precision >= 0.99 && recall >= 0.99 }
        var description: String { "\(found) found, \(missed) missed, \(invented) invented" }

        mutating func add(_ truth: Bool, _ said: Bool) {
            switch (truth, said) {
            case (true, true): found += 1
            case (true, false): missed += 1
            case (false, true): invented += 1
            case (false, false): break
            }
        }
    }

    /// The scores of recordings at one end.
    struct Scores {
        var again = Score()
        var overtaken = Score()
        var copies = Score()

        mutating func add(_ frames: [LossyTransfer.Frame], numbered: Bool) {
            let packets = frames.map { numbered ? $0.packet : $0.packet.withoutIdentification }
            let explanation = Explanation(PcapNG.file(packets: packets))
            let notes = Dictionary(uniqueKeysWithValues: explanation.notes.map { ($0.frame, $0) })
            for (index, frame) in frames.enumerated() where !frame.isDamaged {
                let note = notes[index + 1]
                let marks = note?.marks ?? []
                // A numberless copy of a bare acknowledgment cannot be told from another one.
                if numbered { copies.add(frame.isCopy, marks.contains(.networkDuplicate)) }
                guard !frame.isCopy else { continue }
                again.add(frame.isSentAgain && frame.isKnowable, note?.again != nil)
                overtaken.add(frame.isOvertaken, marks.contains(.outOfOrder))
            }
        }
    }

    /// The program's own capture of a visit over a bad wire says in its comments what was sent again: the explanation finds the same.
    @Test(arguments: [3, 9, 10])
    func journal(seed: Int) async throws {
        let octets = try await TemporaryDirectory.use { directory in
            let path = directory.path(of: "visit.pcapng")
            let faults = ["--loss", "0.2", "--reorder", "0.1", "--duplicate", "0.05", "--seed", String(seed)]
            _ = try await BuiltProgram.run(["--dh"] + faults + ["--pcap", path])
            return try directory.read("visit.pcapng")
        }
        let explanation = Explanation(octets)
        let notes = Dictionary(uniqueKeysWithValues: explanation.notes.map { ($0.frame, $0) })
        var reader = CaptureReader()
        reader.append(octets)
        reader.end()
        var sentAgain = 0
        while let item = try reader.next() {
            // What comes long after a connection is over belongs to it by its number alone.
            guard case .frame(let frame) = item, !explanation.late.contains(frame.number) else { continue }
            let isSentAgain = frame.comment?.contains("retransmi") ?? false
            #expect(isSentAgain == (notes[frame.number]?.again != nil), "frame \(frame.number): \(frame.comment ?? "")")
            sentAgain += isSentAgain ? 1 : 0
        }
        #expect(sentAgain > 0)
    }

    struct Setting: Sendable, CustomTestStringConvertible {
        var faults: LossyTransfer.Faults
        var timestamps = true
        var sack = true
        var numbered = true
        var testDescription: String { "\(faults), timestamps \(timestamps), SACK \(sack), identification \(numbered)" }
    }

    static let settings: [Setting] = [
        Setting(faults: .init(loss: 20)), Setting(faults: .init(loss: 200)),
        Setting(faults: .init(loss: 50), timestamps: false, sack: false),
        Setting(faults: .init(loss: 20, reorder: 30)), Setting(faults: .init(loss: 20, reorder: 30), timestamps: false),
        Setting(faults: .init(reorder: 100), sack: false),
        Setting(faults: .init(loss: 20, reorder: 20, duplicate: 20, corrupt: 20)),
        Setting(faults: .init(duplicate: 30)), Setting(faults: .init(loss: 30), numbered: false),
        Setting(faults: .init(loss: 30), timestamps: false, numbered: false),
        Setting(faults: .init(loss: 20, reorder: 20), numbered: false),
    ]

    @Test(arguments: settings)
    func sentAgain(_ setting: Setting) {
        var (client, server) = (Scores(), Scores())
        for seed in 1...3 as ClosedRange<UInt64> {
            let transfer = LossyTransfer(
                seed: seed, setting.faults, octets: 120_000, timestamps: setting.timestamps, sack: setting.sack)
            #expect(transfer.received == 120_000)
            client.add(transfer.client, numbered: setting.numbered)
            server.add(transfer.server, numbered: setting.numbered)
        }
        for (side, scores) in [("client", client), ("server", server)] {
            #expect(scores.again.isGood, "sent again, at the \(side): \(scores.again)")
            #expect(scores.overtaken.isGood, "overtaken, at the \(side): \(scores.overtaken)")
            #expect(scores.copies.isGood, "copies, at the \(side): \(scores.copies)")
        }
    }
}

extension PcapNG.Packet {
    /// The same with an identification of zero, as many stacks have it.
    fileprivate var withoutIdentification: PcapNG.Packet {
        var octets = frame
        octets.replaceSubrange(4..<6, with: [0, 0])
        return PcapNG.Packet(timestamp: timestamp, frame: octets)
    }
}
