import Trace

/// A question at the end of a lesson. The machines compute its answer, under any seed.
///
/// The wording stands in the lesson alone (`Lesson.Task`); here is what the answer looks like and what it is.
package struct Exercise: Sendable {
    /// The lesson that it belongs to.
    package let lesson: Int
    /// Its number in the lesson, from 1.
    package let number: Int
    /// How an answer is written.
    package let form: AnswerForm

    private let solve: @Sendable (_ seed: UInt64) throws -> Solution

    /// Exercise `number` of a lesson; `solve` runs what the learner is told to run and takes the answer from it.
    init(
        _ lesson: Int, _ number: Int, _ form: AnswerForm, solve: @escaping @Sendable (_ seed: UInt64) throws -> Solution
    ) {
        self.lesson = lesson
        self.number = number
        self.form = form
        self.solve = solve
    }

    /// All exercises, in the order of the lessons.
    package static let all: [Exercise] =
        handshake + close + keyTransport + diffieHellman + forwardSecrecy + certificates + names + pinning
        + transportSecurity + clients + oneRoundTrip + earlyData + harvest + blind + oracles + repeats + article
        + loss + windows + oldSegments + resumption + sessionHash + exploring + renewal + captures

    /// The letters, from a on, of those items for which it holds.
    static func letters<Item>(of items: [Item], where holds: (Item) throws -> Bool) rethrows -> Set<Character> {
        Set(try zip("abcdefgh", items).filter { try holds($0.1) }.map(\.0))
    }

    /// The exercise of that number; nil if the lesson has none.
    package static func numbered(_ number: Int, ofLesson lesson: Int) -> Exercise? {
        all.first { $0.lesson == lesson && $0.number == number }
    }

    /// What is right under a seed, and what is wrong in a way that many people share.
    ///
    /// - Throws: ``ExerciseError`` where a run does not come to what the exercise is about.
    package func solution(seed: UInt64) throws(ExerciseError) -> Solution {
        do {
            return try solve(seed)
        } catch let error as ExerciseError {
            throw error
        } catch {
            throw .noRun("\(error)")
        }
    }

    /// Judges what a learner has written.
    ///
    /// - Throws: ``AnswerError`` for what is no answer of the form that is asked for, ``ExerciseError`` where there is no key.
    package func check(_ text: String, seed: UInt64) throws -> Assessment {
        let answer = try form.read(text)
        return try solution(seed: seed).assess(answer)
    }
}

/// Why an exercise has no key.
package enum ExerciseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The run has no such step.
    case noStep(String)
    /// The run could not be made; the text is its error's.
    case noRun(String)
    /// The lesson does not list all of these choices, by their letters.
    case noChoice([String])

    /// What is wrong, in a sentence.
    package var description: String {
        switch self {
        case .noStep(let step): "the run of this exercise has no step \(step)"
        case .noRun(let why): "the run of this exercise cannot be made: \(why)"
        case .noChoice(let letters): "the lesson does not list all of the choices \(letters.joined(separator: ", "))"
        }
    }
}
