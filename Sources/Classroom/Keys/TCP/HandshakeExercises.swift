import Simulator
import Trace

/// Lesson 1: the three-way handshake.
extension Exercise {
    static let handshake: [Exercise] = [
        Exercise(lesson: 1, number: 1, answer: .number) { seed, key in
            let journal = try Visit.journal(seed)
            let syn = try journal.packet("tcp.syn").sequence
            let acknowledgment = try journal.packet("tcp.syn_ack").number("tcp.ack_raw")
            key.right = [.number(acknowledgment), .number(1)]
            key.because = Words(
                english: "The SYN has the number \(syn) and takes it. The server expects \(acknowledgment) next, 1 "
                    + "in relative numbers.",
                chinese: "SYN 的序号是 \(syn)，它占用这个序号。服务器等待的下一个序号是 \(acknowledgment)，相对序号是 1。")
            key.hint = Words(
                english: "An acknowledgment names the number that the receiver expects next. Ask what the SYN itself "
                    + "takes.",
                chinese: "确认号是接收方等待的下一个序号。想一想：SYN 本身占用了什么？")
            key[.number(syn), .number(0)] = ownNumber
        },
        Exercise(lesson: 1, number: 2, answer: .letters(through: "d")) { seed, key in
            let journal = try Visit.journal(seed) { $0.wire.rules = [try LinkRule("drop client ACK 1")] }
            let opening = journal.serversOpening
            key.right = [.letters([opening.letter])]
            key.because = opening.because
            key.hint = Words(
                english: "Look at the acknowledgment number in the segment that the client sends right after the "
                    + "lost one. The rule drops one segment only.",
                chinese: "看丢失的报文段之后，客户端紧接着发送的那个报文段的确认号。这条规则只丢掉一个报文段。")
        },
        Exercise(lesson: 1, number: 3, answer: .time) { seed, key in
            let journal = try Visit.journal(seed) {
                $0.wire.latency = .milliseconds(40)
                $0.wire.jitter = .milliseconds(30)
            }
            let start = try journal.event("tcp.syn_received", of: .server).at
            guard let end = journal.entry(of: .server, into: "ESTABLISHED")?.at else {
                throw ExerciseError.noStep("tcp.established")
            }
            key.right = [.time(end - start)]
            key.because = Words(
                english: "The SYN arrives at \(start) ms and the client's answer at \(end) ms. Between the two the "
                    + "server cannot tell a client from a ghost.",
                chinese: "SYN 在 \(start) ms 到达，客户端的回应在 \(end) ms 到达。在这之间，服务器分不出客户端和幽灵。")
            key.hint = Words(
                english: "The doubt begins when the SYN arrives at the server. It ends when the client's answer "
                    + "arrives there.",
                chinese: "SYN 到达服务器时，不确定就开始了。客户端的回应到达那里时，它就结束。")
            key[.time(end - .zero), .time(start - .zero)] = Words(
                english: "That is a moment, counted from the start of the run. The question is how much time lies "
                    + "between two moments.",
                chinese: "这是一个时刻，从运行开始算起。问的是两个时刻之间有多久。")
        },
        Exercise(lesson: 1, number: 4, answer: .octets) { seed, key in
            let journal = try Visit.journal(seed)
            let syn = try journal.packet("tcp.syn")
            let octets = try journal.packet("tcp.syn_ack").octets(28..<32)
            key.right = [.octets(octets)]
            key.because = Words(
                english: "The octets \(Hex.string(octets)) are the acknowledgment number: the SYN's number plus 1, "
                    + "most significant octet first.",
                chinese: "字节 \(Hex.string(octets)) 就是确认号：SYN 的序号加 1，最高位的字节在前。")
            key.hint = Words(
                english: "The field at offset 28 is the acknowledgment number. Take the SYN's number and count on "
                    + "from it.",
                chinese: "偏移 28 处的字段是确认号。取 SYN 的序号，从它往后数。")
            key[.octets(try syn.octets(24..<28))] = ownNumber
        },
    ]

    private static let ownNumber = Words(
        english: "That is the number of the SYN itself. An acknowledgment names the number that is expected next.",
        chinese: "这是 SYN 自己的序号。确认号是等待的下一个序号。")
}

/// The segment that opens the server's connection if the third segment of the handshake is lost. The raw value is the
/// machine's word in a key.
enum HandshakeOpening: String {
    case never
    case data
    case repetition

    /// The letter of the choice in exercise 1.2.
    var letter: String {
        switch self {
        case .never: "a"
        case .data: "b"
        case .repetition: "c"
        }
    }

    /// What is said of it there.
    var because: Words {
        switch self {
        case .never:
            Words(
                english: "Nothing that arrives confirms the server's number, so the server never leaves SYN-RECEIVED.",
                chinese: "到达的报文段都不确认服务器的序号，所以服务器一直停在 SYN-RECEIVED。")
        case .data:
            Words(
                english: "The segment with the ClientHello carries the same acknowledgment number as the lost one. It "
                    + "opens the connection and delivers data at once (RFC 9293 3.10.7.4).",
                chinese: "带 ClientHello 的报文段与丢失的报文段有同样的确认号。它打开连接，并立即交付数据（RFC 9293 3.10.7.4）。")
        case .repetition:
            Words(
                english: "The client sends its acknowledgment again, and this segment opens the connection.",
                chinese: "客户端再次发送它的确认，这个报文段打开连接。")
        }
    }
}

extension Journal {
    /// The kind of segment that opened the server's connection.
    var serversOpening: HandshakeOpening {
        guard let entry = entry(of: .server, into: "ESTABLISHED") else { return .never }
        var last: Packet?
        for event in events.prefix(entry.number) where event.who == .server {
            if case .received(let packet, _) = event.kind { last = packet }
        }
        return last.map { $0.payload.isEmpty ? .repetition : .data } ?? .never
    }
}

extension Packet {
    /// The octets of the datagram in `range`.
    ///
    /// - Throws: ``ExerciseError`` if the datagram is shorter.
    fileprivate func octets(_ range: Range<Int>) throws(ExerciseError) -> [UInt8] {
        guard range.upperBound <= bytes.count else { throw .noStep("octets \(range)") }
        return Array(bytes[range])
    }
}
