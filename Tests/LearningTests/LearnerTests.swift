import Learning
import TestSupport
import Testing

/// The learner before machines that are known.
@Suite struct LearnerTests {
    /// What is learned from a machine.
    static func learn(
        _ machine: MealyMachine, _ settings: LearnerSettings = LearnerSettings(),
        disturb: @escaping (Int, [Letter], [Answer]) -> [Answer] = { $2 }
    ) throws -> LearnedMachine {
        var learner = Learner(machine.letters, from: MachineTeacher(machine, disturb: disturb), settings)
        return try learner.learn()
    }

    @Test(arguments: 1...30) func aMachineThatWasDrawnIsLearnedExactly(_ seed: UInt64) throws {
        let machine = try #require(Drawn.machine(seed: seed, states: 2 + Int(seed) % 6))
        var settings = LearnerSettings()
        settings.pump = 0
        let learned = try Self.learn(machine, settings)
        #expect(Drawn.areEqual(learned.machine, machine))
        // It has no more states than are needed: any two differ.
        let states = learned.machine.states.indices
        for one in states {
            for other in states where one < other {
                #expect(Drawn.distinguishes(learned.machine, one, other))
            }
        }
    }

    @Test func theSameSeedAsksTheSameQuestions() throws {
        let machine = try #require(Drawn.machine(seed: 5, states: 5))
        var words: [[[Letter]]] = [[], []]
        for run in 0...1 {
            var asked: [[Letter]] = []
            _ = try Self.learn(machine) { _, word, answers in
                asked.append(word)
                return answers
            }
            words[run] = asked
        }
        #expect(words[0] == words[1] && words[0].count > 50)
    }

    @Test func aWrongAnswerThatDoesNotComeAgainIsCorrected() throws {
        let machine = try #require(Drawn.machine(seed: 7, states: 4))
        for wrong in [1, 3, 9, 40, 60] {
            let learned = try Self.learn(machine) { question, _, answers in
                question == wrong ? answers.dropLast() + [Answer(["late"])] : answers
            }
            #expect(Drawn.areEqual(learned.machine, machine))
        }
    }

    @Test func aPeerThatAnswersAsItLikesIsNoMachine() throws {
        let machine = try #require(Drawn.machine(seed: 7, states: 4))
        var chance = SplitMix64(seed: 1)
        #expect {
            _ = try Self.learn(machine) { _, _, answers in
                answers.map { !$0.isClosed && chance.place(in: 3) == 0 ? Answer(["another"]) : $0 }
            }
        } throws: { error in
            guard case LearningError.notAMachine(let word, let answers) = error else { return false }
            return !word.isEmpty && answers.count > 1 && answers.reduce(0) { $0 + $1.count } == 5
        }
    }

    /// All that differs is the alert with which it ends the connection, and each such word is asked once by the tests.
    @Test func aPeerThatEndsInSeveralWaysIsNoMachine() throws {
        let end = [MealyMachine.Edge(.gone, to: 1), .init(.gone, to: 1)]
        let closing = MealyMachine.Edge(Answer(["fatal"], isClosed: true), to: 1)
        let machine = try #require(MealyMachine([.clientHello, .data], [[closing, closing], end]))
        #expect {
            _ = try Self.learn(machine) { question, _, answers in
                [Answer(["fatal \(question % 3)"], isClosed: true)] + answers.dropFirst()
            }
        } throws: { error in
            guard case LearningError.notAMachine(_, let answers) = error else { return false }
            return answers.count == 3
        }
    }

    @Test func theLimitOfQuestionsIsKept() throws {
        let machine = try #require(Drawn.machine(seed: 7, states: 6))
        var settings = LearnerSettings()
        settings.limit = 20
        #expect {
            _ = try Self.learn(machine, settings)
        } throws: { error in
            guard case LearningError.limit(20) = error else { return false }
            return true
        }
    }

    /// A machine that ends the connection at the warning after so many, and takes any number of data.
    private static func counter(_ most: Int) -> MealyMachine? {
        let end = most + 1
        var rows = (0...most).map { count in
            [
                MealyMachine.Edge(Answer(["data"]), to: 0),
                count == most ? .init(Answer(["fatal"], isClosed: true), to: end) : .init(.silence, to: count + 1),
            ]
        }
        rows.append([.init(.gone, to: end), .init(.gone, to: end)])
        return MealyMachine([.data, .warning], rows)
    }

    @Test func aCounterIsFoundByPumpingAndShownAsOneState() throws {
        let machine = try #require(Self.counter(4))
        var settings = LearnerSettings()
        settings.randomWords = 0
        settings.depth = 1
        let learned = try Self.learn(machine, settings)
        #expect(Drawn.areEqual(learned.machine, machine))
        let folds = learned.machine.folds
        #expect(Set(folds.map(\.base)).count == 2)
        #expect(folds[0].letter == .warning && folds[0].most == 4)
    }

    @Test func aCounterBeyondThePumpIsToldAsALimit() throws {
        let machine = try #require(Self.counter(32))
        var settings = LearnerSettings()
        settings.randomWords = 20
        let learned = try Self.learn(machine, settings)
        #expect(learned.machine.states.count < 4)
        let run = try #require(learned.runs.first { $0.letter == .warning })
        #expect(run.most == 32 && run.then == Answer(["fatal"], isClosed: true))
    }
}
