import PKI
import TLSSim

/// Compares a connection with the requirements of App Transport Security and of Apple's systems.
///
/// For an https URL every requirement is examined, even after a failure; for http only scheme and host. The app's own code (a
/// delegate's didReceive challenge) cannot help while ATS is on for the host: it can refuse more than the system, not less.
package struct ATSPolicy: Hashable, Sendable {
    /// The two schemes of URLs.
    package enum Scheme: String, Hashable, Sendable, CaseIterable {
        /// With TLS.
        case https
        /// Without.
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
        let answer = server.answer(to: rules.offer)
        switch answer {
        case .agreed(let connection): findings = self.findings(connection, rules)
        case .refused(let alert):
            findings = self.findings(known, rules)
            let told = findings.firstIndex { Self.isNegotiation($0.requirement) && $0.outcome == .failed }
            if let index = told ?? findings.firstIndex(where: { $0.requirement == .suite }) {
                let failed = told == nil ? nil : findings[index].note
                findings[index] = ATSFinding(
                    requirement: findings[index].requirement, outcome: .failed,
                    note: .offerRefused(rules.offer, alert: alert, otherwise: failed))
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

    private func plain(_ rules: ATSRules) -> ATSJudgement {
        let note = ATSNote.plain(allowed: rules.allowsPlainHTTP, entry: rules.entry)
        let scheme =
            if let exemption = rules.exemption {
                ATSFinding(
                    requirement: .scheme, outcome: .waived,
                    note: .waived(.plain(allowed: false, entry: nil), by: exemption))
            } else {
                ATSFinding(requirement: .scheme, outcome: rules.allowsPlainHTTP ? .waived : .failed, note: note)
            }
        return ATSJudgement(rules: rules, scheme: .http, findings: [scheme, host(rules)])
    }

    private func findings(_ connection: ATSConnection, _ rules: ATSRules) -> [ATSFinding] {
        var findings = [ATSFinding(requirement: .scheme, outcome: .met, note: .encrypted), host(rules)]
        findings.append(lifted(version(connection, rules), rules))
        findings.append(lifted(suite(connection, rules), rules))
        findings += connection.group.map { [group($0)] } ?? []
        findings += connection.handshake.map { [handshake($0)] } ?? []
        return findings + certificate(connection, rules)
    }

    /// The finding about the group. The system decides which groups it offers: no key of Info.plist adds one.
    private func group(_ group: NamedGroup) -> ATSFinding {
        ATSFinding(
            requirement: .group, outcome: ATSGroup.contains(group) ? .met : .failed,
            note: .group(group, isOffered: ATSGroup.contains(group)))
    }

    private func handshake(_ trial: HandshakeTrial) -> ATSFinding {
        let outcome: ATSFinding.Outcome =
            switch trial {
            case .completed, .recorded, .proved: .met
            case .failed: .failed
            case .untried, .unseen(.noServer): .waived
            case .unseen(.recordingEnds), .unseen(.answerSealed): .unknown
            }
        return ATSFinding(requirement: .handshake, outcome: outcome, note: .handshake(trial))
    }

    /// The finding under an exemption from ATS: a failure is waived. A failure remains where the system itself offers no such suite,
    /// version or kind of key.
    private func lifted(_ finding: ATSFinding, _ rules: ATSRules) -> ATSFinding {
        guard let exemption = rules.exemption, finding.outcome == .failed else { return finding }
        switch finding.note {
        case .suiteFiniteField, .suiteUnlisted, .keyOfOtherKind: return finding
        case .versionTooOld(let version, _) where version < .tls10: return finding
        default:
            return ATSFinding(
                requirement: finding.requirement, outcome: .waived, note: .waived(finding.note, by: exemption))
        }
    }

    // MARK: Host, version, suite

    private func host(_ rules: ATSRules) -> ATSFinding {
        if case .name(let name) = rules.host {
            return ATSFinding(requirement: .host, outcome: .met, note: .publicName(name, entry: rules.entry))
        }
        return ATSFinding(requirement: .host, outcome: .waived, note: .outside(rules.host))
    }

    private func version(_ connection: ATSConnection, _ rules: ATSRules) -> ATSFinding {
        guard let version = connection.version else {
            return ATSFinding(requirement: .version, outcome: .unknown, note: .notSeen)
        }
        let minimum = rules.minimumVersion
        return version >= minimum
            ? ATSFinding(requirement: .version, outcome: .met, note: .version(version, minimum: minimum))
            : ATSFinding(requirement: .version, outcome: .failed, note: .versionTooOld(version, minimum: minimum))
    }

    private func suite(_ connection: ATSConnection, _ rules: ATSRules) -> ATSFinding {
        guard let suite = connection.suite else {
            return ATSFinding(requirement: .suite, outcome: .unknown, note: .notSeen)
        }
        let (outcome, note): (ATSFinding.Outcome, ATSNote) =
            switch ATSSuite.standing(of: suite) {
            case .forwardSecret: (.met, .suiteListed(suite))
            case .tls13: (.met, .suiteOfTLS13(suite))
            case .withoutForwardSecrecy:
                rules.requiresForwardSecrecy
                    ? (.failed, .suiteWithoutForwardSecrecy(suite, allowed: false))
                    : (.waived, .suiteWithoutForwardSecrecy(suite, allowed: true))
            case .finiteField: (.failed, .suiteFiniteField(suite))
            case .unlisted: (.failed, .suiteUnlisted(suite))
            }
        return ATSFinding(requirement: .suite, outcome: outcome, note: note)
    }

    // MARK: The certificate

    private func certificate(_ connection: ATSConnection, _ rules: ATSRules) -> [ATSFinding] {
        let requirements: [ATSRequirement] = [
            .keyLength, .signatureHash, .trust, .subjectAltName, .extendedKeyUsage, .lifetime, .transparency,
        ]
        guard let first = connection.chain.first else {
            return requirements.map { ATSFinding(requirement: $0, outcome: .unknown, note: .noCertificate) }
        }
        let leaf: ATSLeaf
        do throws(TrustError) {
            leaf = try ATSLeaf(first)
        } catch {
            return requirements.map {
                ATSFinding(requirement: $0, outcome: .failed, note: .unreadable(error.description))
            }
        }
        return [
            lifted(keyLength(leaf, rules), rules), lifted(signatureHash(leaf), rules),
            trust(connection.evaluation?.verdict),
            ATSFinding(
                requirement: .subjectAltName, outcome: leaf.hasHostNames ? .met : .failed,
                note: leaf.hasHostNames ? .hasNames : .hasNoNames(commonName: leaf.commonName)),
            extendedKeyUsage(leaf), lifetime(leaf), transparency(leaf, connection.evaluation?.verdict),
        ]
    }

    private func keyLength(_ leaf: ATSLeaf, _ rules: ATSRules) -> ATSFinding {
        let isLongEnough: Bool
        switch leaf.key {
        case .rsa(let bits): isLongEnough = bits >= 2048
        case .ellipticCurve(let bits): isLongEnough = bits >= 256
        case .other(let name):
            return ATSFinding(requirement: .keyLength, outcome: .failed, note: .keyOfOtherKind(name))
        }
        if isLongEnough {
            return ATSFinding(requirement: .keyLength, outcome: .met, note: .keyLongEnough(leaf.key))
        }
        return rules.requiresForwardSecrecy
            ? ATSFinding(requirement: .keyLength, outcome: .failed, note: .keyTooShort(leaf.key))
            : ATSFinding(requirement: .keyLength, outcome: .waived, note: .keyUnchecked(leaf.key))
    }

    private func signatureHash(_ leaf: ATSLeaf) -> ATSFinding {
        let algorithm = leaf.signatureAlgorithm
        return (leaf.hashBits ?? 0) >= 256
            ? ATSFinding(requirement: .signatureHash, outcome: .met, note: .hashStrong(algorithm: algorithm))
            : ATSFinding(requirement: .signatureHash, outcome: .failed, note: .hashWeak(algorithm: algorithm))
    }

    private func trust(_ verdict: Verdict?) -> ATSFinding {
        guard let verdict else { return ATSFinding(requirement: .trust, outcome: .unknown, note: .noCertificate) }
        guard !verdict.isTrusted else { return ATSFinding(requirement: .trust, outcome: .met, note: .trusted) }
        let reasons = verdict.findings.filter { !$0.passed }.map(\.reason)
        return ATSFinding(requirement: .trust, outcome: .failed, note: .distrusted(reasons))
    }

    private func extendedKeyUsage(_ leaf: ATSLeaf) -> ATSFinding {
        if leaf.allowsServers == true {
            return ATSFinding(requirement: .extendedKeyUsage, outcome: .met, note: .allowsServers)
        }
        guard system.demandsUsage(issued: leaf.notBefore, under: anchorKind) else {
            return ATSFinding(
                requirement: .extendedKeyUsage, outcome: .waived,
                note: .olderThanRule(issued: leaf.notBefore, rule: system.usage.since))
        }
        return ATSFinding(
            requirement: .extendedKeyUsage, outcome: .failed,
            note: .allowsNoServers(hasExtension: leaf.allowsServers != nil))
    }

    private func lifetime(_ leaf: ATSLeaf) -> ATSFinding {
        guard let limit = system.lifetime(issued: leaf.notBefore, under: anchorKind) else {
            let first = system.lifetimes.first { $0.demand.kinds.contains(anchorKind) }
            return ATSFinding(
                requirement: .lifetime, outcome: .waived,
                note: first.map { .olderThanRule(issued: leaf.notBefore, rule: $0.demand.since) }
                    ?? .lifetimeUnlimited(days: leaf.days, under: anchorKind))
        }
        return leaf.days <= limit.days
            ? ATSFinding(requirement: .lifetime, outcome: .met, note: .lifetime(days: leaf.days, limit: limit.days))
            : ATSFinding(
                requirement: .lifetime, outcome: .failed,
                note: .lifetimeTooLong(
                    days: leaf.days, limit: limit.days, since: limit.demand.since, under: anchorKind))
    }

    private func transparency(_ leaf: ATSLeaf, _ verdict: Verdict?) -> ATSFinding {
        // If the evaluation of the chain knew the logs, it has verified their timestamps.
        let verified = verdict?.verifiedLogs
        let logs = verified ?? leaf.transparencyLogs
        guard let least = system.logs(issued: leaf.notBefore, days: leaf.days, under: anchorKind) else {
            return ATSFinding(
                requirement: .transparency, outcome: .waived,
                note: system.transparency.kinds.contains(anchorKind)
                    ? .olderThanRule(issued: leaf.notBefore, rule: system.transparency.since)
                    : .privateAuthority(logs: logs))
        }
        return logs >= least
            ? ATSFinding(
                requirement: .transparency, outcome: .met,
                note: .published(logs: logs, least: least, areVerified: verified != nil))
            : ATSFinding(
                requirement: .transparency, outcome: .failed,
                note: .unpublished(logs: logs, least: least, areVerified: verified != nil))
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
