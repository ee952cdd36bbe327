import Crypto
import Render
import Trace

/// Several questions, as a quiz asks them.
package enum Questions {
    /// How many a quiz asks, where it is not said.
    private static let usual = 10

    /// So many of those templates, in the order in which they are asked. Where the templates are not named, they are drawn from the seed.
    package static func drawn(
        from templates: [Template], count: Int?, seed: UInt64, isNamed: Bool
    ) -> [Template] {
        var rest = templates
        var chosen: [Template] = []
        let wanted = min(rest.count, count ?? (isNamed ? rest.count : usual))
        var source = SeededRandomSource(seed: seed).fork("quiz")
        while chosen.count < wanted {
            chosen.append(rest.remove(at: isNamed ? 0 : source.place(among: rest.count)))
        }
        return chosen
    }

    /// The questions with their keys, for programs.
    package static func json(_ questions: [Question], seed: UInt64) -> JSON {
        .members(
            ("schema", .string("handshakesim.quiz")), ("version", .integer(1)), ("seed", .string(String(seed))),
            ("questions", .array(questions.map { $0.json(withKey: true) })))
    }

    /// The templates, for the list.
    package static func table(of templates: [Template]) -> Report {
        let heads = [QuizWords.template, .kind, .topic, .lesson].map(\.english)
        let rows = templates.map { [$0.id, $0.kind.rawValue, $0.topic, $0.lesson.map(String.init) ?? ""] }
        let widths = heads.indices.map { column in ([heads] + rows).map { $0[column].count }.max() ?? 0 }
        return Report([.table(heads, rows, widths.map { .left($0 + 2) })])
    }
}

extension Question {
    /// The question as a terminal asks it.
    package func report(_ number: Int, of count: Int) -> Report {
        var report = Report([.heading(QuizWords.question(number, of: count, template: template))])
        for line in ask.split(separator: "\n") { report.add(.text(String(line))) }
        if !run.isEmpty {
            report.add(.text(QuizWords.isAnsweredBy), .command(command))
        }
        for shown in shown {
            report.add(.text(shown.caption + ":", indent: 2), .lines(shown.lines.map { "    " + $0 }))
        }
        for choice in choices { report.add(.text(choice.text, indent: 5, head: "  \(choice.letter)  ")) }
        report.add(.text(answerForm))
        return report
    }

    /// The command that makes the run, with its seed.
    package var command: String {
        "HandshakeSim " + Template.command(run, seed: seed).map(\.shellWord).joined(separator: " ")
    }

    /// What is said of an answer.
    package func report(on outcome: Outcome) -> Report {
        switch outcome.verdict {
        case .right: Report([.text(QuizWords.right(because: because)), .space])
        case .partly, .wrong, .unread, .empty:
            Report([.text(QuizWords.notRight(outcome.verdict, feedback: outcome.feedback ?? hint)), .space])
        }
    }
}

extension Question.Shown {
    /// How many octets stand in a line.
    static let octetsInALine = 20

    /// The lines of what is shown: octets in rows, text as it is.
    package var lines: [String] {
        guard isOctets else { return content.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
        let pairs = content.split(separator: " ")
        return stride(from: 0, to: pairs.count, by: Self.octetsInALine).map { start in
            pairs[start..<min(pairs.count, start + Self.octetsInALine)].joined(separator: " ")
        }
    }
}
