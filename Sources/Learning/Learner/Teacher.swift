/// A peer that can be asked: it hears the letters of a word one after the other on a new connection, and its answers are reported.
package protocol Teacher {
    /// The answers to the letters of a word, one for each letter. After the end of the connection each answer is ``Answer/gone``.
    ///
    /// - Parameters:
    ///   - known: the answers to the first letters, as far as they are known. The teacher need not wait for silence after these letters. If
    ///     another answer comes, the teacher reports that one.
    ///   - patience: how many times longer than usual it waits before it reports that nothing more comes; at least 1.
    /// - Throws: an error if the peer cannot be asked any more. The learner ends with it.
    mutating func answers(to word: [Letter], known: [Answer], patience: Int) throws -> [Answer]
}

/// Why a learner has ended without a machine.
package enum LearningError: Error {
    /// The peer answers a word in several ways: it is not a machine. Each of the answers with the number of times that it was given.
    case notAMachine(word: [Letter], answers: [(answers: [Answer], count: Int)])
    /// So many questions were asked, which is the limit.
    case limit(questions: Int)
    /// The answers had to be corrected so many times, and still change.
    case restless(corrections: Int)
}
