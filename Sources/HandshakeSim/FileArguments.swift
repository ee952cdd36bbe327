import ArgumentParser
import LiveIO

/// The files that the arguments of a command name. No output of a command may be one of its inputs or another of its outputs: the file
/// would be lost.
///
/// The rule stands here for every command. An output is an option of the type ``FilePath``. Every other text that names a file which is
/// there counts as an input.
enum FileArguments {
    /// The rule is broken; the option of the output, and the other argument.
    struct Clash: Hashable {
        let output: String
        let other: String
        let path: String
    }

    /// The options whose text is the name of a suite or of a group, also where a file has that name.
    private static let namesOfAlgorithms: Set = ["_cipher", "_group"]

    /// One argument with a text.
    private struct Named {
        let name: String
        let path: String
        let isOutput: Bool
        let identity: FileIdentity
    }

    /// Checks the arguments of a command that was parsed.
    ///
    /// - Throws: `ValidationError` for a file that would be lost.
    static func check(_ command: any ParsableArguments) throws {
        guard let clash = clash(in: command) else { return }
        throw ValidationError(
            "\(clash.output) \(clash.path): \(clash.other) names the same file. Name another file for \(clash.output).")
    }

    /// The first output that is an input or another output. Nil if there is none.
    static func clash(in command: any ParsableArguments) -> Clash? {
        let arguments = Array(named(in: command).enumerated())
        // Of two outputs the later one is named, as the one to change.
        for (index, output) in arguments.reversed() where output.isOutput {
            let other = arguments.first { $0.offset != index && $0.element.identity == output.identity }
            if let other { return Clash(output: output.name, other: other.element.name, path: output.path) }
        }
        return nil
    }

    /// The arguments with texts that name files, in the order of the command's properties.
    private static func named(in arguments: any ParsableArguments) -> [Named] {
        Mirror(reflecting: arguments).children.flatMap { child -> [Named] in
            if let group = child.value as? any GroupOfArguments { return named(in: group.group) }
            guard let label = child.label, let argument = child.value as? any ValueOfArgument,
                !namesOfAlgorithms.contains(label)
            else { return [] }
            return texts(argument.value).compactMap { text, isOutput in
                guard let identity = FileIdentity(text), isOutput || identity.exists else { return nil }
                let name = argument.isOption ? OptionType.name(of: label) : text
                return Named(name: name, path: text, isOutput: isOutput, identity: identity)
            }
        }
    }

    /// The texts in a value, and whether each is the path of an output.
    private static func texts(_ value: Any) -> [(String, isOutput: Bool)] {
        switch value {
        case let path as FilePath: [(path.path, true)]
        case let path as InputPath: [(path.path, false)]
        case let text as String: [(text, false)]
        case let list as [Any]: list.flatMap(texts)
        default: []
        }
    }
}

private protocol ValueOfArgument {
    var value: Any { get }
    var isOption: Bool { get }
}

private protocol GroupOfArguments {
    var group: any ParsableArguments { get }
}

extension Option: ValueOfArgument {
    fileprivate var value: Any { wrappedValue }
    fileprivate var isOption: Bool { true }
}

extension Argument: ValueOfArgument {
    fileprivate var value: Any { wrappedValue }
    fileprivate var isOption: Bool { false }
}

extension OptionGroup: GroupOfArguments {
    fileprivate var group: any ParsableArguments { wrappedValue }
}
