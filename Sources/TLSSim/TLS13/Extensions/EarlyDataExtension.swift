import Trace

/// early_data: data follows the first hello at once (RFC 8446 section 4.2.10).
enum EarlyDataExtension {
    static let name = "tls.early_data"
    static let rule = Citation.rfc(8446, "4.2.10")

    /// max_early_data_size: how many octets of early data the server accepts with a ticket.
    static func code<C: Coder>(maximum: inout UInt32, with coder: inout C) throws(C.Failure) {
        try coder.integer("tls.early_data.max_early_data_size", &maximum, cite: rule) { "\($0) octets" }
    }
}
