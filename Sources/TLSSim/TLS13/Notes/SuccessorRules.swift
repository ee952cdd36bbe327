import Trace

extension Citation {
    /// The section of RFC 8446 that has this rule in TLS 1.3; nil if TLS 1.3 refers to the older document for it, or does not have the
    /// rule.
    ///
    /// Both versions share codecs and some notes, which cite the older document. For a connection of TLS 1.3, RFC 8446 has to be cited.
    var inTLS13: Citation? { rfc == 8446 ? nil : Self.successors[self] }

    private static let successors: [Citation: Citation] = [
        .rfc(5246, "4.7"): .rfc(8446, "4.4.3"),
        .rfc(5246, "6.2.1"): .rfc(8446, "5.1"),
        .rfc(5246, "6.2.3"): .rfc(8446, "5.2"),
        .rfc(5246, "7.1"): .rfc(8446, "5"),
        .rfc(5246, "7.2"): .rfc(8446, "6"),
        .rfc(5246, "7.2.1"): .rfc(8446, "6.1"),
        .rfc(5246, "7.2.2"): .rfc(8446, "6.2"),
        .rfc(5246, "7.4"): .rfc(8446, "4"),
        .rfc(5246, "7.4.1.2"): .rfc(8446, "4.1.2"),
        .rfc(5246, "7.4.1.3"): .rfc(8446, "4.1.3"),
        .rfc(5246, "7.4.1.4"): .rfc(8446, "4.2"),
        .rfc(5246, "7.4.1.4.1"): .rfc(8446, "4.2.3"),
        .rfc(5246, "7.4.2"): .rfc(8446, "4.4.2"),
        .rfc(5246, "7.4.8"): .rfc(8446, "4.4.3"),
        .rfc(5246, "10"): .rfc(8446, "5.1"),
        .rfc(5246, "F.1.1"): .rfc(8446, "C.2"),
        .rfc(8422, "5.1.1"): .rfc(8446, "4.2.7"),
    ]
}
