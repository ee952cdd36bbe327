import ArgumentParser
import LiveIO
import Render

/// The help of a command, laid out for the terminal.
///
/// The argument parser breaks every line at a space, also in the middle of a command. Here a command of an example is broken as a shell allows
/// it, so that it can be pasted, and the other lines go on below their own words. What fits is as the argument parser writes it.
enum HelpPage {
    /// The width of a help page: that of the terminal, or else COLUMNS, or else 80.
    static var columns: Int { PageOptions.width(of: .standard) ?? PageStyle.narrowest }

    /// The help that `arguments` ask for; nil if `message`, which the argument parser has written, is not the help of a command.
    static func text(for message: String, after arguments: [String]) -> String? {
        guard message.hasPrefix(overview) else { return nil }
        let words = arguments.filter { $0 != "help" && !$0.hasPrefix("-") }
        let named = [HandshakeSim.self] + HandshakeSim.commands(named: words).map(\.type)
        guard let type = named.last(where: { HandshakeSim.helpMessage(for: $0) == message }) else { return nil }
        return text(of: type, columns: columns)
    }

    /// The help of a command in lines of at most `columns` columns.
    static func text(of type: any ParsableCommand.Type, columns: Int) -> String {
        let message = HandshakeSim.helpMessage(for: type, columns: columns)
        // The part before the usage is laid out anew from its source.
        guard let usage = message.firstRange(of: "\nUSAGE: ") else { return message }
        let (abstract, discussion) = (type.configuration.abstract, type.configuration.discussion)
        let source = overview + abstract + (discussion.isEmpty ? "" : "\n\n" + discussion)
        let rest = message[message.index(after: usage.lowerBound)...]
        let end = rest.firstRange(of: "\n\n")?.lowerBound ?? rest.endIndex
        let shownUsage = rest[..<end].split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { self.usage(String($0), columns) }
        return (prose(source, columns) + [""] + shownUsage).joined(separator: "\n") + rest[end...]
    }

    private static let overview = "OVERVIEW: "

    /// The lines of a discussion. A line that is indented by two spaces, in a section of examples, is a command.
    private static func prose(_ text: String, _ columns: Int) -> [String] {
        var isExample = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
            let line = String(line)
            let indent = line.prefix { $0 == " " }.count
            if indent == 0, !line.isEmpty { isExample = Self.headings.contains { line.hasPrefix($0) } }
            guard Text.width(line) > columns else { return [line] }
            let (margin, words) = (String(line.prefix(indent)), String(line.dropFirst(indent)))
            if isExample, indent == 2 {
                return Text.shell(words, to: columns - indent, indent: margin + "  ").enumerated()
                    .map { $0.offset == 0 ? margin + $0.element : $0.element }
            }
            // "  64  wrong usage" goes on below "wrong".
            let head = words.prefix { $0 != " " }
            let space = words.dropFirst(head.count).prefix { $0 == " " }
            guard indent > 0, space.count > 1 else {
                return Text.wrap(words, to: columns - indent).map { margin + $0 }
            }
            let hang = indent + head.count + space.count
            return Text.behind(
                margin + head + space, String(words.dropFirst(hang - indent)), indent: hang, columns: columns)
        }
    }

    /// The first words of the headings above examples.
    static let headings = ["EXAMPLE", "MORE EXAMPLES", "THREE WAYS IN", "ONE QUESTION"]

    /// A line of usage, broken between its options.
    static func usage(_ line: String, _ columns: Int) -> [String] {
        let indent = 7
        var (parts, part, depth) = ([String](), "", 0)
        for character in line {
            if character == " ", depth == 0, !part.isEmpty, part.contains(where: { $0 != " " }) {
                parts.append(part)
                part = ""
                continue
            }
            if "[<".contains(character) { depth += 1 }
            if "]>".contains(character) { depth -= 1 }
            part.append(character)
        }
        parts.append(part)
        var lines: [String] = []
        for part in parts {
            if let last = lines.last, Text.width(last) + 1 + Text.width(part) <= columns {
                lines[lines.count - 1] = last + " " + part
            } else {
                lines.append((lines.isEmpty ? "" : String(repeating: " ", count: indent)) + part)
            }
        }
        return lines
    }
}
