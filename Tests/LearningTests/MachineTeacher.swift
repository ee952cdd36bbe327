import Learning
import TestSupport

/// A teacher that has the machine that is to be learned.
struct MachineTeacher: Teacher {
    let machine: MealyMachine
    /// Makes wrong answers of right ones, from the number of the question.
    var disturb: (Int, [Letter], [Answer]) -> [Answer] = { $2 }
    private(set) var questions = 0

    init(_ machine: MealyMachine, disturb: @escaping (Int, [Letter], [Answer]) -> [Answer] = { $2 }) {
        self.machine = machine
        self.disturb = disturb
    }

    mutating func answers(to word: [Letter], known: [Answer], patience: Int) -> [Answer] {
        questions += 1
        var answers = machine.run(word).answers
        if let end = answers.firstIndex(where: \.isClosed) {
            for place in answers.indices where place > end { answers[place] = .gone }
        }
        return disturb(questions, word, answers)
    }
}

/// Machines for tests.
enum Drawn {
    static let letters: [Letter] = [.clientHello, .clientKeyExchange, .changeCipherSpec, .finished, .data, .warning]

    /// A machine with up to so many states besides the end, drawn from a seed. Some edges lead to the end, as those of a TLS do.
    static func machine(seed: UInt64, states: Int) -> MealyMachine? {
        var chance = SplitMix64(seed: seed)
        let end = states
        var rows = (0..<states).map { _ in
            letters.map { _ -> MealyMachine.Edge in
                if chance.place(in: 3) == 0 {
                    return .init(Answer(["fatal unexpected_message"], isClosed: true), to: end)
                }
                let answer = chance.place(in: 3)
                return .init(answer == 0 ? .silence : Answer(["m\(answer)"]), to: chance.place(in: states))
            }
        }
        rows.append(letters.map { _ in .init(.gone, to: end) })
        return MealyMachine(letters, rows)
    }

    /// Whether two machines give the same answers to all words.
    static func areEqual(_ one: MealyMachine, _ other: MealyMachine) -> Bool {
        one.differences(from: other).isEmpty && one.letters == other.letters
    }
}

extension Drawn {
    /// Whether two states of a machine have different answers to some word.
    static func distinguishes(_ machine: MealyMachine, _ one: Int, _ other: Int) -> Bool {
        var seen: Set<[Int]> = [[one, other]]
        var queue = [[one, other]]
        while let pair = queue.popLast() {
            for letter in machine.letters {
                guard let first = machine.edge(pair[0], letter), let second = machine.edge(pair[1], letter) else {
                    continue
                }
                if first.answer != second.answer { return true }
                let next = [first.target, second.target]
                if seen.insert(next).inserted { queue.append(next) }
            }
        }
        return false
    }
}
