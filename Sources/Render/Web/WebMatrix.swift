import Trace

/// A table of policies as a page: each cell has a mark that links to its reasons.
struct WebMatrix {
    private let table: Matrix
    /// The reasons, each once, and the rows and policies that have them.
    private var reasons: [(reason: Matrix.Reason, uses: [(row: Int, policies: [Int])])] = []
    /// The place of each reason in ``reasons``.
    private var places: [Matrix.Reason: Int] = [:]

    /// The page of `table`.
    init(_ table: Matrix) {
        self.table = table
        for (index, row) in table.rows.enumerated() {
            for (policy, cell) in row.cells.enumerated() {
                guard let cell else { continue }
                guard let place = places[cell.reason] else {
                    places[cell.reason] = reasons.count
                    reasons.append((cell.reason, [(index, [policy])]))
                    continue
                }
                if let last = reasons[place].uses.last, last.row == index {
                    reasons[place].uses[reasons[place].uses.count - 1].policies.append(policy)
                } else {
                    reasons[place].uses.append((index, [policy]))
                }
            }
        }
    }

    /// The controls that filter the table.
    var tools: WebMarkup {
        [
            field("matrix-rows", Words(english: "Situations", chinese: "情况")),
            field("matrix-columns", Words(english: "Policies", chinese: "策略")),
            WebMarkup.element(
                "label", ["class": "check"],
                .element("input", ["type": "checkbox", "id": "matrix-only"]),
                WebMarkup(Words(english: "Only what differs from what should be", chinese: "只看与应有结果不同的"))),
        ].asOne
    }

    private func field(_ id: String, _ label: Words) -> WebMarkup {
        .element(
            "div", ["class": "tool"], .element("label", ["for": id], WebMarkup(label)),
            .element(
                "input",
                [
                    "type": "search", "id": id, "placeholder": Words(english: "Part of a name", chinese: "名称的一部分"),
                    "autocomplete": "off",
                    "spellcheck": "false",
                ]))
    }

    /// The table, the situations and the reasons.
    var content: WebMarkup {
        .element(
            "main", [:], marks,
            .element(
                "p", ["id": "matrix-count", "class": "quiet", "role": "status", "data-live-only": ""]),
            .element(
                "div", ["class": "table-and-reason"],
                .element(
                    "div",
                    [
                        "class": "matrix-room", "tabindex": "0", "role": "region",
                        "aria-label": Words(english: "The table", chinese: "表格"),
                    ],
                    matrix),
                .element(
                    "section",
                    [
                        "id": "matrix-reason",
                        "aria-label": Words(english: "Reasons of the chosen cell", chinese: "所选单元格的原因"),
                        "tabindex": "0",
                        "data-live-only": "",
                    ],
                    .element("p", ["class": "quiet"], WebMarkup(WebNote.noCellChosen)))),
            .element(
                "div", ["class": "reasons"],
                .element("h2", [:], WebMarkup(Words(english: "All situations", chinese: "所有情况"))),
                table.rows.map(situation).asOne,
                .element("h2", [:], WebMarkup(Words(english: "All reasons", chinese: "所有原因"))),
                reasons.indices.map(told).asOne))
    }

    private var marks: WebMarkup {
        .element(
            "ul", ["class": "marks", "aria-label": Words(english: "The marks", chinese: "记号")],
            table.marks.map { mark in
                WebMarkup.element("li", [:], sign(mark), WebMarkup(mark.meaning(isPlatform: table.isPlatform)))
            }.asOne)
    }

    private func sign(_ mark: Matrix.Mark) -> WebMarkup {
        .element("span", ["class": "sign", "data-mark": mark.rawValue], WebMarkup(mark.rawValue))
    }

    // MARK: The table

    /// The policies in groups: neighbours whose names begin with the same word form a group with that word. Other neighbours form a
    /// group without a word.
    private var groups: [(word: String?, policies: Range<Int>)] {
        func word(_ place: Int) -> String { String(table.policies[place].english.prefix { $0 != " " && $0 != "," }) }
        var groups: [(word: String?, policies: Range<Int>)] = []
        var place = 0
        while place < table.policies.count {
            let end = table.policies.indices[place...].first { word($0) != word(place) } ?? table.policies.count
            if end - place > 1 {
                groups.append((word(place), place..<end))
            } else if let last = groups.last, last.word == nil {
                groups[groups.count - 1] = (nil, last.policies.lowerBound..<end)
            } else {
                groups.append((nil, place..<end))
            }
            place = end
        }
        return groups
    }

    /// The parts of a name such as NSPinnedDomains between which a narrow column may break it. A part begins with a capital letter
    /// that follows a small letter.
    static func words(of name: String) -> [String] {
        name.reduce(into: []) { words, letter in
            if let last = words.last?.last, !(letter.isUppercase && last.isLowercase) {
                words[words.count - 1].append(letter)
            } else {
                words.append(String(letter))
            }
        }
    }

    private var matrix: WebMarkup {
        let groups = groups
        let starts = Set(groups.map(\.policies.lowerBound))
        let tops = groups.map { group in
            WebMarkup.element(
                group.word == nil ? "td" : "th",
                [
                    "class": "group", "scope": group.word.map { _ in "colgroup" },
                    "colspan": String(group.policies.count),
                    "data-first": String(group.policies.lowerBound), "data-last": String(group.policies.upperBound - 1),
                ], WebMarkup(Self.words(of: group.word ?? "").map { .element("span", [:], WebMarkup($0)) }))
        }
        let heads = groups.flatMap { group in
            group.policies.map { place in
                let name = table.policies[place]
                let short = group.word.map { word in name.map { String($0.dropFirst(word.count)).trimmed } } ?? name
                return WebMarkup.element(
                    "th",
                    [
                        "class": "policy", "scope": "col", "data-column": String(place), "data-name": name,
                        "title": name, "data-first-of-group": starts.contains(place) ? "" : nil,
                    ], .element("span", [:], WebMarkup(short.isEmpty ? name : short)))
            }
        }
        return .element(
            "table", ["class": "matrix", "id": "matrix-table"],
            .element("caption", [:], WebMarkup(WebNote.table)),
            .element(
                "thead", [:], .element("tr", [:], .element("td", ["class": "corner"]), tops.asOne),
                .element(
                    "tr", [:],
                    .element("td", ["class": "corner"], WebMarkup(Words(english: "Situation", chinese: "情况"))),
                    heads.asOne)),
            .element("tbody", [:], table.rows.indices.map { line($0, starts) }.asOne))
    }

    private func line(_ index: Int, _ starts: Set<Int>) -> WebMarkup {
        let row = table.rows[index]
        let cells = row.cells.indices.map { place -> WebMarkup in
            let start: String? = starts.contains(place) ? "" : nil
            guard let cell = row.cells[place] else {
                return .element("td", ["data-column": String(place), "data-first-of-group": start])
            }
            let reason = places[cell.reason] ?? 0
            let label: Words =
                "\(row.name), \(table.policies[place]): \(cell.mark.meaning(isPlatform: table.isPlatform))"
            return .element(
                "td",
                [
                    "data-column": String(place), "data-mark": cell.mark.rawValue,
                    "data-differs": cell.mark.differs ? "" : nil, "data-first-of-group": start,
                ],
                .element("a", ["href": "#reason-\(reason + 1)", "aria-label": label], WebMarkup(cell.mark.rawValue)))
        }
        return .element(
            "tr", ["data-name": row.name.english, "data-reasons": row.id],
            .element("th", ["scope": "row"], .element("a", ["href": "#\(row.id)"], WebMarkup(row.name))), cells.asOne)
    }

    // MARK: Situations and reasons

    private func situation(_ row: Matrix.Row) -> WebMarkup {
        .element(
            "section", ["id": row.id], .element("h3", [:], WebMarkup(row.name)),
            row.story.map { WebMarkup.element("p", [:], WebMarkup($0)) } ?? .nothing,
            Report.Part.facts(row.facts).markup)
    }

    private func told(_ index: Int) -> WebMarkup {
        let (reason, uses) = reasons[index]
        let said = uses.map { use in
            let words: Words =
                "\(table.rows[use.row].name): \(use.policies.map { table.policies[$0] }.joined(separator: "; "))"
            return words
        }
        let result = reason.result.map { Words(english: ". SecTrust: \($0)", chinese: "。SecTrust：\($0)") } ?? ""
        let verdict = reason.verdict.map { $0.prefix(1).uppercased() + $0.dropFirst() } + result
        return .element(
            "article", ["id": "reason-\(index + 1)"],
            .element("h3", [:], WebMarkup("\(index + 1). \(verdict)" as Words)),
            .element("ol", ["class": "steps"], reason.steps.map(step).asOne),
            .element("p", ["class": "uses"], WebMarkup(lines: said)))
    }

    private func step(_ step: Matrix.Step) -> WebMarkup {
        let answer = step.answer.map { WebMarkup.element("b", [:], WebMarkup($0)) } ?? .nothing
        let words = step.words
        return .element(
            "li", ["data-answer": step.answer?.english], WebMarkup(words.asked), answer, WebMarkup(words.why))
    }
}

extension [WebMarkup] {
    /// The pieces one after the other.
    package var asOne: WebMarkup { WebMarkup(self) }
}

extension String {
    /// The text without spaces and commas at its beginning.
    fileprivate var trimmed: String { String(drop { $0 == " " || $0 == "," }) }
}
