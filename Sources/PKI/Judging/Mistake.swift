import Crypto

/// A rule that a judge of chains breaks, for attacks that show what the rule is for. A judge without mistakes has none of them. No command
/// that speaks with the world outside has a way to them.
package enum Mistake: Hashable, Sendable {
    /// It asks of no issuer whether it is an authority (against RFC 5280 section 6.1.4 (k) to (n)).
    case takesAnyIssuer
    /// It asks that of trusted roots alone.
    case asksRootsAlone
    /// It reads the block of an RSA signature from the left and does not look behind the digest (against RFC 8017 section 8.2.2).
    case looksBehindNoDigest
    /// The same, but where the digest is one of SHA-1, for which the forgery was shown.
    case looksBehindSHA1Alone
    /// It takes an octet of zero for the end of a name (against RFC 5280 section 4.2.1.6, whose names are octets with a length).
    case endsNamesAtZero
    /// The same, but in names with a wildcard, in which the zero was shown.
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
