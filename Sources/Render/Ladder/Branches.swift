import Trace

/// Checks drawn as a tree: each thing that is checked is a branch, and each check of it is a leaf with its reason and rule.
extension Narrator {
    /// The thing that a check is about; empty for a check without a topic, and for any other event.
    func topic(of event: Event) -> String {
        guard case .checked = event.kind, let remark = event.remark else { return "" }
        return remark.topic(in: language)
    }

    /// A check as a leaf of its branch. The head of the branch stands before the first leaf.
    func leaf(_ event: Event, checking what: String, passed: Bool) -> [Line] {
        let topic = topic(of: event)
        let why = event.remark?.sentence(in: language) ?? ""
        // At the other levels of detail the rule has a line of its own.
        let rule = detail == .story ? event.cite.map { pen.inBrackets($0.description) } ?? "" : ""
        let failed = pen.say(.failedBecause(journal.glossary.name(what), why + rule))
        if detail == .story, !tellsChecks {
            // The story tells the checks that failed. The verdict that follows says how many checks there were.
            guard !passed else { return [] }
            return entry(of: event, pen.fail, pen.legible(failed), tone: .bad)
        }
        func isOfSameBranch(_ other: Event?) -> Bool {
            other.map { $0.who == event.who && self.topic(of: $0) == topic } ?? false
        }
        let isFirst = !isOfSameBranch(journal[event.number - 1])
        let isLast = !isOfSameBranch(journal[event.number + 1])
        let glyph = (isLast ? pen.lastBranch : pen.branch) + " " + (passed ? pen.pass : pen.fail)
        let text = pen.legible(passed ? pen.say(.checked(journal.glossary.name(what), because: why + rule)) : failed)
        let lines = entry(
            of: event, glyph, text, tone: passed ? .normal : .bad, mark: passed ? .good : .bad,
            trunk: isLast ? "" : pen.trunk)
        return isFirst ? [Line().padded(to: wire) + Line(pen.legible(topic), .strong)] + lines : lines
    }
}
