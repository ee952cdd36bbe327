/// The page's modules as one script.
///
/// A browser does not let a page that is opened as a file load modules. So the modules are joined inside one strict function, each
/// module after those that it imports, without the imports and the word `export`. The joined script does the same as the modules if
/// these keep to the rules:
///
/// - Imports stand at the top, and import names: `import {a, b} from "./x.js"`.
/// - Exports are a `function`, an `async function` or a `const`.
/// - A name at the top level of a module is not at the top level of any other module.
/// - There is no dynamic import, no `await` at the top level, and no circle of imports.
///
/// A page carries the script, so comments on lines of their own and indents are left out of it.
struct WebModules {
    /// A rule that a module breaks.
    struct Violation: Error, CustomStringConvertible {
        /// The module's file name.
        let module: String
        /// The line, counted from 1; 0 for the module as a whole.
        let line: Int
        /// The rule, in words.
        let rule: String

        var description: String { "web/\(module):\(line): \(rule)" }
    }

    /// A module taken apart.
    private struct Module {
        var imports: [(name: String, from: String, line: Int)] = []
        var exports: Set<String> = []
        var names: [(name: String, line: Int)] = []
        var body = ""
    }

    private let texts: [String: String]
    private var parsed: [String: Module] = [:]
    /// The modules in the order in which they are joined.
    private var order: [String] = []
    /// The module of each name at the top level.
    private var owners: [String: String] = [:]

    /// The script that does what the module `entry` does.
    ///
    /// - Parameter texts: the modules by their file names.
    static func join(_ texts: [String: String], from entry: String) throws(Violation) -> String {
        var modules = WebModules(texts: texts)
        try modules.add(entry, for: [])
        let bodies = modules.order.map { "// \($0)\n\(modules.parsed[$0]?.body ?? "")" }
        return "(function () {\n\"use strict\";\n\(bodies.joined())})();\n"
    }

    /// Takes in a module and, before it, all that it imports.
    ///
    /// - Parameter importers: the modules on the way to it.
    private mutating func add(_ name: String, for importers: [String]) throws(Violation) {
        guard !order.contains(name) else { return }
        let importer = importers.last ?? name
        guard !importers.contains(name) else { throw Violation(module: name, line: 0, rule: "a circle of imports") }
        guard let text = texts[name] else { throw Violation(module: importer, line: 0, rule: "there is no \(name)") }
        let module = try WebModules.parse(text, name)
        for (wanted, source, line) in module.imports {
            try add(source, for: importers + [name])
            guard parsed[source]?.exports.contains(wanted) == true else {
                throw Violation(module: name, line: line, rule: "\(source) does not export \(wanted)")
            }
        }
        for (own, line) in module.names {
            if let owner = owners.updateValue(name, forKey: own) {
                throw Violation(module: name, line: line, rule: "\(own) is also in \(owner)")
            }
        }
        parsed[name] = module
        order.append(name)
    }

    // MARK: One module

    private static func parse(_ text: String, _ name: String) throws(Violation) -> Module {
        var module = Module()
        var statement = ""
        var isTop = true
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            func violation(_ rule: String) -> Violation { Violation(module: name, line: index + 1, rule: rule) }
            if line.contains("</script") || line.contains("<!--") { throw violation("a script cannot hold that") }
            let words = line.drop { $0 == " " }
            let isComment = ["//", "/*", "*"].contains { words.hasPrefix($0) }
            if !statement.isEmpty || line.hasPrefix("import ") || line.hasPrefix("import{") {
                guard isTop else { throw violation("an import after other code") }
                statement += line + " "
                guard line.contains("\"") else { continue }
                guard let found = imports(statement) else {
                    throw violation("imports have the form: import {a, b} from \"./x.js\"")
                }
                module.imports += found.names.map { ($0, found.source, index + 1) }
                statement = ""
                continue
            }
            if !isComment {
                if line.contains("import(") { throw violation("a dynamic import") }
                if line.hasPrefix("await ") { throw violation("await at the top level") }
                if line.contains(where: { $0 != " " }) { isTop = false }
            }
            var rest = Substring(line)
            if line.hasPrefix("export") {
                rest = line.dropFirst("export ".count)
                guard ["function ", "async function ", "const "].contains(where: { rest.hasPrefix($0) }),
                    let own = declared(rest)
                else { throw violation("exports are functions and constants") }
                module.exports.insert(own)
            }
            if let own = declared(rest) { module.names.append((own, index + 1)) }
            let code = rest.drop { $0 == " " }
            if !isComment, !code.isEmpty { module.body += code + "\n" }
        }
        guard statement.isEmpty else { throw Violation(module: name, line: 0, rule: "an import does not end") }
        return module
    }

    /// The names that an import takes, and the file that it takes them from; nil for an import of another form.
    private static func imports(_ statement: String) -> (names: [String], source: String)? {
        let parts = statement.split(separator: "\"", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1].hasPrefix("./"), parts[1].hasSuffix(".js"),
            parts[2].allSatisfy({ $0 == " " || $0 == ";" })
        else { return nil }
        let head = parts[0].split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        guard head.hasPrefix("import"), head.hasSuffix("from"), let open = head.firstIndex(of: "{"),
            let close = head.lastIndex(of: "}"), open < close,
            head[head.startIndex..<open].split(separator: " ") == ["import"],
            head[head.index(after: close)...].split(separator: " ") == ["from"]
        else { return nil }
        let names = head[head.index(after: open)..<close].split(separator: ",")
            .map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
        guard names.allSatisfy({ $0.allSatisfy(isInName) }) else { return nil }
        return (names, String(parts[1].dropFirst(2)))
    }

    /// The name that a line at the top level declares.
    private static func declared(_ line: Substring) -> String? {
        var words = line.split { !isInName($0) }[...]
        // An indented line belongs to a function.
        guard let first = line.first, isInName(first) else { return nil }
        if words.first == "async" { words = words.dropFirst() }
        guard let kind = words.first, ["function", "const", "let", "var", "class"].contains(kind) else { return nil }
        return words.dropFirst().first.map { String($0) }
    }

    private static func isInName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "$"
    }
}
