import Crypto
import Render
import TestSupport
import Testing
import Trace
import TrustSim

@testable import Simulator

/// Visits over a wire that fails at random.
@Suite("A visit over a bad wire")
struct BadWireTests {
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

    @Test("Under a thousand seeds every octet is delivered once and in order, or a failure is reported")
    func thousandSeeds() async throws {
        let pki = try Self.pki()
        let endings = await withTaskGroup(of: (UInt64, Ending).self) { group in
            for part: UInt64 in 0..<1000 {
                group.addTask {
                    let options = Visit.Options(seed: part + 1, wire: Self.wire())
                    return (part + 1, Ending(await Visit.run(options, pki: pki).journal))
                }
            }
            return await group.reduce(into: [(UInt64, Ending)]()) { $0.append($1) }
        }
        #expect(endings.count == 1000)
        for (seed, ending) in endings where !ending.complaints.isEmpty {
            Issue.record("seed \(seed): \(ending.complaints)")
        }
        print("complete", endings.count { $0.1.isComplete })
        #expect(endings.count { $0.1.isComplete } > 900)
    }
}
