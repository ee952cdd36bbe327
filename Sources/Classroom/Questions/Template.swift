import Trace

/// A question for every seed. In most templates a run with the seed gives the answer. ``Templates`` is the registry.
package struct Template: Sendable {
    /// Its name, such as "tcp.ack-of-syn". The name of an exercise has the numbers of lesson and exercise: "lesson.3.2".
    package let id: String
    package let kind: Question.Kind
    /// Its subject, such as "tcp".
    package let topic: String
    /// The form in which an answer is written.
    package let form: AnswerForm.Kind
    /// The credit for a right answer, in points.
    package let credit: Int
    /// The arguments of the run that gives the answer, without the seed; empty if there is no such run.
    package let arguments: [String]
    /// Whether `work` takes the answer from the journals of that run. If it is false, the run is not made: `work` finds the answer
    /// otherwise, such as in the museum or in the laboratory of trust.
    let needsJournals: Bool
    /// Whether the right answer has at least 2^24 possible values, which depend on the seed.
    let isDistinct: Bool
    /// The id of the step of the run in which the answer can be seen; empty if there is no such step.
    let step: String
    /// The rules from which the answer follows.
    let cites: [Citation]
    /// The sentences.
    let words: @Sendable (_ seed: UInt64) -> QuestionWords
    /// Fills the key from the run.
    let work: @Sendable (QuestionRun, inout Solution) throws -> Void
    /// The language of its questions.
    private(set) var language = Language.english

    /// The template with its questions in that language.
    package func told(in language: Language) -> Template {
        var template = self
        template.language = language
        return template
    }
}

extension Template {
    /// A template with the same sentences for every seed.
    ///
    /// - Parameters:
    ///   - form: the form of an answer; nil for the form that the kind implies.
    ///   - topic: the subject; nil for the part of `id` before the first dot.
    ///   - run: the arguments of its run, separated by spaces.
    ///   - rules: rules for the network. Each is the argument of an option `--rule`, and may have spaces in it.
    init(
        _ id: String, _ kind: Question.Kind, form: AnswerForm.Kind? = nil, topic: String? = nil, credit: Int = 1,
        run: String, rules: [String] = [], needsJournals: Bool = true, distinct: Bool = false, step: String,
        cites: [Citation], english: QuestionWords.Sentences, chinese: QuestionWords.Sentences,
        work: @escaping @Sendable (QuestionRun, inout Solution) throws -> Void
    ) {
        let words = QuestionWords(
            goal: Words(english: english.goal, chinese: chinese.goal),
            ask: Words(english: english.ask, chinese: chinese.ask),
            hint: Words(english: english.hint, chinese: chinese.hint),
            because: Words(english: english.because, chinese: chinese.because))
        self.init(
            id: id, kind: kind, topic: topic ?? String(id.prefix { $0 != "." }), form: form ?? kind.form,
            credit: credit, arguments: run.split(separator: " ").map(String.init) + rules.flatMap { ["--rule", $0] },
            needsJournals: needsJournals, isDistinct: distinct, step: step, cites: cites,
            words: { _ in words }, work: work)
    }

    /// The question for a seed, with its key.
    ///
    /// - Parameters:
    ///   - item: the id of the item in the course.
    ///   - credit: the credit for a right answer, in points; nil for that of the template.
    ///   - runs: the runs that ``command(seed:)`` makes.
    /// - Throws: ``ExerciseError`` if the runs do not contain what the question asks for.
    package func question(
        item: String, credit: Double? = nil, seed: UInt64, runs: [NamedRun]
    ) throws(ExerciseError) -> Question {
        let run = QuestionRun(runs: runs, seed: seed)
        let words = words(seed)
        let key = try Solution(because: words.because, hint: words.hint).filled { try work(run, &$0) }
        return Question(self, item: item, credit: credit ?? Double(self.credit), seed: seed, words, key)
    }

    /// The arguments of the run that must be made for a seed; empty if the template needs no journals.
    package func command(seed: UInt64) -> [String] {
        needsJournals ? Template.command(arguments, seed: seed) : []
    }

    /// The arguments with the seed behind them. The commands of `tcp` take no seed: their scenarios have the numbers of the RFC.
    static func command(_ arguments: [String], seed: UInt64) -> [String] {
        arguments.first == "tcp" || arguments.isEmpty ? arguments : arguments + ["--seed", String(seed)]
    }
}

/// The sentences of a question. They have no number of a run in them. The question shows such numbers separately (``Solution/Shown``).
package struct QuestionWords: Sendable {
    /// A sentence that says which ability the question assesses.
    let goal: Words
    /// The text of the question.
    let ask: Words
    /// A hint for a reader whose answer is wrong. It does not reveal the right answer. Empty if the key has it.
    let hint: Words
    /// The reason why the right answer is right. Empty if the key has it.
    let because: Words

    /// The same sentences in one language.
    struct Sentences {
        let goal: String
        let ask: String
        let hint: String
        let because: String
    }
}
