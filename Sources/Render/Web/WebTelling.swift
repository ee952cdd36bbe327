import Trace

/// What a command says beside its runs: an outcome, the steps of a story, tables. A page begins with it.
///
/// It is made of the text that a terminal shows, written in Markdown.
public struct WebTelling: Sendable {
    private let blocks: [Markdown.Block]

    /// What `markdown` says.
    public init(markdown: String) { blocks = Markdown.blocks(of: markdown) }

    /// As it stands in the document: a list of parts, each an object with one member.
    var json: JSON { .array(blocks.compactMap { WebTelling.json($0) }) }

    /// A part; nil for what a command does not say.
    private static func json(_ block: Markdown.Block) -> JSON? {
        switch block {
        case .heading(_, let text): .members(("heading", .string(text)))
        case .paragraph(let text):
            // Strong words alone are an outcome.
            text.hasPrefix("**") && text.hasSuffix("**") && text.count > 4
                ? .members(("outcome", .string(String(text.dropFirst(2).dropLast(2)))))
                : .members(("text", .string(text)))
        case .code("values", let lines):
            .members(
                (
                    "values",
                    .array(
                        lines.map { line in
                            let parts = line.drop { $0 == " " }.split(separator: "\t", maxSplits: 1).map { String($0) }
                            return .members(
                                ("name", .string(parts.first ?? "")), ("octets", parts.last.map { .string($0) }))
                        })
                ))
        case .code(let what, let lines):
            .members(
                (
                    "said",
                    .members(
                        ("title", .string(String(what.drop { $0 != " " }.dropFirst()))),
                        ("lines", .array(lines.map { .string(String($0.dropFirst(2))) })))
                ))
        case .list(let items):
            .members(
                ("first", items.first.flatMap { Int($0.marker.dropLast()) }.map { .number($0) }),
                ("list", .array(items.map { .string(words($0.blocks)) })))
        case .table(let head, let rows):
            .members(
                (
                    "table",
                    .members(
                        ("head", .array(head.map { .string($0) })),
                        ("rows", .array(rows.map { .array($0.map { .string($0) }) })))
                ))
        case .quotation, .folded, .rule: nil
        }
    }

    private static func words(_ blocks: [Markdown.Block]) -> String {
        blocks.map { if case .paragraph(let text) = $0 { text } else { "" } }.joined(separator: " ")
    }
}
