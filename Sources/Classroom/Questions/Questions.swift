import Crypto
import Render
import Trace

/// The questions of a quiz.
package enum Questions {
    /// The number of questions of a quiz if the user names neither a count nor templates.
    private static let usual = 10

    /// The templates of a quiz, in the order in which they are asked. Drawn claims have the three verdicts equally often, as far as
    /// there are claims: most claims are false, and "false" shall not be the right answer to most questions.
    ///
    /// - Parameters:
    ///   - count: the number of questions. If it is nil, a quiz asks all named templates, or 10 drawn ones.
    ///   - isNamed: whether the user named the templates. Then the first `count` of them are taken; else they are drawn from the seed.
    package static func drawn(
        from templates: [Template], count: Int?, seed: UInt64, isNamed: Bool
    ) -> [Template] {
        var rest = templates
        var chosen: [Template] = []
        let wanted = min(rest.count, count ?? (isNamed ? rest.count : usual))
        var source = SeededRandomSource(seed: seed).fork("quiz")
        while chosen.count < wanted {
            var place = isNamed ? 0 : source.place(among: rest.count)
            if !isNamed, rest[place].verdict != nil {
                let rare = rarest(in: rest, beside: chosen)
                place = rare[source.place(among: rare.count)]
            }
            chosen.append(rest.remove(at: place))
        }
        return chosen
    }

    /// The places in `rest` of the claims whose verdict the `chosen` claims have least often. `rest` has at least one claim.
    private static func rarest(in rest: [Template], beside chosen: [Template]) -> [Int] {
        let verdicts = rest.map(\.verdict)
        let counts = Dictionary(grouping: chosen.compactMap(\.verdict)) { $0 }.mapValues(\.count)
        let least = verdicts.compactMap(\.self).map { counts[$0] ?? 0 }.min()
        return verdicts.indices.filter { place in verdicts[place].map { counts[$0] ?? 0 } == least }
    }

    /// The questions with their keys, for programs.
    package static func json(_ questions: [Question], seed: UInt64) -> JSON {
        .members(
            ("schema", .string("handshakesim.quiz")), ("version", .integer(1)), ("seed", .string(String(seed))),
            ("questions", .array(questions.map { $0.json(withKey: true) })))
    }

    /// The list of the templates, as a table.
    package static func table(of templates: [Template]) -> Report {
        let heads = [QuizWords.template, .kind, .topic, .lesson].map { Words($0) }
        let rows = templates.map { template -> [Words] in
            ["\(template.id)", Words(template.kind), "\(template.topic)", "\(template.lesson.map(String.init) ?? "")"]
        }
        let widths = heads.indices.map { column in
            ([heads] + rows).map { Text.width($0[column].english) }.max() ?? 0
        }
        return Report([.table(heads, rows, widths.map { .left($0 + 2) })])
    }
}

extension Question {
    /// The question for a terminal.
    package func report(_ number: Int, of count: Int) -> Report {
        var report = Report([.heading(QuizWords.question(number, of: count, template: template))])
        for line in ask.split(separator: "\n") { report.add(.text(Words(same: String(line)))) }
        if !run.isEmpty {
            report.add(.text(QuizWords.isAnsweredBy), .command(command))
        }
        for shown in shown {
            let caption = Words(english: "\(shown.caption):", chinese: "\(shown.caption)：")
            report.add(.text(caption, indent: 2), .lines(shown.lines.map { Words(same: "    " + $0) }))
        }
        for choice in choices { report.add(.text(Words(same: choice.text), indent: 5, head: "  \(choice.letter)  ")) }
        report.add(.text(answerForm))
        return report
    }

    /// The command that makes the run, with its seed.
    package var command: String {
        "HandshakeSim " + Template.command(run, seed: seed).map(\.shellWord).joined(separator: " ")
    }

    /// The reply to an answer.
    package func report(on outcome: Outcome) -> Report {
        switch outcome.verdict {
        case .right: Report([.text(QuizWords.right(because: because)), .space])
        case .partly, .wrong, .unread, .empty:
            Report([
                .text(QuizWords.notRight(outcome.verdict, feedback: outcome.feedback ?? hint)),
                .text(QuizWords.rightIs(solution, because: because)), .space,
            ])
        }
    }
}

extension Question.Shown {
    /// The number of octets in a line.
    static let octetsInALine = 20

    /// The content in lines: octets in rows of ``octetsInALine``, text as it is.
    package var lines: [String] {
        guard isOctets else { return content.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
        let pairs = content.split(separator: " ")
        return stride(from: 0, to: pairs.count, by: Self.octetsInALine).map { start in
            pairs[start..<min(pairs.count, start + Self.octetsInALine)].joined(separator: " ")
        }
    }
}
