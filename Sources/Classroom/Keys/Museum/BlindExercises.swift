import Museum
import TCPSim
import Trace

/// Lesson 14: blind.
extension Exercise {
    static let blind: [Exercise] = [
        Exercise(lesson: 14, number: 1, answer: .number) { seed in
            let run = try MuseumQuestion("isn-prediction").performed(seed, recordsJournal: true)
            let guess = try run.segments(of: .attacker).first.orThrow(.noStep("forged")).number("tcp.ack_raw")
            let sample = guess.advanced(inSequenceSpaceBy: 0 &- (step + 1))
            return Solution(
                .number(guess), because: BlindHint.nextOfTheCounter(sample: sample, guess: guess),
                hint: .whatTheCounterDoes,
                slips: [
                    (.number(guess.advanced(inSequenceSpaceBy: 0 &- 1)), .acknowledgeOneMore),
                    (.number(sample.advanced(inSequenceSpaceBy: 1)), .usedUp),
                    (.number(sample), .usedUp),
                ])
        },
        Exercise(lesson: 14, number: 2, answer: .number) { seed in
            let resets = UInt64(try MuseumQuestion("rst-injection").performed(seed).outcome.tries)
            return Solution(
                .number(resets), because: BlindHint.resets(resets), hint: .howFar,
                slips: [(.number(resets - 1), .fencePost), (.number(resets + 1), .fencePost)])
        },
        Exercise(lesson: 14, number: 3, answer: .number) { seed in
            let run = try MuseumQuestion("tcp-hijack").performed(seed, recordsJournal: true)
            let forged = try run.segments(of: .attacker).first.orThrow(.noStep("forged"))
            let (sequence, length) = (try forged.sequence, UInt64(forged.payload.count))
            let next = sequence.advanced(inSequenceSpaceBy: length)
            return Solution(
                .number(next), because: BlindHint.takenAsTheClients(next: next), hint: .whatTheServerHasRead,
                slips: [
                    (.number(sequence), .serverCannotTell),
                    (.number(next.advanced(inSequenceSpaceBy: 1)), .dataIsNoSYN),
                    (.number(next.advanced(inSequenceSpaceBy: 0 &- 1)), .lastOctet),
                ])
        },
        Exercise(lesson: 14, number: 4, answer: .letters(through: "e")) { seed in
            let attacks = [
                ("isn-prediction", false), ("rst-injection", false), ("blind-data", false), ("rst-injection", true),
                ("syn-flood", false),
            ]
            let letters = try Exercise.letters(of: attacks) { name, isDefended in
                let exhibit = try MuseumQuestion(name)
                let run = try exhibit.performed(seed, isDefended: isDefended)
                return exhibit.position == .offPath && run.outcome.reached
            }
            return Solution(
                .letters(letters), because: BlindHint.whatCanBeTried, hint: .whatHasToBeKnown,
                slips: [
                    (.letters(letters.subtracting(["c"])), .twoNumbers),
                    (.letters(letters.union(["d"])), .oneNumberInFourBillion),
                    (.letters(["e"]), .guessingIsPossible),
                    (.letters(letters.subtracting(["a"])), .numbersCanFollowARule),
                    (.letters(letters.subtracting(["a", "c"])), .numbersCanFollowARule),
                ])
        },
    ]

    /// The number by which the counter of 4.3BSD grows with each connection, as in the exhibit `isn-prediction`.
    private static let step: UInt64 = 64_000
}
