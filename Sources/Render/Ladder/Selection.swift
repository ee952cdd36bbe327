/// Parts of a ladder, selected by their ids.
extension Ladder {
    /// Why a pattern selects nothing.
    package enum SelectionError: Error, Hashable, Sendable, CustomStringConvertible {
        /// No part of the run has this id; `known` lists the ids that this level of detail tells.
        case unknown(pattern: String, known: [String])
        /// The run has steps of this id, but this level of detail leaves them out.
        case untold(pattern: String)
        /// The pattern has a number, and the run has only `count` parts of this id.
        case tooFew(pattern: String, count: Int)

        /// What is wrong, in a sentence.
        package var description: String {
            switch self {
            case .unknown(let pattern, let known):
                "no step is called \(pattern). Known:\n"
                    + Text.wrap(known.joined(separator: " "), to: Text.columns - 2).map { "  \($0)" }.joined(
                        separator: "\n")
            case .untold(let pattern):
                "\(pattern) happens, but is not told at this level of detail: ask for a higher one"
            case .tooFew(let pattern, let count):
                "\(pattern): there \(count == 1 ? "is only 1" : "are only \(count)")"
            }
        }
    }

    /// The steps and sections that `patterns` select, in the order of the run.
    ///
    /// A pattern is an id ("tcp.syn"), the beginning of ids up to a dot ("tls.calc" for all calculations), or one of these with
    /// a number ("tcp.data:2" for the second, "tcp.data:-1" for the last). "arrives.tcp.data" is the arrival of such a packet.
    /// "start.overview" and "start.heads" are the sections before the first step; "end.holdings", "end.reach", "end.equality",
    /// "end.limits", "end.summary" and "end.next" are those after the last step.
    ///
    /// - Throws: ``SelectionError`` for a pattern that selects nothing, or nothing at this level of detail.
    package func text(only patterns: [String]) throws(SelectionError) -> String {
        let parts = ["start.overview", "start.heads"] + steps.map(\.selector) + sections.map(\.id)
        var chosen: Set<Int> = []
        for pattern in patterns { chosen.formUnion(try indices(of: pattern, in: parts)) }
        // The steps are told as for a page that has no others: sentences of steps that are not on the page are told again.
        let numbers = steps.indices.filter { chosen.contains($0 + 2) }.map { steps[$0].number }
        let texts = [overview, heads] + excerpt(Set(numbers)).steps.map(\.text) + sections.map(\.text)
        var text = ""
        for index in parts.indices where chosen.contains(index) {
            // A step of a single line may end without an empty line. It needs one where the part before it is left out.
            let isApart = index == 0 || !chosen.contains(index - 1)
            if isApart, !text.isEmpty, !text.hasSuffix("\n\n") { text += "\n" }
            // The heading of a part stands between its first step and the step before.
            if !isApart, steps.indices.contains(index - 2) { text += steps[index - 2].heading }
            text += texts[index]
        }
        while text.hasSuffix("\n\n") { text.removeLast() }
        return text
    }

    /// The number of the event of the first step that `patterns` select; nil if they select no step.
    package func firstStep(of patterns: [String]) -> Int? {
        let told = steps.map(\.selector)
        return patterns.compactMap { pattern in (try? indices(of: pattern, in: told))?.first.map { steps[$0].number } }
            .min()
    }

    private func indices(of pattern: String, in told: [String]) throws(SelectionError) -> [Int] {
        let parts = pattern.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts.first ?? "")
        let matches = told.indices.filter { Ladder.matches(told[$0], name) }
        guard !matches.isEmpty else {
            if ids.contains(where: { Ladder.matches($0, name) }) { throw .untold(pattern: name) }
            var known: [String] = []
            for id in told where !known.contains(id) { known.append(id) }
            throw .unknown(pattern: pattern, known: known)
        }
        guard parts.count == 2 else { return matches }
        guard let number = Int(parts[1]), number != 0, number.magnitude <= matches.count else {
            throw .tooFew(pattern: pattern, count: matches.count)
        }
        return [matches[number > 0 ? number - 1 : matches.count + number]]
    }

    private static func matches(_ id: String, _ name: String) -> Bool {
        id == name || id.hasPrefix(name + ".")
    }
}
