import Trace

/// The words for a reader who predicts the next step.
enum PredictionNote: Wording {
    case packet(String)
    case message(String)
    case state(String, machine: String)
    /// The keys that answer; the number of the last.
    case keys(Int)
    case right
    /// The prediction was wrong; the right answer.
    case wrong(String)
    case tally(Int, of: Int)

    var english: String {
        switch self {
        case .packet(let who): "\(who) sends a packet next. Which one?"
        case .message(let who): "\(who) writes a message next. Which one?"
        case .state(let who, let machine): "\(who): \(machine) enters a state next. Which one?"
        case .keys(let count): "(1 to \(count); any other key: show it)"
        case .right: "Right."
        case .wrong(let right): "Not this one: \(right) comes. Read why."
        case .tally(let right, let count): "Predicted: \(right) of \(count)"
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
