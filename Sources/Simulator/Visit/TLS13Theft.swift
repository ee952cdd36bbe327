import TLSSim
import Trace

extension TLS13 {
    /// A theft after a connection of TLS 1.3, or a quantum computer, and what it opens of a recording.
    package enum Theft: Remark, Hashable {
        case privateKey(opens: Reach)
        case ticketSecret(opens: Reach)
        case ticketKey(opens: Reach)
        case ticketKeyAndGroup(NamedGroup, opens: Reach)
        case quantumWithoutExchange(opens: Reach)
        case quantum(NamedGroup, opens: Reach)

        /// How much of the recording can be decrypted.
        package enum Reach: Hashable, Sendable {
            case nothing
            /// Only the early data, which the client sent with its first hello.
            case earlyData
            /// All data.
            case everything
        }

        private static func result(_ opens: Reach) -> String {
            switch opens {
            case .everything: "opens the recording"
            case .earlyData: "opens the early data of the recording, and nothing else"
            case .nothing: "opens nothing of the recording"
            }
        }

        private static func chineseResult(_ opens: Reach) -> String {
            switch opens {
            case .everything: "能解开录下的流量"
            case .earlyData: "能解开录下的早期数据，其他都解不开"
            case .nothing: "解不开录下的任何流量"
            }
        }

        package var english: String {
            switch self {
            case .privateKey(let opens):
                """
                The server's private key \(Self.result(opens)). It has only signed. A thief of it can pose as the server to new clients.
                """
            case .ticketSecret(opens: .everything):
                """
                The ticket's secret, from the memory of the client, \(Self.result(.everything)). In the mode psk_ke all keys are made from this \
                secret and from what is on the wire. So the connection has no forward secrecy. With a fresh exchange the data would stay \
                closed: --resume psk shows it.
                """
            case .ticketSecret(let opens):
                """
                The ticket's secret, from the memory of the client, \(Self.result(opens)). The keys of early data are made from this secret and \
                the hello alone. A fresh exchange goes into the keys of the answer, and the thief does not have it.
                """
            case .ticketKey(opens: .earlyData):
                """
                The key of the tickets \(Self.result(.earlyData)). The ticket is in the recording in clear. The key opens it and yields the \
                ticket's secret, for every client of this server. So early data has no forward secrecy: what must stay secret for years \
                does not belong in it. The answer stays closed, because a fresh exchange is in its keys.
                """
            case .ticketKey(opens: .everything):
                """
                The key of the tickets \(Self.result(.everything)). The ticket is in the recording in clear. The key opens it and yields the \
                ticket's secret, and in the mode psk_ke no exchange is missing. One theft opens every such connection of this server, as \
                with the tickets of TLS 1.2.
                """
            case .ticketKey(let opens):
                """
                The key of the tickets \(Self.result(opens)). It yields the ticket's secret, and that alone makes no key of the data: the \
                fresh exchange is missing. A thief of this key can pose as the server to clients with a ticket. In TLS 1.2 the same \
                theft opens every session with a ticket.
                """
            case .ticketKeyAndGroup(let group, let opens):
                "The key of the tickets together with a quantum computer that breaks \(group.name) \(Self.result(opens))."
            case .quantumWithoutExchange(let opens):
                """
                A future quantum computer that breaks groups \(Self.result(opens)). No exchange is in the keys, and a machine for \
                logarithms does not find a secret that HKDF and a MAC have used.
                """
            case .quantum(.x25519MLKEM768, let opens):
                """
                A future quantum computer \(Self.result(opens)). It breaks the half of X25519. The half of ML-KEM is still missing.
                """
            case .quantum(let group, .nothing):
                """
                A future quantum computer that breaks \(group.name) \(Self.result(.nothing)). The ticket's secret enters the keys, too.
                """
            case .quantum(let group, let opens):
                """
                A future quantum computer that breaks \(group.name) \(Self.result(opens)). The recording of today is what such a machine \
                would read: that is why key exchange changes before signatures do. --group X25519MLKEM768 shows the remedy.
                """
            }
        }

        package var chinese: String {
            switch self {
            case .privateKey(let opens):
                """
                服务器的私钥\(Self.chineseResult(opens))。它只用来签名。拿到它的窃贼可以对新的客户端冒充服务器。
                """
            case .ticketSecret(opens: .everything):
                """
                从客户端的内存偷到的票据的秘密\(Self.chineseResult(.everything))。在 psk_ke 模式下，所有密钥都由这个秘密\
                和线路上的内容得到，所以连接没有前向保密。如果有新的密钥交换，数据就仍然解不开：--resume psk 可以看到。
                """
            case .ticketSecret(let opens):
                """
                从客户端的内存偷到的票据的秘密\(Self.chineseResult(opens))。早期数据的密钥只由这个秘密和 Hello 消息得到。\
                应答的密钥还来自一次新的密钥交换，而窃贼得不到它的结果。
                """
            case .ticketKey(opens: .earlyData):
                """
                票据密钥\(Self.chineseResult(.earlyData))。票据以明文出现在录下的流量中。票据密钥能打开它，得到票据的秘密，\
                对这台服务器的每个客户端都是如此。所以早期数据没有前向保密：要保密多年的内容不应放在里面。\
                应答仍然解不开，因为它的密钥里有一次新的密钥交换。
                """
            case .ticketKey(opens: .everything):
                """
                票据密钥\(Self.chineseResult(.everything))。票据以明文出现在录下的流量中。票据密钥能打开它，得到票据的秘密，\
                而在 psk_ke 模式下，并不缺少任何密钥交换。一次盗窃就能解开这台服务器所有这样的连接，\
                与 TLS 1.2 的票据一样。
                """
            case .ticketKey(let opens):
                """
                票据密钥\(Self.chineseResult(opens))。它能得到票据的秘密，但单凭这个秘密得不到数据的任何密钥：\
                还缺新的那次密钥交换。拿到票据密钥的窃贼，可以对持有票据的客户端冒充服务器。在 TLS 1.2 中，\
                同样的盗窃能解开每一个使用票据的会话。
                """
            case .ticketKeyAndGroup(let group, let opens):
                "票据密钥，加上能攻破 \(group.name) 的量子计算机，\(Self.chineseResult(opens))。"
            case .quantumWithoutExchange(let opens):
                """
                未来能攻破群的量子计算机\(Self.chineseResult(opens))。密钥里没有密钥交换，而求对数的机器找不出\
                供 HKDF 和 MAC 使用的秘密。
                """
            case .quantum(.x25519MLKEM768, let opens):
                """
                未来的量子计算机\(Self.chineseResult(opens))。它攻破 X25519 的一半，但还缺 ML-KEM 的一半。
                """
            case .quantum(let group, .nothing):
                """
                未来能攻破 \(group.name) 的量子计算机\(Self.chineseResult(.nothing))。票据的秘密也参与产生密钥。
                """
            case .quantum(let group, let opens):
                """
                未来能攻破 \(group.name) 的量子计算机\(Self.chineseResult(opens))。这样的机器读的正是今天录下的流量：\
                所以密钥交换要比签名先更换。--group X25519MLKEM768 可以看到补救的办法。
                """
            }
        }
    }
}
