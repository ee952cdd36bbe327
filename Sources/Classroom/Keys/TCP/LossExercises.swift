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
                    + "often it is sent.")
            key.hint = Words(
                english: "The receiver finds the place of octets by their numbers. Ask which numbers it still needs.")
            key[.number(sequence.advanced(inSequenceSpaceBy: length))] = Words(
                english: "Those are the numbers behind the lost ones. With them the receiver would still miss the "
                    + "lost octets.")
            key[.number(sequence.advanced(inSequenceSpaceBy: 1))] = Words(
                english: "A copy carries the same octets, and an octet keeps its number.")
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
                    + "expects this number.")
            key.hint = Words(
                english: "An acknowledgment names the first number that is missing, whatever has arrived behind it.")
            key[.number(first)] = firstArrived
            key[.number(missing.advanced(inSequenceSpaceBy: 200))] = Words(
                english: "These octets are there. An acknowledgment of them would say that everything before them is "
                    + "there, too.")
            key[.number(missing.advanced(inSequenceSpaceBy: 0 &- 1))] = Words(
                english: "That is the last octet that has arrived in order. An acknowledgment names the next one.")
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
                    + "each. The client is ESTABLISHED at \(open) ms.")
            key.hint = Words(
                english: "Add the wait before the second SYN, the wait before the third one, and the way of the "
                    + "third one and of its answer.")
            key[.time(.milliseconds(2_300))] = Words(
                english: "The second wait is not as long as the first one. A timeout doubles the next wait.")
            key[.time(.milliseconds(3_150)), .time(.milliseconds(3_000))] = Words(
                english: "The client is ESTABLISHED when the answer is there. The third SYN has to go, and the "
                    + "answer has to come.")
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
                    + "to run out.")
            key.hint = Words(
                english: "A duplicate acknowledgment is made by a segment with data that arrives behind a gap. Count "
                    + "the segments with data that are sent right behind the lost one.")
            key[.letters(letters.union(["a"])), .letters(letters.union(["c"]))] = Words(
                english: "Too few segments with data follow the lost one before its sender has to wait. The timer "
                    + "mends this loss.")
            key[.letters(letters.union(["d"]))] = Words(
                english: "No data is missing here. The next acknowledgment says the same and more, so this loss need "
                    + "not be mended at all.")
        },
    ]

    private static let firstArrived = Words(english: "These octets have arrived. The lost segment begins behind them.")
}
