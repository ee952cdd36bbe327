import Trace

extension Glossary {
    /// The meanings of the fields in the handshake messages after the hellos: those of TLS 1.2, and those that are the same in TLS 1.3.
    static let handshakes = Glossary([
        Row(
            "tls.handshake.certificates",
            english:
                "The chain: the sender's own certificate first. Each of the others has to certify the one before it.",
            chinese: "证书链：发送方自己的证书在最前。其余每一张都必须证明它前面的一张。"),
        Row(
            "tls.handshake.certificates_length",
            english: "The length of all certificates in octets. 0 from a client that has none.",
            chinese: "所有证书的长度，以字节计。0 表示客户端没有证书。"),
        Row(
            "tls.handshake.certificate_entry", english: "A certificate with its length.",
            chinese: "一张证书及其长度。"),
        Row(
            "tls.handshake.certificate_length", english: "The length of the certificate in octets.",
            chinese: "证书的长度，以字节计。"),
        Row(
            "tls.handshake.certificate",
            english: "A certificate (X.509): a name and a public key, signed by an issuer that vouches for them.",
            chinese: "一张证书（X.509）：一个名称和一个公钥，由为它们担保的颁发者签名。"),
        Row(
            "tls.handshake.ocsp_response_value", english: "The response with its length.",
            chinese: "响应及其长度。"),
        Row(
            "tls.handshake.ocsp_response_len", english: "The length of the response in octets.",
            chinese: "响应的长度，以字节计。"),
        Row(
            "tls.handshake.ocsp_response",
            english:
                "What the certificate's issuer, or a responder in its name, has signed about it: whether it was revoked.",
            chinese: "证书的颁发者或代表它的响应者，对证书是否已吊销签名作出的说明。"
        ),
        Row(
            "tls.handshake.server_dh_params", english: "The parameters of Diffie-Hellman, which the signature covers.",
            chinese: "Diffie-Hellman 的参数，由签名覆盖。"),
        Row(
            "tls.handshake.p_value", english: "The prime with its length.",
            chinese: "素数及其长度。"),
        Row(
            "tls.handshake.p_len", english: "The length of the prime in octets.",
            chinese: "素数的长度，以字节计。"),
        Row(
            "tls.handshake.p", english: "The prime modulus p: all arithmetic of the exchange is modulo p.",
            chinese: "素数模数 p：交换中的所有运算都以 p 为模。"),
        Row(
            "tls.handshake.g_value", english: "The generator with its length.",
            chinese: "生成元及其长度。"),
        Row(
            "tls.handshake.g_len", english: "The length of the generator in octets.",
            chinese: "生成元的长度，以字节计。"),
        Row(
            "tls.handshake.g", english: "The generator g, whose powers both sides use.",
            chinese: "生成元 g，双方使用它的幂。"),
        Row(
            "tls.handshake.ys_value", english: "The server's public value with its length.",
            chinese: "服务器的公开值及其长度。"),
        Row(
            "tls.handshake.ys_len", english: "The length of the public value in octets.",
            chinese: "公开值的长度，以字节计。"),
        Row(
            "tls.handshake.ys", english: "The server's public value g^x mod p. The exponent x stays with the server.",
            chinese: "服务器的公开值 g^x mod p。指数 x 留在服务器。"),
        Row(
            "tls.handshake.server_ecdh_params", english: "A curve and a point on it, which the signature covers.",
            chinese: "一条曲线和曲线上的一个点，由签名覆盖。"),
        Row(
            "tls.handshake.server_curve_type", english: "3: the curve is given by its name. No other form is left.",
            chinese: "3：曲线由名称给出。其他形式都已不用。"),
        Row(
            "tls.handshake.server_named_curve", english: "The curve.",
            chinese: "曲线。"),
        Row(
            "tls.handshake.server_point_value", english: "The server's point with its length.",
            chinese: "服务器的点及其长度。"),
        Row(
            "tls.handshake.server_point_len", english: "The length of the point in octets.",
            chinese: "点的长度，以字节计。"),
        Row(
            "tls.handshake.server_point",
            english:
                "The server's public value: a multiple of the curve's base point. The multiplier stays with the server.",
            chinese: "服务器的公开值：曲线基点的倍数。乘数留在服务器。"
        ),
        Row(
            "tls.handshake.sig_value", english: "The signature with its length.",
            chinese: "签名及其长度。"),
        Row(
            "tls.handshake.sig_len", english: "The length of the signature in octets.",
            chinese: "签名的长度，以字节计。"),
        Row(
            "tls.handshake.sig",
            english: """
                The server's signature over both randoms and the parameters. Only the owner of the certified key can \
                make it.
                """,
            chinese: "服务器对两个随机数和参数的签名。只有持有已认证密钥的一方才能生成它。"),
        Row(
            "tls.handshake.cert_types", english: "The kinds of key that the client's certificate may have.",
            chinese: "客户端的证书可以使用的密钥种类。"),
        Row(
            "tls.handshake.cert_types_count", english: "How many kinds there are.",
            chinese: "有多少种。"),
        Row(
            "tls.handshake.cert_type", english: "A kind of key: 1 is RSA, 64 is ECDSA.",
            chinese: "一种密钥：1 是 RSA，64 是 ECDSA。"),
        Row(
            "tls.handshake.dnames", english: "The names of the authorities that the server trusts for clients.",
            chinese: "服务器为客户端信任的 CA 的名称。"),
        Row(
            "tls.handshake.dnames_len", english: "The length of all names in octets. 0: any authority will do.",
            chinese: "所有名称的长度，以字节计。0：任何 CA 都可以。"),
        Row(
            "tls.handshake.dname_entry", english: "A name with its length.",
            chinese: "一个名称及其长度。"),
        Row(
            "tls.handshake.dname_len", english: "The length of the name in octets.",
            chinese: "名称的长度，以字节计。"),
        Row(
            "tls.handshake.dname", english: "The name of an authority, as it stands in certificates.",
            chinese: "一个 CA 的名称，与证书中的写法相同。"),
        Row(
            "tls.handshake.epms_value", english: "The encrypted premaster secret with its length.",
            chinese: "加密的预主密钥及其长度。"),
        Row(
            "tls.handshake.epms_len", english: "The length in octets: that of the server's RSA modulus.",
            chinese: "长度，以字节计：与服务器的 RSA 模数相同。"),
        Row(
            "tls.handshake.epms", english: "The premaster secret, encrypted to the key in the server's certificate.",
            chinese: "预主密钥，用服务器证书中的密钥加密。"),
        Row(
            "tls.handshake.yc_value", english: "The client's public value with its length.",
            chinese: "客户端的公开值及其长度。"),
        Row(
            "tls.handshake.yc_len", english: "The length of the public value in octets.",
            chinese: "公开值的长度，以字节计。"),
        Row(
            "tls.handshake.yc", english: "The client's public value g^x mod p. The exponent x stays with the client.",
            chinese: "客户端的公开值 g^x mod p。指数 x 留在客户端。"),
        Row(
            "tls.handshake.client_point_value", english: "The client's point with its length.",
            chinese: "客户端的点及其长度。"),
        Row(
            "tls.handshake.client_point_len", english: "The length of the point in octets.",
            chinese: "点的长度，以字节计。"),
        Row(
            "tls.handshake.client_point",
            english:
                "The client's public value: a multiple of the curve's base point. The multiplier stays with the client.",
            chinese: "客户端的公开值：曲线基点的倍数。乘数留在客户端。"
        ),
        Row(
            "tls.handshake.client_cert_vrfy.sig_value", english: "The signature with its length.",
            chinese: "签名及其长度。"),
        Row(
            "tls.handshake.client_cert_vrfy.sig_len", english: "The length of the signature in octets.",
            chinese: "签名的长度，以字节计。"),
        Row(
            "tls.handshake.client_cert_vrfy.sig",
            english: """
                The client's signature over all handshake messages so far. Only the owner of the certified key can \
                make it.
                """,
            chinese: "客户端对此前所有握手消息的签名。只有持有已认证密钥的一方才能生成它。"),
        Row(
            "tls.handshake.session_ticket_lifetime_hint",
            english: "For how many seconds the client should keep the ticket. 0 says nothing.",
            chinese: "客户端应当把票据保留多少秒。0 表示没有说明。"),
        Row(
            "tls.handshake.session_ticket_value", english: "The ticket with its length.",
            chinese: "票据及其长度。"),
        Row(
            "tls.handshake.session_ticket_length", english: "The length of the ticket in octets.",
            chinese: "票据的长度，以字节计。"),
        Row(
            "tls.handshake.session_ticket",
            english: "The server's own memory of the session, sealed so that only the server can read it.",
            chinese: "服务器自己对会话的记忆，已经密封，只有服务器能读。"),
        Row(
            "tls.handshake.verify_data",
            english: "12 octets that prove two things: the sender has the master secret, and it saw the same messages.",
            chinese: "12 字节，证明两件事：发送方持有主密钥，并且看到了同样的消息。"),
    ])
}
