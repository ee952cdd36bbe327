import Crypto
import PKI
import Render
import TestSupport
import Testing
import Trace

@testable import Simulator

/// Visits over a wire that fails at random.
@Suite struct BadWireTests {
    /// One PKI for all: its keys do not depend on the wire.
    static func pki() throws -> LessonPKI { try PKI.shared.get() }

    private enum PKI {
        static let shared = Result { () throws(TrustError) in
            var random = SeededRandomSource(seed: 1)
            return try LessonPKI.make(hostName: Visit.hostName, at: Visit.epoch, using: &random)
        }
    }

    private static func wire(corrupt: Double = 0) -> Wire {
        var wire = Wire()
        wire.faults.loss = 0.2
        wire.faults.duplicate = 0.1
        wire.faults.reorder = 0.2
        wire.faults.corrupt = corrupt
        return wire
    }

    /// How a run ended.
    private struct Ending: Equatable {
        var isComplete = true
        var complaints: [String] = []

        /// Looks at everything that was written, read and reported.
        init(_ journal: Journal) {
            var failures: [Principal: [String]] = [:]
            var closed: Set<Principal> = []
            var written: [Principal: [[UInt8]]] = [:]
            var read: [Principal: [[UInt8]]] = [:]
            for event in journal.events {
                switch event.kind {
                case .failed: failures[event.who, default: []].append(event.step)
                case .transition("TLS", _, "Closed"): closed.insert(event.who)
                case .wrote(let message): written[event.who, default: []].append(message.panes.first?.bytes ?? [])
                case .read(let message): read[event.who, default: []].append(message.panes.first?.bytes ?? [])
                default: break
                }
            }
            for (who, peer) in [(Principal.client, Principal.server), (.server, .client)] {
                let sent = written[peer, default: []]
                let got = read[who, default: []]
                if !sent.starts(with: got) { complaints.append("the \(who) read what the \(peer) did not write") }
                let failed = failures[who, default: []]
                if failed.isEmpty {
                    if !closed.contains(who) { complaints.append("the \(who) is left without a word") }
                    if sent != got { complaints.append("the \(who) is content with \(got.count) of \(sent.count)") }
                } else {
                    isComplete = false
                    // A wire can cut TCP off. What TLS gets is whole, and nothing runs for ever.
                    let known: Set = ["tcp.failed", "wire.unfinished"]
                    if !known.isSuperset(of: failed) { complaints.append("the \(who) reports \(failed)") }
                }
            }
        }
    }

    /// Runs visits under seeds 1 to `count` side by side.
    private func endings(_ count: UInt64, over wire: Wire) async throws -> [(seed: UInt64, ending: Ending)] {
        let pki = try Self.pki()
        // Two at a time, and between two seeds whoever else waits: a thousand tasks at once would keep all other tests waiting.
        let lanes: UInt64 = 2
        let endings = await withTaskGroup(of: [(seed: UInt64, ending: Ending)].self) { group in
            for lane in 1...lanes {
                group.addTask {
                    var list: [(seed: UInt64, ending: Ending)] = []
                    for seed in stride(from: lane, through: count, by: Int(lanes)) {
                        let options = Visit.Options(seed: seed, wire: wire)
                        let visit = Visit.run(options, Visit.Cast(options, pki: pki))
                        list.append((seed, Ending(visit.journal)))
                        await Task.yield()
                    }
                    return list
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        for (seed, ending) in endings where !ending.complaints.isEmpty {
            Issue.record("seed \(seed): \(ending.complaints)")
        }
        return endings
    }

    @Test func underAThousandSeedsEveryOctetIsDeliveredOnceAndInOrderOrAFailureIsReported() async throws {
        let endings = try await endings(1_000, over: Self.wire())
        #expect(endings.count == 1_000)
        // TCP is patient: hardly any of them fails.
        #expect(endings.count { $0.ending.isComplete } > 950)
    }

    @Test func withEveryFaultAtOnceOnASlowLineWithAShortQueueItIsNoDifferent() async throws {
        var wire = Self.wire(corrupt: 0.05)
        wire.jitter = .milliseconds(30)
        wire.bandwidth = 256_000
        wire.queue = .packets(2)
        wire.mtu = 576
        wire.faults.delay = 0.05
        wire.faults.hold = .seconds(4)
        let endings = try await endings(60, over: wire)
        #expect(endings.contains { $0.ending.isComplete })
    }

    @Test func whereHardlyAnythingComesThroughTheFailureIsReportedByEachSide() async throws {
        var wire = Wire()
        wire.faults.loss = 0.75
        let endings = try await endings(40, over: wire)
        #expect(endings.contains { !$0.ending.isComplete })
    }

    @Test func theSameSeedGivesTheSameJournalUnderAllFaultsAnotherSeedGivesAnother() throws {
        let pki = try Self.pki()
        var wire = Self.wire(corrupt: 0.1)
        wire.jitter = .milliseconds(3)
        wire.bandwidth = 1_000_000
        func text(_ seed: UInt64) -> String {
            let options = Visit.Options(seed: seed, wire: wire)
            return JSON.journal(Visit.run(options, Visit.Cast(options, pki: pki)).journal).text
        }
        let first = text(7)
        #expect(text(7) == first)
        #expect(text(8) != first)
    }
}
