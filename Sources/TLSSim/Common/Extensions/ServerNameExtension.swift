import Trace

/// server_name: the name of the host that the client wants (RFC 6066 section 3).
enum ServerNameExtension {
    private static let rule = Citation.rfc(6066, "3")
    private static let hostName: UInt8 = 0
    private static let typeName = "tls.handshake.extensions_server_name_type"
    private static let entryName = "tls.handshake.extensions_server_name"

    /// A name and its type. The RFC allows one name of each type, but defines only the type host_name.
    private struct Entry {
        var type = hostName
        var name: [UInt8] = []
    }

    /// Reads or writes the body. The client's body is a list of names, of which the host name is used. The server's body is empty, which
    /// `host` == nil stands for.
    static func code<C: Coder>(_ host: inout String?, with coder: inout C) throws(C.Failure) {
        guard let wanted = host else { return }
        var entries = [Entry(name: Array(wanted.utf8))]
        try coder.vector(
            "tls.handshake.extensions_server_name_list",
            .octets(2, allowed: 1...65_535, name: "tls.handshake.extensions_server_name_list_len"), cite: rule
        ) { list throws(C.Failure) in
            var isNamed = false
            try list.list(&entries, of: Entry()) { (entry, coder) throws(C.Failure) in
                let start = coder.offset
                try code(&entry, with: &coder)
                guard entry.type == hostName else { return }
                try coder.require(!isNamed, typeName, at: start, "a second host_name", cite: rule)
                try coder.require(
                    entry.name.allSatisfy { (0x21...0x7e).contains($0) }, entryName, at: start,
                    "a host name is written in printable ASCII", cite: rule)
                isNamed = true
            }
        }
        guard C.reads else { return }
        host = entries.first { $0.type == hostName }.map { String(decoding: $0.name, as: UTF8.self) }
    }

    private static func code<C: Coder>(_ entry: inout Entry, with coder: inout C) throws(C.Failure) {
        try coder.integer(typeName, &entry.type, cite: rule) { $0 == hostName ? "0 host_name" : String($0) }
        try coder.opaque(
            "tls.handshake.host_name", &entry.name, in: entryName,
            length: .octets(2, allowed: 1...65_535, name: "tls.handshake.extensions_server_name_len"), cite: rule
        ) { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether a host is written as an address: four numbers with dots, or anything with a colon. The extension must not contain an
    /// address (RFC 6066 section 3).
    static func isAddress(_ host: String) -> Bool {
        if host.utf8.contains(UInt8(ascii: ":")) { return true }
        // An IPv4 address begins with a digit. Most names do not, so the work below is saved for them.
        guard let first = host.utf8.first, (0x30...0x39).contains(first) else { return false }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }
}
