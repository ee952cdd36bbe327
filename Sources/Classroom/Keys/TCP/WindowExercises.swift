import Simulator
import Trace

/// Lesson 19: windows, silly windows and probes.
extension Exercise {
    static let windows: [Exercise] = [
        Exercise(lesson: 19, number: 1, answer: .number) { seed in
            let journal = try Visit.narrow(seed, window: 600)
            let start = try journal.event("tcp.data", of: .server).at
            let flight = journal.data(of: .server).filter { $0.at == start }
            let last = try flight.last.orThrow(.noStep("tcp.data")).packet
            let end = try last.sequence.advanced(inSequenceSpaceBy: UInt64(last.payload.count) &- 1)
            return Solution(
                .number(end), because: WindowHint.lastOfTheWindow(end), hint: .whereTheWindowBegins,
                slips: [
                    (.number(end.advanced(inSequenceSpaceBy: 1)), .firstBeyond),
                    (.number(end.advanced(inSequenceSpaceBy: 0 &- 1)), .synTakesOne),
                ])
        },
        Exercise(lesson: 19, number: 2, answer: .number) { seed in
            let journal = try Visit.narrow(seed, window: 600, rules: "drop client ACK 3")
            let probe = try journal.packet("tcp.window_probe", of: .server).sequence
            return Solution(
                .number(probe), because: WindowHint.newOctet(probe), hint: .whatIsNext,
                slips: [
                    (.number(probe.advanced(inSequenceSpaceBy: 0 &- 1)), .octetThatIsThere),
                    (.number(probe.advanced(inSequenceSpaceBy: 1)), .onlyOneOctet),
                ])
        },
        Exercise(lesson: 19, number: 3, answer: .time) { seed in
            let journal = try Visit.narrow(seed, window: 600, rules: "drop client ACK 3") {
                $0.wire.latency = .milliseconds(70)
            }
            let probe = try journal.event("tcp.window_probe", of: .server).at
            func later(by microseconds: Int64) -> Answer { .time(.microseconds(probe.microseconds + microseconds)) }
            return Solution(
                .time(probe - .zero), because: WindowHint.afterASecond(at: probe), hint: .addTheWays,
                slips: [
                    (.time(.milliseconds(1_000)), .fromTheClosing),
                    (later(by: 70_000), .oneWayTooMany),
                    (later(by: -70_000), .oneWayTooFew),
                ])
        },
        Exercise(lesson: 19, number: 4, answer: .number) { seed in
            let journal = try Visit.narrow(seed, window: 400)
            let done = try journal.message("tls.server_hello_done", of: .server).stream.upperBound
            let departures = journal.data(of: .server).filter { $0.packet.stream.lowerBound < done }.map(\.at)
            let flights = UInt64(Set(departures).count)
            return Solution(
                .number(flights), because: WindowHint.flights(flights), hint: .divideByTheWindow,
                slips: [(.number(flights - 1), .lastIsShort), (.number(2), .notTheSegments)])
        },
    ]
}

extension Visit {
    /// A visit in which each host has a receive buffer of `window` octets. `rules` are orders to the wire.
    fileprivate static func narrow(
        _ seed: UInt64, window: UInt16, rules: String..., change: (inout Options) -> Void = { _ in }
    ) throws -> Journal {
        try Visit.journal(seed) {
            $0.wire.window = window
            $0.wire.rules = try rules.map { try LinkRule($0) }
            change(&$0)
        }
    }
}

extension Journal {
    /// The segments with data that `who` sent, with the times.
    fileprivate func data(of who: Principal) -> [(at: Instant, packet: Packet)] {
        sent(by: who).filter { !$0.packet.payload.isEmpty }
    }
}
