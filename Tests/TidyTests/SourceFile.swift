import Foundation

/// One file of the project, as the rules look at it.
struct SourceFile {
    /// From the top of the project: "Sources/Trace/Field.swift".
    let path: String
    /// Its lines as they are.
    let lines: [String]
    /// The same lines without comments, and with the insides of string literals taken out: what the compiler acts on.
    let code: [String]

    /// The whole text, which is quicker to search than its lines are.
    let text: String

    init(path: String, text: String) {
        self.path = path
        self.text = text
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var scanner = CodeScanner()
        code = lines.map { scanner.code(of: $0) }
    }

    /// Whether `text` is anywhere in the file: where it is not, no line has to be looked at.
    func mentions(_ word: String) -> Bool { strstr(text, word) != nil }

    /// "Field" of "Sources/Trace/Field.swift".
    var name: String { String(path.split(separator: "/").last?.split(separator: ".").first ?? "") }

    /// The target it belongs to, "Trace" of "Sources/Trace/Field.swift"; nil for files outside of Sources.
    var target: String? {
        let parts = path.split(separator: "/")
        return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : nil
    }

    /// "Sources/Trace" of "Sources/Trace/Field.swift".
    var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }

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
    /// The Swift files of Sources and of Tests, in the order of their paths: read once for all rules.
    static let sources = Result { try swiftFiles(in: "Sources") }
    static let tests = Result { try swiftFiles(in: "Tests") }
    static let benchmarks = Result { try swiftFiles(in: "Benchmarks") }

    /// The top folder, found from where this file is.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Every Swift file below `folder`, in the order of their paths.
    static func swiftFiles(in folder: String) throws -> [SourceFile] {
        try paths(in: folder).filter { $0.hasSuffix(".swift") }.map(file)
    }

    /// Every text that is written for readers or machines: code, lessons, scripts.
    static let texts = Result {
        let top = try FileManager.default.contentsOfDirectory(atPath: root.path)
            .filter { $0.hasSuffix(".md") || $0 == "Makefile" || $0 == "Package.swift" }
        let folders = try ["Sources", "Tests", "Benchmarks", "lessons", "docs", "scripts", ".ci", ".github"].flatMap {
            try paths(in: $0)
        }
        let others = try (top.sorted() + folders).filter { !$0.hasSuffix(".swift") }.compactMap { path in
            // What is not UTF-8 is no text.
            let data = try Data(contentsOf: root.appending(path: path))
            return String(data: data, encoding: .utf8).map { SourceFile(path: path, text: $0) }
        }
        return try others + [file("Package.swift")] + sources.get() + tests.get()
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
/// interpolated counts as inside. It works on octets: every mark that it knows is ASCII.
struct CodeScanner {
    /// The mark that ends the literal of several lines that the last line left open.
    private var openLiteral: [UInt8]?

    mutating func code(of line: String) -> String {
        var rest = Array(line.utf8)[...]
        var code: [UInt8] = []
        if let mark = openLiteral {
            while !rest.isEmpty, !rest.starts(with: mark) { rest = rest.dropFirst() }
            guard !rest.isEmpty else { return "" }
            rest = rest.dropFirst(mark.count)
            openLiteral = nil
        }
        while let octet = rest.first {
            if octet == Self.slash, rest.dropFirst().first == Self.slash { break }
            if octet == Self.quote || octet == Self.hash, let (mark, isLong) = openingMark(rest) {
                rest = rest.dropFirst(mark.count)
                let end = Array(mark.reversed())
                guard !isLong else {
                    openLiteral = end
                    break
                }
                rest = skip(rest, to: end)
                code += [Self.quote, Self.quote]
                continue
            }
            code.append(octet)
            rest = rest.dropFirst()
        }
        return String(decoding: code, as: UTF8.self)
    }

    private static let quote = UInt8(ascii: "\"")
    private static let hash = UInt8(ascii: "#")
    private static let slash = UInt8(ascii: "/")
    private static let backslash = UInt8(ascii: "\\")
    private static let opening = UInt8(ascii: "(")
    private static let closing = UInt8(ascii: ")")

    /// `"`, `#"`, `"""` … at the start of `rest`, and whether the literal goes on over lines.
    private func openingMark(_ rest: ArraySlice<UInt8>) -> (mark: [UInt8], isLong: Bool)? {
        let hashes = rest.prefix { $0 == Self.hash }
        let quotes = rest.dropFirst(hashes.count).prefix { $0 == Self.quote }
        if quotes.count >= 3 { return (Array(hashes + quotes.prefix(3)), true) }
        return quotes.isEmpty ? nil : (Array(hashes + quotes.prefix(1)), false)
    }

    /// What follows the literal that `rest` is the inside of.
    private func skip(_ rest: ArraySlice<UInt8>, to end: [UInt8]) -> ArraySlice<UInt8> {
        var rest = rest
        var depth = 0
        let isPlain = end == [Self.quote]
        while let octet = rest.first {
            if depth == 0, rest.starts(with: end) { return rest.dropFirst(end.count) }
            if isPlain, octet == Self.backslash, rest.dropFirst().first == Self.opening {
                depth += 1
                rest = rest.dropFirst(2)
            } else if isPlain, depth == 0, octet == Self.backslash {
                rest = rest.dropFirst(2)
            } else {
                if depth > 0, octet == Self.opening { depth += 1 }
                if depth > 0, octet == Self.closing { depth -= 1 }
                rest = rest.dropFirst()
            }
        }
        return rest
    }
}
