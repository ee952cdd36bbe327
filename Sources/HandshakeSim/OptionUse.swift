import ArgumentParser
import LiveIO
import Render
import Simulator
import Trace

/// The purpose of an option of a command.
enum OptionUse {
    /// The option changes the run. The form of a page and a link to the run contain it.
    case run
    /// The option changes how the run is shown, or which part of it.
    case display
    /// The option names a file. A page can neither read nor write files.
    case file
    /// The option has no effect without an option that names a file.
    case besideFile
}

/// A type that states the purpose of options: the type of an option's value, or a group of options. All other options have the purpose
/// `OptionUse.run`.
protocol OptionPurpose {
    static var use: OptionUse { get }
}

/// The path of a file or a folder that is read, as the value of an option. No output may have it: ``FileArguments``.
struct InputPath: ExpressibleByArgument, OptionPurpose {
    static let use = OptionUse.file
    let path: String

    init(argument: String) { path = argument }
}

/// The path of a file that is read, or another text: a server, or a pin in base 64. If a file of this name is there, it counts as read.
struct PathOrText: ExpressibleByArgument, OptionPurpose {
    static let use = OptionUse.file
    let text: String

    init(argument: String) { text = argument }
}

/// The path of a file or a folder that is written, as the value of an option. ``FileArguments`` compares it with the other arguments.
struct FilePath: ExpressibleByArgument, OptionPurpose {
    static let use = OptionUse.file
    let path: String

    init(argument: String) { path = argument }

    /// Whether the path is "-", which stands for standard output.
    var isStandardOutput: Bool { path == "-" }

    /// Checks that the file can be written. Standard output needs no check.
    func check() throws(FileError) {
        if !isStandardOutput { try OutputFile.check(path) }
    }

    /// Writes a document to the file, or to standard output.
    ///
    /// - Throws: ``FileError`` if it cannot be written.
    func write(_ json: JSON) throws(FileError) {
        let octets = Array(json.text.utf8)
        guard !isStandardOutput else { return try StreamedFile.standardOutput().append(octets) }
        try OutputFile.write(octets, to: path)
    }

    /// Writes a report without runs as a page, in `language`.
    ///
    /// - Throws: ``FileError`` if it cannot be written.
    func write(page report: Report, title: Words, in language: Language) throws(FileError) {
        let parts = report.parts.map { part -> Report.Part in
            // A line alone is a heading in a terminal, and old beside new is a table on a page.
            switch part {
            case .lines(let lines) where lines.count == 1: .heading(lines.joined())
            case .beside(let was, let isNow, let change, let rows):
                .table(["", was, isNow + change], rows.map { [$0.name, $0.was, $0.isNow] })
            default: part
            }
        }
        let text = WebPage.plain(WebArticle(title: title, Report(parts)), in: language)
        try OutputFile.write(Array(text.utf8), to: path)
    }
}

/// The value of `--only`: the ids of steps.
struct StepList: ExpressibleByArgument, OptionPurpose {
    static let use = OptionUse.display
    let ids: [String]

    init(argument: String) { ids = argument.split(separator: ",").map { String($0) } }
}

extension Detail: OptionPurpose {
    static let use = OptionUse.display
}

extension VisitComparison.Part: OptionPurpose {
    static let use = OptionUse.display
}

/// The type and the purpose of an option, read from the properties of its command.
struct OptionType {
    /// The type of the option's value; nil for a flag.
    let value: Any.Type?
    let use: OptionUse

    /// The options of a command or of a group, by their names with dashes.
    static func all(of command: any ParsableArguments.Type) -> [String: OptionType] {
        let groupUse = (command as? any OptionPurpose.Type)?.use
        var types: [String: OptionType] = [:]
        for child in Mirror(reflecting: command.init()).children {
            let kind = type(of: child.value)
            if let group = kind as? any OptionGroupType.Type {
                types.merge(all(of: group.group)) { own, _ in own }
            } else if let label = child.label, let named = kind as? any NamedType.Type {
                let use = groupUse ?? (named.value as? any OptionPurpose.Type)?.use ?? .run
                types[name(of: label)] = OptionType(value: named.value, use: use)
            }
        }
        return types
    }

    /// The name of the option of a property, as the argument parser forms it: "--server-chain" for "_serverChain".
    static func name(of label: String) -> String {
        "--" + label.drop { $0 == "_" }.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
    }
}

private protocol NamedType {
    static var value: Any.Type? { get }
}

private protocol OptionGroupType {
    static var group: any ParsableArguments.Type { get }
}

private protocol OptionalType {
    static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
    fileprivate static var wrapped: Any.Type { Wrapped.self }
}

extension Option: NamedType {
    fileprivate static var value: Any.Type? { (Value.self as? any OptionalType.Type)?.wrapped ?? Value.self }
}

extension Flag: NamedType {
    fileprivate static var value: Any.Type? { nil }
}

extension OptionGroup: OptionGroupType {
    fileprivate static var group: any ParsableArguments.Type { Value.self }
}

extension ArgumentHelp {
    /// The description of an option, and the name of its value in the help.
    static func text(_ abstract: String, for value: String) -> ArgumentHelp {
        ArgumentHelp(abstract, valueName: value)
    }
}
