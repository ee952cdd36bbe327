import Trace

extension Glossary {
    /// The meanings of the fields in the handshake messages after the hellos: those of TLS 1.2, and those that are the same in TLS 1.3.
    static let handshakes = Glossary([
        Row(
            "tls.handshake.certificates",
            english:
                "The chain: the sender's own certificate first. Each of the others has to certify the one before it."),
        Row(
            "tls.handshake.certificates_length",
            english: "The length of all certificates in octets. 0 from a client that has none."),
        Row("tls.handshake.certificate_entry", english: "A certificate with its length."),
        Row("tls.handshake.certificate_length", english: "The length of the certificate in octets."),
        Row(
            "tls.handshake.certificate",
            english: "A certificate (X.509): a name and a public key, signed by an issuer that vouches for them."),
        Row("tls.handshake.ocsp_response_value", english: "The response with its length."),
        Row("tls.handshake.ocsp_response_len", english: "The length of the response in octets."),
        Row(
            "tls.handshake.ocsp_response",
            english:
                "What the certificate's issuer, or a responder in its name, has signed about it: whether it was revoked."
        ),
        Row("tls.handshake.server_dh_params", english: "The parameters of Diffie-Hellman, which the signature covers."),
        Row("tls.handshake.p_value", english: "The prime with its length."),
        Row("tls.handshake.p_len", english: "The length of the prime in octets."),
        Row("tls.handshake.p", english: "The prime modulus p: all arithmetic of the exchange is modulo p."),
        Row("tls.handshake.g_value", english: "The generator with its length."),
        Row("tls.handshake.g_len", english: "The length of the generator in octets."),
        Row("tls.handshake.g", english: "The generator g, whose powers both sides use."),
        Row("tls.handshake.ys_value", english: "The server's public value with its length."),
        Row("tls.handshake.ys_len", english: "The length of the public value in octets."),
        Row("tls.handshake.ys", english: "The server's public value g^x mod p. The exponent x stays with the server."),
        Row("tls.handshake.server_ecdh_params", english: "A curve and a point on it, which the signature covers."),
        Row("tls.handshake.server_curve_type", english: "3: the curve is given by its name. No other form is left."),
        Row("tls.handshake.server_named_curve", english: "The curve."),
        Row("tls.handshake.server_point_value", english: "The server's point with its length."),
        Row("tls.handshake.server_point_len", english: "The length of the point in octets."),
        Row(
            "tls.handshake.server_point",
            english:
                "The server's public value: a multiple of the curve's base point. The multiplier stays with the server."
        ),
        Row("tls.handshake.sig_value", english: "The signature with its length."),
        Row("tls.handshake.sig_len", english: "The length of the signature in octets."),
        Row(
            "tls.handshake.sig",
            english: """
                The server's signature over both randoms and the parameters. Only the owner of the certified key can \
                make it.
                """),
        Row("tls.handshake.cert_types", english: "The kinds of key that the client's certificate may have."),
        Row("tls.handshake.cert_types_count", english: "How many kinds there are."),
        Row("tls.handshake.cert_type", english: "A kind of key: 1 is RSA, 64 is ECDSA."),
        Row("tls.handshake.dnames", english: "The names of the authorities that the server trusts for clients."),
        Row("tls.handshake.dnames_len", english: "The length of all names in octets. 0: any authority will do."),
        Row("tls.handshake.dname_entry", english: "A name with its length."),
        Row("tls.handshake.dname_len", english: "The length of the name in octets."),
        Row("tls.handshake.dname", english: "The name of an authority, as it stands in certificates."),
        Row("tls.handshake.epms_value", english: "The encrypted premaster secret with its length."),
        Row("tls.handshake.epms_len", english: "The length in octets: that of the server's RSA modulus."),
        Row("tls.handshake.epms", english: "The premaster secret, encrypted to the key in the server's certificate."),
        Row("tls.handshake.yc_value", english: "The client's public value with its length."),
        Row("tls.handshake.yc_len", english: "The length of the public value in octets."),
        Row("tls.handshake.yc", english: "The client's public value g^x mod p. The exponent x stays with the client."),
        Row("tls.handshake.client_point_value", english: "The client's point with its length."),
        Row("tls.handshake.client_point_len", english: "The length of the point in octets."),
        Row(
            "tls.handshake.client_point",
            english:
                "The client's public value: a multiple of the curve's base point. The multiplier stays with the client."
        ),
        Row("tls.handshake.client_cert_vrfy.sig_value", english: "The signature with its length."),
        Row("tls.handshake.client_cert_vrfy.sig_len", english: "The length of the signature in octets."),
        Row(
            "tls.handshake.client_cert_vrfy.sig",
            english: """
                The client's signature over all handshake messages so far. Only the owner of the certified key can \
                make it.
                """),
        Row(
            "tls.handshake.session_ticket_lifetime_hint",
            english: "For how many seconds the client should keep the ticket. 0 says nothing."),
        Row("tls.handshake.session_ticket_value", english: "The ticket with its length."),
        Row("tls.handshake.session_ticket_length", english: "The length of the ticket in octets."),
        Row(
            "tls.handshake.session_ticket",
            english: "The server's own memory of the session, sealed so that only the server can read it."),
        Row(
            "tls.handshake.verify_data",
            english: "12 octets that prove two things: the sender has the master secret, and it saw the same messages."),
    ])
}
