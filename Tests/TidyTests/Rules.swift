/// What a file must be like, beyond what the compiler and swift-format see to.
enum Rules {
    /// The most lines a file may have: a concept that needs more is two concepts.
    static let longest = 400

    /// Files that may be longer, each with the reason. Pure data only.
    static let longFiles: [String: String] = [:]

    /// Names that say nothing about what is in a file.
    static let emptyNames = ["Utils", "Util", "Helpers", "Helper", "Manager", "Common", "Misc", "Placeholder"]

    /// Ways to crash on purpose. Bad input gets an error instead.
    static let traps = ["try!", "as!", "fatalError("]

    static func length(_ file: SourceFile) -> [Finding] {
        guard file.length > longest, longFiles[file.path] == nil else { return [] }
        return [file.finding(longest, "\(file.length) lines, more than \(longest)")]
    }

    static func name(_ file: SourceFile) -> [Finding] {
        guard emptyNames.contains(where: { file.name.hasSuffix($0) }) else { return [] }
        return [file.finding(0, "the name says nothing about what is in the file")]
    }

    static func traps(_ file: SourceFile) -> [Finding] {
        guard file.target != nil else { return [] }
        return file.code.enumerated().flatMap { index, line in
            traps.filter { holds(line, $0) }.map { file.finding(index, "\($0) crashes: throw an error") }
        }
    }

    /// Work that was put off, and paths of one person's machine.
    static func leftovers(_ file: SourceFile) -> [Finding] {
        // In parts, so that this file passes its own examination.
        let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X:"]
        let paths = ["/Users" + "/", "/home" + "/", "/work" + "/", "/tmp/" + "wt", "C:" + "\\Users"]
        return file.lines.enumerated().flatMap { index, line -> [Finding] in
            marks.filter { holds(line, $0) }.map { file.finding(index, "\($0): do it, or leave it") }
                + paths.filter { holds(line, $0) }.map { file.finding(index, "a path of one machine: \($0)") }
        }
    }

    /// Whether `text` is in `line` and does not go on from a word before it ("has!" is not "as!").
    private static func holds(_ line: String, _ text: String) -> Bool {
        line.ranges(of: text).contains { range in
            guard range.lowerBound > line.startIndex else { return true }
            let before = line[line.index(before: range.lowerBound)]
            return !(before.isLetter || before.isNumber || before == "_")
        }
    }
}
