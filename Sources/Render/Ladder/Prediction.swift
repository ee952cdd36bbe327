import Trace

/// A question about the next step of a run, asked before it is shown: which packet, message or state comes.
struct Prediction: Sendable {
    /// The question.
    let note: PredictionNote
    /// What there is to choose from, sorted: the places say nothing.
    let choices: [String]
    /// What comes.
    let right: String

    /// How many there are to choose from at most, one for each key from 1 on.
    private static let most = 4

    /// The questions of a run, by the number of the event.
    ///
    /// The wrong answers are what else happens in this run: first what comes soon after, then what came before.
    static func all(of journal: Journal) -> [Int: Prediction] {
        let happenings = journal.events.compactMap { event -> (number: Int, note: PredictionNote, what: String)? in
            let name = journal.name(of: event.who)
            let who = name.prefix(1).uppercased() + name.dropFirst()
            return switch event.kind {
            case .sent(let packet, _): (event.number, .packet(who), packet.relativeLabel)
            case .wrote(let message): (event.number, .message(who), message.label)
            case .transition(let machine, _, let to): (event.number, .state(who, machine: machine), to)
            default: nil
            }
        }
        var predictions: [Int: Prediction] = [:]
        for (place, happening) in happenings.enumerated() {
            var choices = [happening.what]
            let others = happenings[(place + 1)...] + happenings[..<place].reversed()
            for other in others where other.note.isAlike(happening.note) && choices.count < most {
                if !choices.contains(other.what) { choices.append(other.what) }
            }
            // A question with one answer is none.
            guard choices.count > 1 else { continue }
            predictions[happening.number] = Prediction(
                note: happening.note, choices: choices.sorted(), right: happening.what)
        }
        return predictions
    }

    /// The question and its choices, each behind its key.
    var text: String {
        "  \(note.english) \(PredictionNote.keys(choices.count).english)\n"
            + choices.enumerated().map { "    \($0 + 1)  \(Text.legible($1))\n" }.joined()
    }
}
