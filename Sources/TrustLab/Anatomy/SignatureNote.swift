import Crypto
import Trace

/// The sentences about a signature and its verification.
enum SignatureNote: Remark {
    /// The signed octets, and the place of the signature.
    case signed(SignatureWork)
    case pkcs1
    /// The parts of the block that results from such a verification; the number of padding octets, and the name of the hash.
    case block(padding: Int, hash: String)
    case noBlock
    case pss(PSS.Verification)
    case ecdsa(ECDSA.Verification)
    case ed25519
    /// The condition that a value must meet.
    case mustBeR
    case withOpenSSL

    // MARK: The outcome
    case obstacle(SignatureWork.Obstacle, algorithm: Words)
    case wrongForm
    case wrongDigest
    case notVerified(issuer: Words)
    /// The signature is valid; whether two digests were compared, and whether the certificate is self-signed.
    case verified(issuer: Words, byDigests: Bool, isSelfSigned: Bool)

    var english: String {
        switch self {
        case .signed(let work):
            """
            The issuer signs tbsCertificate with its header: \(counted(work.signed.count, "octet")), from offset \
            \(work.signed.lowerBound) to \(work.signed.upperBound - 1). The algorithm is \(work.algorithm.english). The signature has \
            \(counted(work.signature.count, "octet")), from offset \(work.signature.lowerBound) on.
            """
        case .pkcs1:
            """
            RSASSA-PKCS1-v1_5 (RFC 8017 section 8.2). To sign, the issuer made a block: padding, the name of the hash function, and \
            the digest of those octets. It read the block as one number and raised it to the secret exponent d. To raise the result \
            to the public exponent e gives the block back, because e and d belong together modulo n. So anyone can recover the \
            block, but only the owner of d can have made the signature.
            """
        case .block(let padding, let hash):
            """
            The block is 00 01, then \(counted(padding, "octet")) ff that fill it to the size of n, then 00 and DigestInfo (RFC 8017 \
            section 9.2). DigestInfo is DER again: a SEQUENCE of the hash function, \(hash), and the digest.
            """
        case .noBlock:
            """
            A signed block is 00 01 ff … ff 00 DigestInfo. This block is not. It results when the key or the signature is a wrong \
            one.
            """
        case .pss(let work):
            """
            RSASSA-PSS (RFC 8017 sections 8.1 and 9.1) with \(work.hash.name), MGF1 over \(work.maskHash.name) and a salt \
            of \(counted(work.saltLength, "octet")). As with every RSA signature, EM = s^e mod n. But the block does not show the digest. The \
            signer drew a random salt. H is the hash of eight zero octets, the digest and the salt. The salt stands before H, under \
            a mask that is made from H. A verifier removes the mask, finds the salt, and computes H again. With a fresh salt, two \
            signatures of the same octets differ.
            """
        case .ecdsa(let work):
            """
            ECDSA (FIPS 186-5 section 6) on the curve \(work.key.curve.name) with \(work.hash.name). The signer drew a secret \
            number k. r is the x-coordinate of k G. s = (e + r d) / k connects r with the digest e and the secret key d. The \
            verifier knows Q = d G, but not k and not d. It computes (e/s) G + (r/s) Q and compares the x-coordinate with r. The \
            result is k G exactly if the signature was made with d. All numbers are modulo n, the order of G. Unlike with RSA there \
            is no block to recover: the digest goes in, and only yes or no comes out.
            """
        case .ed25519:
            """
            Ed25519 (RFC 8032 section 5.1.7). The signature is a point R and a number S, 32 octets each. No digest is made \
            beforehand: the SHA-512 of R, the key A and the octets themselves gives a number k. The verifier checks whether \
            S B = R + k A. The signer derives its secret number from the key and the octets. So a weak random generator does no \
            harm.
            """
        case .mustBeR: "must be r"
        case .withOpenSSL: "The same with OpenSSL:"
        case .obstacle(let obstacle, let algorithm): Self.describe(obstacle, algorithm.english)
        case .wrongForm:
            "The digests are equal, but the block does not have the form that RFC 8017 prescribes. The signature is not valid."
        case .wrongDigest: "The two digests differ: the issuer signed other octets."
        case .notVerified(let issuer):
            "The signature does not verify with the key of \(issuer.english). The certificate was changed, or another key signed it."
        case .verified(let issuer, let byDigests, false):
            Self.equal(byDigests) + "the key of \(issuer.english) signed these octets, and no octet has changed since."
        case .verified(let issuer, let byDigests, true):
            Self.equal(byDigests) + """
                the maker of this certificate had the private key of \(issuer.english). A self-signed certificate proves only that: possession \
                of a key, not identity. Anyone can make one with any name. A program trusts it only if its user or vendor has decided \
                so.
                """
        }
    }

    var chinese: String {
        switch self {
        case .signed(let work):
            """
            颁发者对 tbsCertificate 连同其首部签名：共 \(work.signed.count) 字节，从偏移 \(work.signed.lowerBound) \
            到 \(work.signed.upperBound - 1)。\(spaced("算法是", work.algorithm.chinese))。签名有 \(work.signature.count) 字节，\
            从偏移 \(work.signature.lowerBound) 开始。
            """
        case .pkcs1:
            """
            RSASSA-PKCS1-v1_5（RFC 8017 8.2 节）。签名时，颁发者做出一个块：填充、哈希函数的名称和这些字节的摘要。它把这个块当作一个数，\
            求它的 d 次幂，d 是秘密指数。再求结果的 e 次幂，e 是公开指数，就得回这个块，因为 e 和 d 在模 n 下是一对。所以任何人都能还原这个块，\
            但只有持有 d 的一方才能做出这个签名。
            """
        case .block(let padding, let hash):
            """
            这个块是 00 01，接着是 \(padding) 字节的 ff，把它填满到 n 的大小，然后是 00 和 DigestInfo（RFC 8017 9.2 节）。\
            DigestInfo 又是 DER：一个 SEQUENCE，其中有哈希函数 \(hash) 和摘要。
            """
        case .noBlock:
            """
            签名的块是 00 01 ff … ff 00 DigestInfo。这个块不是。密钥不对或者签名不对，就会得到这样的块。
            """
        case .pss(let work):
            """
            RSASSA-PSS（RFC 8017 8.1 节和 9.1 节），使用 \(work.hash.name)，MGF1 使用 \(work.maskHash.name)，\
            盐有 \(work.saltLength) 字节。与每个 RSA 签名一样，EM = s^e mod n。但这个块不显示摘要。签名者取一个随机的盐。\
            H 是八个零字节、摘要和盐的哈希。盐在 H 之前，盖着由 H 得到的掩码。验证者去掉掩码，找到盐，再算一次 H。\
            每次都用新的盐，所以对相同字节的两个签名不同。
            """
        case .ecdsa(let work):
            """
            ECDSA（FIPS 186-5 第 6 节），在曲线 \(work.key.curve.name) 上，使用 \(work.hash.name)。签名者取一个秘密数 k。\
            r 是 k G 的 x 坐标。s = (e + r d) / k 把 r 与摘要 e 和秘密密钥 d 联系起来。验证者知道 Q = d G，但不知道 k，也不知道 d。\
            它计算这个点：(e/s) G + (r/s) Q，再把 x 坐标与 r 比较。只有用 d 做的签名，结果才正好是 k G。所有的数都对 n 取模，n 是 G 的阶。\
            与 RSA 不同，这里没有块可以还原：摘要进去，出来的只有是或否。
            """
        case .ed25519:
            """
            Ed25519（RFC 8032 5.1.7 节）。签名是一个点 R 和一个数 S，各 32 字节。事先不计算摘要：R、密钥 A 和这些字节本身的 SHA-512 \
            给出一个数 k。验证者检查是否 S B = R + k A。签名者的秘密数由密钥和这些字节得出。所以随机数生成器不好也没有害处。
            """
        case .mustBeR: "必须是 r"
        case .withOpenSSL: "用 OpenSSL 计算："
        case .obstacle(let obstacle, let algorithm): Self.chinese(obstacle, algorithm.chinese)
        case .wrongForm:
            "两个摘要相等，但这个块不是 RFC 8017 规定的形式。签名无效。"
        case .wrongDigest: "两个摘要不同：颁发者签名的是另外的字节。"
        case .notVerified(let issuer):
            spaced(spaced("用", issuer.chinese), "的密钥验证不了这个签名。证书改动过，或者签名的是另一个密钥。")
        case .verified(let issuer, let byDigests, false):
            Self.chineseEqual(byDigests) + spaced(issuer.chinese, "的密钥对这些字节签了名，此后没有一个字节改变。")
        case .verified(let issuer, let byDigests, true):
            Self.chineseEqual(byDigests) + """
                \(spaced(spaced("制作这张证书的一方持有", issuer.chinese), "的私钥"))。自签名证书只能证明这一点：持有密钥，而不是身份。谁都可以用任何名称做一张。\
                只有在用户或厂商这样决定之后，程序才信任它。
                """
        }
    }

    private static func equal(_ byDigests: Bool) -> String {
        byDigests ? "The two digests are equal: " : "It verifies: "
    }

    private static func chineseEqual(_ byDigests: Bool) -> String {
        byDigests ? "两个摘要相等：" : "验证通过："
    }

    private static func describe(_ obstacle: SignatureWork.Obstacle, _ algorithm: String) -> String {
        switch obstacle {
        case .issuerAbsent:
            """
            The issuer's certificate is not in the files. It contains the key that verifies this signature. Add its file to the \
            command.
            """
        case .unreadable: "The signature, or the signed part, cannot be read."
        case .unknownAlgorithm: "The algorithm \(algorithm) is not known here, so nothing is computed."
        case .otherKey(let key):
            "The issuer's key is for \(key.english), and \(algorithm) cannot be verified with it here."
        case .badKey(let why): "The issuer's key cannot be used: \(why.english)."
        case .malformedSignature(let why): "It is not a signature of this key: \(why.english)."
        }
    }

    private static func chinese(_ obstacle: SignatureWork.Obstacle, _ algorithm: String) -> String {
        switch obstacle {
        case .issuerAbsent:
            "这些文件中没有颁发者的证书。其中有验证这个签名的密钥。请把它的文件加到命令中。"
        case .unreadable: "签名或者签名的部分无法读取。"
        case .unknownAlgorithm: spaced("这里不认识算法", algorithm) + "，所以什么也不计算。"
        case .otherKey(let key): spaced("颁发者的密钥用于", key.chinese) + "，" + spaced("在这里不能用它验证", algorithm) + "。"
        case .badKey(let why): "颁发者的密钥无法使用：\(why.chinese)。"
        case .malformedSignature(let why): "它不是这个密钥的签名：\(why.chinese)。"
        }
    }
}
