import TLSSim

/// A word to which two machines give different answers. All its prefixes get the same answers from both.
package struct MachineDifference: Hashable, Sendable {
    /// The word. Its last letter is the one that is answered differently.
    package let word: [Letter]
    /// The answer of the machine that is compared.
    package let answer: Answer
    /// The answer of the machine that it is compared with.
    package let other: Answer
}

extension MealyMachine {
    /// The differences between this machine and another, shortest word first. Behind a difference nothing is compared. Letters that only one
    /// of the machines has are left out.
    ///
    /// States that differ from their base by counting alone (``folds``) are compared by the letter that they count.
    ///
    /// - Parameter version: in TLS 1.3 a ChangeCipherSpec in an answer has no effect and may come at several times (RFC 8446 section D.4), so
    ///   that answers which differ by it alone are equal. Nil compares all.
    package func differences(from other: MealyMachine, _ version: ProtocolVersion? = nil) -> [MachineDifference] {
        func areEqual(_ one: Answer, _ other: Answer) -> Bool {
            guard version == .tls13, one != other else { return one == other }
            func rest(_ answer: Answer) -> [String] { answer.messages.filter { $0 != Letter.changeCipherSpec.name } }
            return one.isClosed == other.isClosed && rest(one) == rest(other)
        }
        struct Pair: Hashable {
            let mine: Int
            let theirs: Int
        }
        struct Kind: Hashable {
            let bases: Pair
            let letter: Letter
            let answer: Answer
            let other: Answer
        }
        let common = letters.filter(other.letters.contains)
        let (folds, otherFolds) = (folds, other.folds)
        var found: [MachineDifference] = []
        var kinds: Set<Kind> = []
        var words: [Pair: [Letter]] = [Pair(mine: 0, theirs: 0): []]
        var queue = [Pair(mine: 0, theirs: 0)]
        var next = 0
        while next < queue.count {
            let pair = queue[next]
            next += 1
            for letter in common {
                guard let edge = edge(pair.mine, letter), let otherEdge = other.edge(pair.theirs, letter) else {
                    continue
                }
                let word = (words[pair] ?? []) + [letter]
                let isCounted = [folds[pair.mine], otherFolds[pair.theirs]].allSatisfy {
                    $0.count == 0 || $0.letter == letter
                }
                guard areEqual(edge.answer, otherEdge.answer) else {
                    let bases = Pair(mine: folds[pair.mine].base, theirs: otherFolds[pair.theirs].base)
                    let kind = Kind(bases: bases, letter: letter, answer: edge.answer, other: otherEdge.answer)
                    guard isCounted, kinds.insert(kind).inserted else { continue }
                    found.append(MachineDifference(word: word, answer: edge.answer, other: otherEdge.answer))
                    continue
                }
                let target = Pair(mine: edge.target, theirs: otherEdge.target)
                guard words[target] == nil else { continue }
                words[target] = word
                queue.append(target)
            }
        }
        return found
    }
}
