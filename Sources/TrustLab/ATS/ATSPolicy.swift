import PKI
import TLSSim
import Trace

/// Compares a connection with the requirements of App Transport Security and of Apple's systems.
///
/// For an https URL every requirement is examined, even after a failure; for http only scheme and host. The app's own code (a
/// delegate's didReceive challenge) cannot help while ATS is on for the host: it can refuse more than the system, not less.
package struct ATSPolicy: Hashable, Sendable {
    /// The two schemes of URLs.
    package enum Scheme: String, Hashable, Sendable, CaseIterable {
        /// HTTP over TLS.
        case https
        /// HTTP without TLS.
        case http
    }

    /// The kind of the anchor. The rules for lifetime and Certificate Transparency depend on it.
    package var anchorKind: AnchorKind
    /// The system's rules for certificates, which hold with ATS and without it. SecTrust has the same rules.
    private let system = ServerRules.apple

    /// A policy for chains that end at an anchor of this kind.
    package init(anchorKind: AnchorKind) {
        self.anchorKind = anchorKind
    }

    // MARK: Judging

    /// Judges a URL on a server by the server's answer to the offer that the rules make.
    package func judge(_ server: ATSServer, scheme: Scheme = .https, by rules: ATSRules) -> ATSJudgement {
        settled(rules) { scheme == .http ? plain($0) : asked(server, $0) }
    }

    /// Judges a connection that was made or recorded, independently of the client's offer.
    package func judge(_ connection: ATSConnection, by rules: ATSRules) -> ATSJudgement {
        settled(rules) { ATSJudgement(rules: $0, scheme: .https, findings: findings(connection, $0)) }
    }

    /// The judgement by the rules, if no open question changes its result. Otherwise the requirements about which the answers differ are
    /// not decided.
    private func settled(_ rules: ATSRules, _ judge: (ATSRules) -> ATSJudgement) -> ATSJudgement {
        let judgement = judge(rules)
        for alternative in rules.alternatives {
            let other = judge(alternative.rules)
            guard other.result != judgement.result else { continue }
            let findings = judgement.findings.map { finding in
                let twin = other.findings.first { $0.requirement == finding.requirement } ?? finding
                if finding.requirement == .host, twin.note != finding.note {
                    return self.finding(.host, (.unknown, .hostOpen(rules.host)), rules)
                }
                guard (twin.outcome == .failed) != (finding.outcome == .failed) else { return finding }
                let fault = finding.outcome == .failed ? finding.note : twin.note
                return self.finding(finding.requirement, (.unknown, .open(fault, alternative.question)), rules)
            }
            return ATSJudgement(rules: rules, scheme: judgement.scheme, findings: findings)
        }
        return judgement
    }

    private func asked(_ server: ATSServer, _ rules: ATSRules) -> ATSJudgement {
        let known = server.anything ?? ATSConnection(version: nil, suite: nil)
        var findings: [ATSFinding]
        switch server.answer(to: rules.offer) {
        case .agreed(let connection): findings = self.findings(connection, rules)
        case .refused(let alert):
            // The same offer with what may be offered beside it: old versions without ATS, and suites of which it is open.
            let wider = ATSOffer(
                period: max(rules.period, .thirteen),
                minimumVersion: rules.exemption == nil ? rules.minimumVersion : .tls10, list: rules.suites)
            if wider != rules.offer, case .agreed(let connection) = server.answer(to: wider),
                connection.version.map({ $0 <= rules.period.newestVersion }) == true
            {
                findings = self.findings(connection, rules)
                break
            }
            findings = self.findings(known, rules)
            let negotiation = findings.indices.filter { Self.isNegotiation(findings[$0].requirement) }
            let failure = negotiation.first { findings[$0].outcome == .failed }
            // The server may agree to something of which it is open whether it is offered. Then its refusal of the rest says nothing.
            let isOpen = failure == nil && negotiation.contains { findings[$0].note.isAboutTheOffer }
            if !isOpen, let index = failure ?? findings.firstIndex(where: { $0.requirement == .suite }) {
                let fault = failure == nil ? nil : findings[index].note
                findings[index] = finding(
                    findings[index].requirement,
                    (.failed, .offerRefused(rules.offer, alert: alert, otherwise: fault)), rules)
            }
        case .unknown:
            findings = self.findings(known, rules).map { finding in
                Self.isNegotiation(finding.requirement) && finding.outcome == .failed
                    ? self.finding(finding.requirement, (.unknown, .notAsked(finding.note)), rules) : finding
            }
        }
        return ATSJudgement(rules: rules, scheme: .https, findings: findings)
    }

    /// Whether the two hellos decide the requirement.
    static func isNegotiation(_ requirement: ATSRequirement) -> Bool {
        requirement == .version || requirement == .suite || requirement == .group
    }

    /// The outcome of a requirement, with its note.
    private typealias Found = (outcome: ATSFinding.Outcome, note: ATSNote)

    private func finding(_ requirement: ATSRequirement, _ found: Found, _ rules: ATSRules) -> ATSFinding {
        ATSFinding(requirement: requirement, outcome: found.outcome, note: found.note, period: rules.period)
    }

    private func plain(_ rules: ATSRules) -> ATSJudgement {
        let scheme: Found =
            if let exemption = rules.exemption {
                (.waived, .plainExempt(by: exemption))
            } else {
                (
                    rules.allowsPlainHTTP ? .waived : .failed,
                    .plain(allowed: rules.allowsPlainHTTP, entry: rules.entry)
                )
            }
        return ATSJudgement(
            rules: rules, scheme: .http,
            findings: [finding(.scheme, scheme, rules), finding(.host, host(rules), rules)])
    }

    private func findings(_ connection: ATSConnection, _ rules: ATSRules) -> [ATSFinding] {
        let leaf = connection.chain.first.flatMap { try? ATSLeaf($0) }
        let found: [(ATSRequirement, Found?)] =
            [
                (.scheme, (.met, .encrypted)), (.host, host(rules)), (.version, version(connection, rules)),
                (.suite, suite(connection, rules)), (.group, connection.group.map { group($0, rules) }),
                (.signatureScheme, leaf.flatMap { signatureScheme($0, connection) }),
                (.handshake, connection.handshake.map(handshake)),
            ] + certificate(connection, rules)
        return found.compactMap { requirement, found in found.map { finding(requirement, $0, rules) } }
    }

    /// The system decides which groups it offers: no key of Info.plist adds one.
    private func group(_ group: NamedGroup, _ rules: ATSRules) -> Found {
        switch ATSGroup.standing(of: group, on: rules.period) {
        case .offered: (.met, .group(group, isOffered: true))
        case .absent: (.failed, .group(group, isOffered: false))
        case .open: (.unknown, .groupOpen(group, rules.period))
        }
    }

    /// Whether the server's key can sign a handshake so that Apple's systems accept it. Nil if the usual schemes do.
    private func signatureScheme(_ leaf: ATSLeaf, _ connection: ATSConnection) -> Found? {
        // Another kind of key is refused by its kind.
        if case .other = leaf.key { return nil }
        let version = connection.version
        guard !ATSScheme.offers(oneOf: leaf.schemes) else {
            // In RSA key transport the server signs nothing.
            guard let usages = leaf.usagesWithoutSignature, connection.suite?.agreement != .rsa else { return nil }
            return (.unknown, .signatureNotAllowed(usages))
        }
        // Before TLS 1.3 a scheme names a hash, and the curve is that of the certificate (RFC 8422 section 5.4).
        let isFixed = version == .tls13 || leaf.schemes.isEmpty
        return (isFixed ? .failed : .unknown, .schemeNotOffered(leaf.key, isCertain: isFixed))
    }

    private func handshake(_ trial: HandshakeTrial) -> Found {
        let outcome: ATSFinding.Outcome =
            switch trial {
            case .completed(_, let request): request.isDoubtful ? .unknown : .met
            case .recorded, .proved: .met
            case .failed: .failed
            case .untried, .unseen(.noServer): .waived
            case .unseen(.recordingEnds), .unseen(.answerSealed): .unknown
            }
        return (outcome, .handshake(trial))
    }

    /// The same under an exemption from ATS: a failure is waived, unless the system itself offers no such key.
    private func lifted(_ found: Found, _ rules: ATSRules) -> Found {
        guard let exemption = rules.exemption, found.outcome == .failed else { return found }
        if case .keyOfOtherKind = found.note { return found }
        return (.waived, .waived(found.note, by: exemption))
    }

    // MARK: Host, version, suite

    private func host(_ rules: ATSRules) -> Found {
        if let exemption = rules.exemption { return (.waived, .exempt(rules.host, by: exemption)) }
        return (.met, .protected(rules.host, entry: rules.entry, isBuiltIn: rules.isBuiltIn))
    }

    private func version(_ connection: ATSConnection, _ rules: ATSRules) -> Found {
        guard let version = connection.version else { return (.unknown, .notSeen) }
        if version > rules.period.newestVersion { return (.unknown, .versionNotYet(version, rules.period)) }
        guard let exemption = rules.exemption else {
            let minimum = rules.minimumVersion
            return version >= minimum
                ? (.met, .version(version, minimum: minimum)) : (.failed, .versionTooOld(version, minimum: minimum))
        }
        if version >= .tls12 { return (.met, .versionOfSystem(version)) }
        if version >= rules.minimumVersion {
            return (.waived, .waived(.versionTooOld(version, minimum: .tls12), by: exemption))
        }
        return version >= .tls10
            ? (.unknown, .versionOpen(version)) : (.failed, .versionTooOld(version, minimum: .tls10))
    }

    private func suite(_ connection: ATSConnection, _ rules: ATSRules) -> Found {
        guard let suite = connection.suite else { return (.unknown, .notSeen) }
        switch ATSSuite.standing(of: suite, on: rules.period) {
        case .tls13: return (.met, .suiteOfTLS13(suite))
        case .listed(.ats): return (.met, .suiteListed(suite))
        case .listed(let list) where list > rules.suites:
            return (
                .failed,
                list == .compatible ? .suiteWithoutForwardSecrecy(suite, allowed: false) : .suiteUnlisted(suite)
            )
        case .listed:
            return (
                .waived,
                rules.suites == .system ? .suiteOfSystem(suite) : .suiteWithoutForwardSecrecy(suite, allowed: true)
            )
        case .open: return (.unknown, .suiteOpen(suite, rules.period))
        case .dropped(let last): return (.failed, .suiteDropped(suite, after: last))
        case .finiteField: return (.failed, .suiteFiniteField(suite))
        case .unlisted: return (.failed, .suiteUnlisted(suite))
        }
    }

    // MARK: The certificate

    private func certificate(_ connection: ATSConnection, _ rules: ATSRules) -> [(ATSRequirement, Found?)] {
        let requirements: [ATSRequirement] = [
            .keyLength, .signatureHash, .trust, .subjectAltName, .extendedKeyUsage, .lifetime, .transparency,
        ]
        guard let first = connection.chain.first else {
            return requirements.map { ($0, (.unknown, .noCertificate)) }
        }
        let leaf: ATSLeaf
        do throws(TrustError) {
            leaf = try ATSLeaf(first)
        } catch {
            return requirements.map { ($0, (.failed, .unreadable(error.description))) }
        }
        return [
            (.keyLength, lifted(keyLength(leaf), rules)), (.signatureHash, lifted(signatureHash(leaf), rules)),
            (.trust, trust(connection.evaluation, rules)),
            (
                .subjectAltName,
                leaf.hasHostNames ? (.met, .hasNames) : (.failed, .hasNoNames(commonName: leaf.commonName))
            ),
            (.extendedKeyUsage, settled(extendedKeyUsage(leaf), connection.evaluation)),
            (.lifetime, settled(lifetime(leaf, connection.evaluation?.verdict), connection.evaluation)),
            (.transparency, transparency(leaf, first, connection.evaluation)),
        ]
    }

    /// A finding that depends on the kind of the anchor. Where a device may fetch the rest of the path, the anchor is not known, and SecTrust
    /// has told what fails under each.
    private func settled(_ found: Found, _ evaluation: SecTrust.Evaluation?) -> Found {
        guard found.outcome != .met, found.outcome != .waived,
            case .missingIssuer(let issuer, let address)? = evaluation?.doubt
        else { return found }
        return (.unknown, .issuerToFetch(issuer, at: address))
    }

    private func keyLength(_ leaf: ATSLeaf) -> Found {
        let isLongEnough: Bool
        switch leaf.key {
        case .rsa(let bits): isLongEnough = bits >= 2048
        case .ellipticCurve(let bits): isLongEnough = bits >= 256
        case .other(let name): return (.failed, .keyOfOtherKind(name))
        }
        return isLongEnough ? (.met, .keyLongEnough(leaf.key)) : (.failed, .keyTooShort(leaf.key))
    }

    private func signatureHash(_ leaf: ATSLeaf) -> Found {
        let algorithm = leaf.signatureAlgorithm
        return (leaf.hashBits ?? 0) >= 256
            ? (.met, .hashStrong(algorithm: algorithm)) : (.failed, .hashWeak(algorithm: algorithm))
    }

    private func trust(_ evaluation: SecTrust.Evaluation?, _ rules: ATSRules) -> Found {
        guard let evaluation else { return (.unknown, .noCertificate) }
        let verdict = evaluation.verdict
        guard !evaluation.result.isSuccess else {
            return rules.requiresSystemPins ? (.unknown, .systemPinsDemanded) : (.met, .trusted)
        }
        switch evaluation.doubt {
        case .missingIssuer(let issuer, let address)?: return (.unknown, .issuerToFetch(issuer, at: address))
        case .timestamps?: return (.unknown, .trustedButForTimestamps)
        case nil: break
        }
        return (.failed, .distrusted(verdict.findings.filter { !$0.passed }.map { Words($0) }))
    }

    private func extendedKeyUsage(_ leaf: ATSLeaf) -> Found {
        if leaf.allowsServers == true { return (.met, .allowsServers) }
        guard leaf.isForServersLoosely, system.usageDemand(issued: leaf.notBefore, under: anchorKind) == nil else {
            return (.failed, .allowsNoServers(hasExtension: leaf.allowsServers != nil))
        }
        let rule = system.usages.first { $0.kinds.contains(anchorKind) }
        return (
            .waived,
            rule.map { .olderThanRule(issued: leaf.notBefore, rule: $0.since) } ?? .usageNotDemanded(under: anchorKind)
        )
    }

    private func lifetime(_ leaf: ATSLeaf, _ verdict: Verdict?) -> Found {
        let days = leaf.days
        guard let limit = system.lifetime(issued: leaf.notBefore, under: anchorKind) else {
            let first = system.lifetimes.first { $0.demand.kinds.contains(anchorKind) }
            let why = first.map { ATSNote.olderThanRule(issued: leaf.notBefore, rule: $0.demand.since) }
            return (.waived, why ?? .lifetimeUnlimited(days: days, under: anchorKind))
        }
        // A leaf that the user trusts itself has no limit.
        let isTrustedByUser = anchorKind == .user && verdict?.path.count == 1 && verdict?.isTrusted == true
        guard leaf.lifetime > limit.seconds, !isTrustedByUser else {
            return (.met, .lifetime(days: days, limit: limit.days))
        }
        return (
            .failed,
            .lifetimeTooLong(days: days, limit: limit.days, since: limit.demand.since, under: anchorKind)
        )
    }

    /// The finding of the evaluation, if it has one. Otherwise the timestamps inside the certificate are counted by the same rule.
    private func transparency(
        _ leaf: ATSLeaf, _ certificate: [UInt8], _ evaluation: SecTrust.Evaluation?
    ) -> Found {
        guard let least = system.logs(from: leaf.notBefore, to: leaf.notAfter, under: anchorKind) else {
            return system.transparency.kinds.contains(anchorKind)
                ? (.waived, .olderThanRule(issued: leaf.notBefore, rule: system.transparency.since))
                : (.waived, .privateAuthority(logs: leaf.transparencyLogs))
        }
        // Timestamps are for the key of the issuer. Where that is missing, nothing is verified.
        let finding =
            evaluation?.verdict.timestamps
            ?? .countedTimestamps(in: certificate, least: least, cite: system.transparency.cite)
        guard finding.outcome == .failed else { return (.met, .timestamps(finding, least: least)) }
        return settled(
            (finding.transparencyDoubt == nil ? .failed : .unknown, .timestamps(finding, least: least)), evaluation)
    }
}

extension CheckResult {
    /// Why it cannot be told whether the timestamps are enough. Nil if it can, and for a finding about something else.
    fileprivate var transparencyDoubt: TimestampDoubt? {
        if case .transparency(let statement) = statement { statement.doubt } else { nil }
    }
}
