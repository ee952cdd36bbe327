import Trace

/// The meanings of numbers that stand in a list of suites, groups or the like, but are none: signals and GREASE. A raw value is the name
/// of a field, with the words of its place.
enum ReservedNumberNote: String, Remark, CaseIterable {
    case suiteSignal = "tls.handshake.ciphersuite signal"
    case suiteGREASE = "tls.handshake.ciphersuite GREASE"
    case groupGREASE = "tls.handshake.extensions_supported_group GREASE"
    case shareGREASE = "tls.handshake.extensions_key_share_group GREASE"
    case schemeGREASE = "tls.handshake.sig_hash_alg GREASE"
    case schemeGREASEOfTLS13 = "tls.handshake.sig_hash_alg 1.3 GREASE"
    case versionGREASE = "tls.handshake.extensions.supported_version GREASE"
    case extensionGREASE = "tls.handshake.extension.type GREASE"

    var english: String {
        switch self {
        case .suiteSignal:
            """
            No suite but a signal: 0x00ff stands for an empty renegotiation_info, 0x5600 says that the client has tried a \
            newer version before.
            """
        case .suiteGREASE, .groupGREASE, .shareGREASE, .schemeGREASE, .schemeGREASEOfTLS13, .versionGREASE,
            .extensionGREASE:
            "A number that means nothing (GREASE). The other side has to pass over what it does not know."
        }
    }
}
