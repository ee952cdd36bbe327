import Capture
import Render
import Simulator
import TestVisit
import Testing
import Trace

@testable import Explain

/// What the explanation says was sent again, compared with the log of the wire.
@Suite
struct TruthTests {
    /// How often the explanation finds a fact, misses it, and invents it.
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

    /// The scores of the recordings at one end.
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
                // Without identifications, a copy of a bare acknowledgment cannot be told from a second acknowledgment.
                if numbered { copies.add(frame.isCopy, marks.contains(.networkDuplicate)) }
                guard !frame.isCopy else { continue }
                again.add(frame.isSentAgain && frame.isKnowable, note?.again != nil)
                overtaken.add(frame.isOvertaken, marks.contains(.outOfOrder))
            }
        }
    }

    /// A visit over a bad wire, with TLS 1.2 or TLS 1.3.
    struct BadVisit: Sendable, CustomTestStringConvertible {
        let seed: UInt64
        var faults = Faults()
        var isTLS13 = false
        var testDescription: String { "\(isTLS13 ? "TLS 1.3" : "TLS 1.2"), copies \(faults.duplicate), seed \(seed)" }

        init(seed: UInt64, loss: Double = 0.2, duplicate: Double = 0, reorder: Double = 0, isTLS13: Bool = false) {
            (self.seed, self.isTLS13) = (seed, isTLS13)
            (faults.loss, faults.duplicate, faults.reorder) = (loss, duplicate, reorder)
        }

        var options: Visit.Options {
            var wire = Wire()
            wire.faults = faults
            return Visit.Options(seed: seed, wire: wire, tls13: isTLS13 ? .init() : nil)
        }

        /// The journal of the visit. It uses the keys of another visit, because new keys take longer than the visit.
        var journal: Journal {
            get throws {
                let keys = try SharedVisit.run(Visit.Options(seed: 7))
                return Visit.run(options, Visit.Cast(options, pki: keys.pki)).journal
            }
        }
    }

    static let badVisits: [BadVisit] =
        [3, 9, 10].map { BadVisit(seed: $0, duplicate: 0.05, reorder: 0.1) }
        + [5, 7, 11].flatMap { [BadVisit(seed: $0), BadVisit(seed: $0, isTLS13: true)] }

    /// The journal knows which packets were lost and which were sent again. The explanation of the recording says the same.
    @Test(arguments: badVisits)
    func theExplanationAgreesWithTheJournal(_ visit: BadVisit) throws {
        let journal = try visit.journal
        let explanation = Explanation(PcapNG.bytes(journal))
        let connection = try #require(explanation.connections.first)
        let notes = Dictionary(uniqueKeysWithValues: explanation.notes.map { ($0.frame, $0) })
        let truth = JournalTruth(journal).frames
        for frame in truth {
            #expect(frame.earlier.first == notes[frame.number]?.of, "frame \(frame.number)")
            #expect(frame.isSentAgain == (notes[frame.number]?.again != nil), "frame \(frame.number)")
        }
        let again = truth.filter { $0.isSentAgain && !$0.isOfHandshake }
        #expect(!again.isEmpty)
        let told = [connection.client, connection.server]
        #expect(told.flatMap(\.lost.frames).sorted() == again.filter { !$0.isKnownToBeNeedless }.map(\.number))
        #expect(told.flatMap(\.needlessFrames.frames).sorted() == again.filter(\.isKnownToBeNeedless).map(\.number))
        // If the wire only loses packets, each lost packet with data was sent again.
        guard visit.faults.duplicate == 0, again.allSatisfy({ $0.isKnownToBeNeedless == $0.isNeedless }) else { return }
        #expect(told.map(\.lostSegments).reduce(0, +) == truth.count { $0.isLost && !$0.isOfHandshake })
    }

    /// In the recording at the sender, the number of lost segments is that of the wire. Acknowledgments are not lost here: otherwise the
    /// recording could not tell that a segment which is sent again had arrived.
    @Test(arguments: [20, 100, 200] as [UInt64])
    func lossesAreAsManyAsTheWireHasLost(loss: UInt64) throws {
        for seed in 1...3 as ClosedRange<UInt64> {
            let transfer = LossyTransfer(seed: seed, .init(loss: loss, sparesClient: true), octets: 60_000)
            let connection = try #require(Explanation(LossyTransfer.file(transfer.server)).connections.first)
            #expect(connection.server.lostSegments == transfer.lostOfServer, "seed \(seed)")
        }
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
    func repetitionsOvertakingAndCopiesAreFound(_ setting: Setting) {
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
    /// The same packet with an IPv4 identification of 0, as many stacks send it.
    fileprivate var withoutIdentification: PcapNG.Packet {
        var octets = frame
        octets.replaceSubrange(4..<6, with: [0, 0])
        return PcapNG.Packet(timestamp: timestamp, frame: octets)
    }
}
