import ArgumentParser
import Render
import Trace

/// The answer to a command line whose first words name no command.
enum FirstWords {
    /// The words are found elsewhere; the text says where.
    case found(String)
    /// The words are known nowhere.
    case unknown(ErrorPage)

    /// The language that `--language` names; nil if it names none.
    private static func language(in arguments: ArraySlice<String>) -> Language? {
        let name = "--language"
        let own = arguments.lazy.filter { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }.first
        let next = arguments.firstIndex(of: name).flatMap { arguments.dropFirst($0 + 1 - arguments.startIndex).first }
        return (own ?? next).flatMap(Language.init(rawValue:))
    }

    /// The answer to `arguments`; nil if they begin with a command, with an option, or with the help of a command.
    init?(_ arguments: [String], style: @autoclosure () -> PageStyle) {
        let asksForHelp = arguments.first == "help"
        var rest = arguments.dropFirst(asksForHelp ? 1 : 0)
        var path: [String] = []
        var type: any ParsableCommand.Type = HandshakeSim.self
        while let next = type.configuration.subcommands.first(where: { $0._commandName == rest.first }) {
            path.append(next._commandName)
            type = next
            rest = rest.dropFirst()
        }
        let isGroup = !type.configuration.subcommands.isEmpty && type.configuration.defaultSubcommand == nil
        // A negative number is an error of Apple, and no option.
        let isNumber = { (word: String) in Int(word).map { $0 < 0 } == true }
        guard isGroup || asksForHelp, let word = rest.first, !word.isEmpty,
            path.isEmpty && isNumber(word) || !word.hasPrefix("-")
        else { return nil }
        let words = [word] + rest.dropFirst().prefix { !$0.hasPrefix("-") || isNumber($0) }
        let names = type.configuration.subcommands.map { $0._commandName }
        let near = Spelling.nearest(to: word, in: names)
        // What has the word as its name comes first, then a command that is spelled like it, and then what speaks of it.
        var hits = word == "help" ? [] : WordSearch.named(words)
        if hits.isEmpty, near.isEmpty, path.isEmpty, !asksForHelp { hits = WordSearch.mentioned(words) }
        if path.isEmpty, !hits.isEmpty {
            let plain = style()
            let language = Self.language(in: rest) ?? plain.language
            let style = PageStyle(plain.palette, columns: plain.columns, language: language)
            self = .found(WordSearch.text(words, hits, style: style))
            return
        }
        let meant = near.map { name in
            (["HandshakeSim"] + (asksForHelp ? ["help"] : []) + path + [name] + rest.dropFirst().map(\.shellWord))
                .joined(separator: " ")
        }
        let known = WordSearch.names
        let others = Spelling.nearest(to: word, in: known.map(\.name), most: 2)
            .flatMap { name in known.filter { $0.name == name }.prefix(1).map(\.command) }
        let help = (["HandshakeSim"] + path + ["--help"]).joined(separator: " ")
        var tries = meant.isEmpty ? hits.prefix(2).map(\.command) + others : meant
        tries.append(help)
        var seen: Set<String> = []
        self = .unknown(
            ErrorPage(
                path.isEmpty
                    ? "'\(word.legible)' is no command." : "'\(path.joined(separator: " "))' has no '\(word.legible)'.",
                why: path.isEmpty
                    ? "A command line begins with a command or with an option of a visit. "
                        + (isNumber(word)
                            ? "No error of Apple that is known here has this number."
                            : "No lesson, exhibit, scenario, claim or term has this name either.")
                    : names.count > 12
                        ? "Its help lists the \(names.count) names that it has."
                        : "It has \(names.joined(separator: ", ")).",
                tries: tries.filter { seen.insert($0).inserted }))
    }
}
