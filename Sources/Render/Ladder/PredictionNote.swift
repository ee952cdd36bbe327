import Trace

/// The words for a reader who predicts the next step.
enum PredictionNote: Wording {
    case packet(Words)
    case message(Words)
    case state(Words, machine: String)
    /// The keys that answer; the number of the last.
    case keys(Int)
    case right
    /// The prediction was wrong; the right answer.
    case wrong(String)
    case tally(Int, of: Int)

    var english: String {
        switch self {
        case .packet(let who): "\(who.english) sends a packet next. Which one?"
        case .message(let who): "\(who.english) writes a message next. Which one?"
        case .state(let who, let machine): "\(who.english): \(machine) enters a state next. Which one?"
        case .keys(let count): "(1 to \(count); any other key: show it)"
        case .right: "Right."
        case .wrong(let right): "Not this one: \(right) comes. Read why."
        case .tally(let right, let count): "Predicted: \(right) of \(count)"
        }
    }

    var chinese: String {
        switch self {
        case .packet(let who): "\(spaced("接下来", who.chinese))发送一个数据包。是哪一个？"
        case .message(let who): "\(spaced("接下来", who.chinese))写出一条消息。是哪一条？"
        case .state(let who, let machine): "\(who.chinese)：\(machine) 接下来进入一个状态。是哪一个？"
        case .keys(let count): "（1 到 \(count)；其他任意键：显示它）"
        case .right: "正确。"
        case .wrong(let right): "不是这个：接下来是 \(right)。读一读为什么。"
        case .tally(let right, let count): "猜对 \(right) 个，共 \(count) 个"
        }
    }

    /// Whether both ask for the same kind of thing.
    func isAlike(_ other: PredictionNote) -> Bool {
        switch (self, other) {
        case (.packet, .packet), (.message, .message): true
        case (.state(_, let mine), .state(_, let theirs)): mine == theirs
        default: false
        }
    }
}
