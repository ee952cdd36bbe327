import Trace

/// What the fields of both hellos and their extensions mean, by their names.
enum HelloFieldNote: String, Remark, CaseIterable {
    case version = "tls.handshake.version"
    case random = "tls.handshake.random"
    case sessionId = "tls.handshake.session_id"
    case sessionIdLength = "tls.handshake.session_id_length"
    case sessionIdOctets = "tls.handshake.session_id_octets"
    case ciphersuites = "tls.handshake.ciphersuites"
    case cipherSuitesLength = "tls.handshake.cipher_suites_length"
    case ciphersuite = "tls.handshake.ciphersuite"
    case compMethods = "tls.handshake.comp_methods"
    case compMethodsLength = "tls.handshake.comp_methods_length"
    case compMethod = "tls.handshake.comp_method"
    case extensions = "tls.handshake.extensions"
    case extensionsLength = "tls.handshake.extensions_length"
    case extensionEntry = "tls.handshake.extension_entry"
    case extensionType = "tls.handshake.extension.type"
    case extensionLen = "tls.handshake.extension.len"
    case `extension` = "tls.handshake.extension"
    case extensionData = "tls.handshake.extension.data"
    case extensionsServerNameList = "tls.handshake.extensions_server_name_list"
    case extensionsServerNameListLen = "tls.handshake.extensions_server_name_list_len"
    case extensionsServerNameType = "tls.handshake.extensions_server_name_type"
    case extensionsServerName = "tls.handshake.extensions_server_name"
    case extensionsServerNameLen = "tls.handshake.extensions_server_name_len"
    case hostName = "tls.handshake.host_name"
    case extensionsSupportedGroups = "tls.handshake.extensions_supported_groups"
    case extensionsSupportedGroupsLength = "tls.handshake.extensions_supported_groups_length"
    case extensionsSupportedGroup = "tls.handshake.extensions_supported_group"
    case extensionsEcPointFormats = "tls.handshake.extensions_ec_point_formats"
    case extensionsEcPointFormatsLength = "tls.handshake.extensions_ec_point_formats_length"
    case extensionsEcPointFormat = "tls.handshake.extensions_ec_point_format"
    case sigHashAlgs = "tls.handshake.sig_hash_algs"
    case sigHashAlgLen = "tls.handshake.sig_hash_alg_len"
    case sigHashAlg = "tls.handshake.sig_hash_alg"
    case extensionsAlpnList = "tls.handshake.extensions_alpn_list"
    case extensionsAlpnLen = "tls.handshake.extensions_alpn_len"
    case extensionsAlpnStrEntry = "tls.handshake.extensions_alpn_str_entry"
    case extensionsAlpnStrLen = "tls.handshake.extensions_alpn_str_len"
    case extensionsAlpnStr = "tls.handshake.extensions_alpn_str"
    case maxFragmentLength = "tls.handshake.max_fragment_length"
    case extensionSessionTicket = "tls.handshake.extension.session_ticket"
    case extensionsRenegInfo = "tls.handshake.extensions_reneg_info"
    case extensionsRenegInfoLen = "tls.handshake.extensions_reneg_info_len"
    case renegotiatedConnection = "tls.handshake.renegotiated_connection"
    case extensionsStatusRequestType = "tls.handshake.extensions_status_request_type"
    case extensionsStatusRequestResponderIds = "tls.handshake.extensions_status_request_responder_ids"
    case extensionsStatusRequestResponderIdsLen = "tls.handshake.extensions_status_request_responder_ids_len"
    case extensionsStatusRequestResponderIdsOctets = "tls.handshake.extensions_status_request_responder_ids_octets"
    case extensionsStatusRequestExts = "tls.handshake.extensions_status_request_exts"
    case extensionsStatusRequestExtsLen = "tls.handshake.extensions_status_request_exts_len"
    case extensionsStatusRequestExtsOctets = "tls.handshake.extensions_status_request_exts_octets"

    func sentence(in language: Language) -> String {
        switch language {
        case .english: english
        }
    }

    private var english: String {
        switch self {
        case .version: "The client's highest version, or the version that the server has chosen."
        case .random:
            """
            32 octets that are new in each handshake. They are no secret; they make each handshake unlike every \
            other.
            """
        case .sessionId: "The name of a session that can go on in a later connection."
        case .sessionIdLength: "The length of the name in octets. 0 for none."
        case .sessionIdOctets: "The name itself."
        case .ciphersuites: "The cipher suites that the client offers, the one that it likes best first."
        case .cipherSuitesLength: "The length of the list in octets. Each suite takes two."
        case .ciphersuite:
            "A cipher suite: how keys are agreed on, who signs, how records are protected, which hash is used."
        case .compMethods: "The ways to compress records that the client offers."
        case .compMethodsLength: "How many ways there are."
        case .compMethod:
            "0 is no compression. Anything else would betray secrets by the length of records (the CRIME attack)."
        case .extensions: "What was added to the hello after TLS 1.0."
        case .extensionsLength: "The length of all extensions in octets."
        case .extensionEntry: "One extension: its type, its length, its body."
        case .extensionType: "Which extension this is."
        case .extensionLen: "The length of the extension's body in octets. Some extensions say all by being there."
        case .extension: "The body of the extension."
        case .extensionData: "The body of an extension that is not known here. It is passed over."
        case .extensionsServerNameList:
            "The names of the host that the client wants, so that one address can serve many names."
        case .extensionsServerNameListLen: "The length of the list in octets."
        case .extensionsServerNameType: "0 stands for a host name. There is no other kind."
        case .extensionsServerName: "A name with its length."
        case .extensionsServerNameLen: "The length of the name in octets."
        case .hostName: "The name of the host, in clear: an onlooker learns which site is visited."
        case .extensionsSupportedGroups:
            "The groups for Diffie-Hellman that the client can use, the one that it likes best first."
        case .extensionsSupportedGroupsLength: "The length of the list in octets. Each group takes two."
        case .extensionsSupportedGroup: "A group: an elliptic curve, or a finite field with its prime."
        case .extensionsEcPointFormats: "In which forms points on a curve may be sent."
        case .extensionsEcPointFormatsLength: "How many forms there are."
        case .extensionsEcPointFormat: "0 is the uncompressed form, which each side must know."
        case .sigHashAlgs: "The signatures that the sender can verify, the one that it likes best first."
        case .sigHashAlgLen: "The length of the list in octets. Each entry takes two."
        case .sigHashAlg: "A way to sign: a hash function and a signature algorithm."
        case .extensionsAlpnList: "The protocols that can be spoken inside (ALPN)."
        case .extensionsAlpnLen: "The length of the list in octets."
        case .extensionsAlpnStrEntry: "The name of a protocol with its length."
        case .extensionsAlpnStrLen: "The length of the name in octets."
        case .extensionsAlpnStr: "The name of a protocol: h2 is HTTP/2, http/1.1 is HTTP/1.1."
        case .maxFragmentLength:
            "The longest plaintext of a record that the client can take: 512, 1024, 2048 or 4096 octets."
        case .extensionSessionTicket: "A ticket from an earlier connection. Empty where the client only asks for one."
        case .extensionsRenegInfo: "What binds a second handshake inside a connection to the first one."
        case .extensionsRenegInfoLen: "Its length in octets. 0 in a first handshake."
        case .renegotiatedConnection: "The Finished values of the handshake before. Empty in a first handshake."
        case .extensionsStatusRequestType:
            "What the client wants to be told about the certificate. 1: an OCSP response."
        case .extensionsStatusRequestResponderIds: "Which responders of OCSP the client trusts."
        case .extensionsStatusRequestResponderIdsLen:
            "The length of that list in octets. 0 leaves the choice to the server."
        case .extensionsStatusRequestResponderIdsOctets: "The names of the responders."
        case .extensionsStatusRequestExts: "What the client asks of the response besides."
        case .extensionsStatusRequestExtsLen: "The length of that in octets. 0 for nothing."
        case .extensionsStatusRequestExtsOctets: "Extensions of OCSP."
        }
    }
}
