import Trace

/// The reason why a stapled OCSP response proves nothing about the leaf (RFC 6960 section 3.2).
public enum StapleFault: Error, Hashable, Wording {
    /// The octets are no OCSP response; the error in words.
    case unreadable(String)
    /// The responder did not answer; the number in responseStatus.
    case noAnswer(status: Int)
    case aboutAnother
    case criticalExtension
    /// The hash function of the signature is broken, or the algorithm cannot be verified here; the name of the algorithm.
    case unsoundAlgorithm(String)
    case signerMissing
    /// The issuer has not signed the signer's certificate; the name of the signer.
    case signerOfAnother(String)
    /// The issuer has signed the signer's certificate, but not for this purpose (OCSPSigning); the name of the signer.
    case signerNotEntitled(String)
    /// The signer's certificate is not valid at the time of the check; the name of the signer.
    case signerOutOfDate(String)
    /// The signer's key does not verify the signature on the response; the name of the signer.
    case signatureFails(by: String)
    case tooEarly(from: Int64, at: Int64)
    case tooLate(to: Int64, at: Int64)
    case openEnded
    case unknownCertificate
    case notToBeChecked

    public var english: String {
        switch self {
        case .unreadable(let what): "it cannot be read (\(what))"
        case .noAnswer(let status): "the responder did not answer (status \(status))"
        case .aboutAnother: "it is about another certificate"
        case .criticalExtension: "it has a critical extension, which is not understood here"
        case .unsoundAlgorithm(let algorithm):
            "it is signed with \(algorithm), which is broken or cannot be verified here"
        case .signerMissing: "its signer is not the issuer, and the response has no certificate of the signer"
        case .signerOfAnother(let name): "\(name) signed it, and the issuer has not certified \(name)"
        case .signerNotEntitled(let name):
            "\(name) signed it, and its certificate is not for this purpose (OCSPSigning)"
        case .signerOutOfDate(let name): "\(name) signed it, and the certificate of \(name) is not valid at this time"
        case .signatureFails(let name): "the key of \(name) does not verify its signature"
        case .tooEarly(let from, let time):
            "it is valid from \(CivilTime.text(from)) on, and the check is for \(CivilTime.text(time))"
        case .tooLate(let to, let time):
            "it was valid until \(CivilTime.text(to)), and the check is for \(CivilTime.text(time))"
        case .openEnded: "it has no end of validity, so it could be used for ever"
        case .unknownCertificate: "the responder does not know the certificate"
        case .notToBeChecked:
            "the certificate has the extension id-pkix-ocsp-nocheck, and SecTrust does not check the revocation of such a certificate"
        }
    }

    public var chinese: String {
        switch self {
        case .unreadable(let what): "它无法读取（\(what)）"
        case .noAnswer(let status): "响应者没有应答（状态 \(status)）"
        case .aboutAnother: "它说的是另一张证书"
        case .criticalExtension: "它有一个关键扩展，这里无法理解"
        case .unsoundAlgorithm(let algorithm): "它用 \(algorithm) 签名，而这个算法已攻破，或者这里无法验证"
        case .signerMissing: "它的签名者不是颁发者，而响应中没有签名者的证书"
        case .signerOfAnother(let name): "给它签名的是 \(name)，而颁发者没有给 \(name) 签发证书"
        case .signerNotEntitled(let name): "给它签名的是 \(name)，而签名者的证书不是用于这个用途的（OCSPSigning）"
        case .signerOutOfDate(let name): "给它签名的是 \(name)，而 \(name) 的证书此时无效"
        case .signatureFails(let name): "用 \(name) 的密钥验证它的签名，没有通过"
        case .tooEarly(let from, let time): "它从 \(CivilTime.text(from)) 起有效，而检查针对的时间是 \(CivilTime.text(time))"
        case .tooLate(let to, let time): "它的有效期到 \(CivilTime.text(to)) 为止，而检查针对的时间是 \(CivilTime.text(time))"
        case .openEnded: "它没有有效期的终点，所以可以永远使用"
        case .unknownCertificate: "响应者不知道这张证书"
        case .notToBeChecked: "证书有扩展 id-pkix-ocsp-nocheck，而 SecTrust 不检查这样的证书是否吊销"
        }
    }
}
