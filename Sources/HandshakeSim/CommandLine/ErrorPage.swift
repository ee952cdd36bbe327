import ArgumentParser
import LiveIO
import Render
import Trace
import TrustLab

/// An error as a user reads it: what is wrong, why, and what to enter.
///
/// The argument parser knows what is wrong. From its message and the arguments follows what was probably meant.
struct ErrorPage {
    /// The lines behind "Error:".
    private var message: [String]
    /// The description of the argument that is wrong; "" if there is none.
    private var help = ""
    /// The line of usage; "" if it would not help.
    private var usage = ""
    /// Command lines that are probably meant, and the help to read.
    private var tries: [String] = []

    /// - Parameters:
    ///   - full: the whole message of the argument parser.
    ///   - arguments: the arguments as the user gave them.
    init(_ full: String, after arguments: [String]) {
        // Control characters of an argument that the message repeats are made visible, so that the argument cannot begin a new line.
        let strange = arguments.flatMap { [$0, $0.split(separator: "=", maxSplits: 1).last.map(String.init) ?? ""] }
            .filter { $0.legible != $0 }
        let full = strange.reduce(full) { $0.replacing($1, with: $1.legible) }
        var lines = full.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        let isUsage = { (line: String) in line.hasPrefix("Usage: ") }
        let areArgumentsWrong = lines.contains(where: isUsage)
        lines = Array(lines.prefix { !isUsage($0) })
        let helpLabel = "Help:  "
        if let place = lines.lastIndex(where: { $0.hasPrefix(helpLabel) }) {
            help = lines[place...].joined(separator: " ").dropFirst(helpLabel.count).description
            lines = Array(lines[..<place])
        }
        message = lines
        guard areArgumentsWrong else { return }
        let completed = HandshakeSim.completed(arguments)
        let path = HandshakeSim.commands(named: completed)
        let type = path.last?.type ?? HandshakeSim.self
        if let first = message.first { message[0] = Self.corrected(first, arguments) }
        if ["Missing expected argument", "nexpected argument"].contains(where: { message.first?.contains($0) == true })
        {
            usage = "Usage: " + HandshakeSim.usageString(for: type)
        }
        if help.isEmpty, let name = Self.unknownOption(full) {
            help = Self.owners(of: name, besides: type, path.map(\.name))
        }
        tries = Self.guesses(full, arguments, options: Array(OptionType.all(of: type).keys).sorted())
        tries.append((["HandshakeSim"] + path.map(\.name) + ["--help"]).joined(separator: " "))
    }

    /// Adds what to enter where a file or its directory is not there: a name beside it that is spelled like it, or a new directory.
    mutating func add(_ error: FileError, after arguments: [String]) {
        let path = error.path
        guard let place = arguments.firstIndex(where: { $0 == path || $0.hasSuffix("=" + path) }) else { return }
        switch error.reason {
        case .noSuchFile:
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            let start = parts.dropLast().map { $0 + "/" }.joined()
            let names = (try? Folder.names(in: start.isEmpty ? "." : start)) ?? []
            let head = arguments[place].dropLast(path.count)
            tries = Spelling.nearest(to: String(parts.last ?? ""), in: names.sorted(), most: 2).map { name in
                Self.command(arguments, replacing: place, by: head + start + name)
            }
            let command = HandshakeSim.commands(named: HandshakeSim.completed(arguments)).map(\.name)
            tries.append((["HandshakeSim"] + command + ["--help"]).joined(separator: " "))
        case .noSuchDirectory(let directory): tries = ["mkdir -p " + directory.shellWord]
        case .permissionDenied, .isDirectory, .isStandardOutput, .tooLarge, .exists, .noSpace, .other: return
        }
    }

    /// An error about a word that is no command.
    ///
    /// - Parameter tries: command lines that are probably meant.
    init(_ message: String, why: String, tries: [String]) {
        self.message = ["Error: " + message]
        help = why
        self.tries = tries
    }

    /// The text, in lines of at most `columns` columns; nil for lines as long as they are, as another program reads them.
    func text(columns: Int?) -> String {
        let width = columns ?? .max / 2
        let hang = 7
        var lines = message.flatMap { line -> [String] in
            let indent = line.prefix { $0 == " " }.count
            guard indent > 0 else { return Text.wrap(line, to: width, hang: hang) }
            return Text.wrap(String(line.dropFirst(indent)), to: width - indent).map {
                String(repeating: " ", count: indent) + $0
            }
        }
        if !help.isEmpty { lines += Text.behind("Help:", help, indent: hang, columns: width) }
        if !usage.isEmpty {
            lines += usage.split(separator: "\n").flatMap { HelpPage.usage(String($0), width) }
        }
        for (index, command) in tries.enumerated() {
            lines.append(Text.pad(index == 0 ? "Try:" : "", to: hang) + command.legible)
        }
        return lines.map { $0 + "\n" }.joined()
    }

    // MARK: What was meant

    /// The parser's message, where the arguments say more than the parser knows.
    private static func corrected(_ message: String, _ arguments: [String]) -> String {
        // The parser's own suggestion may be far off: it offers --root for --foo.
        if let place = message.firstRange(of: " Did you mean ") { return String(message[..<place.lowerBound]) }
        let missing = "Error: Missing value for '"
        guard message.hasPrefix(missing) else { return message }
        let option = message.dropFirst(missing.count).prefix { $0 != " " && $0 != "'" }
        guard let place = arguments.firstIndex(of: String(option)),
            let value = arguments.dropFirst(place + 1).first, Double(value) != nil
        else { return message }
        return "Error: The value '\(value)' is not allowed for '\(option)'."
    }

    /// The command line with another word at a place.
    private static func command(_ arguments: [String], replacing place: Int, by word: String) -> String {
        (["HandshakeSim"] + arguments.enumerated().map { ($0.offset == place ? word : $0.element).shellWord })
            .joined(separator: " ")
    }

    /// Command lines in which one word is replaced by the known name that is most like it.
    private static func guesses(_ full: String, _ arguments: [String], options: [String]) -> [String] {
        func replaced(_ place: Int, by word: String) -> String {
            command(arguments, replacing: place, by: word)
        }
        if let name = unknownOption(full) {
            guard let place = arguments.firstIndex(where: { $0 == name || $0.hasPrefix(name + "=") }),
                let option = Spelling.nearest(to: name, in: options + ["--help", "--version"], most: 1).first
            else { return [] }
            return [replaced(place, by: option + arguments[place].dropFirst(name.count))]
        }
        let listed = knownNames(full)
        let known = listed.isEmpty ? names(for: arguments) : full.contains("--group: ") ? GroupName.names : listed
        guard !known.isEmpty else { return [] }
        // The first words are the command, which is right.
        let words = HandshakeSim.commands(named: arguments).count
        for (place, argument) in arguments.enumerated().dropFirst(words)
        where !argument.hasPrefix("--") || argument.contains("=") {
            // The value may be one of a list, or stand behind "=".
            let head = argument.hasPrefix("--") ? argument.prefix { $0 != "=" } + "=" : ""
            var values = argument.dropFirst(head.count).split(separator: ",").map { String($0) }
            for (index, value) in values.enumerated() where !listed.contains(value) {
                guard let name = Spelling.nearest(to: value, in: known, most: 1).first else { continue }
                values[index] = name
                let command = replaced(place, by: head + values.joined(separator: ","))
                // A curve is a group of TLS 1.3 here.
                let isOfTLS13 = !listed.isEmpty && !listed.contains(name)
                return [isOfTLS13 ? command.replacing("HandshakeSim ", with: "HandshakeSim --tls13 ") : command]
            }
        }
        return []
    }

    /// The option that the command does not have, by the parser's message.
    private static func unknownOption(_ full: String) -> String? {
        full.firstRange(of: "Unknown option '").map { String(full[$0.upperBound...].prefix { $0 != "'" }) }
    }

    /// Which commands have an option that this one does not have.
    private static func owners(
        of name: String, besides type: any ParsableCommand.Type, _ path: [String]
    ) -> String {
        let own = "'\(path.isEmpty ? Run._commandName : path.joined(separator: " "))' has no such option."
        let owners = HandshakeSim.tree.filter { $0.type != type && OptionType.all(of: $0.type)[name] != nil }
            .map { "'\($0.path.joined(separator: " "))'" }
        guard !owners.isEmpty else { return "\(own) No other command has it either." }
        let more = owners.count > 3 ? ["\(owners.count - 2) other commands"] : []
        let named = Array(owners.prefix(more.isEmpty ? 3 : 2)) + more
        return "\(own) \(listed(named)) \(owners.count == 1 ? "has" : "have") it."
    }

    /// The names that the value of an option may have whose message lists none.
    private static func names(for arguments: [String]) -> [String] {
        if arguments.contains("--term") { return Catalogue.terms(in: .english).map(\.name) }
        if arguments.contains("--scenario") { return TrustScenario.all.map(\.name) }
        if arguments.contains("--policy") { return MatrixReport.policies }
        return []
    }

    /// The names that a message lists, behind "Known:" for instance.
    static func knownNames(_ message: String) -> [String] {
        let labels = [
            "Known:", "There is:", "There are:", "Please provide one of the following:", "Please provide one of",
        ]
        guard let start = labels.lazy.compactMap({ message.firstRange(of: $0)?.upperBound }).first else { return [] }
        // The words of the option's help are no names.
        let end =
            ["\nHelp: ", "\nUsage: "].compactMap { message.firstRange(of: $0)?.lowerBound }.min() ?? message.endIndex
        guard start < end else { return [] }
        let list = String(message[start..<end]).replacing(" or ", with: ", ")
        let marks: Set<Character> = [",", " ", "\n", "'"]
        var names: [String] = []
        for word in list.split(whereSeparator: { marks.contains($0) }) {
            let name = String(word.hasSuffix(".") ? word.dropLast() : word)
            if !["", "-", "Help:"].contains(name) { names.append(name) }
        }
        return names
    }
}
