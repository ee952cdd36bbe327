import PKI
import Trace

/// TrustKit: SHA-256 pins of public keys for each domain. The names are those of TrustKit's source.
package struct TrustKit: Sendable {
    package let configuration: TrustKitConfiguration

    /// TrustKit with a configuration.
    package init(_ configuration: TrustKitConfiguration) { self.configuration = configuration }

    /// TSKTrustEvaluationResult: the result of the comparison with the pins.
    package enum EvaluationResult: String, Hashable, Sendable, CaseIterable {
        /// TSKTrustEvaluationSuccess: a pin fits.
        case success
        /// TSKTrustEvaluationFailedNoMatchingPin: SecTrust accepts the chain, and no pin fits.
        case failedNoMatchingPin
        /// TSKTrustEvaluationFailedInvalidCertificateChain: SecTrust refuses the chain. A wrong name is such a failure too.
        case failedInvalidCertificateChain
        /// TSKTrustEvaluationErrorInvalidParameters: there is no certificate or no pin.
        case errorInvalidParameters
        /// TSKTrustEvaluationFailedUserDefinedTrustAnchor: no pin fits, and the chain ends at an anchor that the user has installed.
        /// Only on macOS, and only if the configuration ignores pins under such anchors.
        case failedUserDefinedTrustAnchor
        /// TSKTrustEvaluationErrorCouldNotGenerateSpkiHash: a key could not be digested.
        case errorCouldNotGenerateSpkiHash
    }

    /// TSKTrustDecision: what an app should do.
    package enum Decision: String, Hashable, Sendable, CaseIterable {
        /// TSKTrustDecisionShouldAllowConnection.
        case shouldAllowConnection
        /// TSKTrustDecisionShouldBlockConnection.
        case shouldBlockConnection
        /// TSKTrustDecisionDomainNotPinned: the domain has no pins. The system's own handling decides.
        case domainNotPinned
    }

    /// The outcome of -evaluateTrust:forHostname:, and whether it is reported.
    package struct Validation: Hashable, Sendable {
        /// The decision for the app.
        package let decision: Decision
        /// The result of the comparison with the pins. Nil if they were not compared.
        package let result: EvaluationResult?
        /// Whether TrustKit reports a failure, if the configuration has an address for reports.
        package var isReported: Bool { result.map { $0 != .success } ?? false }
        /// The questions and answers that lead to the decision.
        package let steps: [TrustStep]
        /// The result of SecTrust. Nil if SecTrust was not asked.
        package let trustResult: SecTrustResult?
        /// As ``TrustDecision/doubt``.
        package var doubt: Verdict.Doubt?
        /// As ``TrustDecision/resultDoubt``.
        var resultDoubt: Verdict.Doubt?
    }

    /// TSKPinningValidator: decides about a server.
    ///
    /// - Parameter time: in seconds since 1970.
    package func evaluateTrust(_ trust: SecTrust, forHostname host: String, at time: Int64) -> Validation {
        var steps: [TrustStep] = []
        func notPinned(_ why: PolicyReason, asked: PolicyQuestion = .isDomainPinned) -> Validation {
            steps.append(TrustStep(asked, answer: false, because: why))
            return Validation(decision: .domainNotPinned, result: nil, steps: steps, trustResult: nil)
        }
        guard let (name, domain) = configuration.domain(for: host) else {
            return notPinned(.domainNotConfigured(host: host))
        }
        if domain.excludeSubdomainFromParentPolicy { return notPinned(.domainExcluded(host: host)) }
        steps.append(TrustStep(.isDomainPinned, answer: true, because: .domainConfigured(host: host, by: name)))
        if let end = domain.expirationDate, end < time {
            return notPinned(.pinsExpired(at: end), asked: .havePinsExpired)
        }
        steps.append(
            TrustStep(.havePinsExpired, answer: true, because: .pinsInForce(until: domain.expirationDate)))

        let (result, evaluation) = verify(trust, for: host, by: domain, at: time, adding: &steps)
        // Pins that refuse for certain were compared although it is open whether SecTrust accepts the chain.
        let isOpen = result == .failedInvalidCertificateChain
        let decision: Decision
        switch result {
        case .success: decision = .shouldAllowConnection
        case .failedNoMatchingPin where !domain.enforcePinning:
            steps.append(TrustStep(.mayGoOnUnpinned, answer: true, because: .pinningOnlyReported))
            decision = .shouldAllowConnection
        case .failedNoMatchingPin:
            steps.append(TrustStep(.mayGoOnUnpinned, answer: false, because: .pinningEnforced))
            decision = .shouldBlockConnection
        // TrustKit blocks a chain that SecTrust refuses even if pinning is not enforced.
        case .failedInvalidCertificateChain, .errorInvalidParameters, .errorCouldNotGenerateSpkiHash:
            decision = .shouldBlockConnection
        case .failedUserDefinedTrustAnchor: decision = .shouldAllowConnection
        }
        return Validation(
            decision: decision, result: result, steps: steps,
            trustResult: evaluation?.result, doubt: isOpen ? evaluation?.doubt : nil,
            resultDoubt: isOpen ? nil : evaluation?.doubt)
    }

    /// verifyPublicKeyPin(): evaluates with the SSL policy for the host, whatever policy the trust has, then compares the pins with
    /// the chain that SecTrust built. A certificate that was sent and is not in the built chain does not count.
    private func verify(
        _ given: SecTrust, for host: String, by domain: TrustKitConfiguration.Domain, at time: Int64,
        adding steps: inout [TrustStep]
    ) -> (EvaluationResult, SecTrust.Evaluation?) {
        guard !given.certificates.isEmpty, !domain.publicKeyHashes.isEmpty else {
            return (.errorInvalidParameters, nil)
        }
        var trust = given
        trust.policy = .ssl(hostName: host)
        let evaluation = trust.evaluate(at: time)
        let isTrusted = evaluation.result.isSuccess
        steps.append(TrustStep(.isChainTrusted, answer: isTrusted, because: .evaluated(evaluation)))
        // TrustKit compares only with a chain that SecTrust accepts. Where it is open whether SecTrust does, and only that, the pins may refuse
        // for certain. A certificate that is missing may be a pinned one.
        let isOpen = evaluation.doubt != nil && evaluation.doubtAboutPath == nil
        guard isTrusted || isOpen else { return (.failedInvalidCertificateChain, evaluation) }
        let (result, step) = compare(evaluation, trust, by: domain)
        let isRefused =
            switch result {
            case .failedNoMatchingPin: domain.enforcePinning
            case .errorCouldNotGenerateSpkiHash, .errorInvalidParameters: true
            case .success, .failedInvalidCertificateChain, .failedUserDefinedTrustAnchor: false
            }
        guard isTrusted || isRefused else { return (.failedInvalidCertificateChain, evaluation) }
        steps.append(step)
        return (result, evaluation)
    }

    /// The comparison of the pins with the chain that SecTrust has built.
    private func compare(
        _ evaluation: SecTrust.Evaluation, _ trust: SecTrust, by domain: TrustKitConfiguration.Domain
    ) -> (EvaluationResult, TrustStep) {
        // From the anchor down to the leaf. A key that TrustKit cannot digest ends the search.
        let chain = evaluation.certificateChain
        let digested = chain.reversed().prefix { TrustMemory.structure(of: $0)?.key.isDigestedByTrustKit == true }
        let match = PinMatch(digested, pins: domain.publicKeyHashes)
        guard match.isFound || digested.count == chain.count else {
            let structure = chain.dropLast(digested.count).last.flatMap(TrustMemory.structure)
            let why = PolicyReason.keyNotDigested(
                structure.map { Words(same: $0.label) } ?? Words(english: "a certificate", chinese: "一张证书"),
                structure.map { Words($0.key.phrase) } ?? Words(english: "it cannot be read", chinese: "无法读取"))
            return (.errorCouldNotGenerateSpkiHash, TrustStep(.isKeyPinned, answer: false, because: why))
        }
        let step = TrustStep(.isKeyPinned, answer: match.isFound, because: match.reason)
        if match.isFound { return (.success, step) }
        let anchor = chain.last ?? []
        let isExcused =
            configuration.ignorePinningForUserDefinedTrustAnchors
            && trust.userSettings.contains { $0.certificate == anchor && $0.isTrusted }
        return (isExcused ? .failedUserDefinedTrustAnchor : .failedNoMatchingPin, step)
    }

    /// -handleChallenge:completionHandler:.
    ///
    /// - Returns: nil for a challenge that is not about a server. TrustKit then returns NO, and the app handles the challenge.
    package func handle(_ challenge: AuthenticationChallenge, at time: Int64) -> AuthChallengeDisposition? {
        guard challenge.method == .serverTrust, let trust = challenge.serverTrust else { return nil }
        return switch evaluateTrust(trust, forHostname: challenge.host, at: time).decision {
        case .shouldAllowConnection: .useCredential
        case .shouldBlockConnection: .cancelAuthenticationChallenge
        case .domainNotPinned: .performDefaultHandling
        }
    }
}

extension SubjectKey {
    /// The kinds of keys whose SubjectPublicKeyInfo TrustKit can make again, in words.
    static let digestedByTrustKit = "RSA keys of 2048, 3072 and 4096 bits and keys on P-256 and P-384"
    /// The same in Chinese.
    static let chineseDigestedByTrustKit = "2048、3072 和 4096 位的 RSA 密钥，以及 P-256 和 P-384 上的密钥"

    /// Whether the key is of such a kind. TrustKit has a table of the octets before the key, with these five rows (TSKSPKIHashCache.m).
    var isDigestedByTrustKit: Bool {
        switch self {
        case .rsa(let key): [2048, 3072, 4096].contains(key.n.bitWidth)
        case .curve(let curve, _): curve == .p256 || curve == .p384
        case .ed25519, .otherCurve, .rsaPSS, .unknownCurve, .other, .malformed: false
        }
    }
}

extension TrustKit: TrustPolicyModel {
    /// "TrustKit"; the settings are not part of the name.
    package var name: String { "TrustKit" }

    /// Asks TrustKit's validator. A host whose domain is not pinned is left to the system, as TrustKit's documentation
    /// tells apps to do.
    package func decide(_ attempt: ConnectionAttempt) -> TrustDecision {
        let trust = attempt.serverTrust
        let validation = evaluateTrust(trust, forHostname: attempt.host ?? "", at: attempt.time)
        guard validation.decision == .domainNotPinned else {
            return TrustDecision(
                accepts: validation.decision == .shouldAllowConnection, steps: validation.steps,
                result: validation.trustResult, doubt: validation.doubt, resultDoubt: validation.resultDoubt)
        }
        return trust.decision(at: attempt.time).after(validation.steps)
    }
}
