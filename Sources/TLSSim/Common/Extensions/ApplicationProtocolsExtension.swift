import Trace

/// application_layer_protocol_negotiation (ALPN): a list of protocols. The client lists all that it offers, the server lists the one
/// that it chooses (RFC 7301 section 3.1).
enum ApplicationProtocolsExtension {
    private static let rule = Citation.rfc(7301, "3.1")

    static func code<C: Coder>(_ names: inout [[UInt8]], with coder: inout C) throws(C.Failure) {
        try coder.vector(
            "tls.handshake.extensions_alpn_list",
            .octets(2, allowed: 2...65_535, name: "tls.handshake.extensions_alpn_len"), cite: rule
        ) { list throws(C.Failure) in
            try list.opaques(
                "tls.handshake.extensions_alpn_str", &names, in: "tls.handshake.extensions_alpn_str_entry",
                length: .octets(1, allowed: 1...255, name: "tls.handshake.extensions_alpn_str_len"), cite: rule,
                describe: Dissector.printable)
        }
    }
}
