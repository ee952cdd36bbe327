import Render
import Trace

/// The key as a page for the teacher. It is written in pieces, because a class may be large.
package struct KeyPage: Sendable {
    private let key: ClassKey
    private let sheet: WebSheet

    /// The page of the key of a course.
    ///
    /// - Throws: ``WebModules/Violation``, as the initializer of ``WebSheet`` does.
    package init(_ key: ClassKey) throws {
        self.key = key
        sheet = try WebSheet(.key, language: key.language)
    }

    /// The first part of the file, before the papers.
    package var opening: String {
        let title = Words(english: "Key: \(key.title)", chinese: "答案：\(key.title)")
        return sheet.opening(title: title.sentence(in: key.language))
            + WebMarkup.element("h1", [:], WebMarkup(title)).html(in: key.language) + "\n"
    }

    /// The part of the file for one paper.
    package func part(_ paper: Paper) -> String {
        let heads = [
            Words(english: "Item", chinese: "题目"), Words(english: "Template", chinese: "模板"),
            Words(english: "Seed", chinese: "种子"), Words(english: "Right", chinese: "正确答案"),
            Words(english: "Known wrong answers", chinese: "已知的错误答案"),
        ]
        let rows = paper.questions.map { question in
            Self.row(
                [question.item, question.template, String(question.seed)], question.right.joined(separator: "\n"),
                question.namedSlips.joined(separator: "\n"))
        }
        return WebMarkup.element(
            "section", [:],
            .element(
                "h2", ["class": "student"],
                WebMarkup([paper.student, paper.name].compactMap(\.self).joined(separator: key.language.comma))),
            .element(
                "table", [:],
                .element("thead", [:], .element("tr", [:], heads.map { .element("th", [:], WebMarkup($0)) }.asOne)),
                .element("tbody", [:], rows.asOne))
        ).html(in: key.language) + "\n"
    }

    /// The last part of the file, behind the papers.
    package var closing: String { sheet.closing }

    private static func row(_ plain: [String], _ octets: String...) -> WebMarkup {
        .element(
            "tr", [:], plain.map { .element("td", [:], WebMarkup($0)) }.asOne,
            octets.map { text in
                let lines = text.split(separator: "\n").map { WebMarkup.element("div", [:], WebMarkup(String($0))) }
                return .element("td", ["class": "mono"], lines.asOne)
            }.asOne)
    }
}
