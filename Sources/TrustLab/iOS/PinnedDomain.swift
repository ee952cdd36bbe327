/// Host names as the configurations of pinning libraries compare them.
enum PinnedDomain {
    /// A host in the form in which hosts are compared: in lower case and without the dot at the end.
    static func normalized(_ host: String) -> String {
        let host = host.lowercased()
        return host.hasSuffix(".") ? String(host.dropLast()) : host
    }

    /// The host without its first label; nil for a host of one label.
    static func parent(of host: String) -> String? {
        host.firstIndex(of: ".").map { String(host[host.index(after: $0)...]) }
    }

    /// Whether `host` is a name below `domain`.
    static func isSubdomain(_ host: String, of domain: String) -> Bool {
        host.utf8.count > domain.utf8.count + 1 && host.hasSuffix("." + domain)
    }

    /// The configuration that counts for a host: that of its own name, or else that of the longest domain above it that includes
    /// its subdomains. Nil if there is no such configuration.
    ///
    /// - Parameter name: the domain of a configuration.
    static func mostSpecific<Configuration>(
        for host: String, among configurations: [Configuration], named name: (Configuration) -> String,
        includesSubdomains: (Configuration) -> Bool
    ) -> Configuration? {
        let host = normalized(host)
        return
            configurations
            .filter { configuration in
                let domain = normalized(name(configuration))
                return host == domain || isSubdomain(host, of: domain) && includesSubdomains(configuration)
            }
            .max { name($0).utf8.count < name($1).utf8.count }
    }
}
