/// The extensions that have a name here, with their numbers in the registry "TLS ExtensionType Values".
enum ExtensionType: UInt16 {
    case serverName = 0
    case maxFragmentLength = 1
    case statusRequest = 5
    case supportedGroups = 10
    case ecPointFormats = 11
    case signatureAlgorithms = 13
    case useSRTP = 14
    case heartbeat = 15
    case applicationProtocols = 16
    case signedCertificateTimestamp = 18
    case clientCertificateType = 19
    case serverCertificateType = 20
    case padding = 21
    case encryptThenMAC = 22
    case extendedMasterSecret = 23
    case recordSizeLimit = 28
    case sessionTicket = 35
    case preSharedKey = 41
    case earlyData = 42
    case supportedVersions = 43
    case cookie = 44
    case pskKeyExchangeModes = 45
    case certificateAuthorities = 47
    case oidFilters = 48
    case postHandshakeAuth = 49
    case signatureAlgorithmsCert = 50
    case keyShare = 51
    case renegotiationInfo = 0xff01

    /// The properties of an extension.
    struct Row {
        /// Its name in the registry.
        let name: String
        /// The version that it belongs to.
        let version: Version
        /// The messages of TLS 1.3 that may contain it (RFC 8446 section 4.2); empty for an extension that TLS 1.3 does not use.
        let places: ExtensionPlaces
        /// The extension with an empty body, in the form that it has in a message; nil if the body is kept as octets and not parsed.
        private let blank: (ExtensionPlace) -> HelloExtension?

        fileprivate init(
            _ name: String, _ version: Version, in places: ExtensionPlaces,
            blank: @escaping (ExtensionPlace) -> HelloExtension? = { _ in nil }
        ) {
            self.name = name
            self.version = version
            self.places = places
            self.blank = blank
        }

        /// The extension with an empty body, for a reader to fill; nil if the body is not parsed, because the extension may not be in this
        /// message or has no parser. The two hellos may contain every extension of TLS 1.2.
        func blank(in place: ExtensionPlace) -> HelloExtension? {
            places.contains(place) || (version != .tls13 && !place.isOfTLS13Alone) ? blank(place) : nil
        }
    }

    /// The version that uses an extension.
    enum Version {
        /// TLS 1.2; also TLS 1.3, if ``Row/places`` is not empty.
        case tls12
        /// Only TLS 1.3.
        case tls13
        /// TLS 1.3, and a client of TLS 1.2 that reads the answer of its server.
        case either
    }

    /// The properties of the extension.
    var row: Row {
        switch self {
        case .serverName:
            Row("server_name", .tls12, in: [.clientHello, .encryptedExtensions]) {
                .serverName($0 == .clientHello ? "" : nil)
            }
        case .maxFragmentLength:
            Row("max_fragment_length", .tls12, in: [.clientHello, .encryptedExtensions]) { _ in .maxFragmentLength(0) }
        case .statusRequest:
            Row("status_request", .tls12, in: [.clientHello, .certificateRequest, .certificate]) {
                $0 == .certificate
                    ? .certificateStatus(.blank) : .statusRequest($0 == .clientHello ? StatusRequest() : nil)
            }
        case .supportedGroups:
            Row("supported_groups", .tls12, in: [.clientHello, .encryptedExtensions]) { _ in .supportedGroups([]) }
        case .ecPointFormats: Row("ec_point_formats", .tls12, in: []) { _ in .ecPointFormats([]) }
        case .signatureAlgorithms:
            Row("signature_algorithms", .tls12, in: [.clientHello, .certificateRequest]) { _ in .signatureAlgorithms([])
            }
        case .useSRTP: Row("use_srtp", .tls12, in: [.clientHello, .encryptedExtensions])
        case .heartbeat: Row("heartbeat", .tls12, in: [.clientHello, .encryptedExtensions])
        case .applicationProtocols:
            Row("application_layer_protocol_negotiation", .tls12, in: [.clientHello, .encryptedExtensions]) { _ in
                .applicationProtocols([])
            }
        case .signedCertificateTimestamp:
            Row("signed_certificate_timestamp", .tls12, in: [.clientHello, .certificateRequest, .certificate])
        case .clientCertificateType: Row("client_certificate_type", .tls12, in: [.clientHello, .encryptedExtensions])
        case .serverCertificateType: Row("server_certificate_type", .tls12, in: [.clientHello, .encryptedExtensions])
        case .padding: Row("padding", .tls12, in: [.clientHello])
        case .encryptThenMAC: Row("encrypt_then_mac", .tls12, in: []) { _ in .encryptThenMAC }
        case .extendedMasterSecret: Row("extended_master_secret", .tls12, in: []) { _ in .extendedMasterSecret }
        case .recordSizeLimit:
            Row("record_size_limit", .either, in: [.clientHello, .encryptedExtensions]) { _ in .recordSizeLimit(0) }
        case .sessionTicket: Row("session_ticket", .tls12, in: []) { _ in .sessionTicket([]) }
        case .preSharedKey:
            Row("pre_shared_key", .tls13, in: [.clientHello, .serverHello]) {
                $0 == .clientHello ? .preSharedKeys(OfferedPSKs()) : .selectedIdentity(0)
            }
        case .earlyData:
            Row("early_data", .tls13, in: [.clientHello, .encryptedExtensions, .newSessionTicket]) {
                $0 == .newSessionTicket ? .maxEarlyDataSize(0) : .earlyData
            }
        case .supportedVersions:
            Row("supported_versions", .tls13, in: [.clientHello, .serverHello, .helloRetryRequest]) {
                $0 == .clientHello ? .supportedVersions([]) : .selectedVersion(.tls13)
            }
        case .cookie: Row("cookie", .tls13, in: [.clientHello, .helloRetryRequest]) { _ in .cookie([]) }
        case .pskKeyExchangeModes:
            Row("psk_key_exchange_modes", .tls13, in: [.clientHello]) { _ in .pskKeyExchangeModes([]) }
        case .certificateAuthorities:
            Row("certificate_authorities", .tls13, in: [.clientHello, .certificateRequest]) { _ in
                .certificateAuthorities([])
            }
        case .oidFilters: Row("oid_filters", .tls13, in: [.certificateRequest])
        case .postHandshakeAuth: Row("post_handshake_auth", .tls13, in: [.clientHello]) { _ in .postHandshakeAuth }
        case .signatureAlgorithmsCert:
            Row("signature_algorithms_cert", .tls13, in: [.clientHello, .certificateRequest]) { _ in
                .signatureAlgorithmsCert([])
            }
        case .keyShare:
            Row("key_share", .tls13, in: [.clientHello, .serverHello, .helloRetryRequest]) { place in
                switch place {
                case .clientHello: .keyShares([])
                case .helloRetryRequest: .selectedGroup(.x25519)
                default: .keyShare(.blank)
                }
            }
        case .renegotiationInfo: Row("renegotiation_info", .tls12, in: []) { _ in .renegotiationInfo([]) }
        }
    }
}
