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
                    + "them is \(end).",
                chinese: "客户端等待的是 SYN 之后的序号。从它开始有 600 个序号，最后一个是 \(end)。")
            key.hint = Words(
                english: "The window begins with the number that the client expects: the one behind the server's "
                    + "SYN. It has 600 numbers.",
                chinese: "窗口从客户端等待的序号开始，也就是服务器的 SYN 之后的那个。窗口里有 600 个序号。")
            key[.number(end.advanced(inSequenceSpaceBy: 1))] = Words(
                english: "That is the first number beyond the window. The question is about the last one in it.",
                chinese: "这是窗口之外的第一个序号。问的是窗口里的最后一个。")
            key[.number(end.advanced(inSequenceSpaceBy: 0 &- 1))] = Words(
                english: "The window begins behind the SYN: the SYN has been acknowledged, and takes no room.",
                chinese: "窗口从 SYN 之后开始：SYN 已经得到确认，不占位置。")
        },
        Exercise(lesson: 19, number: 2, answer: .number) { seed, key in
            let journal = try Visit.narrow(seed, window: 600, rules: "drop client ACK 3")
            let probe = try journal.packet("tcp.window_probe", of: .server).sequence
            key.right = [.number(probe)]
            key.because = Words(
                english: "The server has sent the numbers of the first window, and \(probe) is the next. The "
                    + "receiver must answer a probe, whether it has room for the octet or not.",
                chinese: "服务器已经发完第一个窗口的序号，\(probe) 是下一个。接收方必须回应探测，不管有没有位置放这个字节。")
            key.hint = Words(
                english: "The first flight has filled the window. The probe carries what comes next.",
                chinese: "第一批消息已经填满窗口。探测带的是接下来的字节。")
            key[.number(probe.advanced(inSequenceSpaceBy: 0 &- 1))] = Words(
                english: "This octet has arrived. A probe carries an octet that the receiver does not have yet.",
                chinese: "这个字节已经到达。探测带的是接收方还没有的字节。")
            key[.number(probe.advanced(inSequenceSpaceBy: 1))] = Words(
                english: "This would leave an octet out. A probe carries the very next one.",
                chinese: "这样会漏掉一个字节。探测带的是紧接着的那个字节。")
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
                    + "time, and its announcement was lost.",
                chinese: "五个 70 ms 的单程，再加 1 s：探测在 \(probe) ms 发出。客户端一直都有位置，只是它的通告丢失了。")
            key.hint = Words(
                english: "Add the ways up to the moment in which the server reads the window of 0: the SYN, its "
                    + "answer, the ClientHello, the first flight, and the acknowledgment. Then it waits for the "
                    + "retransmission timeout, 1 s.",
                chinese: "把服务器读到窗口为 0 之前的各个单程加起来：SYN、它的回应、ClientHello、第一批消息，以及确认。然后它还要等重传超时，1 s。")
            key[.time(.milliseconds(1_000))] = Words(
                english: "The wait of 1 s begins when the server learns that the window is closed, and not at the "
                    + "start of the run.",
                chinese: "1 s 的等待从服务器得知窗口关闭时开始，而不是从运行开始时算起。")
            key[later(by: 70_000)] = Words(
                english: "The question is when the probe leaves, and not when it arrives.",
                chinese: "问的是探测什么时候发出，而不是什么时候到达。")
            key[later(by: -70_000)] = Words(
                english: "The third segment and the ClientHello travel together. The acknowledgment of the flight "
                    + "has to arrive, too.",
                chinese: "第三个报文段和 ClientHello 一起走。这批消息的确认也要到达。")
        },
        Exercise(lesson: 19, number: 4, answer: .number) { seed, key in
            let journal = try Visit.narrow(seed, window: 400)
            let done = try journal.message("tls.server_hello_done", of: .server).stream.upperBound
            let departures = journal.data(of: .server).filter { $0.packet.stream.lowerBound < done }.map(\.at)
            let flights = UInt64(Set(departures).count)
            key.right = [.number(flights)]
            key.because = Words(
                english: "Each round trip carries one window. The octets up to ServerHelloDone fill \(flights - 1) "
                    + "of them and a part of the next.",
                chinese: "每次往返送一个窗口。到 ServerHelloDone 为止的字节填满其中 \(flights - 1) 个，再加下一个的一部分。")
            key.hint = Words(
                english: "Each flight may fill the window once. Find out how many octets the server has to send up "
                    + "to ServerHelloDone, and divide.",
                chinese: "每批消息可以填满窗口一次。找出服务器到 ServerHelloDone 为止要发送多少字节，再相除。")
            key[.number(flights - 1)] = Words(
                english: "The last flight is not full, and it counts as well.",
                chinese: "最后一批没有填满，但也要算。")
            key[.number(2)] = Words(
                english: "With the usual segments two would do, if the window were large. The client has room for "
                    + "400 octets.",
                chinese: "用通常的报文段，窗口又够大的话，两批就够了。客户端只有 400 字节的位置。")
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
