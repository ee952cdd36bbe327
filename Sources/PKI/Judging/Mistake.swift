import Crypto

/// A mistake of a judge of chains: a rule that it breaks. The attacks use mistakes to show what each rule is for. No command that
/// talks to other programs can switch a mistake on.
package enum Mistake: Hashable, Sendable {
    /// The judge does not check whether an issuer is an authority (against RFC 5280 section 6.1.4 (k) to (n)).
    case takesAnyIssuer
    /// The judge checks only of trusted roots whether they are authorities.
    case asksRootsAlone
    /// The judge reads the block of an RSA signature from the left and does not look at the octets behind the digest (against RFC
    /// 8017 section 8.2.2).
    case looksBehindNoDigest
    /// The judge looks at the octets behind the digest only if the hash function is SHA-1, with which the forgery was published.
    case looksBehindSHA1Alone
    /// The judge ends a name at the first octet of zero (against RFC 5280 section 4.2.1.6: a name is octets with a length).
    case endsNamesAtZero
    /// The judge ends a name at the first octet of zero, except a name with a wildcard, with which the attack was published.
    case endsPlainNamesAtZero
}

extension SignatureCheck {
    /// The outcome for a judge with these mistakes.
    func outcome(of certificate: CertificateStructure, by key: SubjectKey, _ mistakes: Set<Mistake>) -> Outcome {
        guard outcome == .fails, case .rsa(let key) = key,
            case .pkcs1(let hash)? = SignatureAlgorithm(certificate.signatureIdentifier),
            mistakes.contains(.looksBehindNoDigest)
                || hash != .common(.sha1) && mistakes.contains(.looksBehindSHA1Alone),
            PKCS1v15.hasValidPrefix(Array(certificate.signature), of: certificate.tbsOctets, hash: hash, by: key)
        else { return outcome }
        return .verifies
    }
}

extension GeneralName {
    /// The name as a judge with these mistakes reads it.
    func read(with mistakes: Set<Mistake>) -> GeneralName {
        guard case .dnsName(let name) = self,
            mistakes.contains(.endsNamesAtZero) || !name.contains("*") && mistakes.contains(.endsPlainNamesAtZero)
        else { return self }
        return .dnsName(String(decoding: name.utf8.prefix { $0 != 0 }, as: UTF8.self))
    }
}
