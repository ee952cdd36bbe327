import Simulator
import Trace

/// Lesson 18: loss, retransmission and congestion.
extension Exercise {
    static let loss: [Exercise] = [
        Exercise(lesson: 18, number: 1, answer: .number) { seed, key in
            let journal = try Visit.journal(seed) { $0.wire.rules = [try LinkRule("drop client data 2")] }
            let copy = try journal.packet("tcp.retransmission", of: .client)
            let (sequence, length) = (try copy.sequence, UInt64(copy.payload.count))
            key.right = [.number(sequence)]
            key.because = Words(
                english: "The copy begins at \(sequence), as the lost segment did: an octet has one number, however "
                    + "often it is sent.",
                chinese: "重发的报文段从 \(sequence) 开始，和丢失的报文段一样：一个字节只有一个序号，不管发送多少次。")
            key.hint = Words(
                english: "The receiver finds the place of octets by their numbers. Ask which numbers it still needs.",
                chinese: "接收方按序号找到字节的位置。想一想它还需要哪些序号。")
            key[.number(sequence.advanced(inSequenceSpaceBy: length))] = Words(
                english: "Those are the numbers behind the lost ones. With them the receiver would still miss the "
                    + "lost octets.",
                chinese: "这些序号在丢失的字节之后。有了这些序号，接收方仍然缺少丢失的字节。")
            key[.number(sequence.advanced(inSequenceSpaceBy: 1))] = Words(
                english: "A copy carries the same octets, and an octet keeps its number.",
                chinese: "重发的报文段带着同样的字节，而字节保持自己的序号。")
            key[.number(try journal.packet("tcp.data", of: .client).sequence)] = firstArrived
        },
        Exercise(lesson: 18, number: 2, answer: .number) { seed, key in
            let journal = try Visit.journal(seed) {
                $0.wire.mss = 200
                $0.wire.rules = [try LinkRule("drop server data 2")]
            }
            let missing = try journal.packet("tcp.fast_retransmit", of: .server).sequence
            let first = try journal.packet("tcp.data", of: .server).sequence
            key.right = [.number(missing)]
            key.because = Words(
                english: "The lost segment begins at \(missing). Whatever arrives behind it, the client still "
                    + "expects this number.",
                chinese: "丢失的报文段从 \(missing) 开始。不管它后面到达了什么，客户端等待的仍然是这个序号。")
            key.hint = Words(
                english: "An acknowledgment names the first number that is missing, whatever has arrived behind it.",
                chinese: "确认号是缺少的第一个序号，不管它后面到达了什么。")
            key[.number(first)] = firstArrived
            key[.number(missing.advanced(inSequenceSpaceBy: 200))] = Words(
                english: "These octets are there. An acknowledgment of them would say that everything before them is "
                    + "there, too.",
                chinese: "这些字节已经到了。确认这些字节，就等于说前面的一切也都到了。")
            key[.number(missing.advanced(inSequenceSpaceBy: 0 &- 1))] = Words(
                english: "That is the last octet that has arrived in order. An acknowledgment names the next one.",
                chinese: "这是按序到达的最后一个字节。确认号是下一个序号。")
        },
        Exercise(lesson: 18, number: 3, answer: .time) { seed, key in
            let journal = try Visit.journal(seed) {
                $0.wire.latency = .milliseconds(150)
                $0.wire.rules = [try LinkRule("drop client SYN 1-2")]
            }
            guard let open = journal.entry(of: .client, into: "ESTABLISHED")?.at else {
                throw ExerciseError.noStep("tcp.established")
            }
            key.right = [.time(open - .zero)]
            key.because = Words(
                english: "The first wait takes 1 s and the second one 2 s. The third SYN and its answer take 150 ms "
                    + "each. The client is ESTABLISHED at \(open) ms.",
                chinese: "第一次等待用 1 s，第二次用 2 s。第三个 SYN 和它的回应各用 150 ms。客户端在 \(open) ms 进入 ESTABLISHED。")
            key.hint = Words(
                english: "Add the wait before the second SYN, the wait before the third one, and the way of the "
                    + "third one and of its answer.",
                chinese: "把这些加起来：第二个 SYN 之前的等待，第三个 SYN 之前的等待，第三个 SYN 和它的回应在路上的时间。")
            key[.time(.milliseconds(2_300))] = Words(
                english: "The second wait is not as long as the first one. A timeout doubles the next wait.",
                chinese: "第二次等待和第一次不一样长。每次超时都使下一次等待加倍。")
            key[.time(.milliseconds(3_150)), .time(.milliseconds(3_000))] = Words(
                english: "The client is ESTABLISHED when the answer is there. The third SYN has to go, and the "
                    + "answer has to come.",
                chinese: "回应到达时，客户端才进入 ESTABLISHED。第三个 SYN 要过去，回应要回来。")
        },
        Exercise(lesson: 18, number: 4, answer: .letters(through: "d")) { seed, key in
            let ways: [(inout Visit.Options) throws -> Void] = [
                { $0.wire.rules = [try LinkRule("drop server data 1")] },
                {
                    $0.wire.mss = 200
                    $0.wire.rules = [try LinkRule("drop server data 1")]
                },
                {
                    $0.wire.mss = 200
                    $0.wire.rules = [try LinkRule("drop client data 1")]
                },
                {
                    $0.wire.mss = 200
                    $0.wire.rules = [try LinkRule("drop client ACK 2")]
                },
            ]
            let letters = try Exercise.letters(of: ways) { change in
                try Visit.journal(seed, change).events.contains { $0.step == "tcp.fast_retransmit" }
            }
            key.right = [.letters(letters)]
            key.because = Words(
                english: "Many small segments are under way at once, and three of them arrive behind the gap. With "
                    + "large segments the flight has two, and the client's first flight has one: there the timer has "
                    + "to run out.",
                chinese: "许多小报文段同时在途，其中三个到达时前面有缺口。用大报文段时，这一批只有两个，客户端的第一批只有一个：那里只能等计时器到时。")
            key.hint = Words(
                english: "A duplicate acknowledgment is made by a segment with data that arrives behind a gap. Count "
                    + "the segments with data that are sent right behind the lost one.",
                chinese: "带数据的报文段到达时前面有缺口，就会产生重复的确认。数一数紧跟在丢失的报文段之后发送了几个带数据的报文段。")
            key[.letters(letters.union(["a"])), .letters(letters.union(["c"]))] = Words(
                english: "Too few segments with data follow the lost one before its sender has to wait. The timer "
                    + "mends this loss.",
                chinese: "在发送方必须停下来等待之前，丢失的报文段后面带数据的报文段太少。这次丢失由计时器弥补。")
            key[.letters(letters.union(["d"]))] = Words(
                english: "No data is missing here. The next acknowledgment says the same and more, so this loss need "
                    + "not be mended at all.",
                chinese: "这里没有缺少数据。下一个确认说的是同样的事，而且更多，所以这次丢失根本不需要弥补。")
        },
    ]

    private static let firstArrived = Words(
        english: "These octets have arrived. The lost segment begins behind them.",
        chinese: "这些字节已经到达。丢失的报文段从这些字节后面开始。")
}
