import ArgumentParser
import LiveIO
import Render

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

    /// The largest width of a page in characters.
    static let widest = 500

    func validate() throws {
        guard let columns, !(PageStyle.narrowest...Self.widest).contains(columns) else { return }
        throw ValidationError("--columns is \(columns); it must be from \(PageStyle.narrowest) to \(Self.widest).")
    }

    /// The style for standard output: what its terminal can show and what the options ask for.
    var style: PageStyle { style(on: .standard) }

    /// The style of a page on standard output for which no options were read.
    static var plainStyle: PageStyle { style(on: .standard, columns: nil) }

    /// The style for `terminal`: what it can show and what the options ask for.
    func style(on terminal: Terminal) -> PageStyle { Self.style(on: terminal, columns: columns, noColor: noColor) }

    private static func style(on terminal: Terminal, columns: Int?, noColor: Bool = false) -> PageStyle {
        PageStyle(
            terminal.usesColor() && !noColor ? .coloured : .plain,
            columns: columns ?? width(of: terminal) ?? Text.columns)
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
        try show(asJSON ? report.json.text : report.text(style: style) + more)
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
