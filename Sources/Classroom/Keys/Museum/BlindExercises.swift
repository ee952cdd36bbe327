import Museum
import TCPSim
import Trace

/// Lesson 14: blind.
extension Exercise {
    static let blind: [Exercise] = [
        Exercise(lesson: 14, number: 1, answer: .number) { seed, key in
            let run = try MuseumQuestion("isn-prediction").performed(seed, recordsJournal: true)
            let guess = try run.segments(of: .attacker).first.orThrow(.noStep("forged")).number("tcp.ack_raw")
            let sample = guess.advanced(inSequenceSpaceBy: 0 &- (step + 1))
            key.right = [.number(guess)]
            key.because = Words(
                english: "Her last sample is \(sample). The next connection has a number that is larger by 64000, "
                    + "and an acknowledgment names one more: \(guess).",
                chinese: "她最后的样本是 \(sample)。下一个连接的序号比它大 64000，而确认号再多一：\(guess)。")
            key.hint = Words(
                english: "Subtract one sample from the next. All differences are multiples of one number: that is "
                    + "what one connection adds. Then ask what an acknowledgment of a SYN names.",
                chinese: "把相邻的样本相减。所有的差都是同一个数的倍数：那就是一个连接所加的数。再想一想对 SYN 的确认，确认号是哪个序号。")
            key[.number(guess.advanced(inSequenceSpaceBy: 0 &- 1))] = Words(
                english: "The server's SYN would have this number. An acknowledgment names the number that is "
                    + "expected next.",
                chinese: "服务器的 SYN 会有这个序号。确认号是等待的下一个序号。")
            key[.number(sample.advanced(inSequenceSpaceBy: 1)), .number(sample)] = Words(
                english: "This belongs to the connection that she has sampled. The forged connection is a later one.",
                chinese: "这属于她取样的那个连接。伪造的连接在它之后。")
        },
        Exercise(lesson: 14, number: 2, answer: .number) { seed, key in
            let resets = UInt64(try MuseumQuestion("rst-injection").performed(seed).outcome.tries)
            key.right = [.number(resets)]
            key.because = Words(
                english: "Reset number \(resets) is the first that lies at or beyond the number that the client "
                    + "expects, and less than a window beyond it.",
                chinese: "编号 \(resets) 的复位，是第一个序号不小于客户端等待的序号、又超出不到一个窗口的复位。")
            key.hint = Words(
                english: "Work out how far the client's next expected number lies beyond her first reset, modulo "
                    + "2^32. Then count in steps of the window until a reset lies in it.",
                chinese: "算出客户端等待的下一个序号比她的第一个复位超前多少，模 2^32。再以窗口为步长往前数，直到有一个复位落在里面。")
            key[.number(resets - 1), .number(resets + 1)] = Words(
                english: "You are near. The first reset is sent at step 0, and the last one has to lie at or beyond "
                    + "the expected number.",
                chinese: "你已经接近了。第一个复位在第 0 步发送，最后一个的序号必须不小于等待的序号。")
        },
        Exercise(lesson: 14, number: 3, answer: .number) { seed, key in
            let run = try MuseumQuestion("tcp-hijack").performed(seed, recordsJournal: true)
            let forged = try run.segments(of: .attacker).first.orThrow(.noStep("forged"))
            let (sequence, length) = (try forged.sequence, UInt64(forged.payload.count))
            let next = sequence.advanced(inSequenceSpaceBy: length)
            key.right = [.number(next)]
            key.because = Words(
                english: "Her octets have the numbers that the client's next octets would have had. The server takes "
                    + "them and expects \(next). The client has sent no such octets.",
                chinese: "她的字节用的序号，正是客户端接下来的字节会用的。服务器收下这些字节，等待 \(next)。客户端没有发送过这些字节。")
            key.hint = Words(
                english: "The server acknowledges the number that it expects next. Ask what it has taken, and from "
                    + "which number on.",
                chinese: "服务器的确认号是它等待的下一个序号。想一想它收下了什么，从哪个序号开始。")
            key[.number(sequence)] = Words(
                english: "So the server would answer if it had thrown her segment away. Nothing in the segment shows "
                    + "who has sent it.",
                chinese: "如果服务器丢弃了她的报文段，就会这样回应。报文段里没有什么能看出由谁发送。")
            key[.number(next.advanced(inSequenceSpaceBy: 1))] = Words(
                english: "Octets of data take a number each. Only a SYN or a FIN would take one more.",
                chinese: "每个数据字节占用一个序号。只有 SYN 或 FIN 才会再占一个。")
            key[.number(next.advanced(inSequenceSpaceBy: 0 &- 1))] = Words(
                english: "That is the number of her last octet. The server names the number that it expects next.",
                chinese: "这是她的最后一个字节的序号。服务器给出的是它等待的下一个序号。")
        },
        Exercise(lesson: 14, number: 4, answer: .letters(through: "e")) { seed, key in
            let attacks = [
                ("isn-prediction", false), ("rst-injection", false), ("blind-data", false), ("rst-injection", true),
                ("syn-flood", false),
            ]
            let letters = try Exercise.letters(of: attacks) { name, isDefended in
                let exhibit = try MuseumQuestion(name)
                let run = try exhibit.performed(seed, isDefended: isDefended)
                return exhibit.position == .offPath && run.outcome.reached
            }
            key.right = [.letters(letters)]
            key.because = Words(
                english: "The first number follows a rule that her own connections tell. The reset and the line may "
                    + "lie anywhere in a window. The flood needs no number at all. Only the reset that must have the "
                    + "exact number fails: none of hers has it.",
                chinese: "初始序号遵循一条规则，她自己的连接就能看出来。复位和那一行可以落在窗口的任何地方。洪泛根本不需要序号。只有必须与序号完全相等的复位会失败：她的复位都没有这个序号。")
            key.hint = Words(
                english: "Ask for each of them which numbers she needs, and whether she can guess them, try them all "
                    + "or do without.",
                chinese: "对每一项问一问，她需要哪些序号，能不能猜出来，能不能全都试一遍，或者不用也行。")
            key[.letters(letters.subtracting(["c"]))] = Words(
                english: "A line waits in the window until the octets before it have come, so its number need not be "
                    + "exact. And an old TCP takes half of all acknowledgment numbers. Read the exhibit blind-data.",
                chinese: "一行数据会在窗口里等到它前面的字节到达，所以它的序号不必精确。而且旧的 TCP 会接受一半的确认号。读展品 blind-data。")
            key[.letters(letters.union(["d"]))] = Words(
                english: "One reset in each window is enough only if every number in the window will do. Ask what "
                    + "this TCP compares the number with.",
                chinese: "只有窗口里的每个序号都行，每个窗口一个复位才够。想一想这个 TCP 把序号与什么比较。")
            key[.letters(["e"])] = Words(
                english: "A number need not be hit exactly where a whole window will do. And some numbers follow a "
                    + "rule.",
                chinese: "整个窗口都行的时候，不必正好猜中序号。而且有些序号遵循一条规则。")
            key[.letters(letters.subtracting(["a"])), .letters(letters.subtracting(["a", "c"]))] = Words(
                english: "Some servers choose the number of a connection by a rule, and show the rule to each "
                    + "client. Such a number need not be read.",
                chinese: "有些服务器按规则选择连接的序号，并让每个客户端都看到这条规则。这样的序号不必去读。")
        },
    ]

    /// The number by which the counter of 4.3BSD grows with each connection, as in the exhibit `isn-prediction`.
    private static let step: UInt64 = 64_000
}
