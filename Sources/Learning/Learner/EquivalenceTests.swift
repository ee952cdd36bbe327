import Crypto

/// Words that may refute a machine beside those of the W-method: random ones, and one letter again and again.
struct EquivalenceTests {
    private let machine: MealyMachine
    private let suffixes: [[Letter]]
    private let pump: Int
    private var random: SeededRandomSource

    init(_ machine: MealyMachine, _ suffixes: [[Letter]], _ settings: LearnerSettings) {
        self.machine = machine
        self.suffixes = suffixes
        pump = settings.pump
        random = SeededRandomSource(seed: settings.seed).fork("words \(machine.states.count)")
    }

    /// For each state that counts nothing yet and each letter that leads back to it: the letter again and again, then each of the words that tell states apart. A server
    /// that counts cannot be told from one that does not by short words.
    func pumped() -> [[Letter]] {
        guard pump > 0 else { return [] }
        var words: [[Letter]] = []
        let folds = machine.folds
        for (state, edges) in machine.states.enumerated() where folds[state].count == 0 {
            for (letter, edge) in zip(machine.letters, edges) where edge.target == state && !edge.answer.isClosed {
                let run = machine.words[state] + Array(repeating: letter, count: pump)
                words += (suffixes.isEmpty ? [[]] : suffixes).map { run + $0 }
            }
        }
        return words
    }

    /// The access word of a state and up to eight letters more. Of five letters four keep the connection open as far as the machine goes: with
    /// letters drawn evenly, most words would end after two.
    mutating func drawn() -> [Letter] {
        var state = draw(machine.states.count)
        var word = machine.words[state]
        for _ in 0...draw(8) {
            let open = zip(machine.letters, machine.states[state]).filter { !$1.answer.isClosed }.map { $0.0 }
            let choice = open.isEmpty || draw(5) == 0 ? machine.letters : open
            let letter = choice[draw(choice.count)]
            word.append(letter)
            state = machine.edge(state, letter)?.target ?? state
        }
        return word
    }

    /// A number from 0 to one less than `count`, which is at most a few hundred; 0 for an empty range.
    private mutating func draw(_ count: Int) -> Int {
        guard count > 1 else { return 0 }
        return random.octets(4).reduce(0) { $0 << 8 | Int($1) } % count
    }
}
