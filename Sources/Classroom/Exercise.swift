import Trace

/// A question at the end of a lesson. The machines compute its answer, under any seed.
///
/// Only the lesson has the wording (`Lesson.Task`). An exercise has the form of the answer and the computation of the key. A template of the
/// classroom makes a question of both.
package struct Exercise: Sendable {
    /// The number of the lesson that the exercise belongs to.
    package let lesson: Int
    /// The number of the exercise in the lesson, from 1.
    package let number: Int
    /// How an answer is written.
    package let form: AnswerForm

    private let solve: @Sendable (_ seed: UInt64, _ key: inout Solution) throws -> Void

    /// Exercise `number` of a lesson. `solve` makes the run that the learner is told to make, and fills the key from it.
    init(
        lesson: Int, number: Int, answer form: AnswerForm,
        solve: @escaping @Sendable (_ seed: UInt64, _ key: inout Solution) throws -> Void
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
        + loss + windows + oldSegments + resumption + sessionHash + exploring + renewal + captures + waiting
        + smallSegments + keyLogs + stateMachines

    /// The letters of the items for which `holds` is true. The first item has the letter a, and the eighth and last has h.
    static func letters<Item>(of items: [Item], where holds: (Item) throws -> Bool) rethrows -> Set<String> {
        Set(try zip("abcdefgh", items).filter { try holds($0.1) }.map { String($0.0) })
    }

    /// The exercise with that number; nil if the lesson has no such exercise.
    package static func numbered(_ number: Int, ofLesson lesson: Int) -> Exercise? {
        all.first { $0.lesson == lesson && $0.number == number }
    }

    /// The key under a seed.
    ///
    /// - Throws: ``ExerciseError`` if a run cannot be made, or if it does not contain what the exercise asks for.
    package func solution(seed: UInt64) throws(ExerciseError) -> Solution {
        try Solution().filled { try solve(seed, &$0) }
    }

    /// The data with which a page checks answers: the form, the right answers under a seed, and the sentences to show.
    ///
    /// - Parameter language: the language of the sentences.
    /// - Throws: ``ExerciseError`` if there is no key under this seed.
    package func json(seed: UInt64, in language: Language = .english) throws(ExerciseError) -> JSON {
        func say(_ words: some Wording) -> JSON { .string(words.sentence(in: language)) }
        let key = try solution(seed: seed)
        return .members(
            ("number", .number(number)), ("form", .string(form.name)),
            ("last", form.last.map { .string(String($0)) }), ("gaps", form.blanks.map { .number($0) }),
            ("how", say(form)), ("right", .strings(key.right.map(\.key))),
            ("reason", say(key.because)), ("hint", say(key.hint)),
            (
                "slips",
                .array(
                    key.slips.map {
                        .members(("answer", .string($0.answer.key)), ("hint", say($0.words)))
                    })
            ))
    }
}

extension Solution {
    /// A copy that `fill` has filled from a run.
    ///
    /// - Throws: ``ExerciseError``, whatever `fill` throws.
    func filled(_ fill: (inout Solution) throws -> Void) throws(ExerciseError) -> Solution {
        var key = self
        do {
            try fill(&key)
        } catch let error as ExerciseError {
            throw error
        } catch {
            throw .noRun("\(error)")
        }
        return key
    }
}

/// Why an exercise has no key.
package enum ExerciseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The run does not contain a step, a quantity or a field; the text names it.
    case noStep(String)
    /// The run could not be made; the text describes the error that stopped it.
    case noRun(String)
    /// The lesson does not list all of the choices that the run leads to; the texts are the letters of these choices.
    case noChoice([String])

    /// The problem, as a clause without a full stop.
    package var description: String {
        switch self {
        case .noStep(let step): "the run of this exercise has no step \(step)"
        case .noRun(let why): "the run of this exercise cannot be made: \(why)"
        case .noChoice(let letters): "the lesson does not list all of the choices \(letters.joined(separator: ", "))"
        }
    }
}
