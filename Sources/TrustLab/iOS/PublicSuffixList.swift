import PKI

/// The domains below which names are registered by owners who have nothing to do with each other: "com", "co.uk", "github.io".
///
/// The rules are those of publicsuffix.org: a line is a name, "*" stands for any one label, and "!" takes a name out. A name of one
/// label that no rule has is a public suffix.
package struct PublicSuffixList: Hashable, Sendable {
    private var names: Set<String> = []
    /// The names behind "*.".
    private var parents: Set<String> = []
    /// The names behind "!".
    private var exceptions: Set<String> = []

    /// How many rules there are.
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

    /// In lower case, without the root's dot, and each label in its own script: the list has names of other scripts so.
    private static func compared(_ name: Substring) -> String { HostSpelling.name(name) }

    /// A few of the list's thousands of rules, for where the list is not at hand.
    package static let few = PublicSuffixList(
        """
        co.uk org.uk ac.uk gov.uk me.uk com.au net.au org.au co.jp ne.jp or.jp co.kr com.cn net.cn org.cn gov.cn com.hk com.tw \
        com.sg co.in co.nz co.za com.br com.mx com.tr co.il github.io gitlab.io herokuapp.com appspot.com blogspot.com \
        cloudfront.net s3.amazonaws.com azurewebsites.net netlify.app vercel.app pages.dev
        """.split(separator: " ").joined(separator: "\n"))
}
