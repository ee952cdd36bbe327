import Render
import Trace

/// A kind of question whose answer a run gives, under any seed. The registry of them is ``Templates``.
package struct Template: Sendable {
    /// Its name, such as "tcp.ack-of-syn". An exercise of a lesson is called after it: "lesson.3.2".
    package let id: String
    /// What the question asks for.
    package let kind: Question.Kind
    /// What it is about.
    package let topic: String
    /// How an answer is written.
    package let form: Question.Form
    /// How much a right answer counts.
    package let credit: Int
    /// The arguments of the run that answers it, without its seed.
    package let arguments: [String]
    /// Whether `work` takes the answer from the journals of that run. Where it is false, it asks the museum or the laboratory of trust.
    let needsJournals: Bool
    /// Whether the right answer has at least 2^24 possible values, which depend on the seed.
    let isDistinct: Bool
    /// The step of the run in which the answer is seen; empty where there is no such step.
    let step: String
    /// The rules that decide.
    let cites: [Citation]
    /// The sentences.
    let words: @Sendable (_ seed: UInt64) -> QuestionWords
    /// Takes the answer out of the run.
    let work: @Sendable (QuestionRun) throws -> Working

    /// A template of which the sentences are the same under every seed.
    ///
    /// - Parameters:
    ///   - form: how an answer is written, where the kind does not say it.
    ///   - topic: what it is about, where the beginning of its name does not say it.
    ///   - run: the arguments of its run, separated by spaces.
    ///   - rules: orders to the wire, which have spaces in them; each is an argument behind `--rule`.
    ///   - needsJournals: whether the answer is in the journals of the run.
    init(
        _ id: String, _ kind: Question.Kind, _ form: Question.Form? = nil, topic: String? = nil, credit: Int = 1,
        run: String, rules: [String] = [], needsJournals: Bool = true, distinct: Bool = false, step: String,
        cites: [Citation], _ words: any QuestionTopic,
        work: @escaping @Sendable (QuestionRun) throws -> Working
    ) {
        self.init(
            id, kind, form ?? kind.form, topic: topic ?? String(id.prefix { $0 != "." }), credit: credit,
            arguments: run.split(separator: " ").map(String.init) + rules.flatMap { ["--rule", $0] },
            needsJournals: needsJournals, distinct: distinct, step: step, cites: cites, { _ in words.english },
            work: work)
    }

    /// A template.
    init(
        _ id: String, _ kind: Question.Kind, _ form: Question.Form, topic: String, credit: Int, arguments: [String],
        needsJournals: Bool = true, distinct: Bool, step: String, cites: [Citation],
        _ words: @escaping @Sendable (_ seed: UInt64) -> QuestionWords,
        work: @escaping @Sendable (QuestionRun) throws -> Working
    ) {
        self.id = id
        self.kind = kind
        self.topic = topic
        self.form = form
        self.credit = credit
        self.arguments = arguments
        self.needsJournals = needsJournals
        isDistinct = distinct
        self.step = step
        self.cites = cites
        self.words = words
        self.work = work
    }

    /// The question under a seed, with its key.
    ///
    /// - Parameters:
    ///   - item: its name in the course.
    ///   - credit: how much a right answer counts; the template's own where it is nil.
    ///   - runs: the runs of ``command(seed:)``.
    /// - Throws: ``ExerciseError`` where the runs do not come to what the question is about.
    package func question(
        item: String, credit: Double? = nil, seed: UInt64, runs: [NamedRun]
    ) throws(ExerciseError) -> Question {
        let run = QuestionRun(runs, seed: seed)
        let working: Working
        do {
            working = try work(run)
        } catch let error as ExerciseError {
            throw error
        } catch {
            throw .noRun("\(error)")
        }
        return Question(self, item: item, credit: credit ?? Double(self.credit), seed: seed, working)
    }

    /// The command line of the run whose journals it needs, under a seed; none where it needs none.
    package func command(seed: UInt64) -> [String] {
        needsJournals ? Template.command(arguments, seed: seed) : []
    }

    /// The arguments with the seed. Scenarios of TCP have none: their numbers are those of the RFC.
    static func command(_ arguments: [String], seed: UInt64) -> [String] {
        arguments.first == "tcp" || arguments.isEmpty ? arguments : arguments + ["--seed", String(seed)]
    }
}

/// What is said of a question, by language: a topic, as ``Remark`` is for the steps of a run.
protocol QuestionTopic: Sendable {
    /// The sentences in English.
    var english: QuestionWords { get }
}

/// The sentences of a question. They hold no number of a run: what differs from seed to seed is shown beside them.
package struct QuestionWords: Sendable {
    /// What the question assesses, in a sentence.
    let assesses: Words
    /// The question.
    let ask: Words
    /// What helps on after a wrong answer. It does not give the right one away.
    let hint: Words
    /// Why the right answer is right.
    let because: Words
    /// By the name of a slip, the misunderstanding that leads to it.
    let slips: [String: Words]
    /// By the machine's word for a choice, the choice in words. A choice without an entry is told by the machine's word.
    let choices: [String: Words]

    /// Sentences.
    init(
        english assesses: String, ask: String, hint: String, because: String, slips: [String: String] = [:],
        choices: [String: String] = [:]
    ) {
        self.assesses = Words(english: assesses)
        self.ask = Words(english: ask)
        self.hint = Words(english: hint)
        self.because = Words(english: because)
        self.slips = slips.mapValues { Words(english: $0) }
        self.choices = choices.mapValues { Words(english: $0) }
    }
}
