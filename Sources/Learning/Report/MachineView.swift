import Trace

/// A machine as it is drawn: states in the order of the good handshake, states that count folded into one, and the end left out.
package struct MachineView: Sendable {
    /// A state that is drawn.
    package struct State: Sendable {
        /// The number, from 1 on.
        package let number: Int
        /// A shortest word to it.
        package let word: [Letter]
        /// Whether the good handshake passes it.
        package let isOnPath: Bool
        /// What leads to another state: the next step of the good handshake first.
        package let moves: [Move]
        /// The letters that lead back to the state, by answer.
        package let loops: [Group]
        /// The letters that end the connection, by answer.
        package let ends: [Group]
        /// The letters of which the state takes only so many in a row.
        package let limits: [Limit]
    }

    /// An edge to another state.
    package struct Move: Sendable {
        /// The letter.
        package let letter: Letter
        /// The answer.
        package let answer: Answer
        /// The number of the next state.
        package let target: Int
        /// Whether it is a step of the good handshake, in its place.
        package let isStep: Bool
    }

    /// Letters with the same answer.
    package struct Group: Sendable {
        /// The letters in the order of the alphabet.
        package let letters: [Letter]
        /// The answer.
        package let answer: Answer
    }

    /// How often a letter is taken in a row.
    package struct Limit: Sendable {
        /// The letter.
        package let letter: Letter
        /// How many times.
        package let most: Int
        /// The answer to the next one; nil where the machine says it.
        package let then: Answer
    }

    /// The states in the order in which they are drawn.
    package let states: [State]
    /// The numbers of the states on the good handshake's path.
    package let path: [Int]
    /// The machine.
    package let machine: MealyMachine

    /// A drawing of a machine.
    package init(_ learned: LearnedMachine, _ good: GoodHandshake) {
        let machine = learned.machine
        let folds = machine.folds
        let path = good.path(in: machine).map { folds[$0].base }
        let others = machine.states.indices.filter { folds[$0].base == $0 && $0 != machine.end && !path.contains($0) }
            .sorted { (machine.words[$0].count, $0) < (machine.words[$1].count, $1) }
        var drawn: [Int] = []
        for state in path + others where !drawn.contains(state) && state != machine.end { drawn.append(state) }
        let numbers = Dictionary(uniqueKeysWithValues: drawn.enumerated().map { ($1, $0 + 1) })

        self.machine = machine
        self.path = path.compactMap { numbers[$0] }
        states = drawn.map { state in
            let step = zip(path, good.steps).first { $0.0 == state }?.1
            var moves: [Move] = []
            var loops: [(Letter, Answer)] = []
            var ends: [(Letter, Answer)] = []
            for (letter, edge) in zip(machine.letters, machine.states[state]) {
                let target = folds[edge.target].base
                if edge.answer.isClosed || edge.target == machine.end {
                    ends.append((letter, edge.answer))
                } else if target == state {
                    loops.append((letter, edge.answer))
                } else {
                    moves.append(
                        Move(letter: letter, answer: edge.answer, target: numbers[target] ?? 0, isStep: letter == step))
                }
            }
            return State(
                number: numbers[state] ?? 0, word: machine.words[state], isOnPath: path.contains(state),
                moves: moves.filter(\.isStep) + moves.filter { !$0.isStep }, loops: Self.grouped(loops),
                ends: Self.grouped(ends), limits: Self.limits(of: state, learned, folds))
        }
    }

    private static func limits(of state: Int, _ learned: LearnedMachine, _ folds: [Fold]) -> [Limit] {
        let runs = learned.runs.filter { $0.state == state }.map {
            Limit(letter: $0.letter, most: $0.most, then: $0.then)
        }
        // The last state of a chain has the answer to the letter that is one too many.
        guard let letter = folds[state].letter,
            let last = folds.firstIndex(where: { $0.base == state && $0.count == $0.most && $0.letter == letter }),
            let edge = learned.machine.edge(last, letter), edge.answer.isClosed
        else { return runs }
        return [Limit(letter: letter, most: folds[state].most, then: edge.answer)] + runs
    }

    private static func grouped(_ edges: [(Letter, Answer)]) -> [Group] {
        var answers: [Answer] = []
        for (_, answer) in edges where !answers.contains(answer) { answers.append(answer) }
        return answers.map { answer in
            Group(letters: edges.filter { $0.1 == answer }.map(\.0), answer: answer)
        }
    }
}

// MARK: Words

extension MachineView.Move {
    /// The letter and the answer: "ClientHello: ServerHello".
    var words: Words {
        Words(english: "\(letter.english): \(answer.english)", chinese: "\(letter.chinese)：\(answer.chinese)")
    }
}

extension MachineView.Group {
    static let stays = Words(english: "stays", chinese: "停留")
    static let ends = Words(english: "ends", chinese: "结束")

    /// The letters and their answer: "Data, Warning: nothing".
    var words: Words {
        Words(
            english: "\(letters.listed.english): \(answer.english)",
            chinese: "\(letters.listed.chinese)：\(answer.chinese)")
    }

    /// The group as one that stays in the state.
    var loop: Words { Self.line(Self.stays, words) }
    /// The group as one that ends the connection.
    var end: Words { Self.line(Self.ends, words) }

    /// A head and words on a line.
    static func line(_ head: Words, _ words: Words) -> Words {
        Words(english: "\(head.english): \(words.english)", chinese: "\(head.chinese)：\(words.chinese)")
    }
}

extension MachineView.Limit {
    /// "Warning: at most 4 in a row".
    var words: Words {
        Words(english: "\(letter.english): at most \(most) in a row", chinese: "\(letter.chinese)：最多连续 \(most) 次")
    }
}
