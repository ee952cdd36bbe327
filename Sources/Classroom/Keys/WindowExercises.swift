import Simulator
import Trace

/// Lesson 19: windows, silly windows and probes.
extension Exercise {
    static let windows: [Exercise] = [
        Exercise(19, 1, .number) { seed in
            let journal = try Visit.narrow(seed, 600)
            let flight = try journal.packets(of: .server, at: journal.event("tcp.data", of: .server).at)
            let last = try flight.last.orThrow(.noStep("tcp.data"))
            let end = try last.sequence.advanced(inSequenceSpaceBy: UInt64(last.payload.count) &- 1)
            return Solution(
                .number(end), because: WindowHint.lastOfTheWindow(end), hint: .whereTheWindowBegins,
                slips: [
                    (.number(end.advanced(inSequenceSpaceBy: 1)), .firstBeyond),
                    (.number(end.advanced(inSequenceSpaceBy: 0 &- 1)), .synTakesOne),
                ])
        },
        Exercise(19, 2, .number) { seed in
            let journal = try Visit.narrow(seed, 600, "drop client ACK 3")
            let probe = try journal.packet("tcp.window_probe", of: .server).sequence
            return Solution(
                .number(probe), because: WindowHint.newOctet(probe), hint: .whatIsNext,
                slips: [
                    (.number(probe.advanced(inSequenceSpaceBy: 0 &- 1)), .octetThatIsThere),
                    (.number(probe.advanced(inSequenceSpaceBy: 1)), .onlyOneOctet),
                ])
        },
        Exercise(19, 3, .time) { seed in
            let journal = try Visit.narrow(seed, 600, "drop client ACK 3") { $0.wire.latency = .milliseconds(70) }
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
        Exercise(19, 4, .number) { seed in
            let journal = try Visit.narrow(seed, 400)
            let done = try journal.message("tls.server_hello_done", of: .server).stream.upperBound
            let departures = journal.events.compactMap { event -> Instant? in
                guard event.who == .server, case .sent(let packet, _) = event.kind, !packet.payload.isEmpty,
                    packet.stream.lowerBound < done
                else { return nil }
                return event.at
            }
            let flights = UInt64(Set(departures).count)
            return Solution(
                .number(flights), because: WindowHint.flights(flights), hint: .divideByTheWindow,
                slips: [(.number(flights - 1), .lastIsShort), (.number(2), .notTheSegments)])
        },
    ]
}

extension Visit {
    /// A visit of hosts with little room.
    fileprivate static func narrow(
        _ seed: UInt64, _ window: UInt16, _ rules: String..., change: (inout Options) -> Void = { _ in }
    ) throws -> Journal {
        try Visit.journal(seed) {
            $0.wire.window = window
            $0.wire.rules = try rules.map { try LinkRule($0) }
            change(&$0)
        }
    }
}

extension Journal {
    /// The packets with data that one side sends at an instant.
    fileprivate func packets(of who: Principal, at instant: Instant) -> [Packet] {
        events.compactMap { event in
            guard event.who == who, event.at == instant, case .sent(let packet, _) = event.kind, !packet.payload.isEmpty
            else { return nil }
            return packet
        }
    }
}
