import Crypto

/// The answer to a ``ChainQuestion``: trusted or refused, with the finding of every check.
public struct Verdict: Sendable, Hashable {
    /// The proof that a handshake needs; nil for a chain that is refused, and for a leaf whose key no handshake here can use.
    public let chain: VerifiedChain?
    /// The findings of all checks, passed or not, in the order of ``Evaluator/evaluate(chain:extra:question:)``.
    public let findings: [CheckResult]
    /// The certificates of the path that was judged, in DER, from the leaf to the anchor. A path without an anchor ends at the
    /// last certificate that was found. Empty if the leaf cannot be read.
    public let path: [[UInt8]]
    /// The number of each certificate of the path, as in ``CheckResult/subject``.
    let places: [Int]
    /// The failed checks of the leaf that are certain although the path lacks an issuer: they fail under each kind of anchor at which the path
    /// could end. They are part of ``findings``.
    var foregone: [CheckResult] = []

    /// The verdict with findings that are certain although the path lacks an issuer.
    func adding(foregone found: [CheckResult]) -> Verdict {
        var verdict = with(findings + found)
        verdict.foregone = found
        return verdict
    }

    /// The verdict with other findings.
    func with(_ findings: [CheckResult]) -> Verdict {
        Verdict(chain: chain, findings: findings, path: path, places: places, foregone: foregone)
    }

    /// The verdict on a chain that passed every check.
    static func trusted(_ chain: VerifiedChain, _ findings: [CheckResult]) -> Verdict {
        Verdict(chain: chain, findings: findings, path: chain.path, places: Array(chain.path.indices))
    }

    /// The verdict on a chain that failed a check.
    static func refused(_ findings: [CheckResult], path: [[UInt8]]) -> Verdict {
        Verdict(chain: nil, findings: findings, path: path, places: Array(path.indices))
    }

    /// The certificate of the path that a finding is about, in DER; nil for a finding about a certificate outside the path or
    /// about the chain as a whole.
    public func certificate(of finding: CheckResult) -> [UInt8]? {
        guard finding.role != .chain, finding.role != .extra else { return nil }
        return zip(places, path).first { $0.0 == finding.subject }?.1
    }

    /// Whether every check was passed.
    public var isTrusted: Bool { !findings.isEmpty && refusal == nil || chain != nil }

    /// The finding of the first check that failed; nil for a trusted chain.
    public var refusal: CheckResult? { findings.first { !$0.passed } }

    /// The kind of the refusal; nil for a trusted chain.
    public var refusalKind: RefusalKind? { refusal?.refusal }

    /// Why it cannot be told whether SecTrust accepts a chain.
    public enum Doubt: Sendable, Hashable {
        case missingIssuer(String, at: String)
        case timestamps(TimestampDoubt)

        /// The address at which a device can fetch the missing certificate; nil if none is missing.
        package var address: String? { if case .missingIssuer(_, let address) = self { address } else { nil } }

        /// A short name for JSON.
        package var name: String {
            switch self {
            case .missingIssuer: "missing issuer"
            case .timestamps(.handshakeNotSeen): "timestamps not seen"
            case .timestamps(.oldList): "old list of logs"
            }
        }

        /// The condition under which the chain is refused, as the end of a sentence.
        package var englishCondition: String {
            switch self {
            case .missingIssuer: "if the device does not get the missing certificate"
            case .timestamps(let doubt): doubt.englishCondition
            }
        }

        /// The condition in Chinese, as the beginning of a sentence, without a mark.
        package var chineseCondition: String {
            switch self {
            case .missingIssuer: "如果设备得不到缺少的证书"
            case .timestamps(let doubt): doubt.chineseCondition
            }
        }
    }

    /// Why it cannot be told whether SecTrust accepts the chain: the only thing that is wrong, as far as the checks could be made, is
    /// something that a device may get or know. Nil for a chain that is trusted, and for one that is refused for certain.
    package var doubt: Doubt? {
        let failed = findings.filter { !$0.passed }
        if failed.count == 1, case .transparency(let statement)? = failed.first?.statement, let doubt = statement.doubt
        {
            return .timestamps(doubt)
        }
        return hasFurtherFaults(failed) ? nil : missingIssuer
    }

    /// The issuer that the path lacks and that a device can fetch, whatever else is wrong. Nil if the path lacks none, or none can be fetched.
    package var missingIssuer: Doubt? {
        if let broken { return behindNamesake(at: broken) }
        let isMissing = findings.contains { !$0.passed && $0.isMissingIssuer }
        guard isMissing, let tip = path.last.flatMap({ try? CertificateStructure($0) }),
            let address = tip.fetchableIssuer
        else { return nil }
        return .missingIssuer(tip.issuer.label, at: address)
    }

    /// Whether the failed checks have other reasons than an issuer that is missing.
    private func hasFurtherFaults(_ failed: [CheckResult]) -> Bool {
        guard foregone.isEmpty else { return true }
        guard broken != nil else { return !failed.allSatisfy(\.isMissingIssuer) }
        return findingsBelowBrokenSignature.contains { finding in
            !finding.passed && finding.check != .signature && finding.check != .anchor
        }
    }

    /// The certificates of ``path`` as SecTrust builds it: without the issuers that it drops because their key verifies no signature of the path.
    package var builtPath: [[UInt8]] { broken.map { Array(path.prefix($0 + 1)) } ?? path }

    /// The place in ``path`` of the first certificate whose issuer has the right name and a key that does not verify the signature. SecTrust
    /// drops such an issuer and all above it. Nil if each signature verifies.
    private var broken: Int? {
        let finding = findings.first { finding in
            switch finding.statement {
            case .path(.signatureFails), .strength(.signatureOfOtherKind): !finding.passed
            case .reading, .path, .revocation, .dates, .authority, .usage, .name, .pin, .strength, .form, .policy,
                .nameConstraint, .search, .transparency, .library:
                false
            }
        }
        return finding.flatMap { places.firstIndex(of: $0.subject) }
    }

    /// The findings without those about issuers that SecTrust drops, and about whose key they have. Timestamps are for the issuer's key, and
    /// SecTrust asks for them only where the path reaches an anchor: those that are foregone stay.
    package var findingsBelowBrokenSignature: [CheckResult] {
        guard let broken else { return findings }
        let above = Set(places.dropFirst(broken + 1))
        return findings.filter { finding in
            !above.contains(finding.subject) && !(finding.check == .keyIdentifiers && finding.subject == places[broken])
                && (finding.check != .transparency || foregone.contains(finding))
        }
    }

    /// The missing issuer where the one that was sent has the right name and another key: a device may fetch the one with the right key. If
    /// authorityKeyIdentifier names the key that was sent, the signature is a wrong one, and no other issuer helps.
    private func behindNamesake(at broken: Int) -> Doubt? {
        guard path.indices.contains(broken + 1), let member = try? CertificateStructure(path[broken]),
            let namesake = try? CertificateStructure(path[broken + 1]), let address = member.fetchableIssuer
        else { return nil }
        if let wanted = member.meaning.authorityKeyIdentifier?.value?.keyIdentifier, namesake.isNamed(by: wanted) {
            return nil
        }
        return .missingIssuer(member.issuer.label, at: address)
    }

    /// The finding about the timestamps of logs as a whole. Nil if none are demanded, and if the path lacks an issuer that a device can fetch:
    /// timestamps are for the issuer's key. But too few are too few for any key.
    package var timestamps: CheckResult? {
        (missingIssuer == nil ? findings : foregone).first { finding in
            if case .transparency(let statement) = finding.statement { statement.isAboutAll } else { false }
        }
    }

    /// Whether a check failed for a reason in spite of which neither a user nor an app may accept the chain.
    public var isFatal: Bool { findings.contains { $0.refusal?.isFatal == true } }
}

extension CheckResult {
    /// Whether the finding is that the path lacks an issuer.
    fileprivate var isMissingIssuer: Bool {
        switch statement {
        case .path(.issuerMissing), .path(.noAnchor): true
        case .reading, .path, .revocation, .dates, .authority, .usage, .name, .pin, .strength, .form, .policy,
            .nameConstraint, .search, .transparency, .library:
            false
        }
    }
}

extension CertificateStructure {
    /// Whether a key identifier is made of the key of this certificate, in one of the two usual ways (RFC 5280 section 4.2.1.2 (1), RFC 7093
    /// section 2 (1)). An identifier may be made otherwise, and anyone can copy one into a certificate with another key.
    fileprivate func isNamed(by identifier: [UInt8]) -> Bool {
        identifier == HashAlgorithm.sha1.hash(keyOctets)
            || identifier == Array(HashAlgorithm.sha256.hash(keyOctets).prefix(20))
    }
}
