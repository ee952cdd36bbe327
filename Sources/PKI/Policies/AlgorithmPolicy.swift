import Crypto
import Trace

/// No signature uses a broken hash function, and no key is too short.
///
/// With collisions an attacker turns the signature on one certificate into a signature on another. An authority's certificate was
/// forged with a collision of MD5 in 2008; the first collision of SHA-1 was published in 2017. The signature on an anchor is not
/// looked at, because nothing relies on it.
struct AlgorithmPolicy: Policy {
    /// The smallest RSA key that is accepted, in bits. Browsers have refused smaller keys since 2014.
    static let leastBits = 2048
    /// The smallest RSA key, in bits, that a user may accept in spite of the refusal. Smaller keys can be broken at moderate cost.
    static let floor = 1024

    func examine(_ path: CandidatePath, _ question: Question) -> [Finding] {
        guard let member = path.tip else { return [] }
        return [key(of: member, question)] + (member.isAnchor ? [] : [hash(of: member, question)])
    }

    private func hash(of member: CandidatePath.Member, _ question: Question) -> Finding {
        let name = member.structure.signatureAlgorithm.label
        let place = member.structure.signaturePlace
        let cite = Citation.rfc(5280, "4.1.1.2")
        // MD2 is as broken as MD5. No signature with it is verified here, so it is no ``SignatureAlgorithm``.
        let isMD2 = member.structure.signatureAlgorithm == .md2WithRSA
        switch isMD2 ? .gone : SignatureAlgorithm(member.structure.signatureIdentifier)?.strength {
        case .gone:
            let statement = Statement.path(.brokenSignatureAlgorithm(name))
            return member.failed(.signatureAlgorithm, statement, cite: .rfc(6151), refusal: .beyondRepair, at: place)
        case .broken:
            let statement = Statement.path(.brokenSignatureAlgorithm(name))
            return member.failed(.signatureAlgorithm, statement, cite: .rfc(6194), refusal: .tooWeak, at: place)
        case .sound where !SignatureAlgorithm.isWebPKI(member.structure.signatureIdentifier):
            let statement = Statement.strength(.signatureOutsideWebPKI(name))
            return member.breach(.signatureAlgorithm, statement, cite: cite, for: question, at: place)
        case .sound:
            let statement = Statement.strength(.soundSignatureAlgorithm(name))
            return member.passed(.signatureAlgorithm, statement, cite: cite, at: place)
        case nil:
            // ``SignaturePolicy`` refuses the certificate.
            let statement = Statement.strength(.signatureAlgorithmNotKnown(name))
            return member.noted(.signatureAlgorithm, statement, cite: cite, at: place)
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
            return member.failed(.keyStrength, statement, cite: cite, refusal: kind, at: place)
        case .rsa(let key) where !key.n.bitWidth.isMultiple(of: 8):
            return member.breach(
                .keyStrength, .strength(.keyOfOddSize(bits: key.n.bitWidth)), cite: cite, for: question, at: place)
        case .ed25519 where question.purpose == .ssl:
            let statement = Statement.strength(.keyOutsideWebPKI(member.structure.key.name))
            return member.breach(.keyStrength, statement, cite: cite, for: question, at: place)
        case .rsa, .curve, .ed25519:
            return member.passed(
                .keyStrength, .strength(.keyLongEnough(member.structure.key.name)), cite: cite, at: place)
        case .unknownCurve(let name), .other(let name), .malformed(let name):
            return member.failed(
                .keyStrength, .strength(.keyNotKnown(name)), cite: cite, refusal: .unsupportedKey, at: place)
        }
    }
}
