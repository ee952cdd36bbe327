import CWeb
import Synchronization

/// The files of the page that were compiled in.
enum WebFiles {
    /// Their texts by name, such as "main.js".
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

    /// The scripts that were made, by the module at which each begins: a site has hundreds of pages with the same one.
    private static let scripts = Mutex<[String: String]>([:])

    /// The script that does what the module `entry` does.
    static func script(from entry: String = "main.js") throws(WebModules.Violation) -> String {
        if let known = scripts.withLock({ $0[entry] }) { return known }
        let script = try WebModules.join(texts.filter { $0.key.hasSuffix(".js") }, from: entry)
        scripts.withLock { $0[entry] = script }
        return script
    }
}
