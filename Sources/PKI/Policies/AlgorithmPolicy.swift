import Crypto
import Trace

/// No signature with a broken hash function, no key that is too short.
///
/// With collisions a signature for one certificate is turned into a signature for another: with MD5 an authority's
/// certificate was forged in 2008; SHA-1 fell in 2017. An anchor's own signature is not looked at: nothing relies on it.
struct AlgorithmPolicy: Policy {
    /// RSA keys under this size have been refused since 2014.
    static let leastBits = 2048
    /// RSA keys under this size can be broken at moderate cost; not even a user may except them.
    static let floor = 1024

    func examine(_ path: CandidatePath, _ question: Question) -> [Finding] {
        guard let member = path.tip else { return [] }
        return [key(of: member, question)] + (member.isAnchor ? [] : [hash(of: member, question)])
    }

    private func hash(of member: CandidatePath.Member, _ question: Question) -> Finding {
        let name = member.structure.signatureAlgorithm.label
        let place = member.structure.signaturePlace
        let strength = SignatureAlgorithm(member.structure.signatureIdentifier)?.strength
        switch strength {
        case .gone:
            return member.failed(
                .signatureAlgorithm, .path(.brokenSignatureAlgorithm(name)), .rfc(6151), .beyondRepair, at: place)
        case .broken:
            return member.failed(
                .signatureAlgorithm, .path(.brokenSignatureAlgorithm(name)), .rfc(6194), .tooWeak, at: place)
        case nil where member.structure.signatureAlgorithm == .md2WithRSA:
            return member.failed(
                .signatureAlgorithm, .path(.brokenSignatureAlgorithm(name)), .rfc(6151), .beyondRepair, at: place)
        case .sound where !SignatureAlgorithm.isWebPKI(member.structure.signatureIdentifier):
            return member.breach(
                .signatureAlgorithm, .strength(.signatureOutsideWebPKI(name)), .rfc(5280, "4.1.1.2"), question,
                at: place)
        case .sound, nil:
            return member.passed(
                .signatureAlgorithm, .strength(.soundSignatureAlgorithm(name)), .rfc(5280, "4.1.1.2"), at: place)
        }
    }

    private func key(of member: CandidatePath.Member, _ question: Question) -> Finding {
        let place = member.structure.publicKeyPlace
        let cite = Citation.rfc(5280, "4.1.2.7")
        switch member.structure.key {
        case .rsa(let key) where key.n.bitWidth < AlgorithmPolicy.leastBits:
            let bits = key.n.bitWidth
            let statement = Statement.usage(.keyTooSmall(bits: bits, least: AlgorithmPolicy.leastBits))
            let kind: RefusalKind = bits < AlgorithmPolicy.floor ? .beyondRepair : .tooWeak
            return member.failed(.keyStrength, statement, cite, kind, at: place)
        case .rsa(let key) where !key.n.bitWidth.isMultiple(of: 8):
            return member.breach(
                .keyStrength, .strength(.keyOfOddSize(bits: key.n.bitWidth)), cite, question, at: place)
        case .ed25519 where question.purpose == .ssl:
            return member.breach(
                .keyStrength, .strength(.keyOutsideWebPKI(member.structure.key.name)), cite, question, at: place)
        case .rsa, .curve, .ed25519:
            return member.passed(.keyStrength, .strength(.keyLongEnough(member.structure.key.name)), cite, at: place)
        case .unknownCurve(let name), .other(let name), .malformed(let name):
            return member.failed(.keyStrength, .strength(.keyNotKnown(name)), cite, .unsupportedKey, at: place)
        }
    }
}
