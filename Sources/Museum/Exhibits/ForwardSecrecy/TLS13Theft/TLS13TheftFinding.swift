import TLSSim
import Trace

extension TLS13 {
    /// A finding of a thief in a recording of TLS 1.3.
    package enum TheftFinding: Remark, Hashable {
        /// The values in clear in the hellos: the group of the exchange, nil if there is no exchange, and the octets of the ticket, nil if
        /// there is no ticket.
        case inClear(NamedGroup?, ticket: Int?)
        case otherVersion(ProtocolVersion)
        /// The private key of the certificate decrypts nothing; whether it has made a signature in this handshake.
        case keyOnlySigns(isUsed: Bool)
        case nothingOffered
        case ticketOpened
        case ticketNotSealed
        case pskProved
        case pskWrong
        case privateValue(Role, NamedGroup)
        case halfOfPrivateValue(Role)
        /// The private value belongs to neither share; the group, nil if there is no exchange.
        case privateValueOfNeither(NamedGroup?)
        /// The early data is decrypted; its octets and records.
        case earlyData(octets: Int, records: Int)
        /// The handshake is decrypted; the names of the encrypted messages.
        case handshake(messages: [String])
        case dataKeys
        /// The server's first encrypted record cannot be decrypted; the inputs that are missing.
        case attempt(missing: Missing)
        /// What the mode psk_ke would give the thief; whether the client offers this mode.
        case withoutExchange(isOffered: Bool)

        /// What a thief lacks.
        package enum Missing: Hashable, Sendable {
            /// The shared secret of the exchange.
            case exchange(NamedGroup)
            /// The ML-KEM half of the shared secret of X25519MLKEM768.
            case latticeHalf
            case psk
            /// The PSK and the shared secret of the exchange.
            case exchangeAndPSK(NamedGroup)
        }

        package var english: String {
            switch self {
            case .inClear(let group, let ticket):
                """
                \(group.map { "The public values of the exchange are in clear: a share of \($0.name) from each side." }
                    ?? "There is no exchange in this handshake.") \
                \(ticket.map { "A ticket of \(counted($0, "octet")) is in clear, too. " } ?? "")\
                All that comes behind ServerHello is encrypted.
                """
            case .otherVersion(let version):
                "The version is \(version). These thefts are of TLS 1.3. For TLS 1.2 the server's private key is tried."
            case .keyOnlySigns(let isUsed):
                """
                The stolen key fits nowhere. Nothing in the recording is encrypted to it, and no secret of the key schedule has it as an \
                input (RFC 8446 section 7.1). \(isUsed ? "It has made one signature, and the signature is encrypted."
                    : "In this handshake it was not used at all: a ticket stands for the certificate.")
                """
            case .nothingOffered:
                "The hello offers no ticket and no other secret. So what was stolen has nothing to do with this recording."
            case .ticketOpened:
                """
                The ticket in the hello is sealed with the stolen key. The key opens it. Inside is the PSK, the secret that the ticket \
                names.
                """
            case .ticketNotSealed:
                "The stolen key does not open the ticket: another key has sealed it, or another program."
            case .pskProved:
                """
                The PSK makes the first link of the key schedule. The binder in the hello is right under it. This proves that it is the \
                secret of this connection (RFC 8446 section 4.2.11.2).
                """
            case .pskWrong:
                "The binder in the hello is not right under this PSK. So it is not the secret of this connection."
            case .privateValue(let side, let group):
                """
                The private value belongs to the \(side)'s share: the same calculation in \(group.name) gives the recorded octets. With the \
                other side's share it gives the shared secret.
                """
            case .halfOfPrivateValue(let side):
                """
                The private value belongs to the half of X25519 in the \(side)'s share: the same calculation gives the last 32 octets. With \
                the other side's half it gives the last 32 of the 64 octets of the shared secret.
                """
            case .privateValueOfNeither(let group):
                group.map { "The private value belongs to neither share of \($0.name) in this recording." }
                    ?? "There is no exchange in this recording that the private value could belong to."
            case .earlyData(let octets, let records):
                """
                The PSK and the hello make the key of the early data, and no other value goes in. \(records) \
                record\(records == 1 ? " opens" : "s open"): \(octets) octets, each record authenticated.
                """
            case .handshake(let messages):
                """
                The second link of the key schedule can be computed, and the keys of the handshake follow. These messages open: \
                \(messages.joined(separator: ", ")).
                """
            case .dataKeys: "The third link and the hash of the opened messages make the keys of the data."
            case .attempt(.exchange(let group)):
                """
                The second link needs the shared secret of \(group.name), and the recording has only public values. The thief puts \
                zeros in its place and computes keys. Under them the tag of the server's first encrypted record is wrong.
                """
            case .attempt(.latticeHalf):
                """
                The second link needs all 64 octets of the shared secret as one input. The half of ML-KEM is missing. The thief puts 32 zeros \
                in its place and computes keys. Under them the tag of the server's first encrypted record is wrong. To know half of the \
                input is not to know half of the key.
                """
            case .attempt(.psk):
                """
                The first link needs the PSK. The thief puts zeros in its place and computes keys. Under them the tag of the server's first \
                encrypted record is wrong.
                """
            case .attempt(.exchangeAndPSK(let group)):
                """
                The first link needs the PSK, and the second link needs the shared secret of \(group.name). The thief puts zeros in the place \
                of both and computes keys. Under them the tag of the server's first encrypted record is wrong.
                """
            case .withoutExchange(let isOffered):
                """
                In the mode psk_ke the zeros would be right: it has no exchange, and the PSK alone opens all data, now and later (RFC 8446 \
                section 2.2). \(isOffered ? "This client offers it, too. The server has not chosen it."
                    : "This client offers only psk_dhe_ke, as clients should.")
                """
            }
        }

        package var chinese: String {
            switch self {
            case .inClear(let group, let ticket):
                "\(group.map { "密钥交换的公开值是明文：双方各有一个 \($0.name) 的密钥份额。" } ?? "这次握手没有密钥交换。")"
                    + "\(ticket.map { "一张 \($0) 字节的票据也是明文。" } ?? "")ServerHello 之后的内容全部加密。"
            case .otherVersion(let version): "版本是 \(version)。这些失窃针对 TLS 1.3。对 TLS 1.2，尝试的是服务器的私钥。"
            case .keyOnlySigns(let isUsed):
                "窃取的密钥哪里也用不上。录下的流量里没有任何内容是加密给它的，密钥编排中也没有一个秘密值以它为输入（RFC 8446 7.1 节）。"
                    + (isUsed ? "它签了一次名，而这个签名是加密的。" : "在这次握手中它根本没有使用：票据代替了证书。")
            case .nothingOffered: "hello 消息既没有提出票据，也没有提出别的秘密值。所以窃取的东西与这份录下的流量无关。"
            case .ticketOpened: "hello 消息中的票据是用窃取的密钥密封的。这个密钥打开了它。里面是 PSK，即票据指明的秘密值。"
            case .ticketNotSealed: "窃取的密钥打不开这张票据：它是由另一个密钥或另一个程序密封的。"
            case .pskProved:
                "由 PSK 得到密钥编排的第一环。用它验证，hello 消息中的 binder 是对的。这证明它就是这个连接的秘密值（RFC 8446 4.2.11.2 节）。"
            case .pskWrong: "用这个 PSK 验证，hello 消息中的 binder 不对。所以它不是这个连接的秘密值。"
            case .privateValue(let side, let group):
                "这个私有值属于\(Chinese.name(side))的密钥份额：在 \(group.name) 中做同样的计算，得到录下的字节。与另一方的密钥份额一起，"
                    + "它给出共享秘密。"
            case .halfOfPrivateValue(let side):
                "这个私有值属于\(Chinese.name(side))的密钥份额中 X25519 的那一半：做同样的计算，得到最后 32 字节。与另一方的那一半一起，"
                    + "它给出 64 字节共享秘密中的最后 32 字节。"
            case .privateValueOfNeither(let group):
                group.map { "在录下的流量中，这个私有值不属于任何一个 \($0.name) 密钥份额。" }
                    ?? "在录下的流量中，没有这个私有值可以归属的密钥交换。"
            case .earlyData(let octets, let records):
                "由 PSK 和 hello 消息得到早期数据的密钥，没有别的值进入计算。\(records) 条记录打开了：\(octets) 字节，每条记录都经过认证。"
            case .handshake(let messages):
                "密钥编排的第二环可以算出，由此得到握手的密钥。这些消息打开了：\(messages.joined(separator: "、"))。"
            case .dataKeys: "由第三环和已打开的消息的哈希，得到数据的密钥。"
            case .attempt(.exchange(let group)):
                "第二环需要 \(group.name) 的共享秘密，而录下的流量里只有公开值。窃贼用零代替它，计算出密钥。用这些密钥验证，服务器第一条加密的记录的认证标签是错的。"
            case .attempt(.latticeHalf):
                "第二环需要把共享秘密的全部 64 字节作为一个输入。ML-KEM 的那一半缺失。窃贼用 32 个零代替它，计算出密钥。用这些密钥验证，"
                    + "服务器第一条加密的记录的认证标签是错的。知道输入的一半，并不等于知道密钥的一半。"
            case .attempt(.psk): "第一环需要 PSK。窃贼用零代替它，计算出密钥。用这些密钥验证，服务器第一条加密的记录的认证标签是错的。"
            case .attempt(.exchangeAndPSK(let group)):
                "第一环需要 PSK，第二环需要 \(group.name) 的共享秘密。窃贼用零代替这两者，计算出密钥。用这些密钥验证，服务器第一条加密的记录的认证标签是错的。"
            case .withoutExchange(let isOffered):
                "在模式 psk_ke 中，用零就对了：它没有密钥交换，只靠 PSK 就能打开全部数据，现在能，以后也能（RFC 8446 2.2 节）。"
                    + (isOffered ? "这个客户端也提出了它，但服务器没有选择。" : "这个客户端只提出 psk_dhe_ke，客户端就应当这样。")
            }
        }
    }
}
