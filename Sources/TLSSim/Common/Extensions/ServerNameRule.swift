/// What may stand in server_name (RFC 6066 section 3).
enum ServerNameRule {
    /// Whether a host is written as an address: four numbers with dots, or anything with a colon.
    static func isAddress(_ host: String) -> Bool {
        if host.utf8.contains(UInt8(ascii: ":")) { return true }
        // Most names begin with a letter, and no other address does.
        guard let first = host.utf8.first, (0x30...0x39).contains(first) else { return false }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }
}
