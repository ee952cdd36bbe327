/// Host names as the configurations of pinning libraries compare them.
enum PinnedDomain {
    /// The form in which hosts are compared: in lower case and without the root's dot.
    static func normalized(_ host: String) -> String {
        let host = host.lowercased()
        return host.hasSuffix(".") ? String(host.dropLast()) : host
    }

    /// Whether `host` is a name below `domain`.
    static func isSubdomain(_ host: String, of domain: String) -> Bool {
        host.utf8.count > domain.utf8.count + 1 && host.hasSuffix("." + domain)
    }

    /// The domain with a configuration that counts for a host: its own, or else the longest above it that includes its
    /// subdomains.
    static func mostSpecific(
        for host: String, among domains: some Sequence<String>, includesSubdomains: (String) -> Bool
    ) -> String? {
        let host = normalized(host)
        return
            domains
            .filter { domain in
                let domain = normalized(domain)
                return host == domain || isSubdomain(host, of: domain)
            }
            .filter { normalized($0) == host || includesSubdomains($0) }
            .max { $0.utf8.count < $1.utf8.count }
    }

    /// Whether names directly below `domain` are registered by unrelated owners: whether it is a public suffix.
    ///
    /// The real list (publicsuffix.org) has over nine thousand entries and changes daily. These are a few of it: a name of one
    /// label always counts, as the list's own rule "*" has it, and of longer ones only those listed here.
    static func isPublicSuffix(_ domain: String) -> Bool {
        let domain = normalized(domain)
        return !domain.contains(".") || longerSuffixes.contains(domain)
    }

    private static let longerSuffixes: Set<String> = [
        "co.uk", "org.uk", "ac.uk", "gov.uk", "me.uk", "com.au", "net.au", "org.au", "co.jp", "ne.jp", "or.jp", "co.kr",
        "com.cn", "net.cn", "org.cn", "gov.cn", "com.hk", "com.tw", "com.sg", "co.in", "co.nz", "co.za", "com.br",
        "com.mx", "com.tr", "co.il", "github.io", "gitlab.io", "herokuapp.com", "appspot.com", "blogspot.com",
        "cloudfront.net", "s3.amazonaws.com", "azurewebsites.net", "netlify.app", "vercel.app", "pages.dev",
    ]
}
