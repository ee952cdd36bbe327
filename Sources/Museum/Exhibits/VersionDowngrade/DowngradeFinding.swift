import Crypto
import TLSSim
import Trace

/// The steps of an attack that takes TLS 1.3 out of a hello.
package enum DowngradeFinding: Remark, Hashable, Sendable {
    case untouched(ProtocolVersion)
    /// Mallory has changed the ClientHello; its octets before and after the change.
    case helloChanged(before: Int, after: Int)
    case answered(CipherSuite)
    case signKept
    case signRemoved
    case signSeen
    case signPassedOver
    /// The sign was removed, and the client goes on; whether this client looks for the sign.
    case signMissing(DowngradeAttack.Victim)
    case signatureWrong
    case nothingSigned
    /// Mallory has found the server's exponent; the bits of the modulus.
    case exponentFound(bits: Int)
    case premasterDecrypted
    /// Mallory has computed the master secret of each side; whether the two are equal.
    case masterSecrets(same: Bool)
    case finishedWrong
    case finishedClosed
    case forged
    /// Mallory passes this number of octets on unchanged.
    case passedOn(octets: Int)
    case sealedAnew
    /// Mallory has read the request, which has this number of octets.
    case reads(octets: Int)
    case lesson(DowngradeLesson)

    package var english: String {
        switch self {
        case .untouched(let version):
            "Mallory passes everything on as it is. The connection uses \(version.name ?? "\(version)")."
        case .helloChanged(let before, let after):
            """
            The client speaks TLS 1.2 and 1.3, and one hello offers both. Mallory is in the path. She takes supported_versions, \
            key_share and psk_key_exchange_modes out of the hello: of \(counted(before, "octet")) \(after) remain. What remains is a good hello of \
            TLS 1.2, because the version field of a hello says TLS 1.2 in both versions (RFC 8446 section 4.1.2).
            """
        case .answered(let suite):
            """
            The server speaks both versions too. It reads a hello without TLS 1.3, so it answers with TLS 1.2 and \(suite.name). \
            It writes a sign into the last eight octets of its random: "DOWNGRD" and 01, the downgrade sentinel (RFC 8446 section 4.1.3). \
            The sign says: this server speaks TLS 1.3, and the hello that it has read did not offer it.
            """
        case .signKept: "Mallory passes ServerHello on as it is."
        case .signRemoved:
            "Mallory puts other octets in the place of the sign. ServerHello is in clear and has no signature of its own."
        case .signSeen:
            """
            The client has offered TLS 1.3. The sign says that the server has not read this offer. So the hello was changed on its way, \
            and the client stops at ServerHello with the alert illegal_parameter (RFC 8446 section 4.1.3). No key has been agreed on.
            """
        case .signPassedOver:
            """
            The sign is there, but this client does not look at it. RFC 8446 section 4.1.3 says that it must. The client goes on with \
            TLS 1.2.
            """
        case .signMissing(.checks): "The client looks for the sign and does not find it. It goes on with TLS 1.2."
        case .signMissing(.unchecked): "The client does not look for the sign. It goes on with TLS 1.2."
        case .signatureWrong:
            """
            ServerKeyExchange has a signature over both randoms and the parameters (RFC 5246 section 7.4.3). The server has signed the \
            random with the sign. The client has read another random, so for the client the signature is wrong. It stops with the alert \
            decrypt_error. Whether the client looks for the sign makes no difference here. Mallory cannot sign anew without the server's \
            private key.
            """
        case .nothingSigned:
            """
            RSA key transport has no ServerKeyExchange, so no signature covers the random. The client encrypts a premaster secret to the \
            key in the certificate. The secret begins with the version in the client's hello, against a rollback. This does not help: \
            the version field says TLS 1.2 before and after Mallory's change. Only Finished is left.
            """
        case .exponentFound(let bits):
            """
            The server's group has \(bits) bits, and the signature on it is genuine. Mallory finds the server's exponent while the \
            handshake waits for her. Logjam (Adrian and others 2015) did this with groups of 512 bits, after a week of preparation for \
            each group. The toy group here needs no preparation. In TLS 1.3 a server has no groups of its own (RFC 8446 section 4.2.7): \
            the two would have used x25519 there.
            """
        case .premasterDecrypted:
            "Mallory has a copy of the server's private key. She decrypts the premaster secret."
        case .masterSecrets(same: true):
            "She computes the master secret. Both sides have read the same randoms, so it is the same for both."
        case .masterSecrets(same: false):
            """
            She computes the master secret of each side. The random of the server is an input, and the two sides have read different \
            ones. So the secrets differ. She decrypts each record with the keys of its sender and encrypts it with those of its reader.
            """
        case .finishedWrong:
            """
            Both sides have the same keys, and Mallory has none. The client's Finished covers the hello that the client has sent. The \
            server computes it over the hello that it has read (RFC 5246 section 7.4.9). The two do not agree, and the server stops with \
            the alert decrypt_error. Finished has held, as the last lock and after all other messages.
            """
        case .finishedClosed:
            """
            The random of the server is an input of the master secret (RFC 5246 section 8.1). The two sides have read different randoms, so \
            they have different keys. The server cannot open the record with the client's Finished. It stops with the alert bad_record_mac, \
            before it can compare the transcripts. They differ too.
            """
        case .forged:
            """
            She opens the client's Finished, and writes one that covers the hello that the server has read. She does the same \
            with the server's Finished for the client. Each side finds what it expects. Finished is a MAC under the master secret: it \
            proves nothing against an attacker who knows this secret.
            """
        case .passedOn(let octets): "Mallory passes these \(counted(octets, "octet")) on as they are."
        case .sealedAnew: "Mallory opens what has come, and seals it with the keys that she has with the other side."
        case .reads(let octets):
            """
            Both sides have completed a handshake of TLS 1.2. Mallory reads the client's request (\(counted(octets, "octet")), with a cookie and a \
            password) and the answer, and she could change both.
            """
        case .lesson(let lesson): lesson.english
        }
    }

    package var chinese: String {
        switch self {
        case .untouched(let version): "Mallory 把一切原样转发。连接使用 \(version.name ?? "\(version)")。"
        case .helloChanged(let before, let after):
            """
            客户端支持 TLS 1.2 和 1.3，一个 hello 消息同时提供两者。Mallory 在路径上。她从 hello 消息中去掉 supported_versions、\
            key_share 和 psk_key_exchange_modes：\(before) 字节中剩下 \(after) 字节。剩下的是一个合格的 TLS 1.2 hello 消息，\
            因为在两个版本中，hello 消息的版本字段写的都是 TLS 1.2（RFC 8446 4.1.2 节）。
            """
        case .answered(let suite):
            """
            服务器也支持两个版本。它读到的 hello 消息里没有 TLS 1.3，所以用 TLS 1.2 和 \(suite.name) 应答。\
            它在自己的随机数的最后八个字节写下一个标记："DOWNGRD" 和 01，即降级标记（RFC 8446 4.1.3 节）。\
            标记的意思是：这台服务器支持 TLS 1.3，而它读到的 hello 消息没有提供它。
            """
        case .signKept: "Mallory 原样转发 ServerHello。"
        case .signRemoved: "Mallory 把标记换成别的字节。ServerHello 是明文，没有自己的签名。"
        case .signSeen:
            """
            客户端提供了 TLS 1.3。标记说明服务器没有读到这一点。可见 hello 消息在路上被改动，客户端在 ServerHello 处停下，\
            警报是 illegal_parameter（RFC 8446 4.1.3 节）。双方还没有商定任何密钥。
            """
        case .signPassedOver:
            """
            标记在那里，但这个客户端不看它。RFC 8446 4.1.3 节说它必须看。客户端继续使用 TLS 1.2。
            """
        case .signMissing(.checks): "客户端寻找标记，没有找到。它继续使用 TLS 1.2。"
        case .signMissing(.unchecked): "客户端不寻找标记。它继续使用 TLS 1.2。"
        case .signatureWrong:
            """
            ServerKeyExchange 的签名包含两个随机数和参数（RFC 5246 7.4.3 节）。服务器签名的随机数带有标记。\
            客户端读到的是另一个随机数，所以在客户端看来签名是错的。它停下，警报是 decrypt_error。\
            客户端是否寻找标记，在这里没有区别。没有服务器的私钥，Mallory 不能重新签名。
            """
        case .nothingSigned:
            """
            RSA 密钥传输没有 ServerKeyExchange，所以没有签名包含这个随机数。客户端用证书中的密钥加密预主密钥。\
            这个秘密以客户端 hello 消息中的版本开头，用来防止回退。这没有用：在 Mallory 改动之前和之后，\
            版本字段写的都是 TLS 1.2。只剩下 Finished。
            """
        case .exponentFound(let bits):
            """
            服务器的群有 \(bits) 位，对它的签名是真的。握手还在等 Mallory 时，她找到了服务器的指数。\
            Logjam（Adrian 等人，2015）对 512 位的群做到了这一点，每个群先要准备一周。这里的玩具群不需要准备。\
            在 TLS 1.3 中，服务器没有自己的群（RFC 8446 4.2.7 节）：双方在那里会使用 x25519。
            """
        case .premasterDecrypted: "Mallory 有服务器私钥的拷贝。她解密出预主密钥。"
        case .masterSecrets(same: true):
            "她算出主密钥。双方读到的随机数相同，所以双方的主密钥也相同。"
        case .masterSecrets(same: false):
            """
            她算出每一方的主密钥。服务器的随机数是一个输入，而双方读到的不同。所以两个主密钥不同。\
            她用发送方的密钥解密每条记录，再用接收方的密钥加密。
            """
        case .finishedWrong:
            """
            双方的密钥相同，Mallory 一个也没有。客户端的 Finished 包含客户端发送的 hello 消息。\
            服务器按它读到的 hello 消息来计算（RFC 5246 7.4.9 节）。两者不一致，服务器用警报 decrypt_error 停下。\
            Finished 守住了：它是最后一道锁，在所有其他消息之后。
            """
        case .finishedClosed:
            """
            服务器的随机数是主密钥的一个输入（RFC 5246 8.1 节）。双方读到的随机数不同，所以密钥不同。\
            服务器解不开带有客户端 Finished 的记录。它用警报 bad_record_mac 停下，还来不及比较握手全文。两份全文也不同。
            """
        case .forged:
            """
            她解开客户端的 Finished，另写一条，包含服务器读到的 hello 消息。对服务器发给客户端的 Finished，她也照样做。\
            每一方都看到自己期待的内容。Finished 是主密钥之下的 MAC：对知道这个秘密的攻击者，它什么也证明不了。
            """
        case .passedOn(let octets): "Mallory 把这 \(octets) 字节原样转发。"
        case .sealedAnew: "Mallory 解开来的内容，再用她与另一边共有的密钥密封。"
        case .reads(let octets):
            """
            双方完成了一次 TLS 1.2 握手。Mallory 读到客户端的请求（\(octets) 字节，带有 cookie 和密码）和应答，两者她都可以改动。
            """
        case .lesson(let lesson): lesson.chinese
        }
    }
}

/// The conclusion of a run.
package enum DowngradeLesson: Hashable, Sendable {
    case sign
    case signature
    case finishedAlone
    case careless
    case checkMissing
    case signUnprotected

    fileprivate var english: String {
        switch self {
        case .sign:
            """
            The sign is the first of three locks. It stops the attack before any key is agreed on, so it does not matter what Mallory \
            could compute later. It stands in the random because a client of TLS 1.2 does not look at these octets. TLS_FALLBACK_SCSV (RFC \
            7507) is against another attack: there the client itself comes again with an older version. Here the client sends one hello.
            """
        case .signature:
            """
            The sign is in a field that is signed. The signature is the second lock: Mallory can change the random, but she cannot sign \
            it. The lock holds even where the group is broken, because the signature comes from the key in the certificate.
            """
        case .finishedAlone:
            """
            With RSA key transport the sign has no protection, as RFC 8446 section 4.1.3 says. Finished alone stands in the way, and \
            Finished is as good as the secrecy of the premaster secret.
            """
        case .careless:
            """
            The version is not in Finished by name. Finished covers all messages, so it covers the change. That is enough as long as \
            Mallory cannot compute the keys of TLS 1.2. The weakest exchange that both sides still accept decides.
            """
        case .checkMissing:
            """
            Finished covers the versions, and still the downgrade has succeeded. The older version had a weak exchange, and an attacker \
            who breaks the exchange can write Finished. The sign under the signature does not depend on the exchange. A client that looks \
            at it stops at ServerHello.
            """
        case .signUnprotected:
            """
            Mallory could forge Finished because the key is stolen. The sign does not protect RSA key transport (RFC 8446 section 4.1.3): \
            nothing signs it, so she can take it out. A client that wants the protection must not offer RSA key transport. TLS 1.3 has no \
            RSA key transport: a stolen key opens no exchange there.
            """
        }
    }

    fileprivate var chinese: String {
        switch self {
        case .sign:
            """
            标记是三道锁中的第一道。它在商定任何密钥之前就挡住攻击，所以 Mallory 以后能算出什么都无关紧要。\
            它放在随机数里，因为 TLS 1.2 的客户端不看这些字节。TLS_FALLBACK_SCSV（RFC 7507）防的是另一种攻击：\
            那里是客户端自己用更旧的版本再来一次。这里客户端只发送一个 hello 消息。
            """
        case .signature:
            """
            标记所在的字段有签名。签名是第二道锁：Mallory 可以改动随机数，但不能给它签名。\
            即使群被攻破，这道锁也守得住，因为签名来自证书中的密钥。
            """
        case .finishedAlone:
            """
            使用 RSA 密钥传输时，标记没有保护，RFC 8446 4.1.3 节也这样说。挡在路上的只有 Finished，\
            而预主密钥有多保密，Finished 就有多可靠。
            """
        case .careless:
            """
            Finished 里没有单独写出版本。但 Finished 包含所有消息，所以包含这处改动。\
            只要 Mallory 算不出 TLS 1.2 的密钥，这就够了。起决定作用的，是双方仍然接受的最弱的密钥交换。
            """
        case .checkMissing:
            """
            Finished 包含版本，降级还是成功了。旧版本的密钥交换很弱，攻破密钥交换的攻击者就能写出 Finished。\
            受签名保护的标记不依赖密钥交换。查看标记的客户端在 ServerHello 处就停下。
            """
        case .signUnprotected:
            """
            Mallory 能伪造 Finished，因为密钥被窃取了。标记保护不了 RSA 密钥传输（RFC 8446 4.1.3 节）：\
            没有签名包含它，所以她可以去掉它。想要这种保护的客户端，不得提供 RSA 密钥传输。\
            TLS 1.3 没有 RSA 密钥传输：在那里，窃取的密钥解不开任何密钥交换。
            """
        }
    }
}
