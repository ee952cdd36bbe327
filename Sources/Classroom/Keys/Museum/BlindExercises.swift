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
                    + "and an acknowledgment names one more: \(guess).")
            key.hint = Words(
                english: "Subtract one sample from the next. All differences are multiples of one number: that is "
                    + "what one connection adds. Then ask what an acknowledgment of a SYN names.")
            key[.number(guess.advanced(inSequenceSpaceBy: 0 &- 1))] = Words(
                english: "The server's SYN would have this number. An acknowledgment names the number that is "
                    + "expected next.")
            key[.number(sample.advanced(inSequenceSpaceBy: 1)), .number(sample)] = Words(
                english: "This belongs to the connection that she has sampled. The forged connection is a later one.")
        },
        Exercise(lesson: 14, number: 2, answer: .number) { seed, key in
            let resets = UInt64(try MuseumQuestion("rst-injection").performed(seed).outcome.tries)
            key.right = [.number(resets)]
            key.because = Words(
                english: "Reset number \(resets) is the first that lies at or beyond the number that the client "
                    + "expects, and less than a window beyond it.")
            key.hint = Words(
                english: "Work out how far the client's next expected number lies beyond her first reset, modulo "
                    + "2^32. Then count in steps of the window until a reset lies in it.")
            key[.number(resets - 1), .number(resets + 1)] = Words(
                english: "You are near. The first reset is sent at step 0, and the last one has to lie at or beyond "
                    + "the expected number.")
        },
        Exercise(lesson: 14, number: 3, answer: .number) { seed, key in
            let run = try MuseumQuestion("tcp-hijack").performed(seed, recordsJournal: true)
            let forged = try run.segments(of: .attacker).first.orThrow(.noStep("forged"))
            let (sequence, length) = (try forged.sequence, UInt64(forged.payload.count))
            let next = sequence.advanced(inSequenceSpaceBy: length)
            key.right = [.number(next)]
            key.because = Words(
                english: "Her octets have the numbers that the client's next octets would have had. The server takes "
                    + "them and expects \(next). The client has sent no such octets.")
            key.hint = Words(
                english: "The server acknowledges the number that it expects next. Ask what it has taken, and from "
                    + "which number on.")
            key[.number(sequence)] = Words(
                english: "So the server would answer if it had thrown her segment away. Nothing in the segment shows "
                    + "who has sent it.")
            key[.number(next.advanced(inSequenceSpaceBy: 1))] = Words(
                english: "Octets of data take a number each. Only a SYN or a FIN would take one more.")
            key[.number(next.advanced(inSequenceSpaceBy: 0 &- 1))] = Words(
                english: "That is the number of her last octet. The server names the number that it expects next.")
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
                    + "exact number fails: none of hers has it.")
            key.hint = Words(
                english: "Ask for each of them which numbers she needs, and whether she can guess them, try them all "
                    + "or do without.")
            key[.letters(letters.subtracting(["c"]))] = Words(
                english: "A line waits in the window until the octets before it have come, so its number need not be "
                    + "exact. And an old TCP takes half of all acknowledgment numbers. Read the exhibit blind-data.")
            key[.letters(letters.union(["d"]))] = Words(
                english: "One reset in each window is enough only if every number in the window will do. Ask what "
                    + "this TCP compares the number with.")
            key[.letters(["e"])] = Words(
                english: "A number need not be hit exactly where a whole window will do. And some numbers follow a "
                    + "rule.")
            key[.letters(letters.subtracting(["a"])), .letters(letters.subtracting(["a", "c"]))] = Words(
                english: "Some servers choose the number of a connection by a rule, and show the rule to each "
                    + "client. Such a number need not be read.")
        },
    ]

    /// The number by which the counter of 4.3BSD grows with each connection, as in the exhibit `isn-prediction`.
    private static let step: UInt64 = 64_000
}
