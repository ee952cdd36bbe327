import Trace

/// Checks of one thing after the other, drawn as a tree: each thing a branch, each check of it a leaf with its reason and rule.
extension Narrator {
    /// What a check is about; empty for any other event, and for a check that stands for itself.
    func topic(of event: Event) -> String {
        guard case .checked = event.kind, let remark = event.remark else { return "" }
        return remark.topic(in: language)
    }

    /// A check as a leaf of its branch. The first leaf brings the branch's head with it.
    func leaf(_ event: Event, _ what: String, _ passed: Bool) -> [Line] {
        let topic = topic(of: event)
        if detail == .story, !tellsChecks {
            // The story tells what has failed. The verdict that follows says how many checks there were.
            guard !passed else { return [] }
            let why = event.remark?.sentence(in: language) ?? ""
            let rule = event.cite.map { " (\($0))" } ?? ""
            return deed(event, pen.fail, pen.legible("\(what), FAILED: \(why)\(rule)"), .bad)
        }
        func isOfSameBranch(_ other: Event?) -> Bool {
            other.map { $0.who == event.who && self.topic(of: $0) == topic } ?? false
        }
        let isFirst = !isOfSameBranch(journal[event.number - 1])
        let isLast = !isOfSameBranch(journal[event.number + 1])
        let why = event.remark?.sentence(in: language) ?? ""
        // At the other levels of detail the rule has a line of its own.
        let rule = detail == .story ? event.cite.map { " (\($0))" } ?? "" : ""
        let glyph = (isLast ? pen.lastBranch : pen.branch) + " " + (passed ? pen.pass : pen.fail)
        let text = pen.legible("\(what)\(passed ? "" : ", FAILED"): \(why)\(rule)")
        let lines = deed(
            event, glyph, text, passed ? .normal : .bad, mark: passed ? .good : .bad, trunk: isLast ? "" : pen.trunk)
        return isFirst ? [Line().padded(to: wire) + Line(pen.legible(topic), .strong)] + lines : lines
    }
}
