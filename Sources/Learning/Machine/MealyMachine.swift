/// A machine that answers each letter and moves on: a Mealy machine. State 0 is the start.
package struct MealyMachine: Hashable, Sendable {
    /// What the machine does in a state with a letter.
    package struct Edge: Hashable, Sendable {
        /// The answer.
        package let answer: Answer
        /// The next state.
        package let target: Int

        /// An edge to `target`.
        package init(_ answer: Answer, to target: Int) {
            self.answer = answer
            self.target = target
        }
    }

    /// The alphabet; an edge stands at the place of its letter.
    package let letters: [Letter]
    /// The edges of each state.
    package let states: [[Edge]]
    /// A shortest word to each state; empty for state 0 and for a state that no word reaches.
    package let words: [[Letter]]

    /// A machine; nil if a state has too many or too few edges, if an edge leads to no state, or if a letter stands twice.
    package init?(_ letters: [Letter], _ states: [[Edge]]) {
        guard !states.isEmpty, !letters.isEmpty, Set(letters).count == letters.count,
            states.allSatisfy({ $0.count == letters.count && $0.allSatisfy { states.indices.contains($0.target) } })
        else { return nil }
        self.letters = letters
        self.states = states
        var words: [Int: [Letter]] = [0: []]
        var queue = [0]
        var next = 0
        while next < queue.count {
            let state = queue[next]
            next += 1
            for (letter, edge) in zip(letters, states[state]) where words[edge.target] == nil {
                words[edge.target] = (words[state] ?? []) + [letter]
                queue.append(edge.target)
            }
        }
        self.words = states.indices.map { words[$0] ?? [] }
    }

    /// The edge of a state and a letter; nil for another letter or another state.
    package func edge(_ state: Int, _ letter: Letter) -> Edge? {
        guard states.indices.contains(state), let place = letters.firstIndex(of: letter) else { return nil }
        return states[state][place]
    }

    /// The answers to a word from a state, and the state after it. A letter that is not in the alphabet ends the word.
    package func run(_ word: some Sequence<Letter>, from start: Int = 0) -> (answers: [Answer], state: Int) {
        var answers: [Answer] = []
        var state = start
        for letter in word {
            guard let edge = edge(state, letter) else { break }
            answers.append(edge.answer)
            state = edge.target
        }
        return (answers, state)
    }

    /// The state in which the connection has ended: every letter leads back to it and is answered by the end alone. Nil if there is none.
    package var end: Int? {
        states.indices.first { state in states[state].allSatisfy { $0 == Edge(.gone, to: state) } }
    }

    /// How many edges lead to a state in which the connection lives.
    package var livingEdges: Int { states.indices.filter { $0 != end }.reduce(0) { $0 + living($1).count } }

    private func living(_ state: Int) -> [Edge] { states[state].filter { !$0.answer.isClosed } }
}
