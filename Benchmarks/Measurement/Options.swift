import Foundation

/// What a benchmark program was asked for: [--json] [--repeat N] [--short] [WORD…], where the words choose figures by parts of their names.
package struct Options: Sendable {
    /// Whether the report is to be JSON.
    package private(set) var isJSON = false
    /// How often each figure is measured.
    package private(set) var repetitions = 5
    /// Whether each figure is to be measured with a fiftieth of the work: for a profiler, which counts instructions.
    package private(set) var isShort = false
    /// Parts of the names of the figures wanted; empty for all.
    package private(set) var words: [String] = []

    /// Why a command line cannot be understood.
    package struct Misunderstood: Error, CustomStringConvertible {
        /// The usage, and what does not fit it.
        package let description: String
    }

    /// Reads a command line without the program's name.
    package init(_ arguments: some Sequence<String>) throws {
        var arguments = arguments.makeIterator()
        while let argument = arguments.next() {
            switch argument {
            case "--json": isJSON = true
            case "--repeat":
                guard let text = arguments.next(), let count = Int(text), count > 0 else {
                    throw Misunderstood(description: "--repeat needs a number above 0")
                }
                repetitions = count
            case "--short": isShort = true
            case let option where option.hasPrefix("-"):
                throw Misunderstood(description: "\(option)? Known are [--json] [--repeat N] [--short] [WORD ...]")
            default: words.append(argument)
            }
        }
    }

    /// As much work as is asked for: `full`, or a fiftieth of it.
    package func amount(_ full: Int) -> Int { isShort ? full / 50 : full }

    /// What this process was asked for. A command line that cannot be understood ends it, with status 64 (EX_USAGE).
    package static func ofThisProcess() -> Options {
        do {
            return try Options(CommandLine.arguments.dropFirst())
        } catch {
            FileHandle.standardError.write(Data("Error: \(error)\n".utf8))
            exit(EX_USAGE)
        }
    }

    /// Whether the figure called `name` is wanted.
    package func wants(_ name: String) -> Bool { words.isEmpty || words.contains { name.contains($0) } }
}
