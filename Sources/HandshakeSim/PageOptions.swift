import ArgumentParser
import LiveIO
import Render

/// What a page looks like and how it reaches its reader; of all commands, those included to whose output it makes no
/// difference: a script may give these to each alike.
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

    /// The widest page.
    private static let widest = 500

    func validate() throws {
        guard let columns, !(PageStyle.narrowest...Self.widest).contains(columns) else { return }
        throw ValidationError("--columns is \(columns); it must be from \(PageStyle.narrowest) to \(Self.widest).")
    }

    /// What the terminal of standard output can show and the user wishes.
    var style: PageStyle { style(on: .standard) }

    /// What `terminal` can show and the user wishes.
    func style(on terminal: Terminal) -> PageStyle {
        let given = columns ?? terminal.width ?? Terminal.environmentVariable("COLUMNS").flatMap { Int($0) }
        return PageStyle(
            terminal.usesColor() && !noColor ? .coloured : .plain,
            columns: given.map { min(Self.widest, $0) } ?? Text.columns)
    }

    /// Shows a report, and what stands behind it; or its data, for programs.
    ///
    /// - Throws: ``FileError`` if standard output cannot be written.
    func show(_ report: Report, _ more: String = "", asJSON: Bool = false) throws {
        try show(asJSON ? report.json.text : report.text(style: style) + more)
    }

    /// Shows `text`: through the reader's pager where it goes to a window that is too low for it.
    ///
    /// - Throws: ``FileError`` if standard output cannot be written.
    func show(_ text: String) throws {
        let terminal = Terminal.standard
        if !noPager, terminal.isInteractive, let height = terminal.height,
            text.utf8.count(where: { $0 == 0x0a }) >= height,
            let pager = Pager(), pager.show(text)
        {
            return
        }
        try StreamedFile.standardOutput().append(Array(text.utf8))
    }
}
