import Trace

/// What changes for a thief who has the recording.
enum TheftNote: ComparisonNote {
    case outcome(ComparedTheft, from: ComparedTheft.Outcome, to: ComparedTheft.Outcome)
    case replay

    var step: String {
        switch self {
        case .outcome(let theft, _, _): "compare.theft.\(theft.rawValue)"
        case .replay: "compare.replay"
        }
    }

    var cite: Citation {
        switch self {
        case .outcome(.serverKey, _, .opens(true, _)): .rfc(5246, "F.1.1.2")
        case .outcome(.ticketKey, _, .opens(_, true?)), .outcome(.ticketSecret, _, .opens(_, true?)): .rfc(8446, "2.3")
        case .replay: .rfc(8446, "8")
        case .outcome(.serverKey, _, _), .outcome(.quantum, _, _), .outcome(.clientValue, _, _),
            .outcome(.serverValue, _, _):
            .rfc(8446, "E.1")
        case .outcome(.ticketKey, _, _), .outcome(.ticketSecret, _, _): .rfc(8446, "2.2")
        }
    }

    var english: String {
        switch self {
        case .outcome(.serverKey, _, .opens(true, _)):
            "A thief of the server's private key opens the recording: the premaster secret is in it, encrypted to this key."
        case .outcome(.serverKey, _, .opens(false, _)):
            """
            A thief of the server's private key opens nothing of the recording: forward secrecy. The key has only signed, and both sides \
            have deleted what made the secret.
            """
        case .outcome(.serverKey, _, .absent): "There is no private key of the server to steal."
        case .outcome(.ticketKey, _, .opens(false, true?)):
            """
            The key that seals the tickets opens the early data of a recording. It yields the ticket's secret, and the keys of the early data \
            are made from this secret alone. The other data stays closed.
            """
        case .outcome(.ticketSecret, _, .opens(false, true?)):
            """
            The ticket's secret opens the early data of a recording: no fresh exchange enters its keys. The other data stays closed.
            """
        case .outcome(.ticketKey, _, .opens(false, _)):
            """
            The key that seals the tickets is new loot. It yields the ticket's secret. The data stays closed, because the secret of the \
            fresh exchange is missing.
            """
        case .outcome(.ticketSecret, _, .opens(false, _)):
            "The ticket's secret is new loot. The data stays closed, because the secret of the fresh exchange is missing."
        case .outcome(.ticketKey, _, .opens(true, _)):
            "The key that seals the tickets opens the recording: it yields the ticket's secret."
        case .outcome(.ticketSecret, _, .opens(true, _)): "The ticket's secret opens the recording."
        case .outcome(.ticketKey, _, .absent):
            "The connection begins without a ticket, so there is no key of a ticket to steal."
        case .outcome(.ticketSecret, _, .absent):
            "The connection begins without a ticket, so there is no ticket's secret to steal."
        case .outcome(.serverValue, .absent, .opens):
            """
            The server draws a value of its own for the exchange. A thief who takes it before it is deleted opens this connection, and no \
            other.
            """
        case .outcome(.serverValue, _, .absent): "The server draws no secret of its own for the exchange."
        case .outcome(.clientValue, _, .absent): "The client draws no secret of its own for the exchange."
        case .outcome(.serverValue, _, .opens(false, _)):
            "The server's private value of the exchange opens nothing by itself: the ticket's secret enters the keys, too."
        case .outcome(.clientValue, _, .opens(false, _)):
            "The client's private value of the exchange opens nothing by itself: the ticket's secret enters the keys, too."
        case .outcome(.serverValue, _, .opens(true, _)):
            "The server's private value of the exchange opens the connection by itself."
        case .outcome(.clientValue, _, .opens(true, _)):
            "The client's secret random values open the connection by themselves."
        case .replay:
            """
            An attacker who cannot read the early data can send a copy of it in a new connection. Nothing of the server is in its keys, so TLS \
            alone does not tell the copy from the original. The server has to remember what it has seen.
            """
        case .outcome(.quantum, _, .opens(false, _)):
            """
            A machine that breaks public keys opens nothing of this recording alone: the ticket's secret enters the keys, too. With a recording \
            of the first connection as well, the machine opens both: that connection made the ticket's secret.
            """
        case .outcome(.quantum, _, _):
            "A machine that breaks public keys opens the recording: all that makes the keys is in it."
        }
    }

    var chinese: String {
        switch self {
        case .outcome(.serverKey, _, .opens(true, _)):
            "窃贼用服务器的私钥能解开录下的流量：预主密钥就在其中，是用对应的公钥加密的。"
        case .outcome(.serverKey, _, .opens(false, _)):
            """
            窃贼用服务器的私钥解不开录下的任何流量：这就是前向保密。这个私钥只用来签名，产生秘密的那些值，双方已经删除。
            """
        case .outcome(.serverKey, _, .absent): "服务器没有私钥可偷。"
        case .outcome(.ticketKey, _, .opens(false, true?)):
            """
            封存票据的密钥能解开录下的早期数据。它能得到票据的秘密，而早期数据的密钥只由这个秘密得到。其他数据仍然解不开。
            """
        case .outcome(.ticketSecret, _, .opens(false, true?)):
            """
            票据的秘密能解开录下的早期数据：早期数据的密钥里没有新的密钥交换。其他数据仍然解不开。
            """
        case .outcome(.ticketKey, _, .opens(false, _)):
            """
            封存票据的密钥是新的赃物。它能得到票据的秘密。数据仍然解不开，因为还缺新的密钥交换的秘密。
            """
        case .outcome(.ticketSecret, _, .opens(false, _)):
            "票据的秘密是新的赃物。数据仍然解不开，因为还缺新的密钥交换的秘密。"
        case .outcome(.ticketKey, _, .opens(true, _)):
            "封存票据的密钥能解开录下的流量：它能得到票据的秘密。"
        case .outcome(.ticketSecret, _, .opens(true, _)): "票据的秘密能解开录下的流量。"
        case .outcome(.ticketKey, _, .absent):
            "连接不以票据开始，所以没有票据密钥可偷。"
        case .outcome(.ticketSecret, _, .absent):
            "连接不以票据开始，所以没有票据的秘密可偷。"
        case .outcome(.serverValue, .absent, .opens):
            """
            服务器为密钥交换抽取自己的值。窃贼如果在删除之前拿走这个值，就能解开这次连接，但解不开其他连接。
            """
        case .outcome(.serverValue, _, .absent): "服务器不为密钥交换抽取自己的秘密。"
        case .outcome(.clientValue, _, .absent): "客户端不为密钥交换抽取自己的秘密。"
        case .outcome(.serverValue, _, .opens(false, _)):
            "单凭服务器在密钥交换中的私有值，什么也解不开：票据的秘密也参与产生密钥。"
        case .outcome(.clientValue, _, .opens(false, _)):
            "单凭客户端在密钥交换中的私有值，什么也解不开：票据的秘密也参与产生密钥。"
        case .outcome(.serverValue, _, .opens(true, _)):
            "单凭服务器在密钥交换中的私有值，就能解开连接。"
        case .outcome(.clientValue, _, .opens(true, _)):
            "单凭客户端的秘密随机值，就能解开连接。"
        case .replay:
            """
            攻击者读不懂早期数据，但可以复制它，在新的连接中发送。它的密钥里没有来自服务器的任何东西，\
            所以单靠 TLS 分不出复制的和原来的。服务器必须记住自己见过什么。
            """
        case .outcome(.quantum, _, .opens(false, _)):
            """
            能攻破公钥的机器，单凭这次录下的流量什么也解不开：票据的秘密也参与产生密钥。如果还有第一次连接录下的流量，\
            机器就能解开两者：票据的秘密产生于那次连接。
            """
        case .outcome(.quantum, _, _):
            "能攻破公钥的机器能解开录下的流量：产生密钥的一切都在其中。"
        }
    }
}
