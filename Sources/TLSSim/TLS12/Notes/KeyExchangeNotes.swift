import Crypto
import Trace

/// The notes on the key exchange: its messages, its computations and its checks.
public enum KeyExchangeNote: StepNote, Hashable {
    case serverKeyExchange(group: String, bits: Int)
    case serverPoint(curve: String, KeyAlgorithm)
    case signingParameters(SignatureScheme)
    case verifyingParameters(SignatureScheme)
    case parametersSigned(SignatureScheme)
    case groupAccepted(name: String, bits: Int)
    case toyGroup(name: String, FiniteFieldGroup.Weakness)
    case curveAccepted(String)
    case publicValue(Role, exponentBits: Int)
    case point(Role, curve: String)
    case premasterDrawn
    case premasterEncrypted
    case premasterDecrypted
    /// That side computes the shared value in a finite field. `toy` says whether the group is a toy group.
    case premasterAgreed(Role, toy: Bool)
    case sharedPoint(Role, curve: String)
    case encryptedPremaster(octets: Int)
    case clientPublicValue(octets: Int)
    case clientPoint(curve: String)

    public var reference: (step: String, cite: Citation) {
        switch self {
        case .serverKeyExchange: ("tls.server_key_exchange", .rfc(5246, "7.4.3"))
        case .serverPoint: ("tls.server_key_exchange", .rfc(8422, "5.4"))
        case .signingParameters: ("tls.calc.params_signature", .rfc(5246, "7.4.3"))
        case .verifyingParameters: ("tls.calc.params_verification", .rfc(5246, "7.4.3"))
        case .parametersSigned: ("tls.check.params_signature", .rfc(5246, "7.4.3"))
        case .groupAccepted: ("tls.check.group", .rfc(7919, "5.1"))
        case .toyGroup: ("tls.check.group", .rfc(7919, "3.1"))
        case .curveAccepted: ("tls.check.group", .rfc(8422, "5.1.1"))
        case .publicValue(.client, _): ("tls.calc.dh_Yc", .rfc(7919, "5.2"))
        case .publicValue(.server, _): ("tls.calc.dh_Ys", .rfc(7919, "5.2"))
        case .point(let side, let curve): ("tls.calc.\(side)_point", Self.arithmetic(on: curve))
        case .premasterDrawn, .premasterDecrypted: ("tls.calc.premaster_secret", .rfc(5246, "7.4.7.1"))
        case .premasterAgreed: ("tls.calc.premaster_secret", .rfc(5246, "8.1.2"))
        case .sharedPoint(_, let curve): ("tls.calc.premaster_secret", Self.arithmetic(on: curve))
        case .premasterEncrypted: ("tls.calc.encrypted_premaster_secret", .rfc(5246, "7.4.7.1"))
        case .encryptedPremaster: ("tls.client_key_exchange", .rfc(5246, "7.4.7.1"))
        case .clientPublicValue: ("tls.client_key_exchange", .rfc(5246, "7.4.7.2"))
        case .clientPoint: ("tls.client_key_exchange", .rfc(8422, "5.7"))
        }
    }

    private static func arithmetic(on curve: String) -> Citation {
        curve == NamedGroup.x25519.name ? .rfc(7748, "5") : .rfc(8422, "5.10")
    }

    /// The sentence: the inputs of the step, and who can compute the result.
    public var english: String {
        switch self {
        case .serverKeyExchange(let group, let bits):
            """
            A group (\(group), \(bits) bits), the server's public value in it, and a signature over both randoms and these \
            parameters. The RSA key only signs. Without the signature, a man in the middle could put in a value of his own.
            """
        case .serverPoint(let curve, let signer):
            """
            A curve (\(curve)), the server's point on it, and a signature over both randoms and these parameters. The \
            \(signer.name) key only signs. Without the signature, a man in the middle could put in a point of \
            his own.
            """
        case .signingParameters(let scheme):
            """
            The server's private key signs here (\(scheme)), and does nothing else in this handshake. The signature covers both \
            randoms and the parameters. The randoms are new in each handshake, so a recorded signature fits no other one.
            """
        case .verifyingParameters(let scheme):
            """
            The client \(scheme.english(hashing: "the randoms that it knows and the parameters that it has received", keyIn: "the certificate")) \
            \(scheme.englishTest)
            """
        case .parametersSigned(let scheme):
            """
            The signature (\(scheme)) over client_random + server_random + parameters verifies with the key in the certificate. So \
            the parameters come from the owner of the certificate, and they were made for this handshake.
            """
        case .groupAccepted(let name, let bits):
            """
            \(name), \(bits) bits, is a safe-prime group: p and (p - 1)/2 are prime. Ys lies between 1 and p - 1. Ys = 1 or \
            Ys = p - 1 would leave only one or two possible secrets.
            """
        case .toyGroup(let name, let weakness):
            "\(name) is a toy group. It is accepted only because the lesson asks for it. \(weakness.english)"
        case .curveAccepted(let curve):
            "\(curve) is a curve that this side has offered. "
                + (curve == NamedGroup.x25519.name
                    ? "Any 32 octets are a point to X25519; only a result of zeros will be refused."
                    : "Whether the point lies on the curve is checked before it is used.")
        case .publicValue(let side, let bits):
            """
            The \(side) draws an exponent of \(bits) bits and raises the generator to it. The exponent serves this connection \
            only. Then it is deleted, like the keys made from it. Forward secrecy depends on this deletion.
            """
        case .point(let side, let curve):
            """
            The \(side) draws a secret number and multiplies the base point of \(curve) by it. \
            \(curve == NamedGroup.x25519.name ? "Five of the number's 256 bits are fixed. " : "")The number serves this connection only. Then it is deleted, like the keys made from it. Forward secrecy depends on this deletion.
            """
        case .premasterDrawn:
            """
            The client alone makes the premaster secret: two octets of version, then 46 random octets. The version is the one that \
            the client offered, not the one agreed; so the server notices a rollback. This is the third random, and the only \
            secret one.
            """
        case .premasterEncrypted:
            """
            The premaster secret is padded with random octets to the length of the modulus (PKCS#1 v1.5). Then it is raised to the \
            public exponent.
            """
        case .premasterDecrypted:
            """
            The server decrypts with its long-term private key. If the padding is wrong, the server does not say so: it goes on \
            with a random value and fails at Finished. Any other answer would help Bleichenbacher's attack.
            """
        case .premasterAgreed(let side, let toy):
            """
            The \(side) raises the other side's public value to its own exponent. Both sides compute the same number; it never \
            crosses the wire.\(toy ? " In a group as small as this one, anyone can try every exponent." : "")
            """
        case .sharedPoint(let side, let curve):
            """
            The \(side) multiplies the other side's point on \(curve) by its own number. Both sides compute the same point; it never \
            crosses the wire. The first coordinate of this point is the premaster secret.
            """
        case .encryptedPremaster(let octets):
            """
            The premaster secret, encrypted to the key in the certificate: \(counted(octets, "octet")), the length of the RSA modulus. The \
            owner of the private key can decrypt it, today or in ten years from a recording.
            """
        case .clientPublicValue(let octets):
            """
            The client's public value, \(counted(octets, "octet")), in clear. An onlooker now has p, g, Ys and Yc. To learn the secret, the \
            onlooker still has to take a discrete logarithm.
            """
        case .clientPoint(let curve):
            """
            The client's point on \(curve), in clear. An onlooker now has both points. To learn the secret, the onlooker still has \
            to find the number behind one of them. The known methods (such as Pollard's rho) take far too long.
            """
        }
    }

    public var chinese: String {
        switch self {
        case .serverKeyExchange(let group, let bits):
            """
            一个群（\(group)，\(bits) 位），服务器在其中的公开值，以及对两个随机数和这些参数的签名。\
            RSA 密钥只用来签名。没有这个签名，中间人就可以换上自己的公开值。
            """
        case .serverPoint(let curve, let signer):
            """
            一条曲线（\(curve)），服务器在曲线上的点，以及对两个随机数和这些参数的签名。\
            \(signer.name) 密钥只用来签名。没有这个签名，中间人就可以换上自己的点。
            """
        case .signingParameters(let scheme):
            """
            服务器的私钥在这里签名（\(scheme)），在这次握手中没有别的用处。签名覆盖两个随机数和参数。\
            随机数每次握手都是新的，所以录下的签名在别的握手中无效。
            """
        case .verifyingParameters(let scheme):
            """
            客户端\(scheme.chinese(hashing: "它知道的随机数和它收到的参数", keyIn: "证书"))\
            \(scheme.chineseTest)
            """
        case .parametersSigned(let scheme):
            """
            用证书中的密钥验证，对 client_random + server_random + 参数的签名（\(scheme)）有效。\
            所以这些参数来自证书的持有者，而且是为这次握手产生的。
            """
        case .groupAccepted(let name, let bits):
            """
            \(name)（\(bits) 位）是安全素数群：p、(p - 1)/2 都是素数。Ys 在 1 和 p - 1 之间。\
            如果 Ys = 1 或 Ys = p - 1，就只剩下一个或两个可能的秘密。
            """
        case .toyGroup(let name, let weakness):
            "\(name) 是玩具群。接受它，只是因为课程要用它。\(weakness.chinese)"
        case .curveAccepted(let curve):
            "\(curve) 是这一方提供过的曲线。"
                + (curve == NamedGroup.x25519.name
                    ? "对 X25519 来说，任何 32 字节都是一个点；只有结果全为零时才会拒绝。"
                    : "使用这个点之前，会检查它是否在曲线上。")
        case .publicValue(let side, let bits):
            """
            \(side.inChinese)随机产生一个 \(bits) 位的指数，以它为指数计算生成元的幂。这个指数只为这次连接服务，\
            用完就删除，由它得到的密钥也一样。前向保密靠的就是这次删除。
            """
        case .point(let side, let curve):
            """
            \(side.inChinese)随机产生一个秘密的数，用它乘 \(curve) 的基点。\
            \(curve == NamedGroup.x25519.name ? "这个数的 256 位中有五位是固定的。" : "")\
            这个数只为这次连接服务，用完就删除，由它得到的密钥也一样。前向保密靠的就是这次删除。
            """
        case .premasterDrawn:
            """
            预主密钥由客户端独自产生：两个字节的版本，加上 46 个随机字节。这个版本是客户端提供的版本，\
            不是商定的版本，所以服务器能发现版本回退。这是第三个随机数，也是唯一保密的一个。
            """
        case .premasterEncrypted:
            """
            预主密钥用随机字节填充到模数的长度（PKCS#1 v1.5），然后以公开指数计算它的幂。
            """
        case .premasterDecrypted:
            """
            服务器用长期的私钥解密。如果填充不对，服务器不说出来：它用一个随机的值继续，到 Finished 时失败。\
            任何别的回应都会帮助 Bleichenbacher 的攻击。
            """
        case .premasterAgreed(let side, let toy):
            """
            \(side.inChinese)以自己的指数计算对方公开值的幂。双方算出同一个数，它从不经过线路。\
            \(toy ? "在这么小的群中，谁都能把指数逐个试遍。" : "")
            """
        case .sharedPoint(let side, let curve):
            """
            \(side.inChinese)用自己的数乘对方在 \(curve) 上的点。双方算出同一个点，它从不经过线路。\
            这个点的第一个坐标就是预主密钥。
            """
        case .encryptedPremaster(let octets):
            """
            用证书中的密钥加密的预主密钥：\(octets) 字节，即 RSA 模数的长度。\
            持有私钥的一方可以解密它：今天可以，十年后从录下的流量中也可以。
            """
        case .clientPublicValue(let octets):
            """
            客户端的公开值，\(octets) 字节，明文。旁观者现在有了 p、g、Ys 和 Yc。\
            旁观者要想知道秘密，还得求出一个离散对数。
            """
        case .clientPoint(let curve):
            """
            客户端在 \(curve) 上的点，明文。旁观者现在有了两个点。旁观者要想知道秘密，\
            还得找出其中一个点背后的数。已知的方法（例如 Pollard 的 rho 方法）需要的时间太长。
            """
        }
    }
}

extension SignatureScheme {
    /// What a verifier computes from the octets that are signed, before ``englishTest``, in words that follow "The client".
    ///
    /// - Parameters:
    ///   - octets: the octets that are signed, in words.
    ///   - holder: the certificate with the key.
    func english(hashing octets: String, keyIn holder: String) -> String {
        hash == nil && method != nil
            ? "hashes R, the public key A in \(holder), and \(octets): the number k. Then it computes S * B - k * A."
            : "hashes \(octets): the digest. Then it computes with the public key in \(holder)."
    }

    /// What a verifier computes from the octets that are signed, before ``chineseTest``, in Chinese words that follow "客户端".
    func chinese(hashing octets: String, keyIn holder: String) -> String {
        hash == nil && method != nil
            ? "计算 R、\(holder)中的公钥 A 和\(octets)的哈希，得到数 k，然后计算 S * B - k * A。"
            : "计算\(octets)的哈希，得到摘要，然后用\(holder)中的公钥计算。"
    }

    /// The equation that a valid signature fulfils (RFC 8017 sections 8.1.2 and 8.2.2, FIPS 186-5 section 6.4.2, RFC 8032 section
    /// 5.1.7).
    var englishTest: String {
        switch method {
        case .pkcs1: "The result has to be the padded block with exactly this digest."
        case .pss:
            """
            The result has to end with H and bc. H is the hash of eight zero octets, this digest and the salt. maskedDB hides the salt \
            under a mask that is made from H.
            """
        case .ecdsa: "The result has to be the number r of the signature."
        case .ed25519: "The result has to be R, the first half of the signature."
        case nil: ""
        }
    }

    /// The equation that a valid signature fulfils, in Chinese.
    var chineseTest: String {
        switch method {
        case .pkcs1: "结果必须是填充后的块，里面正好是这个摘要。"
        case .pss:
            """
            结果必须以 H 和 bc 结尾。H 是八个零字节、这个摘要和盐的哈希。\
            maskedDB 用一个由 H 得到的掩码把盐遮住。
            """
        case .ecdsa: "结果必须是签名中的数 r。"
        case .ed25519: "结果必须是 R，即签名的前一半。"
        case nil: ""
        }
    }
}
