import Render
import Trace

extension Template {
    /// An exercise of a lesson. The program's word for a choice is its letter in the lesson.
    init(_ exercise: Exercise, _ task: Lesson.Task) {
        let form = Question.Form(exercise.form)
        self.init(
            id: "lesson.\(exercise.lesson).\(exercise.number)", kind: form.kind, topic: "lesson-\(exercise.lesson)",
            form: form, credit: 1, arguments: [], needsJournals: false, isDistinct: false, step: "", cites: [],
            words: { QuestionWords(ExerciseWording(task, seed: $0), lesson: exercise.lesson) }
        ) { run in
            let solution = try exercise.solution(seed: run.seed)
            let letters = ExerciseWording(task, seed: run.seed).choices.keys.sorted()
            let slips = solution.slips.enumerated().map { place, slip in
                Working.Slip("slip-\(place + 1)", Working.Given(slip.answer), feedback: slip.hint)
            }
            var working =
                switch solution.accepted.first {
                case .letters(let right): Working(.several(Set(right.map(String.init)), of: letters), slips: slips)
                case .order(let right): Working(.order(right.map(String.init)), slips: slips)
                default: Working(.answers(solution.accepted), slips: slips)
                }
            // A student cannot give a right answer with a choice that the lesson does not list.
            guard working.right.values.allSatisfy(letters.contains) else {
                throw ExerciseError.noChoice(working.right.values)
            }
            working.remarks = (solution.hint, solution.reason)
            return working
        }
    }
}

extension Working.Given {
    /// Letters become choices, and an order becomes an order of choices. Any other answer stays as it is.
    fileprivate init(_ answer: Answer) {
        self =
            switch answer {
            case .letters(let letters): .values(Set(letters.map(String.init)))
            case .order(let letters): .order(letters.map(String.init))
            default: .answer(answer)
            }
    }
}

extension Question.Form {
    /// The form of an exercise's answer.
    fileprivate init(_ form: AnswerForm) {
        self =
            switch form {
            case .number: .number
            case .time: .time
            case .octets: .hex
            case .digest: .digest
            case .yesOrNo: .yes
            case .letter: .letter
            case .letters: .letters
            case .sequence: .sequence
            case .numbers: .numbers
            case .name: .name
            case .order: .order
            case .parts: .parts
            case .claim: .claim
            }
    }

    /// The kind of a question whose answer has this form.
    fileprivate var kind: Question.Kind {
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
