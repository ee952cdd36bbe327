/// What may stand in server_name (RFC 6066 section 3).
enum ServerNameRule {
    /// Whether a host is written as an address: four numbers with dots, or anything with a colon.
    static func isAddress(_ host: String) -> Bool {
        if host.contains(":") { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }
}
