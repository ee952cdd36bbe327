import Render
import Trace

/// The page for the teacher: the items on which the class is stuck, the answers that look shared, and the problems.
package struct DifficultyPage: Sendable {
    private let title: String
    private let language: Language
    private let sheet: WebSheet
    /// The most rows of a list. The CSV files in the same folder have all of them.
    private static let mostRows = 200
    /// The most students who are named in a row.
    private static let mostNames = 40

    /// The page for the class whose key has the head `key`.
    ///
    /// - Throws: ``WebModules/Violation``, see ``WebSheet``.
    package init(_ key: ClassKey) throws {
        language = key.language
        title = Words(english: "For the teacher: \(key.title)", chinese: "给教师：\(key.title)").sentence(in: language)
        sheet = try WebSheet(.teacher, language: language)
    }

    /// The page.
    package func html(_ marked: MarkedClass) -> String {
        let stuck = marked.stuck.enumerated().sorted { one, other in
            let counts = (one.element.misses, other.element.misses)
            return counts.0 == counts.1 ? one.offset < other.offset : counts.0 > counts.1
        }
        return sheet.html(
            title: title,
            WebMarkup([
                .element(
                    "header", ["class": "sheet-head"], .element("h1", [:], WebMarkup(title)),
                    .element("p", ["class": "sheet-note"], WebMarkup(marked.summary))),
                .element(
                    "h2", ["class": "student"],
                    WebMarkup(Words(english: "Where the class is stuck", chinese: "班级卡住的地方"))),
                stuck.map { section($0.element) }.asOne,
                list(
                    Words(english: "Answers that look shared", chinese: "看起来互相抄的答案"),
                    columns: [
                        Words(english: "Student", chinese: "学生"), Words(english: "Item", chinese: "题目"),
                        Words(english: "Answer", chinese: "答案"), Words(english: "Others", chinese: "其他人"),
                    ],
                    rows: marked.evidence.map { evidence in
                        [
                            evidence.student, evidence.item, evidence.answer,
                            owners(evidence).sentence(in: language),
                        ]
                    }),
                list(
                    Words(english: "What you must look at", chinese: "你必须看一看的"),
                    columns: [
                        Words(english: "File", chinese: "文件"), Words(english: "Student", chinese: "学生"),
                        Words(english: "Problem", chinese: "问题"),
                    ],
                    rows: marked.problems.map { problem in
                        let source = problem.line.map { "\(problem.source):\($0)" } ?? problem.source
                        return [source, problem.student ?? "", problem.note.sentence(in: language)]
                    }),
            ]))
    }

    private func section(_ item: StuckItem) -> WebMarkup {
        let counts = Outcome.Verdict.allCases.compactMap { verdict in
            item.counts[verdict].map { count in
                "\(FeedbackWords.verdict(verdict).sentence(in: language))\(language.colon)\(count)"
            }
        }
        let rows = item.slips.map { [String($0.students.count), $0.feedback, names($0.students)] }
        return .element(
            "section", ["class": "question"],
            .element(
                "h2", [:], .element("span", ["class": "item"], WebMarkup(item.item)),
                .element("span", ["class": "credit"], WebMarkup(counts.joined(separator: language.comma)))),
            .element("p", ["class": "assesses"], WebMarkup(item.assesses)), WebMarkup.question(item.ask),
            rows.isEmpty
                ? .nothing
                : table(
                    [
                        Words(english: "Students", chinese: "学生人数"),
                        Words(english: "What they were told", chinese: "学生看到的评语"),
                        Words(english: "Who", chinese: "谁"),
                    ], rows))
    }

    private func list(_ title: Words, columns heads: [Words], rows: [[String]]) -> WebMarkup {
        guard !rows.isEmpty else { return .nothing }
        let rest = rows.count - Self.mostRows
        let more = Words(
            english: "\(counted(rest, "more row")) in the tables beside this page.",
            chinese: "这个页面旁边的表格里还有 \(rest) 行。")
        return WebMarkup([
            .element("h2", ["class": "student"], WebMarkup(title)), table(heads, Array(rows.prefix(Self.mostRows))),
            rest > 0 ? .element("p", ["class": "sheet-note"], WebMarkup(more)) : .nothing,
        ])
    }

    private func owners(_ evidence: Sharing.Evidence) -> Words {
        let names = names(evidence.owners, more: evidence.more)
        return switch evidence.kind {
        case .otherKey: Words(english: "It is right for \(names).", chinese: "对这些人来说它是对的：\(names)。")
        case .sameWrong: Words(english: "It is as wrong as that of \(names).", chinese: "它和这些人的一样错：\(names)。")
        }
    }

    private func table(_ heads: [Words], _ rows: [[String]]) -> WebMarkup {
        .element(
            "table", [:],
            .element("thead", [:], .element("tr", [:], heads.map { .element("th", [:], WebMarkup($0)) }.asOne)),
            .element(
                "tbody", [:],
                rows.map { row in .element("tr", [:], row.map { .element("td", [:], WebMarkup($0)) }.asOne) }.asOne))
    }

    private func names(_ students: [String], more: Int = 0) -> String {
        let rest = max(0, students.count - Self.mostNames) + more
        let named = students.prefix(Self.mostNames).joined(separator: language.listComma)
        let words = Words(english: "\(named) and \(rest) more", chinese: "\(named) 和另外 \(rest) 人")
        return rest > 0 ? words.sentence(in: language) : named
    }
}

extension StuckItem {
    /// How many answers are not wholly right.
    fileprivate var misses: Int { counts.reduce(0) { $0 + ($1.key == .right ? 0 : $1.value) } }
}
