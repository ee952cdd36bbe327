/// The place of a state among states that differ by counting alone.
package struct Fold: Hashable, Sendable {
    /// The state that counts nothing yet: the first of its chain. A state that does not count is its own base.
    package let base: Int
    /// How many of the letters have been counted in this state.
    package let count: Int
    /// The letter that is counted; nil for a state that does not count.
    package let letter: Letter?
    /// How many of the letters in a row the machine takes from the base on before it answers otherwise; 0 where nothing is counted.
    package let most: Int
}

extension MealyMachine {
    /// For each state its place in a chain of states that count one letter: a server that ends at the fifth warning has five states for
    /// each of its real ones, which differ only by how many more warnings they take.
    ///
    /// States are folded into one if a letter leads from each to the next, and ends the connection in the last; if all other letters are answered
    /// alike, where one end of the connection is like another; and if these lead to the same states up to folding.
    package var folds: [Fold] {
        var folds = states.indices.map { Fold(base: $0, count: 0, letter: nil, most: 0) }
        for letter in letters {
            for chain in chains(of: letter, among: folds) {
                for (count, state) in chain.enumerated() {
                    folds[state] = Fold(base: chain[0], count: count, letter: letter, most: chain.count - 1)
                }
            }
        }
        return folds
    }

    /// The chains of at least three states that count a letter.
    private func chains(of letter: Letter, among folds: [Fold]) -> [[Int]] {
        guard let place = letters.firstIndex(of: letter) else { return [] }
        let end = end
        func ends(_ edge: Edge) -> Bool { edge.answer.isClosed || edge.target == end }
        // At first, states are together if they answer all other letters alike. Then those are parted whose targets are apart.
        var classes = parted(states.map { edges in others(edges, place).map { ends($0) ? .gone : $0.answer } })
        while true {
            let finer = parted(
                states.indices.map { state in
                    [classes[state]] + others(states[state], place).map { classes[$0.target] }
                })
            if Set(finer).count == Set(classes).count { break }
            classes = finer
        }
        var next: [Int: Int] = [:]
        for (state, edges) in states.enumerated() where folds[state].letter == nil {
            let target = edges[place].target
            let (answer, later) = (edges[place].answer, states[target][place].answer)
            guard target != state, target != 0, classes[target] == classes[state], folds[target].letter == nil,
                !answer.isClosed, later.isClosed || later == answer
            else { continue }
            next[state] = target
        }
        let entered = Set(next.values)
        return next.keys.sorted().filter { !entered.contains($0) }.map { first in
            var chain = [first]
            while let state = chain.last, let target = next[state], !chain.contains(target) { chain.append(target) }
            return chain
        }.filter { chain in
            // A letter that is taken once is no counting: a step is taken once.
            chain.count > 2 && chain.last.map { ends(states[$0][place]) } ?? false
        }
    }

    private func others(_ edges: [Edge], _ place: Int) -> [Edge] {
        edges.indices.filter { $0 != place }.map { edges[$0] }
    }

    /// The number of the class of each value: equal values are together.
    private func parted<Value: Hashable>(_ values: [Value]) -> [Int] {
        var numbers: [Value: Int] = [:]
        return values.map { value in
            let number = numbers[value] ?? numbers.count
            numbers[value] = number
            return number
        }
    }
}
