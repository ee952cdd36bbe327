import ArgumentParser
import LiveIO

/// The files that the arguments of a command name. No output of a command may be one of its inputs or another of its outputs: the file
/// would be lost.
///
/// The rule stands here for every command. The type of an argument decides: ``FilePath`` is an output, ``InputPath`` an input, and
/// ``PathOrText`` an input if a file of this name is there. No other argument names a file.
enum FileArguments {
    /// The rule is broken; the option of the output, and the other argument.
    struct Clash: Hashable {
        let output: String
        let other: String
        let path: String
        /// The name of the file that is lost, if it is one of several that the option writes.
        var part: String?
    }

    /// One argument that names a file.
    private struct Named {
        let name: String
        let path: String
        let isOutput: Bool
        /// Whether the option may write several files, each with a part in its name: run-off.json.
        let hasParts: Bool
        let identity: FileIdentity
    }

    /// Checks the arguments of a command that was parsed.
    ///
    /// - Throws: `ValidationError` for a file that would be lost.
    static func check(_ command: any ParsableArguments) throws {
        guard let clash = clash(in: command) else { return }
        let which =
            clash.part.map { "writes \($0), and \(clash.other) names this file" }
            ?? "\(clash.other) names the same file"
        throw ValidationError("\(clash.output) \(clash.path): \(which). Name another file for \(clash.output).")
    }

    /// The first output that is an input or another output. Nil if there is none.
    static func clash(in command: any ParsableArguments) -> Clash? {
        let arguments = Array(named(in: command, isInParts: false, isOne: command is any WritesOneRun).enumerated())
        // Of two outputs the later one is named, as the one to change.
        for (index, output) in arguments.reversed() where output.isOutput {
            let other = arguments.first { $0.offset != index && $0.element.identity == output.identity }
            if let other { return Clash(output: output.name, other: other.element.name, path: output.path) }
        }
        for (index, output) in arguments.reversed() where output.hasParts {
            for (place, other) in arguments where place != index {
                guard let part = other.identity.isPart(of: output.path) else { continue }
                return Clash(output: output.name, other: other.name, path: output.path, part: part)
            }
        }
        return nil
    }

    /// The arguments that name files, in the order of the command's properties.
    ///
    /// - Parameters:
    ///   - isInParts: whether the arguments are those of a group whose files may be written in parts.
    ///   - isOne: whether the command makes one run, so that nothing is written in parts.
    private static func named(in arguments: any ParsableArguments, isInParts: Bool, isOne: Bool) -> [Named] {
        Mirror(reflecting: arguments).children.flatMap { child -> [Named] in
            if let group = (child.value as? any GroupOfArguments)?.group {
                return named(in: group, isInParts: group is any WritesInParts, isOne: isOne)
            }
            guard let label = child.label, let argument = child.value as? any ValueOfArgument else { return [] }
            return texts(argument.value).compactMap { text, isOutput in
                guard let identity = FileIdentity(text), isOutput || identity.exists else { return nil }
                let name = argument.isOption ? OptionType.name(of: label) : text
                return Named(
                    name: name, path: text, isOutput: isOutput, hasParts: isOutput && isInParts && !isOne,
                    identity: identity)
            }
        }
    }

    /// The texts in a value that name files, and whether each is the path of an output.
    private static func texts(_ value: Any) -> [(String, isOutput: Bool)] {
        switch value {
        case let path as FilePath: [(path.path, true)]
        case let path as InputPath: [(path.path, false)]
        case let text as PathOrText: [(text.text, false)]
        case let list as [Any]: list.flatMap(texts)
        default: []
        }
    }
}

/// A group of options for files that a command with several runs writes in parts, each with the id of its run in the name.
protocol WritesInParts: ParsableArguments {}

/// A command that always makes exactly one run, and writes each file under the name that was given.
protocol WritesOneRun: ParsableCommand {}

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
