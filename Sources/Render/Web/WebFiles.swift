import CWeb

/// The files of the page that were compiled in.
enum WebFiles {
    /// The texts of the files by name, such as "main.js".
    static let texts: [String: String] = {
        var texts: [String: String] = [:]
        var index: Int32 = 0
        while let name = web_name(index), let text = web_text(index) {
            texts[String(cString: name)] = String(cString: text)
            index += 1
        }
        return texts
    }()

    /// Style sheets, one behind the other.
    static func style(_ names: String...) -> String { names.map { texts[$0] ?? "" }.joined() }

    /// The script of a page of runs, joined once: a site has hundreds of such pages.
    private static let main = Result { () throws(WebModules.Violation) in try joined(from: "main.js") }

    /// The script that does what the module `entry` does.
    static func script(from entry: String = "main.js") throws(WebModules.Violation) -> String {
        entry == "main.js" ? try main.get() : try joined(from: entry)
    }

    private static func joined(from entry: String) throws(WebModules.Violation) -> String {
        try WebModules.join(texts.filter { $0.key.hasSuffix(".js") }, from: entry)
    }
}
