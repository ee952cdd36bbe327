import ArgumentParser
import Render
import Simulator

/// What an option of a command is for.
enum OptionUse {
    /// It makes the run what it is: the form of a page has it, and so has a link to the run.
    case run
    /// It says how the run is shown, or what is picked out of it.
    case display
    /// It names a file. A page can neither read nor write files.
    case file
    /// It is of no use without a file.
    case besideFile
}

/// A type that says what options are for: the type of a value, or a group of options. All other options make the run.
protocol OptionPurpose {
    static var use: OptionUse { get }
}

/// The path of a file, as the value of an option.
struct FilePath: ExpressibleByArgument, OptionPurpose {
    static let use = OptionUse.file
    let path: String

    init(argument: String) { path = argument }
}

/// The steps that `--only` picks out.
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

/// What a command's own properties say of its options.
struct OptionType {
    /// The type of its value; nil for a flag.
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

    /// "--server-chain" for the property "_serverChain", as the parser makes it.
    private static func name(of label: String) -> String {
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
    /// What an option does, and what its value is called in the help.
    static func text(_ abstract: String, for value: String) -> ArgumentHelp {
        ArgumentHelp(abstract, valueName: value)
    }
}
