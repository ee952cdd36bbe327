import Simulator
import Trace

/// Lesson 19: windows, silly windows and probes.
extension Exercise {
    static let windows: [Exercise] = [
        Exercise(lesson: 19, number: 1, answer: .number) { seed, key in
            let journal = try Visit.narrow(seed, window: 600)
            let start = try journal.event("tcp.data", of: .server).at
            let flight = journal.data(of: .server).filter { $0.at == start }
            let last = try flight.last.orThrow(.noStep("tcp.data")).packet
            let end = try last.sequence.advanced(inSequenceSpaceBy: UInt64(last.payload.count) &- 1)
            key.right = [.number(end)]
            key.because = Words(
                english: "The client expects the number behind the SYN. With it begin 600 numbers, and the last of "
                    + "them is \(end).")
            key.hint = Words(
                english: "The window begins with the number that the client expects: the one behind the server's "
                    + "SYN. It has 600 numbers.")
            key[.number(end.advanced(inSequenceSpaceBy: 1))] = Words(
                english: "That is the first number beyond the window. The question is about the last one in it.")
            key[.number(end.advanced(inSequenceSpaceBy: 0 &- 1))] = Words(
                english: "The window begins behind the SYN: the SYN has been acknowledged, and takes no room.")
        },
        Exercise(lesson: 19, number: 2, answer: .number) { seed, key in
            let journal = try Visit.narrow(seed, window: 600, rules: "drop client ACK 3")
            let probe = try journal.packet("tcp.window_probe", of: .server).sequence
            key.right = [.number(probe)]
            key.because = Words(
                english: "The server has sent the numbers of the first window, and \(probe) is the next. The "
                    + "receiver must answer a probe, whether it has room for the octet or not.")
            key.hint = Words(english: "The first flight has filled the window. The probe carries what comes next.")
            key[.number(probe.advanced(inSequenceSpaceBy: 0 &- 1))] = Words(
                english: "This octet has arrived. A probe carries an octet that the receiver does not have yet.")
            key[.number(probe.advanced(inSequenceSpaceBy: 1))] = Words(
                english: "This would leave an octet out. A probe carries the very next one.")
        },
        Exercise(lesson: 19, number: 3, answer: .time) { seed, key in
            let journal = try Visit.narrow(seed, window: 600, rules: "drop client ACK 3") {
                $0.wire.latency = .milliseconds(70)
            }
            let probe = try journal.event("tcp.window_probe", of: .server).at
            func later(by microseconds: Int64) -> Answer { .time(.microseconds(probe.microseconds + microseconds)) }
            key.right = [.time(probe - .zero)]
            key.because = Words(
                english: "Five ways of 70 ms, then 1 s: the probe leaves at \(probe) ms. The client had room all the "
                    + "time, and its announcement was lost.")
            key.hint = Words(
                english: "Add the ways up to the moment in which the server reads the window of 0: the SYN, its "
                    + "answer, the ClientHello, the first flight, and the acknowledgment. Then it waits for the "
                    + "retransmission timeout, 1 s.")
            key[.time(.milliseconds(1_000))] = Words(
                english: "The wait of 1 s begins when the server learns that the window is closed, and not at the "
                    + "start of the run.")
            key[later(by: 70_000)] = Words(english: "The question is when the probe leaves, and not when it arrives.")
            key[later(by: -70_000)] = Words(
                english: "The third segment and the ClientHello travel together. The acknowledgment of the flight "
                    + "has to arrive, too.")
        },
        Exercise(lesson: 19, number: 4, answer: .number) { seed, key in
            let journal = try Visit.narrow(seed, window: 400)
            let done = try journal.message("tls.server_hello_done", of: .server).stream.upperBound
            let departures = journal.data(of: .server).filter { $0.packet.stream.lowerBound < done }.map(\.at)
            let flights = UInt64(Set(departures).count)
            key.right = [.number(flights)]
            key.because = Words(
                english: "Each round trip carries one window. The octets up to ServerHelloDone fill \(flights - 1) "
                    + "of them and a part of the next.")
            key.hint = Words(
                english: "Each flight may fill the window once. Find out how many octets the server has to send up "
                    + "to ServerHelloDone, and divide.")
            key[.number(flights - 1)] = Words(english: "The last flight is not full, and it counts as well.")
            key[.number(2)] = Words(
                english: "With the usual segments two would do, if the window were large. The client has room for "
                    + "400 octets.")
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
