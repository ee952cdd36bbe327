import ArgumentParser
import LiveIO
import Render
import Trace

/// The options for the look of printed text, and for the pager. Every command has them, even if its output does not depend on them, so
/// that a script can give them to every command.
struct PageOptions: ParsableArguments, OptionPurpose {
    static let use = OptionUse.display

    @Flag(help: "No colour. NO_COLOR in the environment does the same.")
    var noColor = false

    @Flag(help: "Print a long page at once. On a terminal it goes through PAGER, or through less.")
    var noPager = false

    @Option(
        help: .text(
            "The width of a page, from \(PageStyle.narrowest) to \(Self.widest). Default: the terminal's width; where there is no "
                + "terminal, COLUMNS in the environment, or \(Text.columns).", for: "n"))
    var columns: Int?

    @Option(
        help: .text(
            "The language of what is printed and of pages: en or zh (Chinese). Default: HANDSHAKESIM_LANGUAGE in the environment, or en. "
                + "Help and errors are in English.", for: "tag"))
    var language: Language?

    @Flag(
        help:
            "Only ASCII, and Chinese characters where the language has them: for a terminal that draws lines and arrows too wide."
    )
    var ascii = false

    /// The largest width of a page in characters.
    static let widest = 500

    /// The environment variable that names the language where no option does.
    static let variable = "HANDSHAKESIM_LANGUAGE"

    /// The language of everything that is printed: that of the option, of the environment, or English.
    var spoken: Language { language ?? Self.environmentLanguage ?? .english }

    /// The language that the environment names; nil if it names none.
    static var environmentLanguage: Language? {
        Terminal.environmentVariable(variable).flatMap(Language.init(rawValue:))
    }

    func validate() throws {
        if language == nil, let tag = Terminal.environmentVariable(Self.variable), !tag.isEmpty,
            Language(rawValue: tag) == nil
        {
            let known = Language.allCases.map(\.rawValue)
            throw ValidationError("\(Self.variable) is \(tag.quotable); it must be \(listed(known, "or")).")
        }
        guard let columns, !(PageStyle.narrowest...Self.widest).contains(columns) else { return }
        throw ValidationError("--columns is \(columns); it must be from \(PageStyle.narrowest) to \(Self.widest).")
    }

    /// The style for standard output: what its terminal can show and what the options ask for.
    var style: PageStyle { style(on: .standard) }

    /// The style of a page on standard output for which no options were read.
    static var plainStyle: PageStyle { style(on: .standard, columns: nil, environmentLanguage ?? .english) }

    /// The style for `terminal`: what it can show and what the options ask for.
    /// What goes to standard error is English.
    func style(on terminal: Terminal) -> PageStyle {
        let isStandard = terminal == .standard
        return Self.style(on: terminal, columns: columns, noColor: noColor, isStandard ? spoken : .english)
    }

    private static func style(
        on terminal: Terminal, columns: Int?, noColor: Bool = false, _ language: Language
    ) -> PageStyle {
        PageStyle(
            terminal.usesColor() && !noColor ? .coloured : .plain,
            columns: columns ?? width(of: terminal) ?? Text.columns, language: language)
    }

    /// Before a command runs: heeds `--ascii`, and tells a reader whose locale is Chinese how to choose the language.
    ///
    /// - Parameter arguments: the arguments of the program.
    static func prepare(_ arguments: [String]) {
        let given =
            arguments.firstIndex(of: "--language").map { arguments.dropFirst($0 + 1).first ?? "" }
            ?? arguments.first { $0.hasPrefix("--language=") }.map { String($0.dropFirst("--language=".count)) }
        let environment = Terminal.environmentVariable(variable).flatMap { $0.isEmpty ? nil : $0 }
        if arguments.contains("--ascii") {
            Terminal.heed(.ascii(keepsWide: (given ?? environment).flatMap(Language.init(rawValue:)) == .chinese))
        }
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(Terminal.environmentVariable).first {
            !$0.isEmpty
        }
        guard given == nil, environment == nil, Terminal.standard.showsOutput, let locale, locale.hasPrefix("zh") else {
            return
        }
        StreamedFile.warn(
            "用中文显示：加上 --language \(Language.chinese.rawValue)，或者设置 \(variable)=\(Language.chinese.rawValue)。\n")
    }

    /// The width of a page in characters by the terminal, or else by COLUMNS in the environment; nil if neither says it.
    static func width(of terminal: Terminal) -> Int? {
        let given = terminal.width ?? Terminal.environmentVariable("COLUMNS").flatMap { Int($0) }
        return given.map { max(PageStyle.narrowest, min(widest, $0)) }
    }

    /// Prints a report and the text after it, or the data of the report as JSON.
    ///
    /// - Parameters:
    ///   - more: the text after the report.
    ///   - asJSON: whether to print JSON. Then `more` is not printed.
    /// - Throws: ``FileError`` if standard output cannot be written.
    func show(_ report: Report, _ more: String = "", asJSON: Bool = false) throws {
        if asJSON { return try show(report.json) }
        try show(report.text(style: style) + more)
    }

    /// Prints JSON. What does not go to a terminal stays as it is, even with `--ascii`: it is for a program.
    ///
    /// - Throws: ``FileError`` if standard output cannot be written.
    func show(_ json: JSON) throws {
        guard !Terminal.standard.showsOutput else { return try show(json.text) }
        try StreamedFile.standardOutput().append(Array(json.text.utf8))
    }

    /// Prints `text`. If it goes to a terminal and is longer than the window, it goes through the user's pager.
    ///
    /// - Throws: ``FileError`` if standard output cannot be written.
    func show(_ text: String) throws {
        let terminal = Terminal.standard
        let text = terminal.showable(text)
        if !noPager, terminal.isInteractive, let height = terminal.height,
            text.utf8.count(where: { $0 == 0x0a }) >= height,
            let pager = Pager(), pager.show(text)
        {
            return
        }
        try StreamedFile.say(text)
    }
}

extension Language: ExpressibleByArgument {}
