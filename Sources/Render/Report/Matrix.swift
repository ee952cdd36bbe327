import Trace

/// Policies and situations in one table: for each pair a mark, and the reasons for it.
package struct Matrix: Sendable {
    /// A policy's decision, compared with the right decision. The raw value is the sign of the tables.
    package enum Mark: String, CaseIterable, Sendable {
        /// The policy accepts, rightly.
        case accepts = "+"
        /// The policy refuses, rightly.
        case refuses = "."
        /// The policy refuses a chain that it should accept.
        case lockedOut = "x"
        /// The policy accepts a chain that it should refuse.
        case deceived = "!"
        /// It is not known what the policy decides, or what it should decide.
        case open = "?"

        /// The mark of a decision. A decision that is not known, or a right one that is not known, is nil.
        package init(_ accepts: Bool?, shouldAccept: Bool?) {
            self =
                switch (accepts, shouldAccept) {
                case (true?, true?): .accepts
                case (false?, false?): .refuses
                case (true?, false?): .deceived
                case (false?, true?): .lockedOut
                case (nil, _), (_, nil): .open
                }
        }

        /// How the mark looks: a decision that is not the right one meets the eye.
        var tone: Tone {
            switch self {
            case .accepts: .good
            case .refuses: .normal
            case .lockedOut: .message
            case .deceived: .bad
            case .open: .faint
            }
        }

        /// Whether the policy's decision is not the right one.
        var differs: Bool { self == .lockedOut || self == .deceived }

        /// The mark in words.
        ///
        /// - Parameter isPlatform: whether the platform's decision counts as the right one. For a chain of the user no other
        ///   right decision is known.
        func meaning(isPlatform: Bool) -> Words {
            switch (self, isPlatform) {
            case (.accepts, true): Words(english: "accepts, as the platform does", chinese: "接受，与平台相同")
            case (.accepts, false): Words(english: "accepts, and should", chinese: "接受，也应当接受")
            case (.refuses, true): Words(english: "refuses, as the platform does", chinese: "拒绝，与平台相同")
            case (.refuses, false): Words(english: "refuses, and should", chinese: "拒绝，也应当拒绝")
            case (.lockedOut, true): Words(english: "refuses what the platform accepts", chinese: "拒绝，而平台接受")
            case (.lockedOut, false):
                Words(
                    english: "refuses, and should not: the user is locked out", chinese: "拒绝，但不应拒绝：用户被挡在外面")
            case (.deceived, true): Words(english: "accepts what the platform refuses", chinese: "接受，而平台拒绝")
            case (.deceived, false):
                Words(
                    english: "accepts, and should not: the user can be deceived", chinese: "接受，但不应接受：用户可能受骗")
            case (.open, true):
                Words(
                    english: "cannot tell what it decides, or what the platform decides", chinese: "看不出它或平台如何决定")
            case (.open, false): Words(english: "cannot tell what it decides", chinese: "看不出它如何决定")
            }
        }
    }

    /// The decision of one policy in one situation.
    package struct Cell: Sendable {
        let mark: Mark
        let reason: Reason

        /// A decision and why it was made.
        ///
        /// - Parameter shouldAccept: the right decision; nil if it is not known.
        package init(_ reason: Reason, shouldAccept: Bool?) {
            mark = Mark(reason.accepts, shouldAccept: shouldAccept)
            self.reason = reason
        }
    }

    /// Why a decision was made. Policies that have the same reasons share one `Reason`.
    package struct Reason: Hashable, Sendable {
        let accepts: Bool?
        let result: Words?
        let steps: [Step]

        /// The reasons of a decision.
        ///
        /// - Parameters:
        ///   - accepts: nil if the decision is not known.
        ///   - result: the result of SecTrust; nil if it was not asked.
        package init(accepts: Bool?, result: Words? = nil, steps: [Step]) {
            self.accepts = accepts
            self.result = result
            self.steps = steps
        }

        /// The decision in words.
        var verdict: Words {
            switch accepts {
            case true?: Words(english: "accepts", chinese: "接受")
            case false?: Words(english: "refuses", chinese: "拒绝")
            case nil: Words(english: "cannot tell", chinese: "看不出")
            }
        }
    }

    /// A step on the way to a decision.
    package struct Step: Hashable, Sendable {
        let asked: Words?
        let answer: Words?
        let why: Words
        let source: String?

        /// A step on the way to a decision.
        ///
        /// - Parameters:
        ///   - asked: the question; nil for a plain statement.
        ///   - answer: "yes", "no", or "set" where the step only sets something up; nil for a plain statement.
        ///   - why: the reason, in words.
        ///   - source: the document that the reason comes from.
        package init(asked: Words? = nil, answer: Words? = nil, why: Words, source: String? = nil) {
            self.asked = asked
            self.answer = answer
            self.why = why
            self.source = source
        }

        /// The words before the answer, and the words behind it.
        var words: (asked: Words, why: Words) {
            let colon: Words = answer == nil ? "" : Words(english: ": ", chinese: "：")
            let source = source.map { Words(english: " (\($0))", chinese: "（\($0)）") } ?? ""
            return (asked.map { $0 + Words(english: " ", chinese: "") } ?? "", colon + why + source)
        }
    }

    /// One situation.
    package struct Row: Sendable {
        let id: String
        let name: Words
        let story: Words?
        let facts: [(name: Words, value: Words)]
        let cells: [Cell?]

        /// A situation.
        ///
        /// - Parameters:
        ///   - id: the name of the situation in links.
        ///   - story: the situation in sentences.
        ///   - facts: the facts of the situation, by name.
        ///   - cells: a decision for each policy; nil for a policy that makes none.
        package init(
            id: String, name: Words, story: Words? = nil, facts: [(name: Words, value: Words)], cells: [Cell?]
        ) {
            self.id = id
            self.name = name
            self.story = story
            self.facts = facts
            self.cells = cells
        }
    }

    /// How a terminal shows the table.
    package enum Form: Sendable {
        /// A row for each situation, with a letter for each policy.
        case grid
        /// A line for each policy in one situation, and the reasons if they are asked for.
        case list(why: Bool)
    }

    let title: Words
    let about: Words
    let policies: [Words]
    let rows: [Row]
    let isPlatform: Bool

    /// A table.
    ///
    /// - Parameters:
    ///   - about: a line under the title.
    ///   - isPlatform: whether the platform's decision counts as the right one.
    package init(title: Words, about: Words, policies: [Words], rows: [Row], isPlatform: Bool) {
        self.title = title
        self.about = about
        self.policies = policies
        self.rows = rows
        self.isPlatform = isPlatform
    }
}

extension Matrix {
    /// The marks to explain: those of every table, and that of an open decision if the table has one.
    var marks: [Mark] {
        let hasOpen = rows.contains { $0.cells.contains { $0?.mark == .open } }
        return Mark.allCases.filter { $0 != .open || hasOpen }
    }
}

// MARK: - In a terminal

extension Matrix {
    /// The lines of the table, and the meanings of the marks.
    func lines(_ form: Form, columns: Int, in language: Language) -> [Line] {
        func entry(_ mark: Mark) -> Line {
            Line(mark.rawValue, mark.tone) + "  \(mark.meaning(isPlatform: isPlatform).sentence(in: language))"
        }
        let body =
            switch form {
            case .grid: grid(columns, language)
            case .list(let why): rows.flatMap { list($0, why: why, columns: columns, language) }
            }
        return body + [
            Line(), entry(.accepts) + "    " + entry(.lockedOut), entry(.refuses) + "    " + entry(.deceived),
        ] + (marks.contains(.open) ? [entry(.open)] : [])
    }

    private func grid(_ columns: Int, _ language: Language) -> [Line] {
        let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
        let policies = policies.map { $0.sentence(in: language) }
        let names = policies.indices.map { $0 < letters.count ? String(letters[$0]) : "?" }
        // On a narrow page no spaces stand between the letters. A name that is still too long goes on in the next line.
        let longest = (rows.map { Text.width($0.name.sentence(in: language)) }.max() ?? 0) + 2
        let gap = longest + 2 * names.count - 1 <= columns ? " " : ""
        let width = min(longest, max(24, columns - names.count * (gap.count + 1)))
        let lines = rows.flatMap { row in
            Text.wrap(row.name.sentence(in: language), to: width - 2, hang: 4).enumerated().map { index, part in
                guard index == 0 else { return Line(part) }
                let marks = row.cells.enumerated().map { place, cell in
                    (place == 0 ? "" : gap) + Line(cell?.mark.rawValue ?? " ", cell?.mark.tone ?? .normal)
                }
                return marks.reduce(Line(Text.pad(part, to: width)), +)
            }
        }
        let heads = zip(names, policies).flatMap { Self.paragraph("\($0)  \($1)", first: 0, indent: 3, columns) }
        return heads + [Line(), Line(Text.pad("", to: width) + names.joined(separator: gap))] + lines
    }

    private func list(_ row: Row, why: Bool, columns: Int, _ language: Language) -> [Line] {
        let policies = policies.map { $0.sentence(in: language) }
        let width = (policies.map { Text.width($0) }.max() ?? 0) + 2
        return zip(policies, row.cells).flatMap { policy, cell -> [Line] in
            guard let cell else { return [] }
            let reason = cell.reason
            let (mark, verdict) = (Line(cell.mark.rawValue, cell.mark.tone), reason.verdict.sentence(in: language))
            // The verdict stands first where the page is too narrow for the longest name before it.
            let isNarrow = 2 + width + Text.width(verdict) > columns
            let head = mark + " \(verdict)  "
            var lines = [mark + " " + Line(Text.pad(policy, to: width) + verdict)]
            if isNarrow {
                lines = Text.wrap(policy, to: columns - head.width).enumerated()
                    .map { ($0.offset == 0 ? head : Line().padded(to: head.width)) + $0.element }
            }
            if let result = reason.result {
                lines.append(Line("    SecTrust\(language == .chinese ? "：" : ": ")\(result.sentence(in: language))"))
            }
            // "accepts" says already that there is no objection.
            for step in reason.steps where why && (step.asked != nil || reason.accepts != true) {
                let words = step.words.asked + (step.answer ?? "") + step.words.why
                lines += Self.paragraph(words.sentence(in: language), first: 4, indent: 6, columns)
            }
            return lines
        }
    }

    private static func paragraph(_ words: String, first: Int, indent: Int, _ columns: Int) -> [Line] {
        Text.wrap(words, to: columns - indent).enumerated().map {
            Line(String(repeating: " ", count: $0 == 0 ? first : indent) + $1)
        }
    }
}
