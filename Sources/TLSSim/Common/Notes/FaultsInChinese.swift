import Crypto
import Trace

// The modules below say their errors in English alone, because standard error is English. An error of TLS can hold one of them and stand
// in a run, so here are their Chinese clauses.

extension ParseError {
    /// The clause in Chinese. The reason of a value that is not allowed is as the reader gives it.
    var inChinese: String {
        let reason =
            switch rule {
            case .truncated(let needed, let available): "需要 \(needed) 字节，还剩 \(available) 字节"
            case .trailing(let count): "它之后多出 \(count) 字节"
            case .length(let length, let allowed):
                "长度 \(length) 超出 \(allowed.lowerBound)...\(allowed.upperBound) 的范围"
            case .notMultiple(let length, let unit): "长度 \(length) 不是 \(unit) 的倍数"
            case .value(let why): why
            }
        let source = cite.map { " [\($0)]" } ?? ""
        return "\(field)，偏移 \(offset)：\(reason)\(source)"
    }
}

extension DiffieHellmanError {
    /// The rule that was broken, in Chinese.
    package var inChinese: String {
        switch self {
        case .publicValueTooSmall: "公开值不大于 1（RFC 7919 5.1 节）"
        case .publicValueTooLarge: "公开值不小于 p - 1（RFC 7919 5.1 节）"
        case .publicValueOutsideGroup: "公开值不在这个群中（RFC 2785 3.1 节）"
        case .degenerateSharedSecret: "共享秘密是 0、1 或 p - 1"
        case .privateExponentOutOfRange: "私有指数不在 1 到 p - 2 之间"
        case .unsupportedModulusSize(let bits, let supported):
            "模数 p 有 \(bits) 位；接受的是 \(supported.lowerBound) 到 \(supported.upperBound) 位"
        case .evenModulus: "模数 p 是偶数，不是素数"
        case .generatorOutOfRange: "生成元 g 模 p 等于 0、1 或 p - 1"
        case .tooCostly(let cost): cost.inChinese
        }
    }
}

extension ArithmeticCost.TooMuch {
    /// The clause in Chinese, with the operation in the words of the arithmetic.
    fileprivate var inChinese: String {
        "\(operation)：需要 \(cost == .max ? "2^63 次或更多" : "\(cost) 次") 64 位字的乘法；最多允许 \(limit) 次"
    }
}

extension EllipticCurveError {
    /// The rule that was broken, in Chinese.
    var inChinese: String {
        switch self {
        case .wrongPublicKeyLength(let count, let needed): "公钥有 \(count) 字节，需要的是 \(needed) 字节"
        case .wrongPrivateKeyLength(let count, let needed): "私钥有 \(count) 字节，需要的是 \(needed) 字节"
        case .unsupportedPointFormat(let octet): "公钥的点格式是 \(octet)，需要的是 4（未压缩）"
        case .coordinateOutOfRange: "公钥有一个坐标不小于 p"
        case .pointNotOnCurve: "公钥不是曲线上的点"
        case .pointAtInfinity: "公钥是无穷远点"
        case .privateKeyOutOfRange: "私钥不在 1 到 n - 1 之间"
        case .publicKeyDoesNotMatch: "公钥不属于这个私钥"
        case .zeroSharedSecret: "共享秘密全为零：公钥是一个低阶点"
        case .nonceOutOfRange: "nonce 不在 1 到 n - 1 之间，或者使签名为零"
        case .malformedSignature: "签名格式不对：不是两个正的 INTEGER 的 DER 编码"
        case .wrongSignatureLength(let count, let needed): "签名有 \(count) 字节，需要的是 \(needed) 字节"
        case .invalidSignature: "签名无效"
        }
    }
}

extension RSAError {
    /// The words of RFC 8017 where it has words, in Chinese.
    var inChinese: String {
        switch self {
        case .messageTooLong(let count, let limit): "消息太长：\(count) 字节，这个密钥最多容纳 \(limit) 字节"
        case .decryptionError: "解密错误"
        case .messageRepresentativeOutOfRange: "代表消息的数超出范围"
        case .ciphertextRepresentativeOutOfRange: "代表密文的数超出范围"
        case .signatureRepresentativeOutOfRange: "代表签名的数超出范围"
        case .intendedEncodedMessageLengthTooShort(let count, let needed):
            "编码后的消息太短：\(count) 字节，需要 \(needed) 字节"
        case .rsaModulusTooShort(let count, let needed): "RSA 模数太短：\(count) 字节，需要 \(needed) 字节"
        case .invalidSignature: "签名无效"
        case .wrongDigestLength(let count, let needed): "摘要有 \(count) 字节，而哈希的输出是 \(needed) 字节"
        case .faultDetected: "发现故障：私钥运算的结果加密后得不到原来的数"
        case .unsupportedModulusSize(let bits, let supported):
            "模数有 \(bits) 位；支持的是 \(supported.lowerBound) 到 \(supported.upperBound) 位"
        case .modulusSizeNotWholeOctets(let bits): "模数有 \(bits) 位，不是整数个字节"
        case .evenModulus: "模数是偶数"
        case .publicExponentOutOfRange: "公开指数不是 3 到 n - 1 之间的奇数"
        case .publicExponentTooLong(let bits): "公开指数有 \(bits) 位，而模数超过 3072 位"
        case .tooCostly(let cost): cost.inChinese
        case .inconsistentPrivateKey(let how): "私钥自相矛盾：\(how.inChinese)"
        }
    }
}

extension RSAError.Inconsistency {
    fileprivate var inChinese: String {
        switch self {
        case .modulusIsNotTheProduct: "n 不等于 p · q"
        case .factorIsNotPrime: "p 或 q 不是素数"
        case .factorsAreEqual: "p 和 q 相等"
        case .exponentsDoNotMatch: "e · d 模 p - 1 和 q - 1 不等于 1"
        case .privateExponentOutOfRange: "d 不在 1 和 n 之间"
        case .chineseRemainderParts: "dP、dQ 或 qInv 与 p、q 和 d 不符"
        }
    }
}

/// What an error of a signature's arithmetic says in Chinese.
func inChinese(_ error: any Error) -> String {
    switch error {
    case let error as RSAError: error.inChinese
    case let error as EllipticCurveError: error.inChinese
    default: "\(error)"
    }
}
