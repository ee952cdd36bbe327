/// A learner of Mealy machines in Angluin's frame (1987): it asks words, proposes a machine, and tests it until no test refutes it.
///
/// The proposals follow Kearns and Vazirani (1994), and a refutation is read as Rivest and Schapire do (1993): the word is halved until one
/// state is found that has to be parted in two. The learner knows no clock and no socket. It has a ``Teacher`` that asks the peer.
package struct Learner<Peer: Teacher> {
    private let letters: [Letter]
    let settings: LearnerSettings
    private var teacher: Peer
    private var tree = AnswerTree()
    private var costs = LearningCosts()
    /// Is told the costs and the number of states from time to time.
    private let progress: (LearningCosts, _ states: Int) -> Void
    private var states = 1

    /// The kept answers were corrected, so that what was derived from them may be wrong.
    private struct Corrected: Error {}

    /// A learner for that alphabet, which has at least one letter.
    package init(
        _ letters: [Letter], from teacher: Peer, _ settings: LearnerSettings = LearnerSettings(),
        progress: @escaping (LearningCosts, _ states: Int) -> Void = { _, _ in }
    ) {
        (self.letters, self.teacher, self.settings, self.progress) = (letters, teacher, settings, progress)
    }

    /// Learns the machine of the peer.
    ///
    /// - Throws: ``LearningError``, or the error of the teacher.
    package mutating func learn() throws -> LearnedMachine {
        while true {
            do {
                return try attempt()
            } catch is Corrected {
                costs.corrections += 1
                guard costs.corrections <= LearnerSettings.mostCorrections else {
                    throw LearningError.restless(corrections: costs.corrections)
                }
            }
        }
    }

    private mutating func attempt() throws -> LearnedMachine {
        var tree = DiscriminationTree()
        while true {
            let (machine, places) = try proposal(&tree)
            costs.proposals += 1
            if let word = try refutation(of: machine, tree.separatingWords) {
                try refine(&tree, machine, places, by: word)
                continue
            }
            try ask(allEdgesOf: machine)
            let runs = try runs(of: machine)
            return LearnedMachine(
                machine: machine, costs: costs, depth: depth(for: machine),
                depthOfCounting: depthOfCounting(in: machine),
                runs: runs, longestRun: LearnerSettings.longestRun)
        }
    }

    // MARK: Questions

    /// The answers to a word: kept ones, or those of the peer.
    private mutating func ask(_ word: [Letter], isTest: Bool = false) throws -> [Answer] {
        let known = tree.known(word)
        if known.count == word.count { return known }
        let heard = try hear(word, known: known, isTest: isTest)
        guard Array(heard.prefix(known.count)) == known else { return try settle(word) }
        tree.keep(word, heard)
        return heard
    }

    /// Asks the peer.
    private mutating func hear(
        _ word: [Letter], known: [Answer] = [], patience: Int = 1, isTest: Bool = false
    ) throws -> [Answer] {
        guard costs.questions < settings.limit else { throw LearningError.limit(questions: costs.questions) }
        costs.questions += 1
        costs.letters += word.count
        if isTest { costs.tests += 1 }
        progress(costs, states)
        let heard = try teacher.answers(to: word, known: known, patience: patience)
        // A teacher that says too little has seen the end.
        return Array((heard + word.dropFirst(heard.count).map { _ in .gone }).prefix(word.count))
    }

    /// Asks a word several times, more and more patiently, because an answer has changed. If the peer gives one answer now, it is kept.
    ///
    /// - Returns: the answers, if they are those that were kept.
    /// - Throws: ``Corrected`` if they are not; ``LearningError/notAMachine(word:answers:)`` if the peer gives several.
    private mutating func settle(_ word: [Letter]) throws -> [Answer] {
        costs.doubts += 1
        var votes: [(answers: [Answer], count: Int)] = []
        for vote in 1...LearnerSettings.votes {
            let heard = try hear(word, patience: 2 * vote)
            if let place = votes.firstIndex(where: { $0.answers == heard }) {
                votes[place].count += 1
            } else {
                votes.append((heard, 1))
            }
        }
        guard let only = votes.first, votes.count == 1 else {
            throw LearningError.notAMachine(word: word, answers: votes)
        }
        let known = tree.known(word)
        tree.correct(word, only.answers)
        guard Array(only.answers.prefix(known.count)) == known else { throw Corrected() }
        return only.answers
    }

    /// Asks a word again with all patience. Answers that were kept and are not given again are settled.
    ///
    /// - Parameter lastAlone: whether only the last letter is waited for so long.
    private mutating func confirm(_ word: [Letter], lastAlone: Bool = false) throws {
        let kept = tree.known(word)
        let known = lastAlone ? Array(kept.dropLast()) : []
        guard try hear(word, known: known, patience: 4, isTest: true) != kept else { return }
        _ = try settle(word)
    }

    // MARK: Proposals

    /// The machine that the tree describes, and the place of its letters' words: state by state, the access words lead to the states.
    private mutating func proposal(
        _ tree: inout DiscriminationTree
    ) throws -> (machine: MealyMachine, access: [[Letter]]) {
        var rows: [[MealyMachine.Edge]] = []
        while rows.count < tree.access.count {
            let word = tree.access[rows.count]
            var row: [MealyMachine.Edge] = []
            for letter in letters {
                let answers = try ask(word + [letter])
                let target = try tree.sift(word + [letter]) { try answersBehind($0, $1) }
                row.append(.init(answers.last ?? .gone, to: target))
            }
            rows.append(row)
            states = tree.access.count
        }
        guard let machine = MealyMachine(letters, rows) else { throw LearningError.limit(questions: costs.questions) }
        return (machine, tree.access)
    }

    /// The answers to `suffix` after `word`.
    private mutating func answersBehind(_ word: [Letter], _ suffix: [Letter]) throws -> [Answer] {
        Array(try ask(word + suffix).suffix(suffix.count))
    }

    /// Parts a state, because the peer answers `word` as the machine does up to the last letter, and the last letter otherwise.
    private mutating func refine(
        _ tree: inout DiscriminationTree, _ machine: MealyMachine, _ access: [[Letter]], by word: [Letter]
    ) throws {
        func state(_ count: Int) -> Int { machine.run(word.prefix(count)).state }
        // Behind the access word of the state after `low` letters the peer answers the rest otherwise than the machine does. Behind that of
        // the state after `high` letters it does not.
        var (low, high) = (0, word.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            let rest = Array(word.dropFirst(middle))
            let start = state(middle)
            let heard = try answersBehind(access[start], rest)
            if heard == machine.run(rest, from: start).answers { high = middle } else { low = middle }
        }
        let suffix = Array(word.dropFirst(high))
        guard !suffix.isEmpty, let letter = word.dropFirst(low).first else { throw Corrected() }
        let new = access[state(low)] + [letter]
        let old = state(high)
        let (oldAnswers, newAnswers) = (try answersBehind(access[old], suffix), try answersBehind(new, suffix))
        // Equal answers contradict what was kept before.
        guard oldAnswers != newAnswers else { throw Corrected() }
        tree.split(old, from: new, by: suffix, old: oldAnswers, new: newAnswers)
    }

    // MARK: Tests

    /// The depth of the W-method for a machine.
    private func depth(for machine: MealyMachine) -> Int {
        settings.depth ?? (machine.states.count <= LearnerSettings.fewStates ? 2 : 1)
    }

    /// The depth behind states that differ from another one by counting alone; nil if there are none, or if the depth was chosen. There are
    /// many of them, and the state that counts nothing yet is tested for all.
    private func depthOfCounting(in machine: MealyMachine) -> Int? {
        settings.depth == nil && machine.folds.contains { $0.count > 0 } ? 0 : nil
    }

    /// The shortest prefix of a test word that the peer answers otherwise than the machine; nil if it passes all tests.
    private mutating func refutation(of machine: MealyMachine, _ suffixes: [[Letter]]) throws -> [Letter]? {
        var tests = EquivalenceTests(machine, suffixes, settings)
        let depth = depth(for: machine)
        let (folds, depthOfCounting) = (machine.folds, depthOfCounting(in: machine) ?? depth)
        for length in 0...(depth + 1) {
            for state in machine.states.indices where folds[state].count == 0 || length <= depthOfCounting + 1 {
                if let word = try refutation(
                    of: machine, below: machine.words[state], letters: length, suffixes)
                {
                    return word
                }
            }
        }
        for word in tests.pumped() {
            if let word = try test(machine, word) { return word }
        }
        for _ in 0..<max(0, settings.randomWords) {
            if let word = try test(machine, tests.drawn()) { return word }
        }
        return nil
    }

    /// The W-method (Chow 1978): each word of so many letters behind `word`, and each of the separating words behind that. Words behind the end
    /// of the connection are left out: their answers are known.
    private mutating func refutation(
        of machine: MealyMachine, below word: [Letter], letters count: Int, _ suffixes: [[Letter]]
    ) throws -> [Letter]? {
        if tree.known(word).last?.isClosed == true { return nil }
        guard count > 0 else {
            for suffix in suffixes.isEmpty ? [[]] : suffixes {
                if let found = try test(machine, word + suffix) { return found }
            }
            return nil
        }
        for letter in letters {
            if let found = try test(machine, word + [letter]) { return found }
            if let found = try refutation(of: machine, below: word + [letter], letters: count - 1, suffixes) {
                return found
            }
        }
        return nil
    }

    /// Asks a word and compares the answers with those of the machine. A difference is believed after the word was asked again with patience.
    ///
    /// - Returns: the word up to the first difference; nil if there is none.
    private mutating func test(_ machine: MealyMachine, _ word: [Letter]) throws -> [Letter]? {
        func difference(_ answers: [Answer]) -> Int? {
            zip(answers, machine.run(word).answers).enumerated().first { $1.0 != $1.1 }?.offset
        }
        guard let place = difference(try ask(word, isTest: true)) else { return nil }
        let failing = Array(word.prefix(place + 1))
        try confirm(failing)
        return failing
    }

    /// Asks once more, with patience, for each edge that ends the connection: many of them were asked once only. The other edges were passed by
    /// many words, and what comes late behind one of them shows in the next answer. Of states that differ by counting alone the first and the
    /// last are asked.
    private mutating func ask(allEdgesOf machine: MealyMachine) throws {
        let folds = machine.folds
        for (state, edges) in machine.states.enumerated() where state != machine.end {
            guard folds[state].count == 0 || folds[state].count == folds[state].most else { continue }
            for (letter, edge) in zip(letters, edges) where edge.answer.isClosed {
                try confirm(machine.words[state] + [letter], lastAlone: true)
            }
        }
    }

    // MARK: Runs of one letter

    /// Looks for limits that the machine does not have: each letter that leads back to its state, many times in a row. The machine stays
    /// as it is.
    private mutating func runs(of machine: MealyMachine) throws -> [LearnedMachine.Run] {
        var found: [LearnedMachine.Run] = []
        let folds = machine.folds
        for (state, edges) in machine.states.enumerated() where folds[state].count == 0 {
            for (letter, edge) in zip(letters, edges) where edge.target == state && !edge.answer.isClosed {
                if let run = try run(of: letter, in: state, machine) { found.append(run) }
            }
        }
        return found
    }

    /// How often the peer takes a letter in a state; nil if it takes all that are tried.
    private mutating func run(of letter: Letter, in state: Int, _ machine: MealyMachine) throws -> LearnedMachine.Run? {
        let start = machine.words[state]
        func word(_ count: Int) -> [Letter] { start + Array(repeating: letter, count: count) }
        // Only the last letter is waited for: a peer that has closed before that says so there.
        func answer(_ count: Int) throws -> Answer? {
            let word = word(count)
            let expected = machine.run(word).answers
            let heard = try hear(word, known: Array(expected.dropLast()), isTest: true)
            return heard == expected ? nil : heard.first { $0.isClosed } ?? heard.last
        }
        guard try answer(LearnerSettings.longestRun) != nil else { return nil }
        var (good, bad) = (1, LearnerSettings.longestRun)
        while bad - good > 1 {
            let middle = (good + bad) / 2
            if try answer(middle) == nil { good = middle } else { bad = middle }
        }
        return try answer(bad).map { LearnedMachine.Run(state: state, letter: letter, most: good, then: $0) }
    }
}
