/// The map of the house, docs/architecture.md: a reader who follows it finds a file or a folder at each place that it names.
enum Map {
    /// The places in backticks on a line: names that end in ".swift", and paths of folders with a capital.
    static func places(on line: String) -> [String] {
        line.split(separator: "`", omittingEmptySubsequences: false).enumerated().compactMap { index, text in
            guard !index.isMultiple(of: 2), text.allSatisfy({ $0.isLetter || $0.isNumber || "./_-".contains($0) })
            else { return nil }
            if text.hasSuffix(".swift") { return String(text) }
            let isFolder = text.contains("/") && text.first?.isUppercase == true && !text.contains(".")
            return isFolder ? String(text.hasSuffix("/") ? text.dropLast() : text) : nil
        }
    }

    /// The folders that a file stands in.
    static func folders(of path: String) -> [String] {
        let parts = path.split(separator: "/")
        return (1..<max(1, parts.count)).map { parts.prefix($0).joined(separator: "/") }
    }

    /// The files that the name of a file may mean, if the map leaves out where its path begins.
    static func files(called place: String, among paths: Set<String>) -> [String] {
        place.hasSuffix(".swift") ? paths.filter { $0 == place || $0.hasSuffix("/\(place)") }.sorted() : []
    }

    /// Whether a place is a file or a folder; its path may leave out where it begins, and a file's its ending.
    static func stands(_ place: String, among paths: Set<String>, _ folders: Set<String>) -> Bool {
        [place, "\(place).swift"].contains { name in
            paths.contains { $0 == name || $0.hasSuffix("/\(name)") }
                || folders.contains { $0 == name || $0.hasSuffix("/\(name)") }
        }
    }
}
