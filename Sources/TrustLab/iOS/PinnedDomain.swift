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
}
