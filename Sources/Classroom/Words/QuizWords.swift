import Trace

/// The words of a quiz, and of the list of templates.
package enum QuizWords: Wording {
    case template, kind, topic, lesson
    case question(Int, of: Int, template: String)
    case isAnsweredBy
    case right(because: String)
    case notRight(Outcome.Verdict, feedback: String)
    case rightIs(String, because: String)
    case tally(Int, of: Int)

    package var english: String {
        switch self {
        case .template: "Template"
        case .kind: "Kind"
        case .topic: "Topic"
        case .lesson: "Lesson"
        case .question(let number, let count, let template): "Question \(number) of \(count): \(template)"
        case .isAnsweredBy: "This run answers it:"
        case .right(let because): because.isEmpty ? "Right." : "Right. \(because)"
        case .notRight(.partly, let feedback): "Partly right. \(feedback)"
        case .notRight(.unread, let feedback): "This cannot be read as an answer. \(feedback)"
        case .notRight(.empty, let feedback): "No answer. \(feedback)"
        case .notRight(.wrong, let feedback), .notRight(.right, let feedback): "Not right. \(feedback)"
        case .rightIs(let answer, let because):
            because.isEmpty ? "Right is \(answer)." : "Right is \(answer). \(because)"
        case .tally(let right, let count): "\(right) of \(count)"
        }
    }

    package var chinese: String {
        switch self {
        case .template: "模板"
        case .kind: "类型"
        case .topic: "主题"
        case .lesson: "课"
        case .question(let number, let count, let template): "第 \(number) 题，共 \(count) 题：\(template)"
        case .isAnsweredBy: "这次运行给出答案："
        case .right(let because): "正确。\(because)"
        case .notRight(.partly, let feedback): "部分正确。\(feedback)"
        case .notRight(.unread, let feedback): "这无法识别为答案。\(feedback)"
        case .notRight(.empty, let feedback): "没有答案。\(feedback)"
        case .notRight(.wrong, let feedback), .notRight(.right, let feedback): "不对。\(feedback)"
        case .rightIs(let answer, let because): "正确答案：\(answer)。\(because)"
        case .tally(let right, let count): "对 \(right) 题，共 \(count) 题"
        }
    }
}

extension Question.Kind: Wording {
    package var english: String { rawValue }
    package var chinese: String {
        switch self {
        case .number: "数"
        case .hex: "字节"
        case .choice: "单选"
        case .several: "多选"
        case .order: "排序"
        case .blank: "填空"
        case .predict: "预测"
        case .claim: "判断"
        }
    }
}
