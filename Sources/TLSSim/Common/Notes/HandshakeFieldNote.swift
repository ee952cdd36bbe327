import Trace

/// What the fields of the handshake messages after the hellos mean, by their names and places: those of TLS 1.2, and
/// those that are the same in TLS 1.3.
enum HandshakeFieldNote: String, Remark, CaseIterable {
    case certificates = "tls.handshake.certificates"
    case certificatesLength = "tls.handshake.certificates_length"
    case certificateEntry = "tls.handshake.certificate_entry"
    case certificateLength = "tls.handshake.certificate_length"
    case certificate = "tls.handshake.certificate"
    case ocspResponseValue = "tls.handshake.ocsp_response_value"
    case ocspResponseLen = "tls.handshake.ocsp_response_len"
    case ocspResponse = "tls.handshake.ocsp_response"
    case serverDhParams = "tls.handshake.server_dh_params"
    case pValue = "tls.handshake.p_value"
    case pLen = "tls.handshake.p_len"
    case p = "tls.handshake.p"
    case gValue = "tls.handshake.g_value"
    case gLen = "tls.handshake.g_len"
    case g = "tls.handshake.g"
    case ysValue = "tls.handshake.ys_value"
    case ysLen = "tls.handshake.ys_len"
    case ys = "tls.handshake.ys"
    case serverEcdhParams = "tls.handshake.server_ecdh_params"
    case serverCurveType = "tls.handshake.server_curve_type"
    case serverNamedCurve = "tls.handshake.server_named_curve"
    case serverPointValue = "tls.handshake.server_point_value"
    case serverPointLen = "tls.handshake.server_point_len"
    case serverPoint = "tls.handshake.server_point"
    case sigValue = "tls.handshake.sig_value"
    case sigLen = "tls.handshake.sig_len"
    case sig = "tls.handshake.sig"
    case certTypes = "tls.handshake.cert_types"
    case certTypesCount = "tls.handshake.cert_types_count"
    case certType = "tls.handshake.cert_type"
    case dnames = "tls.handshake.dnames"
    case dnamesLen = "tls.handshake.dnames_len"
    case dnameEntry = "tls.handshake.dname_entry"
    case dnameLen = "tls.handshake.dname_len"
    case dname = "tls.handshake.dname"
    case epmsValue = "tls.handshake.epms_value"
    case epmsLen = "tls.handshake.epms_len"
    case epms = "tls.handshake.epms"
    case ycValue = "tls.handshake.yc_value"
    case ycLen = "tls.handshake.yc_len"
    case yc = "tls.handshake.yc"
    case clientPointValue = "tls.handshake.client_point_value"
    case clientPointLen = "tls.handshake.client_point_len"
    case clientPoint = "tls.handshake.client_point"
    case clientCertVrfySigValue = "tls.handshake.client_cert_vrfy.sig_value"
    case clientCertVrfySigLen = "tls.handshake.client_cert_vrfy.sig_len"
    case clientCertVrfySig = "tls.handshake.client_cert_vrfy.sig"
    case sessionTicketLifetimeHint = "tls.handshake.session_ticket_lifetime_hint"
    case sessionTicketValue = "tls.handshake.session_ticket_value"
    case sessionTicketLength = "tls.handshake.session_ticket_length"
    case sessionTicket = "tls.handshake.session_ticket"
    case verifyData = "tls.handshake.verify_data"

    func sentence(in language: Language) -> String {
        switch language {
        case .english: english
        }
    }

    private var english: String {
        switch self {
        case .certificates: "The chain: the sender's own certificate first. Each one has to be certified by the next."
        case .certificatesLength: "The length of all certificates in octets. 0 from a client that has none."
        case .certificateEntry: "A certificate with its length."
        case .certificateLength: "The length of the certificate in octets."
        case .certificate:
            "A certificate (X.509): a name and a public key, signed by an issuer that vouches for them."
        case .ocspResponseValue: "The response with its length."
        case .ocspResponseLen: "The length of the response in octets."
        case .ocspResponse:
            "What the certificate's issuer, or a responder in its name, has signed about it: whether it was revoked."
        case .serverDhParams: "The parameters of Diffie-Hellman, which the signature covers."
        case .pValue: "The prime with its length."
        case .pLen: "The length of the prime in octets."
        case .p: "The prime modulus p: all arithmetic of the exchange is modulo p."
        case .gValue: "The generator with its length."
        case .gLen: "The length of the generator in octets."
        case .g: "The generator g, whose powers both sides use."
        case .ysValue: "The server's public value with its length."
        case .ysLen: "The length of the public value in octets."
        case .ys: "The server's public value g^x mod p. The exponent x stays with the server."
        case .serverEcdhParams: "A curve and a point on it, which the signature covers."
        case .serverCurveType: "3: the curve is given by its name. No other form is left."
        case .serverNamedCurve: "The curve."
        case .serverPointValue: "The server's point with its length."
        case .serverPointLen: "The length of the point in octets."
        case .serverPoint:
            "The server's public value: a multiple of the curve's base point. The multiplier stays with the server."
        case .sigValue: "The signature with its length."
        case .sigLen: "The length of the signature in octets."
        case .sig:
            """
            The server's signature over both randoms and the parameters. Only the owner of the certified key can \
            make it.
            """
        case .certTypes: "The kinds of key that the client's certificate may have."
        case .certTypesCount: "How many kinds there are."
        case .certType: "A kind of key: 1 is RSA, 64 is ECDSA."
        case .dnames: "The names of the authorities that the server trusts for clients."
        case .dnamesLen: "The length of all names in octets. 0: any authority will do."
        case .dnameEntry: "A name with its length."
        case .dnameLen: "The length of the name in octets."
        case .dname: "The name of an authority, as it stands in certificates."
        case .epmsValue: "The encrypted premaster secret with its length."
        case .epmsLen: "The length in octets: that of the server's RSA modulus."
        case .epms: "The premaster secret, encrypted to the key in the server's certificate."
        case .ycValue: "The client's public value with its length."
        case .ycLen: "The length of the public value in octets."
        case .yc: "The client's public value g^x mod p. The exponent x stays with the client."
        case .clientPointValue: "The client's point with its length."
        case .clientPointLen: "The length of the point in octets."
        case .clientPoint:
            "The client's public value: a multiple of the curve's base point. The multiplier stays with the client."
        case .clientCertVrfySigValue: "The signature with its length."
        case .clientCertVrfySigLen: "The length of the signature in octets."
        case .clientCertVrfySig:
            """
            The client's signature over all handshake messages so far. Only the owner of the certified key can \
            make it.
            """
        case .sessionTicketLifetimeHint: "For how many seconds the client should keep the ticket. 0 says nothing."
        case .sessionTicketValue: "The ticket with its length."
        case .sessionTicketLength: "The length of the ticket in octets."
        case .sessionTicket: "The server's own memory of the session, sealed so that only the server can read it."
        case .verifyData:
            "12 octets that prove two things: the sender has the master secret, and it saw the same messages."
        }
    }
}
