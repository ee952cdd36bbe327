import Trace

/// A question about the next step of a run, asked before the step is shown: which packet, message or state comes next.
struct Prediction: Sendable {
    /// The question.
    let note: PredictionNote
    /// The answers to choose from. They are sorted, so that their order does not give away the right answer.
    let choices: [String]
    /// The right answer.
    let right: String

    /// The most answers to choose from: there is one for each of the keys 1 to 4.
    private static let most = 4

    /// The questions of a run, by the number of the event.
    ///
    /// The wrong answers are other packets, messages or states of this run: first those that come soon after, then those that came
    /// before.
    static func all(of journal: Journal) -> [Int: Prediction] {
        let happenings = journal.events.compactMap { event -> (number: Int, note: PredictionNote, what: String)? in
            let name = journal.words(of: event.who)
            let who = Words(english: SummaryNote.capital(name.english), chinese: name.chinese)
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
            // A question needs a wrong answer, too.
            guard choices.count > 1 else { continue }
            predictions[happening.number] = Prediction(
                note: happening.note, choices: choices.sorted(), right: happening.what)
        }
        return predictions
    }

    /// The question and its choices, each behind its key.
    func text(in language: Language) -> String {
        "  \(note.sentence(in: language)) \(PredictionNote.keys(choices.count).sentence(in: language))\n"
            + choices.enumerated().map { "    \($0 + 1)  \(Text.legible($1))\n" }.joined()
    }
}
