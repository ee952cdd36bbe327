import Foundation

/// One file of the project, as the rules look at it.
struct SourceFile {
    /// From the top of the project: "Sources/Trace/Field.swift".
    let path: String
    /// Its lines as they are.
    let lines: [String]
    /// The same lines without comments, and with the insides of string literals taken out: what the compiler acts on.
    let code: [String]

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var scanner = CodeScanner()
        code = lines.map { scanner.code(of: $0) }
    }

    /// "Field" of "Sources/Trace/Field.swift".
    var name: String { String(path.split(separator: "/").last?.split(separator: ".").first ?? "") }

    /// The target it belongs to, "Trace" of "Sources/Trace/Field.swift"; nil for files outside of Sources.
    var target: String? {
        let parts = path.split(separator: "/")
        return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : nil
    }

    /// The number of lines; the newline at the end starts no other one.
    var length: Int { lines.last == "" ? lines.count - 1 : lines.count }

    func finding(_ index: Int, _ rule: String) -> Finding { Finding(path: path, line: index + 1, rule: rule) }
}

/// A place where a rule is broken.
struct Finding: Hashable, CustomStringConvertible {
    let path: String
    let line: Int
    let rule: String

    var description: String { "\(path):\(line): \(rule)" }
}

/// The files of the project.
enum Project {
    /// The top folder, found from where this file is.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Every Swift file below `folder`, in the order of their paths.
    static func swiftFiles(in folder: String) throws -> [SourceFile] {
        try paths(in: folder).filter { $0.hasSuffix(".swift") }.map(file)
    }

    /// Every text that is written for readers or machines: code, lessons, scripts.
    static func texts() throws -> [SourceFile] {
        let top = try FileManager.default.contentsOfDirectory(atPath: root.path)
            .filter { $0.hasSuffix(".md") || $0 == "Makefile" || $0 == "Package.swift" }
        let folders = try ["Sources", "Tests", "lessons", "scripts", ".ci"].flatMap { try paths(in: $0) }
        return try (top.sorted() + folders).compactMap { path in
            // What is not UTF-8 is no text.
            let data = try Data(contentsOf: root.appending(path: path))
            return String(data: data, encoding: .utf8).map { SourceFile(path: path, text: $0) }
        }
    }

    private static func file(_ path: String) throws -> SourceFile {
        SourceFile(path: path, text: try String(contentsOf: root.appending(path: path), encoding: .utf8))
    }

    private static func paths(in folder: String) throws -> [String] {
        let base = root.appending(path: folder)
        guard FileManager.default.fileExists(atPath: base.path) else { return [] }
        return try FileManager.default.subpathsOfDirectory(atPath: base.path).sorted()
            .map { folder + "/" + $0 }
            .filter { path in
                var isDirectory: ObjCBool = false
                let exists = FileManager.default.fileExists(
                    atPath: root.appending(path: path).path, isDirectory: &isDirectory)
                return exists && !isDirectory.boolValue
            }
    }
}

/// Takes comments and the insides of string literals out of Swift, line by line.
///
/// It knows line comments, literals in quotes and in three quotes, raw ones too. Block comments are not written here. What is
/// interpolated counts as inside.
struct CodeScanner {
    /// The mark that ends the literal of several lines that the last line left open.
    private var openLiteral: String?

    mutating func code(of line: String) -> String {
        var rest = Substring(line)
        var code = ""
        if let mark = openLiteral {
            guard let end = rest.range(of: mark) else { return "" }
            rest = rest[end.upperBound...]
            openLiteral = nil
        }
        while let character = rest.first {
            if rest.hasPrefix("//") { break }
            if let (mark, isLong) = openingMark(rest) {
                rest = rest.dropFirst(mark.count)
                let end = String(mark.reversed())
                guard !isLong else {
                    openLiteral = end
                    break
                }
                rest = skip(rest, to: end)
                code += "\"\""
                continue
            }
            code.append(character)
            rest = rest.dropFirst()
        }
        return code
    }

    /// `"`, `#"`, `"""` … at the start of `rest`, and whether the literal goes on over lines.
    private func openingMark(_ rest: Substring) -> (String, Bool)? {
        let hashes = rest.prefix { $0 == "#" }
        let quotes = rest.dropFirst(hashes.count)
        if quotes.hasPrefix("\"\"\"") { return (hashes + "\"\"\"", true) }
        if quotes.hasPrefix("\"") { return (hashes + "\"", false) }
        return nil
    }

    /// What follows the literal that `rest` is the inside of.
    private func skip(_ rest: Substring, to end: String) -> Substring {
        var rest = rest
        var depth = 0
        while !rest.isEmpty {
            if depth == 0, rest.hasPrefix(end) { return rest.dropFirst(end.count) }
            if end == "\"", rest.hasPrefix("\\(") {
                depth += 1
                rest = rest.dropFirst(2)
            } else if end == "\"", depth == 0, rest.hasPrefix("\\") {
                rest = rest.dropFirst(2)
            } else {
                if depth > 0, rest.hasPrefix("(") { depth += 1 }
                if depth > 0, rest.hasPrefix(")") { depth -= 1 }
                rest = rest.dropFirst()
            }
        }
        return rest
    }
}
