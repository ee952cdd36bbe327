import ArgumentParser

/// Where to connect to, as people write it: "example.com:443", "[::1]:443".
struct HostAndPort: Hashable, Sendable {
    /// A name or an address, without brackets.
    let host: String
    let port: UInt16

    /// Reads a text; an IPv6 address stands in brackets.
    ///
    /// - Throws: `ValidationError` for anything else.
    init(_ text: String) throws {
        let problem = ValidationError("\(text): a host and a port, such as example.com:443.")
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]), port > 0 else {
            throw problem
        }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        guard !host.isEmpty else { throw problem }
        self.host = host
        self.port = port
    }
}
