import Trace

/// max_fragment_length: the longest plaintext of a record as a code, see ``MaximumFragment`` (RFC 6066 section 4).
enum MaxFragmentLengthExtension {
    private static let rule = Citation.rfc(6066, "4")

    static func code<C: Coder>(_ code: inout UInt8, with coder: inout C) throws(C.Failure) {
        try coder.integer("tls.handshake.max_fragment_length", &code, cite: rule) { code in
            (1...4).contains(code) ? "\(code): 2^\(code + 8) octets" : String(code)
        }
    }
}
