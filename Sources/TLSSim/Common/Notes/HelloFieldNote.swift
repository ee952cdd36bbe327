import Trace

/// The meanings of the fields in both hellos and their extensions: those of TLS 1.2, and those that are the same in TLS 1.3. A raw
/// value is the name of a field, with the words of its place.
enum HelloFieldNote: String, Remark, CaseIterable {
    case offeredVersion = "tls.handshake.version ClientHello"
    case chosenVersion = "tls.handshake.version ServerHello"
    case clientRandom = "tls.handshake.random ClientHello"
    case serverRandom = "tls.handshake.random ServerHello"
    case clientSession = "tls.handshake.session_id ClientHello"
    case markOfTicket = "tls.handshake.session_id 1.2 ClientHello ticket"
    case serverSession = "tls.handshake.session_id ServerHello"
    case sessionIdLength = "tls.handshake.session_id_length"
    case sessionIdOctets = "tls.handshake.session_id_octets"
    case ciphersuites = "tls.handshake.ciphersuites"
    case cipherSuitesLength = "tls.handshake.cipher_suites_length"
    case ciphersuite = "tls.handshake.ciphersuite"
    case ciphersuiteOfTLS13 = "tls.handshake.ciphersuite 0x13"
    case compMethods = "tls.handshake.comp_methods"
    case compMethodsLength = "tls.handshake.comp_methods_length"
    case compMethod = "tls.handshake.comp_method"
    case extensions = "tls.handshake.extensions"
    case extensionsLength = "tls.handshake.extensions_length"
    case extensionEntry = "tls.handshake.extension_entry"
    case extensionType = "tls.handshake.extension.type"
    case extensionLen = "tls.handshake.extension.len"
    case `extension` = "tls.handshake.extension"
    case encryptThenMAC = "tls.handshake.extension encrypt_then_mac"
    case extendedMasterSecret = "tls.handshake.extension extended_master_secret"
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
    case hybridGroup = "tls.handshake.extensions_supported_group hybrid"
    case extensionsEcPointFormats = "tls.handshake.extensions_ec_point_formats"
    case extensionsEcPointFormatsLength = "tls.handshake.extensions_ec_point_formats_length"
    case extensionsEcPointFormat = "tls.handshake.extensions_ec_point_format"
    case sigHashAlgs = "tls.handshake.sig_hash_algs"
    case certificateSignatures = "tls.handshake.sig_hash_algs signature_algorithms_cert"
    case sigHashAlgLen = "tls.handshake.sig_hash_alg_len"
    case sigHashAlg = "tls.handshake.sig_hash_alg"
    case extensionsAlpnList = "tls.handshake.extensions_alpn_list"
    case chosenProtocol = "tls.handshake.extensions_alpn_list server"
    case extensionsAlpnLen = "tls.handshake.extensions_alpn_len"
    case extensionsAlpnStrEntry = "tls.handshake.extensions_alpn_str_entry"
    case extensionsAlpnStrLen = "tls.handshake.extensions_alpn_str_len"
    case extensionsAlpnStr = "tls.handshake.extensions_alpn_str"
    case maxFragmentLength = "tls.handshake.max_fragment_length"
    case agreedFragmentLength = "tls.handshake.max_fragment_length server"
    case extensionSessionTicket = "tls.handshake.extension.session_ticket"
    case extensionsRenegInfo = "tls.handshake.extensions_reneg_info"
    case extensionsRenegInfoLen = "tls.handshake.extensions_reneg_info_len"
    case renegotiatedConnection = "tls.handshake.renegotiated_connection"
    case extensionsStatusRequestType = "tls.handshake.extensions_status_request_type"
    case statusType = "tls.handshake.extensions_status_request_type server"
    case extensionsStatusRequestResponderIds = "tls.handshake.extensions_status_request_responder_ids"
    case extensionsStatusRequestResponderIdsLen = "tls.handshake.extensions_status_request_responder_ids_len"
    case extensionsStatusRequestResponderIdsOctets = "tls.handshake.extensions_status_request_responder_ids_octets"
    case extensionsStatusRequestExts = "tls.handshake.extensions_status_request_exts"
    case extensionsStatusRequestExtsLen = "tls.handshake.extensions_status_request_exts_len"
    case extensionsStatusRequestExtsOctets = "tls.handshake.extensions_status_request_exts_octets"

    var english: String {
        switch self {
        case .offeredVersion: "The highest version that the client offers."
        case .chosenVersion: "The version that the server has chosen."
        case .clientRandom:
            """
            32 random octets. They shall be new in each handshake. They are no secret; they make each handshake unlike \
            every other.
            """
        case .serverRandom:
            """
            32 random octets. They shall be new in each handshake. They are no secret. A server that speaks TLS 1.3 as well \
            has to end them with "DOWNGRD" and 01 where it speaks TLS 1.2.
            """
        case .clientSession: "The name of a session that the client wants to go on with. Empty for a new session."
        case .markOfTicket:
            "A name that the client has made up. If the server repeats it, the ticket in this hello is accepted."
        case .serverSession:
            """
            The name of this session. If it is the one in the client's hello, the old session goes on. Empty: this \
            session cannot be taken up by a name.
            """
        case .sessionIdLength: "Its length in octets. 0 where it is empty."
        case .sessionIdOctets: "The name itself."
        case .ciphersuites: "The cipher suites that the client offers, the one that it likes best first."
        case .cipherSuitesLength: "The length of the list in octets. Each suite takes two."
        case .ciphersuite:
            """
            A cipher suite of TLS 1.2 or before: how keys are agreed on, with which kind of key the server proves who it is, how \
            records are protected, which hash is used.
            """
        case .ciphersuiteOfTLS13:
            """
            A cipher suite of TLS 1.3. It names two things only: what protects the records, and the hash of the key \
            schedule. Key exchange and signature are agreed on by extensions.
            """
        case .compMethods: "The ways to compress records that the client offers."
        case .compMethodsLength: "How many entries the list has."
        case .compMethod:
            "0 is no compression. Anything else would betray secrets by the length of records (the CRIME attack)."
        case .extensions: "What was added to the hello after TLS 1.0."
        case .extensionsLength: "The length of all extensions in octets."
        case .extensionEntry: "One extension: its type, its length, its body."
        case .extensionType: "Which extension this is."
        case .extensionLen: "The length of the extension's body in octets. Some extensions say all by being there."
        case .extension: "The body of the extension."
        case .encryptThenMAC:
            "It is empty. Both sides send it to agree that with a CBC suite the MAC covers the ciphertext."
        case .extendedMasterSecret:
            "It is empty. Both sides send it to agree that the master secret of TLS 1.2 depends on all messages before it."
        case .extensionData: "The body of an extension that is not taken apart here."
        case .extensionsServerNameList:
            "The names of the host that the client wants, so that one address can serve many names."
        case .extensionsServerNameListLen: "The length of the list in octets."
        case .extensionsServerNameType: "0 stands for a host name. There is no other kind."
        case .extensionsServerName: "A name with its length."
        case .extensionsServerNameLen: "The length of the name in octets."
        case .hostName: "The name of the host, in clear: an onlooker learns which site is visited."
        case .extensionsSupportedGroups:
            "The groups for the key exchange that the sender can use, the one that it likes best first."
        case .extensionsSupportedGroupsLength: "The length of the list in octets. Each group takes two."
        case .extensionsSupportedGroup: "A group: an elliptic curve, or a finite field with its prime."
        case .hybridGroup:
            "Two exchanges in one: the curve X25519, and ML-KEM-768, which shall hold against a quantum computer."
        case .extensionsEcPointFormats: "In which forms points on a curve may be sent."
        case .extensionsEcPointFormatsLength: "How many forms there are."
        case .extensionsEcPointFormat: "0 is the uncompressed form, which each side must know."
        case .sigHashAlgs: "The signatures that the sender can verify, the one that it likes best first."
        case .sigHashAlgLen: "The length of the list in octets. Each entry takes two."
        case .certificateSignatures:
            "The signatures that the sender can verify on certificates, the one that it likes best first."
        case .sigHashAlg: "A way to sign: a signature algorithm with its hash function."
        case .extensionsAlpnList:
            "The protocols that the client can speak inside (ALPN), the one that it likes best first."
        case .chosenProtocol: "The protocol that is spoken inside (ALPN). The server has chosen one."
        case .extensionsAlpnLen: "The length of the list in octets."
        case .extensionsAlpnStrEntry: "The name of a protocol with its length."
        case .extensionsAlpnStrLen: "The length of the name in octets."
        case .extensionsAlpnStr: "The name of a protocol: h2 is HTTP/2, http/1.1 is HTTP/1.1."
        case .maxFragmentLength:
            """
            The longest plaintext of a record that the client asks for: 1, 2, 3 or 4 for 512, 1024, 2048 or 4096 octets. It \
            holds for both sides.
            """
        case .agreedFragmentLength: "It repeats the number of the client: the server agrees."
        case .extensionSessionTicket: "A ticket from an earlier connection, which TLS 1.2 can go on with."
        case .extensionsRenegInfo: "What binds a second handshake inside a connection to the first one."
        case .extensionsRenegInfoLen: "Its length in octets. 0 in a first handshake."
        case .renegotiatedConnection: "The Finished values of the handshake before. Empty in a first handshake."
        case .extensionsStatusRequestType:
            "What the client wants to be told about the certificate. 1: an OCSP response."
        case .statusType: "What is told about the certificate. 1: an OCSP response."
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
