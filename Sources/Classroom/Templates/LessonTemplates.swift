import Render
import Trace

extension Template {
    /// An exercise of a lesson. The program's word for a choice is its letter in the lesson. Hint and reason come from the key.
    ///
    /// - Parameter chinese: the exercise in the Chinese lesson.
    init(_ exercise: Exercise, _ task: Lesson.Task, chinese: Lesson.Task) {
        let form = exercise.form.kind
        self.init(
            id: "lesson.\(exercise.lesson).\(exercise.number)", kind: form.kindOfQuestion,
            topic: "lesson-\(exercise.lesson)", form: form, credit: 1, arguments: [], needsJournals: false,
            isDistinct: false, step: "", cites: [],
            words: {
                let wording = ExerciseWording(task, seed: $0)
                let chinese = ExerciseWording(chinese, seed: $0)
                return QuestionWords(
                    goal: Words(
                        english: "Lesson \(exercise.lesson): \(wording.title.asSentence)",
                        chinese: "第 \(exercise.lesson) 课：\(chinese.title.asChineseSentence)"),
                    ask: Words(english: wording.ask, chinese: chinese.ask), hint: "", because: "")
            }
        ) { run, key in
            key = try exercise.solution(seed: run.seed)
            guard [.letter, .letters, .order].contains(form) else { return }
            let choices = ExerciseWording(task, seed: run.seed).choices
            let inChinese = ExerciseWording(chinese, seed: run.seed).choices
            for (letter, text) in choices {
                key.choices[letter] = Words(english: text, chinese: inChinese[letter] ?? text)
            }
            key.offered = choices.keys.sorted()
            // A student cannot give a right answer with a choice that the lesson does not list.
            let values = key.right.first?.values ?? []
            guard values.allSatisfy(key.offered.contains) else { throw ExerciseError.noChoice(values) }
        }
    }
}

extension String {
    /// The title with a full stop, unless it asks something.
    var asSentence: String { hasSuffix("?") ? self : self + "." }
    /// The same for a Chinese title.
    var asChineseSentence: String { hasSuffix("？") || hasSuffix("?") ? self : self + "。" }
}

extension AnswerForm.Kind {
    /// The kind of a question whose answer has this form.
    fileprivate var kindOfQuestion: Question.Kind {
        switch self {
        case .number, .time, .sequence, .numbers: .number
        case .hex, .digest: .hex
        case .letter, .yes, .name: .choice
        case .letters: .several
        case .order: .order
        case .parts: .blank
        case .claim: .claim
        }
    }
}
