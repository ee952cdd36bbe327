import Render
import Trace

/// A paper as a page: the questions with fields for the answers, which a student fills in on the screen or on paper.
///
/// The page does not contain the key. In the mode `practice` it can tell whether an answer is right (``PracticeCheck``).
package struct PaperPage: Sendable {
    private let key: ClassKey
    private let sheet: WebSheet

    /// The pages for the papers of a course.
    ///
    /// - Throws: ``WebModules/Violation``, as the initializer of ``WebSheet`` does.
    package init(_ key: ClassKey) throws {
        self.key = key
        sheet = try WebSheet(key.mode == .practice ? .practice : .paper, language: key.language)
    }

    /// The whole file.
    package func html(_ paper: Paper) -> String {
        let checks = paper.questions.map { key.mode == .practice ? PracticeCheck($0, of: paper) : nil }
        let sections = paper.questions.enumerated().map { place, question in
            section(question, number: place + 1, isChecked: checks[place] != nil)
        }
        let title = "\(key.title)\(key.language.comma)\(paper.student)"
        return sheet.html(
            title: title,
            [
                head(paper), .element("form", ["id": "hs-answers", "autocomplete": "off"], sections.asOne), tools,
            ].asOne,
            data: ("hs-paper", data(paper, checks)))
    }

    private func data(_ paper: Paper, _ checks: [PracticeCheck?]) -> JSON {
        let items = zip(paper.questions, checks).map { question, check -> JSON in
            let json = question.json(hidden: key.mode == .exam, withKey: false)
            guard let check, let members = json.members else { return json }
            return .object(members + [JSON.Member("check", check.json)])
        }
        return .members(
            ("schema", .string("handshakesim.paper")), ("version", .integer(1)), ("course", .string(key.course)),
            ("title", .string(key.title)), ("mode", .string(key.mode.rawValue)), ("student", .string(paper.student)),
            ("name", paper.name.map { .string($0) }), ("attempt", .number(paper.attempt)),
            ("paper", .string(paper.number)), ("seed", paper.seed.map { .string(String($0)) }), ("items", .array(items))
        )
    }

    // MARK: Head and foot

    private func head(_ paper: Paper) -> WebMarkup {
        var facts: [(Words, String)] = []
        if let name = paper.name { facts.append((Words(english: "Name", chinese: "姓名"), name)) }
        facts += [
            (Words(english: "Student", chinese: "学生"), paper.student),
            (Words(english: "Course", chinese: "课程"), key.course),
            (
                Words(english: "Attempt", chinese: "次数"), String(paper.attempt)
            ),
            (
                Words(english: "Paper", chinese: "试卷"), paper.number
            ),
        ]
        if let seed = paper.seed { facts.append((Words(english: "Seed", chinese: "种子"), String(seed))) }
        if let due = key.due { facts.append((Words(english: "Due", chinese: "截止时间"), due)) }
        facts.append((Words(english: "Points", chinese: "分数"), CSVText.decimal(key.most)))
        return .element(
            "header", ["class": "sheet-head"], .element("h1", [:], WebMarkup(key.title)),
            .element(
                "dl", ["class": "sheet-facts"],
                facts.map { name, value in
                    .element("div", [:], .element("dt", [:], WebMarkup(name)), .element("dd", [:], WebMarkup(value)))
                }.asOne),
            .element("p", ["class": "sheet-note"], WebMarkup(key.mode.instruction)))
    }

    private var tools: WebMarkup {
        .element(
            "footer", ["class": "sheet-tools", "data-live-only": ""],
            .element(
                "button", ["type": "button", "id": "hs-save"],
                WebMarkup(Words(english: "Save the answers", chinese: "保存答案"))),
            .element(
                "label", ["class": "button"], WebMarkup(Words(english: "Load answers", chinese: "载入答案")),
                .element("input", ["type": "file", "id": "hs-load", "accept": ".json"])),
            .element("output", ["id": "hs-said"]),
            .element(
                "p", ["class": "quiet"],
                WebMarkup(
                    Words(
                        english: "The page stores nothing and sends nothing. Save the answers as a file, and hand the "
                            + "file in.",
                        chinese: "这个页面不存储任何东西，也不发送任何东西。把答案保存成文件，再交上文件。"))))
    }

    // MARK: A question

    private func section(_ question: Question, number: Int, isChecked: Bool) -> WebMarkup {
        let credit = Words(
            english: question.credit == 1 ? "1 point" : "\(CSVText.decimal(question.credit)) points",
            chinese: "\(CSVText.decimal(question.credit)) 分")
        let button = WebMarkup.element(
            "p", ["class": "check-row", "data-live-only": ""],
            .element(
                "button", ["type": "button", "data-check": question.item],
                WebMarkup(Words(english: "Check", chinese: "检查"))),
            .element("output", ["id": "said-\(question.item)"]))
        return .element(
            "section", ["id": "q-\(question.item)", "class": "question", "data-form": question.form.rawValue],
            .element(
                "h2", [:], WebMarkup("\(number). "), .element("span", ["class": "item"], WebMarkup(question.item)),
                .element("span", ["class": "credit"], WebMarkup(credit))),
            WebMarkup.question(question.ask), command(question), question.shown.map(Self.figure).asOne,
            fields(question), isChecked ? button : .nothing,
            .element("p", ["class": "assesses"], WebMarkup(question.assesses)))
    }

    private func command(_ question: Question) -> WebMarkup {
        guard key.mode != .exam, !question.run.isEmpty else { return .nothing }
        return .element(
            "p", ["class": "before-command"], .element("span", [:], WebMarkup(QuizWords.isAnsweredBy)),
            .element("code", ["class": "command"], WebMarkup(question.command)))
    }

    private static func figure(_ shown: Question.Shown) -> WebMarkup {
        let lines = shown.lines.enumerated().map { place, line in
            let offset = Text.pad(String(place * Question.Shown.octetsInALine), to: 4, side: .right) + "  "
            return [
                shown.isOctets ? .element("span", ["class": "offset"], WebMarkup(offset)) : .nothing,
                WebMarkup(lines: [line, ""]),
            ].asOne
        }
        return .element(
            "figure", [:], .element("figcaption", [:], WebMarkup(shown.caption)), .element("pre", [:], lines.asOne))
    }

    private func fields(_ question: Question) -> WebMarkup {
        switch question.form {
        case .letter: return choices(question, type: "radio")
        case .letters:
            let none = WebMarkup.element(
                "label", ["class": "choice"], .element("input", ["type": "checkbox", "data-none": question.item]),
                .element("span", ["class": "letter"], "–"),
                .element("span", [:], WebMarkup(Words(english: "none of them", chinese: "都不是"))))
            return [choices(question, type: "checkbox"), none].asOne
        case .order:
            let list = question.choices.map { choice in
                WebMarkup.element(
                    "p", ["class": "choice"], .element("span", ["class": "letter"], WebMarkup(String(choice.letter))),
                    .element("span", ["class": "text"], WebMarkup(choice.text)))
            }
            return [
                list.asOne,
                line(
                    question.item,
                    WebMarkup(Words(english: "Answer", chinese: "答案"))), form(question),
            ].asOne
        case .claim: return options(["true", "false", "only-if"], question)
        case .yes: return options(["yes", "no"], question)
        case .parts:
            return question.blanks.map { blank in
                let label = Words(
                    english: "\(blank.name) (offset \(blank.offset), \(counted(blank.length, "octet")))",
                    chinese: "\(blank.name)（偏移 \(blank.offset)，\(blank.length) 字节）")
                return line("\(question.item).\(blank.name)", WebMarkup(label))
            }.asOne
        case .number, .hex, .time, .name, .numbers, .sequence, .digest:
            return [line(question.item, WebMarkup(Words(english: "Answer", chinese: "答案"))), form(question)].asOne
        }
    }

    private func form(_ question: Question) -> WebMarkup {
        .element("p", ["class": "form"], WebMarkup(question.answerForm))
    }

    private func line(_ name: String, _ label: WebMarkup) -> WebMarkup {
        .element(
            "label", ["class": "line"], .element("span", [:], label),
            .element("input", ["type": "text", "name": name, "spellcheck": "false", "autocapitalize": "off"]))
    }

    private func choices(_ question: Question, type: String) -> WebMarkup {
        question.choices.map { choice in
            let letter = String(choice.letter)
            return .element(
                "label", ["class": "choice"],
                .element("input", ["type": type, "name": question.item, "value": letter]),
                .element("span", ["class": "letter"], WebMarkup(letter)),
                .element("span", ["class": "text"], WebMarkup(choice.text)))
        }.asOne
    }

    private func options(_ words: [String], _ question: Question) -> WebMarkup {
        words.map { word in
            .element(
                "label", ["class": "choice"],
                .element("input", ["type": "radio", "name": question.item, "value": word]),
                .element("span", ["class": "text"], WebMarkup(word)))
        }.asOne
    }
}

extension WebMarkup {
    /// The text of a question: a paragraph for each of its lines.
    static func question(_ ask: String) -> WebMarkup {
        ask.split(separator: "\n").map { .element("p", ["class": "ask"], WebMarkup(String($0))) }.asOne
    }
}

extension ClassSecret.Mode {
    /// What a student is told about such a paper.
    fileprivate var instruction: Words {
        switch self {
        case .lab:
            Words(
                english: "Your runs have the seed of this paper, and your numbers are your own. Make the run of each "
                    + "question, and write what it comes to.",
                chinese: "你的运行使用这份试卷的种子，你的数只属于你。按每道题做运行，写下得到的结果。")
        case .exam:
            Words(
                english: "Your numbers are your own. All that a question needs is shown with it.",
                chinese: "你的数只属于你。题目需要的一切都和它一起给出。")
        case .practice:
            Words(
                english:
                    "Your runs have the seed of this paper. Make the run of each question, and write what it comes "
                    + "to. Questions with a button are checked here.",
                chinese: "你的运行使用这份试卷的种子。按每道题做运行，写下得到的结果。有按钮的题目在这里检查。")
        }
    }
}
