import PKI
import TLSSim

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
        if scheme == .http { return plain(rules) }
        let known = server.anything ?? ATSConnection(version: nil, suite: nil)
        var findings: [ATSFinding]
        switch server.answer(to: rules.offer) {
        case .agreed(let connection): findings = self.findings(connection, rules)
        case .refused(let alert):
            findings = self.findings(known, rules)
            let failure = findings.firstIndex { Self.isNegotiation($0.requirement) && $0.outcome == .failed }
            if let index = failure ?? findings.firstIndex(where: { $0.requirement == .suite }) {
                let fault = failure == nil ? nil : findings[index].note
                findings[index] = finding(
                    findings[index].requirement,
                    (.failed, .offerRefused(rules.offer, alert: alert, otherwise: fault)))
            }
        case .unknown:
            findings = self.findings(known, rules).map { finding in
                Self.isNegotiation(finding.requirement) && finding.outcome == .failed
                    ? ATSFinding(requirement: finding.requirement, outcome: .unknown, note: .notAsked(finding.note))
                    : finding
            }
        }
        return ATSJudgement(rules: rules, scheme: .https, findings: findings)
    }

    /// Judges a connection that was made or recorded, independently of the client's offer.
    package func judge(_ connection: ATSConnection, by rules: ATSRules) -> ATSJudgement {
        ATSJudgement(rules: rules, scheme: .https, findings: findings(connection, rules))
    }

    /// Whether the two hellos decide the requirement.
    static func isNegotiation(_ requirement: ATSRequirement) -> Bool {
        requirement == .version || requirement == .suite || requirement == .group
    }

    /// The outcome of a requirement, with its note.
    private typealias Found = (outcome: ATSFinding.Outcome, note: ATSNote)

    private func finding(_ requirement: ATSRequirement, _ found: Found) -> ATSFinding {
        ATSFinding(requirement: requirement, outcome: found.outcome, note: found.note)
    }

    private func plain(_ rules: ATSRules) -> ATSJudgement {
        let scheme: Found =
            if let exemption = rules.exemption {
                (.waived, .waived(.plain(allowed: false, entry: nil), by: exemption))
            } else {
                (
                    rules.allowsPlainHTTP ? .waived : .failed,
                    .plain(allowed: rules.allowsPlainHTTP, entry: rules.entry)
                )
            }
        return ATSJudgement(
            rules: rules, scheme: .http, findings: [finding(.scheme, scheme), finding(.host, host(rules))])
    }

    private func findings(_ connection: ATSConnection, _ rules: ATSRules) -> [ATSFinding] {
        var findings = [finding(.scheme, (.met, .encrypted)), finding(.host, host(rules))]
        findings.append(finding(.version, lifted(version(connection, rules), rules)))
        findings.append(finding(.suite, lifted(suite(connection, rules), rules)))
        findings += connection.group.map { [finding(.group, group($0))] } ?? []
        findings += connection.handshake.map { [finding(.handshake, handshake($0))] } ?? []
        return findings + certificate(connection, rules)
    }

    /// The system decides which groups it offers: no key of Info.plist adds one.
    private func group(_ group: NamedGroup) -> Found {
        let isOffered = ATSGroup.contains(group)
        return (isOffered ? .met : .failed, .group(group, isOffered: isOffered))
    }

    private func handshake(_ trial: HandshakeTrial) -> Found {
        let outcome: ATSFinding.Outcome =
            switch trial {
            case .completed, .recorded, .proved: .met
            case .failed: .failed
            case .untried, .unseen(.noServer): .waived
            case .unseen(.recordingEnds), .unseen(.answerSealed): .unknown
            }
        return (outcome, .handshake(trial))
    }

    /// The same under an exemption from ATS: a failure is waived, unless the system itself offers no such suite, version or key.
    private func lifted(_ found: Found, _ rules: ATSRules) -> Found {
        guard let exemption = rules.exemption, found.outcome == .failed else { return found }
        switch found.note {
        case .suiteFiniteField, .suiteUnlisted, .keyOfOtherKind: return found
        case .versionTooOld(let version, _) where version < .tls10: return found
        default: return (.waived, .waived(found.note, by: exemption))
        }
    }

    // MARK: Host, version, suite

    private func host(_ rules: ATSRules) -> Found {
        if case .name(let name) = rules.host { return (.met, .publicName(name, entry: rules.entry)) }
        return (.waived, .outside(rules.host))
    }

    private func version(_ connection: ATSConnection, _ rules: ATSRules) -> Found {
        guard let version = connection.version else { return (.unknown, .notSeen) }
        let minimum = rules.minimumVersion
        return version >= minimum
            ? (.met, .version(version, minimum: minimum)) : (.failed, .versionTooOld(version, minimum: minimum))
    }

    private func suite(_ connection: ATSConnection, _ rules: ATSRules) -> Found {
        guard let suite = connection.suite else { return (.unknown, .notSeen) }
        return switch ATSSuite.standing(of: suite) {
        case .forwardSecret: (.met, .suiteListed(suite))
        case .tls13: (.met, .suiteOfTLS13(suite))
        case .withoutForwardSecrecy:
            rules.requiresForwardSecrecy
                ? (.failed, .suiteWithoutForwardSecrecy(suite, allowed: false))
                : (.waived, .suiteWithoutForwardSecrecy(suite, allowed: true))
        case .finiteField: (.failed, .suiteFiniteField(suite))
        case .unlisted: (.failed, .suiteUnlisted(suite))
        }
    }

    // MARK: The certificate

    private func certificate(_ connection: ATSConnection, _ rules: ATSRules) -> [ATSFinding] {
        let requirements: [ATSRequirement] = [
            .keyLength, .signatureHash, .trust, .subjectAltName, .extendedKeyUsage, .lifetime, .transparency,
        ]
        guard let first = connection.chain.first else {
            return requirements.map { finding($0, (.unknown, .noCertificate)) }
        }
        let leaf: ATSLeaf
        do throws(TrustError) {
            leaf = try ATSLeaf(first)
        } catch {
            return requirements.map { finding($0, (.failed, .unreadable(error.description))) }
        }
        return [
            finding(.keyLength, lifted(keyLength(leaf, rules), rules)),
            finding(.signatureHash, lifted(signatureHash(leaf), rules)),
            finding(.trust, trust(connection.evaluation?.verdict)),
            finding(
                .subjectAltName,
                leaf.hasHostNames ? (.met, .hasNames) : (.failed, .hasNoNames(commonName: leaf.commonName))),
            finding(.extendedKeyUsage, extendedKeyUsage(leaf)),
            finding(.lifetime, lifetime(leaf, connection.evaluation?.verdict)),
            finding(.transparency, transparency(leaf, connection.evaluation?.verdict)),
        ]
    }

    private func keyLength(_ leaf: ATSLeaf, _ rules: ATSRules) -> Found {
        let isLongEnough: Bool
        switch leaf.key {
        case .rsa(let bits): isLongEnough = bits >= 2048
        case .ellipticCurve(let bits): isLongEnough = bits >= 256
        case .other(let name): return (.failed, .keyOfOtherKind(name))
        }
        if isLongEnough { return (.met, .keyLongEnough(leaf.key)) }
        return rules.requiresForwardSecrecy ? (.failed, .keyTooShort(leaf.key)) : (.waived, .keyUnchecked(leaf.key))
    }

    private func signatureHash(_ leaf: ATSLeaf) -> Found {
        let algorithm = leaf.signatureAlgorithm
        return (leaf.hashBits ?? 0) >= 256
            ? (.met, .hashStrong(algorithm: algorithm)) : (.failed, .hashWeak(algorithm: algorithm))
    }

    private func trust(_ verdict: Verdict?) -> Found {
        guard let verdict else { return (.unknown, .noCertificate) }
        guard !verdict.isTrusted else { return (.met, .trusted) }
        if let missing = verdict.fetchable {
            return (.unknown, .issuerToFetch(missing.issuer, at: missing.address))
        }
        return (.failed, .distrusted(verdict.findings.filter { !$0.passed }.map(\.reason)))
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

    private func transparency(_ leaf: ATSLeaf, _ verdict: Verdict?) -> Found {
        // If the evaluation of the chain knew the logs, it has verified their timestamps.
        let verified = verdict?.verifiedLogs
        let logs = verified ?? leaf.transparencyLogs
        guard let least = system.logs(from: leaf.notBefore, to: leaf.notAfter, under: anchorKind) else {
            return system.transparency.kinds.contains(anchorKind)
                ? (.waived, .olderThanRule(issued: leaf.notBefore, rule: system.transparency.since))
                : (.waived, .privateAuthority(logs: logs))
        }
        return logs >= least
            ? (.met, .published(logs: logs, least: least, areVerified: verified != nil))
            : (.failed, .unpublished(logs: logs, least: least, areVerified: verified != nil))
    }
}

extension Verdict {
    /// The number of logs with a verified timestamp. Nil if timestamps were not verified.
    fileprivate var verifiedLogs: Int? {
        for finding in findings {
            if case .transparency(.timestamps(let logs, _, areVerified: true)) = finding.statement { return logs }
        }
        return nil
    }
}
