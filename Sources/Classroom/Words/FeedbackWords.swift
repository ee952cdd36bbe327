import Trace

/// The words of the feedback to students.
package enum FeedbackWords: Wording {
    case points(String, of: String)
    case verdict(Outcome.Verdict)
    case status(MarkedPaper.Status)
    case rightAnswer, or

    package var english: String {
        switch self {
        case .points(let points, let most): "\(points) of \(most)"
        case .verdict(.right): "Right"
        case .verdict(.partly): "Partly right"
        case .verdict(.wrong): "Not right"
        case .verdict(.unread): "It cannot be read as an answer"
        case .verdict(.empty): "No answer"
        case .status(.graded): "The answers are marked."
        case .status(.late): "The answers came after their time. Each day that had begun takes its part of the score."
        case .status(.missing): "The answers are missing: nothing was handed in for this paper."
        case .status(.unreadable): "What was handed in could not be marked. Ask your teacher what to hand in."
        case .rightAnswer: "Right is"
        case .or: " or "
        }
    }

    package var chinese: String {
        switch self {
        case .points(let points, let most): "\(points) 分，满分 \(most) 分"
        case .verdict(.right): "正确"
        case .verdict(.partly): "部分正确"
        case .verdict(.wrong): "不对"
        case .verdict(.unread): "这无法识别为答案"
        case .verdict(.empty): "没有答案"
        case .status(.graded): "答案已经批改。"
        case .status(.late): "答案迟交了。每迟一天，扣去相应的分数，不足一天也算一天。"
        case .status(.missing): "缺少答案：这份试卷没有交上任何东西。"
        case .status(.unreadable): "交上来的东西不能批改。请问老师该交什么。"
        case .rightAnswer: "正确答案"
        case .or: "，或 "
        }
    }
}
