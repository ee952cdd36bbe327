import Trace

extension Glossary {
    /// The meanings of the fields in both hellos and their extensions: those of TLS 1.2, and those that are the same in TLS 1.3.
    static let hellos = Glossary([
        Row(
            "tls.handshake.version ClientHello", english: "The highest version that the client offers.",
            chinese: "客户端提供的最高版本。"),
        Row(
            "tls.handshake.version ServerHello", english: "The version that the server has chosen.",
            chinese: "服务器选定的版本。"),
        Row(
            "tls.handshake.random ClientHello",
            english: """
                32 random octets. They shall be new in each handshake. They are no secret; they make each handshake unlike \
                every other.
                """,
            chinese: "32 个随机字节，每次握手都应当重新产生。它们不保密，作用是使每次握手都与众不同。"),
        Row(
            "tls.handshake.random ServerHello",
            english: """
                32 random octets. They shall be new in each handshake. They are no secret. A server that speaks TLS 1.3 as well \
                has to end them with "DOWNGRD" and 01 where it speaks TLS 1.2.
                """,
            chinese: "32 个随机字节，每次握手都应当重新产生。它们不保密。如果服务器也支持 TLS 1.3，它在使用 TLS 1.2 时必须以 \"DOWNGRD\" 和 01 结尾。"),
        Row(
            "tls.handshake.session_id ClientHello",
            english: "The name of a session that the client wants to go on with. Empty for a new session.",
            chinese: "客户端想继续的会话的名称。新会话则为空。"),
        Row(
            "tls.handshake.session_id 1.2 ClientHello ticket",
            english:
                "A name that the client has made up. If the server repeats it, the ticket in this hello is accepted.",
            chinese: "客户端自己编的名称。如果服务器重复它，就表示接受这个 hello 消息中的票据。"),
        Row(
            "tls.handshake.session_id ServerHello",
            english: """
                The name of this session. If it is the one in the client's hello, the old session goes on. Empty: this \
                session cannot be taken up by a name.
                """,
            chinese: "这个会话的名称。如果它与客户端 hello 消息中的相同，旧会话就继续。空：这个会话不能凭名称恢复。"),
        Row(
            "tls.handshake.session_id_length", english: "Its length in octets. 0 where it is empty.",
            chinese: "它的长度，以字节计。为空时是 0。"),
        Row(
            "tls.handshake.session_id_octets", english: "The name itself.",
            chinese: "名称本身。"),
        Row(
            "tls.handshake.ciphersuites",
            english: "The cipher suites that the client offers, the one that it likes best first.",
            chinese: "客户端提供的密码套件，最想用的排在最前。"),
        Row(
            "tls.handshake.cipher_suites_length", english: "The length of the list in octets. Each suite takes two.",
            chinese: "列表的长度，以字节计。每个密码套件占两个字节。"),
        Row(
            "tls.handshake.ciphersuite",
            english: """
                A cipher suite of TLS 1.2 or before: how keys are agreed on, with which kind of key the server proves who it is, how \
                records are protected, which hash is used.
                """,
            chinese: "TLS 1.2 或更早版本的密码套件：怎样商定密钥，服务器用哪种密钥证明自己的身份，怎样保护记录，使用哪种哈希。"),
        Row(
            "tls.handshake.ciphersuite 0x13",
            english: """
                A cipher suite of TLS 1.3. It names two things only: what protects the records, and the hash of the key \
                schedule. Key exchange and signature are agreed on by extensions.
                """,
            chinese: "TLS 1.3 的密码套件。它只规定两件事：用什么保护记录，密钥编排用哪种哈希。密钥交换和签名由扩展商定。"),
        Row(
            "tls.handshake.comp_methods", english: "The ways to compress records that the client offers.",
            chinese: "客户端提供的压缩记录的方法。"),
        Row(
            "tls.handshake.comp_methods_length", english: "How many entries the list has.",
            chinese: "列表有多少项。"),
        Row(
            "tls.handshake.comp_method",
            english:
                "0 is no compression. Anything else would betray secrets by the length of records (the CRIME attack).",
            chinese: "0 表示不压缩。其他任何方法都会通过记录的长度泄露秘密（CRIME 攻击）。"),
        Row(
            "tls.handshake.extensions", english: "What was added to the hello after TLS 1.0.",
            chinese: "TLS 1.0 之后给 hello 消息增加的内容。"),
        Row(
            "tls.handshake.extensions_length", english: "The length of all extensions in octets.",
            chinese: "所有扩展的长度，以字节计。"),
        Row(
            "tls.handshake.extension_entry", english: "One extension: its type, its length, its body.",
            chinese: "一个扩展：类型、长度、正文。"),
        Row(
            "tls.handshake.extension.type", english: "Which extension this is.",
            chinese: "这是哪一个扩展。"),
        Row(
            "tls.handshake.extension.len",
            english: "The length of the extension's body in octets. Some extensions say all by being there.",
            chinese: "扩展正文的长度，以字节计。有些扩展只要出现就说明了一切。"),
        Row(
            "tls.handshake.extension", english: "The body of the extension.",
            chinese: "扩展的正文。"),
        Row(
            "tls.handshake.extension encrypt_then_mac",
            english: "It is empty. Both sides send it to agree that with a CBC suite the MAC covers the ciphertext.",
            chinese: "它是空的。双方都发送它，就约定了使用 CBC 密码套件时 MAC 覆盖密文。"),
        Row(
            "tls.handshake.extension extended_master_secret",
            english:
                "It is empty. Both sides send it to agree that the master secret of TLS 1.2 depends on all messages before it.",
            chinese: "它是空的。双方都发送它，就约定了 TLS 1.2 的主密钥取决于它之前的所有消息。"
        ),
        Row(
            "tls.handshake.extension.data", english: "The body of an extension that is not taken apart here.",
            chinese: "这里不拆解的扩展的正文。"),
        Row(
            "tls.handshake.extensions_server_name_list",
            english: "The names of the host that the client wants, so that one address can serve many names.",
            chinese: "客户端要访问的主机的名称。有了它，一个地址可以供许多名称使用。"),
        Row(
            "tls.handshake.extensions_server_name_list_len", english: "The length of the list in octets.",
            chinese: "列表的长度，以字节计。"),
        Row(
            "tls.handshake.extensions_server_name_type", english: "0 stands for a host name. There is no other kind.",
            chinese: "0 表示主机名。没有别的种类。"),
        Row(
            "tls.handshake.extensions_server_name", english: "A name with its length.",
            chinese: "一个名称及其长度。"),
        Row(
            "tls.handshake.extensions_server_name_len", english: "The length of the name in octets.",
            chinese: "名称的长度，以字节计。"),
        Row(
            "tls.handshake.host_name",
            english: "The name of the host, in clear: an onlooker learns which site is visited.",
            chinese: "主机的名称，以明文发送：旁观者由此知道访问的是哪个网站。"),
        Row(
            "tls.handshake.extensions_supported_groups",
            english: "The groups for the key exchange that the sender can use, the one that it likes best first.",
            chinese: "发送方能用于密钥交换的群，最想用的排在最前。"),
        Row(
            "tls.handshake.extensions_supported_groups_length",
            english: "The length of the list in octets. Each group takes two.",
            chinese: "列表的长度，以字节计。每个群占两个字节。"),
        Row(
            "tls.handshake.extensions_supported_group",
            english: "A group: an elliptic curve, or a finite field with its prime.",
            chinese: "一个群：一条椭圆曲线，或者一个有限域及其素数。"),
        Row(
            "tls.handshake.extensions_supported_group hybrid",
            english:
                "Two exchanges in one: the curve X25519, and ML-KEM-768, which shall hold against a quantum computer.",
            chinese: "两次交换合为一次：曲线 X25519，以及用来抵御量子计算机的 ML-KEM-768。"),
        Row(
            "tls.handshake.extensions_ec_point_formats", english: "In which forms points on a curve may be sent.",
            chinese: "曲线上的点可以用哪些形式发送。"),
        Row(
            "tls.handshake.extensions_ec_point_formats_length", english: "How many forms there are.",
            chinese: "有多少种形式。"),
        Row(
            "tls.handshake.extensions_ec_point_format",
            english: "0 is the uncompressed form, which each side must know.",
            chinese: "0 是未压缩形式，双方都必须支持。"),
        Row(
            "tls.handshake.sig_hash_algs",
            english: "The signatures that the sender can verify, the one that it likes best first.",
            chinese: "发送方能验证的签名，最想用的排在最前。"),
        Row(
            "tls.handshake.sig_hash_algs signature_algorithms_cert",
            english: "The signatures that the sender can verify on certificates, the one that it likes best first.",
            chinese: "发送方能验证的证书签名，最想用的排在最前。"),
        Row(
            "tls.handshake.sig_hash_alg_len", english: "The length of the list in octets. Each entry takes two.",
            chinese: "列表的长度，以字节计。每一项占两个字节。"),
        Row(
            "tls.handshake.sig_hash_alg", english: "A way to sign: a signature algorithm with its hash function.",
            chinese: "一种签名方法：签名算法及其哈希函数。"),
        Row(
            "tls.handshake.extensions_alpn_list",
            english: "The protocols that the client can speak inside (ALPN), the one that it likes best first.",
            chinese: "客户端能在连接内使用的协议（ALPN），最想用的排在最前。"),
        Row(
            "tls.handshake.extensions_alpn_list server",
            english: "The protocol that is spoken inside (ALPN). The server has chosen one.",
            chinese: "连接内使用的协议（ALPN）。服务器选定了一个。"),
        Row(
            "tls.handshake.extensions_alpn_len", english: "The length of the list in octets.",
            chinese: "列表的长度，以字节计。"),
        Row(
            "tls.handshake.extensions_alpn_str_entry", english: "The name of a protocol with its length.",
            chinese: "一个协议的名称及其长度。"),
        Row(
            "tls.handshake.extensions_alpn_str_len", english: "The length of the name in octets.",
            chinese: "名称的长度，以字节计。"),
        Row(
            "tls.handshake.extensions_alpn_str", english: "The name of a protocol: h2 is HTTP/2, http/1.1 is HTTP/1.1.",
            chinese: "一个协议的名称：h2 是 HTTP/2，http/1.1 是 HTTP/1.1。"),
        Row(
            "tls.handshake.max_fragment_length",
            english: """
                The longest plaintext of a record that the client asks for: 1, 2, 3 or 4 for 512, 1024, 2048 or 4096 octets. It \
                holds for both sides.
                """,
            chinese: "客户端请求的记录明文的最大长度：1、2、3、4 分别表示 512、1024、2048、4096 字节。它对双方都有效。"),
        Row(
            "tls.handshake.max_fragment_length server",
            english: "It repeats the number of the client: the server agrees.",
            chinese: "它重复客户端的数字：服务器同意。"),
        Row(
            "tls.handshake.extension.session_ticket",
            english: "A ticket from an earlier connection, which TLS 1.2 can go on with.",
            chinese: "来自以前某次连接的票据，TLS 1.2 可以凭它继续那个会话。"),
        Row(
            "tls.handshake.extensions_reneg_info",
            english: "What binds a second handshake inside a connection to the first one.",
            chinese: "把同一连接内的第二次握手与第一次绑定起来的内容。"),
        Row(
            "tls.handshake.extensions_reneg_info_len", english: "Its length in octets. 0 in a first handshake.",
            chinese: "它的长度，以字节计。第一次握手时是 0。"),
        Row(
            "tls.handshake.renegotiated_connection",
            english: "The Finished values of the handshake before. Empty in a first handshake.",
            chinese: "上一次握手的 Finished 值。第一次握手时为空。"),
        Row(
            "tls.handshake.extensions_status_request_type",
            english: "What the client wants to be told about the certificate. 1: an OCSP response.",
            chinese: "客户端想知道证书的什么情况。1：OCSP 响应。"),
        Row(
            "tls.handshake.extensions_status_request_type server",
            english: "What is told about the certificate. 1: an OCSP response.",
            chinese: "告知证书的什么情况。1：OCSP 响应。"),
        Row(
            "tls.handshake.extensions_status_request_responder_ids",
            english: "Which responders of OCSP the client trusts.",
            chinese: "客户端信任哪些 OCSP 响应者。"),
        Row(
            "tls.handshake.extensions_status_request_responder_ids_len",
            english: "The length of that list in octets. 0 leaves the choice to the server.",
            chinese: "这个列表的长度，以字节计。0 表示由服务器选择。"),
        Row(
            "tls.handshake.extensions_status_request_responder_ids_octets", english: "The names of the responders.",
            chinese: "响应者的名称。"),
        Row(
            "tls.handshake.extensions_status_request_exts", english: "What the client asks of the response besides.",
            chinese: "客户端对响应的其他要求。"),
        Row(
            "tls.handshake.extensions_status_request_exts_len", english: "The length of that in octets. 0 for nothing.",
            chinese: "它的长度，以字节计。0 表示没有。"),
        Row(
            "tls.handshake.extensions_status_request_exts_octets", english: "Extensions of OCSP.",
            chinese: "OCSP 的扩展。"),
    ])
}
