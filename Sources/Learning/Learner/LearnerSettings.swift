/// How thoroughly a learner tests what it has found.
package struct LearnerSettings: Hashable, Sendable {
    /// The depth of the W-method: how many states more than the found machine has another one may have without passing the tests unnoticed.
    /// Nil for 2, or for 1 where there are more than ``fewStates`` states.
    package var depth: Int?
    /// How many random words are tried on each machine that the W-method has not refuted.
    package var randomWords = 150
    /// How many times in a row a letter that leads back to its state is sent, in each state.
    package var pump = 6
    /// How many questions may be asked.
    package var limit = 20_000
    /// The seed of the random words.
    package var seed: UInt64 = 1

    /// The usual settings.
    package init() {}

    /// Up to so many states the W-method goes to depth 2 by itself.
    static let fewStates = 9
    /// How many times a word is asked again whose answer has changed.
    static let votes = 5
    /// After so many corrections the learner gives up.
    static let mostCorrections = 100
    /// The longest run of one letter by which a limit is looked for that the machine does not have.
    static let longestRun = 40
}

/// How much work it was to learn a machine.
package struct LearningCosts: Hashable, Sendable {
    /// How many questions were asked: connections.
    package internal(set) var questions = 0
    /// How many letters were sent.
    package internal(set) var letters = 0
    /// How many of the questions were tests of a machine.
    package internal(set) var tests = 0
    /// How many machines the learner has proposed; the last one is the result.
    package internal(set) var proposals = 0
    /// How often a word was asked again because its answer had changed.
    package internal(set) var doubts = 0
    /// How many of the kept answers were wrong; after each the learner has started again.
    package internal(set) var corrections = 0
}

/// A machine that was learned, and how far the tests reach.
package struct LearnedMachine: Sendable {
    /// The machine.
    package let machine: MealyMachine
    /// How much work it was.
    package let costs: LearningCosts
    /// The depth to which the W-method was carried out in full.
    package let depth: Int
    /// The depth behind states that differ from another one by counting alone, if it is another one.
    package let depthOfCounting: Int?
    /// For a state and a letter that leads back to it: how many times in a row the peer takes it, if that is fewer than
    /// ``longestRun``.
    package let runs: [Run]
    /// The longest run of one letter that was tried.
    package let longestRun: Int

    /// How often the peer takes a letter that leads back to its state, which the machine does not say.
    package struct Run: Hashable, Sendable {
        /// The state.
        package let state: Int
        /// The letter.
        package let letter: Letter
        /// How many times in a row the peer takes it.
        package let most: Int
        /// The answer to the next one.
        package let then: Answer
    }
}
