import Simulator
import TLSSim
import Trace

/// Lesson 25: reading a capture.
extension Exercise {
    static let captures: [Exercise] = [
        Exercise(lesson: 25, number: 1, answer: .number) { seed, key in
            let journal = try Visit.journal(seed) { $0.wire.faults.loss = 0.15 }
            let frame = journal.firstRepetition ?? 0
            key.right = [.number(UInt64(frame))]
            key.because =
                frame == 0
                ? Words(
                    english: "Under this seed the wire loses nothing that has to be sent again.",
                    chinese: "使用这个种子时，线路上没有丢失必须再次发送的东西。")
                : Words(
                    english: "Frame \(frame) begins with a number that its sender has used before. So it is sent "
                        + "again, and the first copy or its answer was lost.",
                    chinese: "第 \(frame) 帧开头的序号，它的发送方以前用过。所以它是再次发送的，第一次发送的或它的回应丢失了。")
            key.hint = Words(
                english: "Go down the list and keep two columns, one for each sender. Leave out frames without data "
                    + "that are neither SYN nor FIN. Look for the first number that its sender has used before. If "
                    + "there is none, the answer is 0.",
                chinese: "顺着列表往下看，分成两栏，每个发送方一栏。不带数据又不是 SYN 或 FIN 的帧不要。找出发送方以前用过的第一个序号。如果没有，答案就是 0。")
            key[.number(UInt64(frame) &- 1)] = Words(
                english: "You are near. The frame that you want is the second one with its number.",
                chinese: "你已经接近了。你要找的是使用这个序号的第二个帧。")
        },
        Exercise(lesson: 25, number: 2, answer: .letters(through: "d")) { seed, key in
            let ways: [(inout Visit.Options) throws -> Void] = [
                { $0.wire.rules = [try LinkRule("drop server data 1")] }, { $0.serverChain = .expired },
                { $0.clientCertificate = ClientCertificate.missing },
                { $0.wire.rules = [try LinkRule("drop client SYN 1")] },
            ]
            let letters = try Exercise.letters(of: ways) { change in
                try Visit.journal(seed, change).events.contains { $0.step == "tcp.retransmission" }
            }
            key.right = [.letters(letters)]
            key.because = Words(
                english: "In these two a segment is sent again after a pause. In the others a side says what it does "
                    + "not like.",
                chinese: "在这两次里，停顿之后有一个报文段再次发送。在其他的里面，有一方说出了它不接受什么。")
            key.hint = Words(
                english: "Ask of each visit what the capture shows: a pause and the same numbers again, or an alert "
                    + "that arrives in time.",
                chinese: "对每次访问问一问抓包文件里有什么：停顿之后同样的序号再次出现，还是及时到达的警报。")
            key[.letters(letters.union(["b"])), .letters(letters.union(["c"]))] = Words(
                english: "An alert has arrived, so the path has carried everything. One side refused the other.",
                chinese: "警报已经到达，所以路径把一切都送到了。是一方拒绝了另一方。")
            key[.letters(["a"])] = Words(
                english: "A SYN can be lost as well. It is sent again, with the same number.",
                chinese: "SYN 也可能丢失。它会再次发送，序号相同。")
        },
        Exercise(lesson: 25, number: 3, answer: .letters(through: "d")) { seed, key in
            let journal = try Visit.journal(seed) { $0.tls13 = Visit.TLS13Options() }
            let leaf = try Exercise.leaf(seed)
            let wanted = [
                Array(Visit.hostName.utf8), try journal.value(Knowledge.serverRandom), leaf,
                Array("GET / HTTP/1.1".utf8),
            ]
            let streams = [Principal.client, .server].map { journal.octetsOnTheWire(of: $0) }
            let seen = Exercise.letters(of: wanted) { octets in streams.contains(where: { $0.contains(octets) }) }
            key.right = [.letters(seen)]
            key.because = Words(
                english: "Both hellos are in clear: the name of the host stands in the first, and the server's "
                    + "random in the second. The rest is encrypted.",
                chinese: "两条 Hello 消息都是明文：主机名在第一条里，服务器的随机数在第二条里。其余的都加密。")
            key.hint = Words(
                english: "In TLS 1.3 everything behind ServerHello is encrypted. Ask for each of these in which "
                    + "message it stands.",
                chinese: "在 TLS 1.3 中，ServerHello 之后的一切都加密。对每一项问一问，它在哪条消息里。")
            key[.letters(seen.union(["c"]))] = Words(
                english: "The certificate comes behind ServerHello. In TLS 1.3 it is encrypted.",
                chinese: "证书在 ServerHello 之后。在 TLS 1.3 中它是加密的。")
            key[.letters(["b"]), .letters([])] = Words(
                english: "ClientHello is in clear, and it says which host is wanted.",
                chinese: "ClientHello 是明文，它说出要访问哪台主机。")
        },
    ]
}

extension Journal {
    /// The number of the first frame that repeats a sequence number; nil if there is none. A frame counts only if it has
    /// data, a SYN or a FIN, because other frames take no sequence number. Each sender has numbers of its own.
    fileprivate var firstRepetition: Int? {
        var frame = 0
        var seen: Set<[UInt64]> = []
        for event in events {
            guard case .sent(let packet, _) = event.kind else { continue }
            frame += 1
            // FIN is bit 0, and SYN is bit 1.
            let takesOne = packet.flags & 3 != 0
            guard takesOne || !packet.payload.isEmpty, let sequence = try? packet.sequence else { continue }
            if !seen.insert([event.who == .client ? 0 : 1, sequence]).inserted { return frame }
        }
        return nil
    }

    /// The data that `who` has sent, in the order of the packets. On a wire that loses nothing this is the stream.
    fileprivate func octetsOnTheWire(of who: Principal) -> [UInt8] {
        sent(by: who).flatMap { $0.packet.bytes[$0.packet.payload] }
    }
}
