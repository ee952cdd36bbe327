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

    func examine(_ path: CandidatePath, _ question: ChainQuestion) -> [CheckResult] {
        guard let member = path.tip else { return [] }
        // SecTrust excuses a short key if the user has trusted the leaf itself.
        let isLeafOfUser = path.members.count == 1 && member.anchorKind == .user
        let key =
            question.profile == .secTrust
            ? keyBySecTrust(of: member, isExcused: isLeafOfUser, question) : key(of: member, question)
        return [key] + (countsSignature(of: member, question) ? [hash(of: member, question)] : [])
    }

    /// Whether the signature is looked at. SecTrust looks at that of an anchor too, if another authority has made it; and it does not look
    /// at the signature of a certificate on itself.
    private func countsSignature(of member: CandidatePath.Member, _ question: ChainQuestion) -> Bool {
        guard question.profile == .secTrust else { return !member.isAnchor }
        guard !member.structure.isSelfSigned else { return false }
        return member.anchorKind != .user || strength(of: member) == .gone
    }

    /// MD2 and MD4 are as broken as MD5. No signature with them is verified here, so they are no ``SignatureAlgorithm``.
    private func strength(of member: CandidatePath.Member) -> SignatureAlgorithm.Strength? {
        [.md2WithRSA, .md4WithRSA].contains(member.structure.signatureAlgorithm)
            ? .gone : SignatureAlgorithm(member.structure.signatureIdentifier)?.strength
    }

    private func hash(of member: CandidatePath.Member, _ question: ChainQuestion) -> CheckResult {
        let name = member.structure.signatureAlgorithm.label
        let place = member.structure.signaturePlace
        let cite = Citation.rfc(5280, "4.1.1.2")
        switch strength(of: member) {
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

    private func key(of member: CandidatePath.Member, _ question: ChainQuestion) -> CheckResult {
        let place = member.structure.publicKeyPlace
        let cite = Citation.rfc(5280, "4.1.2.7")
        switch member.structure.key {
        case .rsa(let key) where key.n.bitWidth < AlgorithmPolicy.leastBits && question.profile != .secTrust,
            .rsaPSS(let key, _) where key.n.bitWidth < AlgorithmPolicy.leastBits && question.profile != .secTrust:
            let bits = key.n.bitWidth
            let statement = Statement.usage(.keyTooSmall(bits: bits, least: AlgorithmPolicy.leastBits))
            let kind: RefusalKind = bits < AlgorithmPolicy.floor ? .beyondRepair : .tooWeak
            return member.failed(.keyStrength, statement, cite: cite, refusal: kind, at: place)
        case .rsa(let key) where !key.n.bitWidth.isMultiple(of: 8):
            return member.breach(
                .keyStrength, .strength(.keyOfOddSize(bits: key.n.bitWidth)), cite: cite, for: question, at: place)
        case .ed25519 where question.purpose == .ssl, .otherCurve where question.purpose == .ssl,
            .rsaPSS where question.purpose == .ssl:
            let statement = Statement.strength(.keyOutsideWebPKI(member.structure.key.phrase))
            return member.breach(.keyStrength, statement, cite: cite, for: question, at: place)
        case .rsa, .curve, .ed25519, .otherCurve, .rsaPSS:
            return member.passed(
                .keyStrength, .strength(.keyLongEnough(member.structure.key.phrase)), cite: cite, at: place)
        case .unknownCurve(let name), .other(let name), .malformed(let name):
            return member.failed(
                .keyStrength, .strength(.keyNotKnown(SubjectKey.phrase(name))), cite: cite, refusal: .unsupportedKey,
                at: place)
        }
    }

    /// SecTrust's checks WeakKeySize, which no setting excuses, and KeySize. Both take the size in whole octets.
    private func keyBySecTrust(
        of member: CandidatePath.Member, isExcused: Bool, _ question: ChainQuestion
    ) -> CheckResult {
        let place = member.structure.publicKeyPlace
        let name = member.structure.key.phrase
        func fail(_ statement: StrengthStatement, isWeak: Bool) -> CheckResult {
            member.failed(
                .keyStrength, .strength(statement), cite: .secTrust(isWeak ? "WeakKeySize" : "KeySize"),
                refusal: isWeak ? .beyondRepair : .tooWeak, at: place)
        }
        func smallCurve() -> CheckResult {
            isExcused
                ? member.passed(.keyStrength, .strength(.otherKey(name)), cite: .secTrust("KeySize"), at: place)
                : fail(.curveTooSmall(name), isWeak: false)
        }
        switch member.structure.key {
        case .rsa(let key):
            let bits = (key.n.bitWidth + 7) / 8 * 8
            guard bits < AlgorithmPolicy.floor || bits < AlgorithmPolicy.leastBits && !isExcused else {
                return self.key(of: member, question)
            }
            let statement = Statement.usage(.keyTooSmall(bits: key.n.bitWidth, least: AlgorithmPolicy.leastBits))
            let isWeak = bits < AlgorithmPolicy.floor
            return member.failed(
                .keyStrength, statement, cite: .secTrust(isWeak ? "WeakKeySize" : "KeySize"),
                refusal: isWeak ? .beyondRepair : .tooWeak, at: place)
        case .ed25519 where question.isAboutServers && !isExcused: return fail(.keyWithoutSize(name), isWeak: false)
        case .other("Ed448") where question.isAboutServers && !isExcused:
            return fail(.keyWithoutSize(name), isWeak: false)
        case .otherCurve(let key) where key.curve == .p224: return smallCurve()
        case .unknownCurve("secp224r1"), .unknownCurve("secp192r1"): return smallCurve()
        case .unknownCurve, .other, .malformed, .otherCurve, .rsaPSS:
            return fail(.keyNotKnownToSecTrust(name), isWeak: true)
        case .curve, .ed25519:
            return member.passed(
                .keyStrength, .strength(.keyLongEnough(name)), cite: .rfc(5280, "4.1.2.7"), at: place)
        }
    }
}
