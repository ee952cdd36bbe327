/// The domains below which unrelated owners register names: "com", "co.uk", "github.io".
///
/// The rules are those of publicsuffix.org. A line is a name. "*" stands for any one label. "!" makes an exception from such a rule.
/// A name of one label is a public suffix even if no rule lists it.
package struct PublicSuffixList: Hashable, Sendable {
    private var names: Set<String> = []
    /// The names behind "*.".
    private var parents: Set<String> = []
    /// The names behind "!".
    private var exceptions: Set<String> = []

    /// The number of rules.
    package var count: Int { names.count + parents.count + exceptions.count }

    /// Reads a list in the format of publicsuffix.org: a rule is the line up to its first space, and "//" begins a comment.
    package init(_ text: String) {
        for line in text.utf8.split(whereSeparator: { $0 == 0x0a || $0 == 0x0d }) {
            let octets = line.prefix { $0 != 0x20 && $0 != 0x09 }
            guard !octets.isEmpty, !octets.starts(with: "//".utf8) else { continue }
            let rule = String(decoding: octets, as: UTF8.self)
            if rule.hasPrefix("!") {
                exceptions.insert(PublicSuffixList.compared(rule.dropFirst()))
            } else if rule.hasPrefix("*.") {
                parents.insert(PublicSuffixList.compared(rule.dropFirst(2)))
            } else {
                names.insert(PublicSuffixList.compared(rule[...]))
            }
        }
    }

    /// Whether names directly below `domain` belong to unrelated owners.
    package func contains(_ domain: String) -> Bool {
        let name = PublicSuffixList.compared(domain[...])
        guard !exceptions.contains(name) else { return false }
        guard let dot = name.firstIndex(of: ".") else { return true }
        return names.contains(name) || parents.contains(String(name[name.index(after: dot)...]))
    }

    /// A name in the spelling of the list: in lower case, without the dot at the end, each label in its own script.
    private static func compared(_ name: Substring) -> String { HostSpelling.name(name) }

    /// A few of the list's thousands of rules, for runs without the list.
    package static let few = PublicSuffixList(
        (registryNames + " " + hostingNames).split(separator: " ").joined(separator: "\n"))

    /// Those of ``few`` that belong to registries of countries.
    package static let registries = PublicSuffixList(registryNames.split(separator: " ").joined(separator: "\n"))

    private static let registryNames =
        "co.uk org.uk ac.uk gov.uk me.uk com.au net.au org.au co.jp ne.jp or.jp co.kr com.cn net.cn org.cn gov.cn com.hk com.tw "
        + "com.sg co.in co.nz co.za com.br com.mx com.tr co.il"

    private static let hostingNames =
        "github.io gitlab.io herokuapp.com appspot.com blogspot.com cloudfront.net s3.amazonaws.com azurewebsites.net netlify.app "
        + "vercel.app pages.dev"
}
