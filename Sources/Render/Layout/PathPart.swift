extension Text {
    /// The path for one of several parts. The name of the part stands before the extension: "run.json" becomes
    /// "run-1-real.json".
    package static func path(_ path: String, part: String) -> String {
        let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        // A name that begins with a dot has no extension there.
        guard let dot = path[name...].lastIndex(of: "."), dot > name else { return "\(path)-\(part)" }
        return "\(path[..<dot])-\(part)\(path[dot...])"
    }
}
