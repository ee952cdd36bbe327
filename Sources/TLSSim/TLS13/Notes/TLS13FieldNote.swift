import Trace

/// What the fields that came with TLS 1.3 mean, by their names.
enum TLS13FieldNote: String, Remark, CaseIterable {
    case supportedVersions = "tls.handshake.extensions.supported_versions"
    case supportedVersionsLen = "tls.handshake.extensions.supported_versions_len"
    case supportedVersion = "tls.handshake.extensions.supported_version"
    case chosenVersion = "tls.handshake.extensions.supported_version server"
    case keyShares = "tls.handshake.extensions_key_shares"
    case keyShareClientLength = "tls.handshake.extensions_key_share_client_length"
    case keyShareEntry = "tls.handshake.extensions_key_share_entry"
    case keyShareGroup = "tls.handshake.extensions_key_share_group"
    case keyExchangeValue = "tls.handshake.extensions_key_share_key_exchange_value"
    case keyExchangeLength = "tls.handshake.extensions_key_share_key_exchange_length"
    case keyExchange = "tls.handshake.extensions_key_share_key_exchange"
    case hybridShareGroup = "tls.handshake.extensions_key_share_group hybrid"
    case hybridSelectedGroup = "tls.handshake.extensions_key_share_selected_group hybrid"
    case hybridClientShare = "tls.handshake.extensions_key_share_key_exchange hybrid client"
    case hybridServerShare = "tls.handshake.extensions_key_share_key_exchange hybrid server"
    case selectedGroup = "tls.handshake.extensions_key_share_selected_group"
    case identities = "tls.handshake.extensions.psk.identities"
    case identitiesLength = "tls.handshake.extensions.psk.identities.length"
    case identityEntry = "tls.handshake.extensions.psk.identity"
    case identityValue = "tls.handshake.extensions.psk.identity.value"
    case identityLength = "tls.handshake.extensions.psk.identity.identity_length"
    case identity = "tls.handshake.extensions.psk.identity.identity"
    case obfuscatedTicketAge = "tls.handshake.extensions.psk.identity.obfuscated_ticket_age"
    case binders = "tls.handshake.extensions.psk.binders_list"
    case bindersLength = "tls.handshake.extensions.psk.binders_len"
    case binderEntry = "tls.handshake.extensions.psk.binder_entry"
    case binderLength = "tls.handshake.extensions.psk.binder_length"
    case binder = "tls.handshake.extensions.psk.binder"
    case selectedIdentity = "tls.handshake.extensions.psk.identity.selected"
    case pskModes = "tls.extension.psk_ke_modes"
    case pskModesLength = "tls.extension.psk_ke_modes_length"
    case pskMode = "tls.extension.psk_ke_mode"
    case earlyDataFollows = "tls.handshake.extension early_data ClientHello"
    case earlyDataAccepted = "tls.handshake.extension early_data EncryptedExtensions"
    case maxEarlyDataSize = "tls.early_data.max_early_data_size"
    case cookieValue = "tls.handshake.cookie_value"
    case cookieLength = "tls.handshake.cookie_length"
    case cookie = "tls.handshake.cookie"
    case cookieAgain = "tls.handshake.cookie ClientHello"
    case postHandshakeAuth = "tls.handshake.extension post_handshake_auth"
    case recordSizeLimit = "tls.record_size_limit"
    case innerSizeLimit = "tls.record_size_limit 1.3"
    case contextValue = "tls.handshake.certificate_request_context_value"
    case contextLength = "tls.handshake.certificate_request_context_length"
    case context = "tls.handshake.certificate_request_context"
    case ticketAgeAdd = "tls.handshake.session_ticket_age_add"
    case ticketNonceValue = "tls.handshake.session_ticket_nonce_value"
    case ticketNonceLength = "tls.handshake.session_ticket_nonce_length"
    case ticketNonce = "tls.handshake.session_ticket_nonce"
    case requestUpdate = "tls.handshake.key_update.request_update"

    func sentence(in language: Language) -> String {
        switch language {
        case .english: english
        }
    }

    private var english: String {
        switch self {
        case .supportedVersions: "The versions that the client can speak, the one that it likes best first."
        case .supportedVersionsLen: "The length of the list in octets. Each version takes two."
        case .supportedVersion:
            "A version that the client speaks. From TLS 1.3 on it stands here, and the version field says 1.2 for ever."
        case .chosenVersion: "The version that the server has chosen. The version field says 1.2 for ever."
        case .keyShares:
            """
            The client's public values: for groups that the server may like, or after a HelloRetryRequest for the group that \
            the server has named.
            """
        case .keyShareClientLength: "The length of all entries in octets. 0 asks for a HelloRetryRequest."
        case .keyShareEntry: "A group and a public value in it."
        case .keyShareGroup: "The group of this public value."
        case .hybridShareGroup, .hybridSelectedGroup:
            "Two exchanges in one: the curve X25519, and ML-KEM-768, which shall hold against a quantum computer."
        case .keyExchangeValue: "The value with its length."
        case .keyExchangeLength: "The length of the value in octets."
        case .keyExchange: "The public value. The private value that belongs to it stays with the sender."
        case .hybridClientShare:
            "Two public values: the one of ML-KEM-768, 1184 octets, then the one of X25519. What belongs to them stays secret."
        case .hybridServerShare:
            """
            ML-KEM-768's ciphertext, 1088 octets, in which a secret is sealed for the client; then a public value of X25519.
            """
        case .selectedGroup: "The group in which the client shall send a public value."
        case .identities: "The names of secrets that the client shares with the server already."
        case .identitiesLength: "The length of all names in octets."
        case .identityEntry: "A name of a secret, and its age."
        case .identityValue: "The name with its length."
        case .identityLength: "The length of the name in octets."
        case .identity: "The name of a secret, in clear: a ticket from an earlier connection, or a label."
        case .obfuscatedTicketAge:
            """
            The age of the ticket in milliseconds plus a number that only client and server know, modulo 2^32. 0 for a secret \
            that came by another way.
            """
        case .binders: "The proofs that the client has the secrets: one for each name."
        case .bindersLength: "The length of all proofs in octets."
        case .binderEntry: "A proof with its length."
        case .binderLength: "The length of the proof in octets."
        case .binder: "A MAC over all messages up to this list. Its key comes from the secret."
        case .selectedIdentity: "Which of the client's secrets the server takes, counted from 0."
        case .pskModes: "The ways in which the client lets a shared secret be used."
        case .pskModesLength: "How many ways there are."
        case .pskMode: "0 is the secret alone. 1 is the secret together with a fresh exchange."
        case .earlyDataFollows: "It is empty. By being here it says that application data follows the hello at once."
        case .earlyDataAccepted: "It is empty. By being here it says that the server takes the early data."
        case .maxEarlyDataSize: "How many octets of early data the server takes with this ticket."
        case .cookieValue: "The cookie with its length."
        case .cookieLength: "The length of the cookie in octets."
        case .cookie: "What the server wants to see again. So the server need not remember the first hello."
        case .cookieAgain: "What the server wanted to see again. So the server need not remember the first hello."
        case .postHandshakeAuth:
            "It is empty. By being here it says that the server may ask for a certificate later, too."
        case .recordSizeLimit: "The longest content of a protected record that the sender can take, in octets."
        case .innerSizeLimit:
            "The longest inside of a protected record that the sender can take, in octets: content, type and zeros."
        case .contextValue: "The context with its length."
        case .contextLength: "The length of the context in octets. 0 in the handshake."
        case .context: "Tells which request a certificate answers. Empty in the handshake."
        case .ticketAgeAdd: "The number that hides the age of the ticket where it is offered."
        case .ticketNonceValue: "The nonce with its length."
        case .ticketNonceLength: "The length of the nonce in octets."
        case .ticketNonce: "Tells the secrets of several tickets of one connection apart."
        case .requestUpdate: "1 asks the other side to change its keys, too."
        }
    }
}
