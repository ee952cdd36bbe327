/// TrustKit: SHA-256 pins of public keys, domain by domain, under the names of its own source.
package struct TrustKit: Hashable, Sendable {
    /// The configuration.
    package let configuration: TrustKitConfiguration

    /// TrustKit with a configuration.
    package init(_ configuration: TrustKitConfiguration) { self.configuration = configuration }

    /// TSKTrustEvaluationResult: what came of looking at the pins.
    package enum EvaluationResult: String, Hashable, Sendable, CaseIterable {
        /// TSKTrustEvaluationSuccess: a pin fits.
        case success
        /// TSKTrustEvaluationFailedNoMatchingPin: the chain is good, and no pin fits.
        case failedNoMatchingPin
        /// TSKTrustEvaluationFailedInvalidCertificateChain: SecTrust refuses the chain, the name included.
        case failedInvalidCertificateChain
        /// TSKTrustEvaluationErrorInvalidParameters: there was nothing to evaluate.
        case errorInvalidParameters
        /// TSKTrustEvaluationFailedUserDefinedTrustAnchor: the chain ends at an anchor of the user's; on macOS only, when the
        /// configuration asks for it.
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
        /// TSKTrustDecisionDomainNotPinned: nothing to say; the system's own handling decides.
        case domainNotPinned
    }

    /// -evaluateTrust:forHostname:, with what is reported about it.
    package struct Validation: Hashable, Sendable {
        /// The decision for the app.
        package let decision: Decision
        /// The result of the comparison of pins; nil where they were not compared.
        package let result: EvaluationResult?
        /// Whether a report of the failure is sent, if there is somewhere to send it.
        package var isReported: Bool { result.map { $0 != .success } ?? false }
        /// The decisions on the way.
        package let steps: [TrustStep]
        /// The result of SecTrust; nil where it was not asked.
        package let trustResult: SecTrustResult?
    }

    /// TSKPinningValidator: decides about a server.
    ///
    /// - Parameter time: in seconds since 1970.
    package func evaluateTrust(_ trust: SecTrust, forHostname host: String, at time: Int64) -> Validation {
        var steps: [TrustStep] = []
        func notPinned(_ why: PolicyReason, asked: PolicyQuestion = .isDomainPinned) -> Validation {
            steps.append(TrustStep(asked, false, why))
            return Validation(decision: .domainNotPinned, result: nil, steps: steps, trustResult: nil)
        }
        guard let (name, domain) = configuration.domain(for: host) else {
            return notPinned(.domainNotConfigured(host: host))
        }
        if domain.excludeSubdomainFromParentPolicy { return notPinned(.domainExcluded(host: host)) }
        steps.append(TrustStep(.isDomainPinned, true, .domainConfigured(host: host, by: name)))
        if let end = domain.expirationDate, end < time {
            return notPinned(.pinsExpired(at: end), asked: .havePinsExpired)
        }
        steps.append(TrustStep(.havePinsExpired, true, .pinsInForce(until: domain.expirationDate)))

        let (result, trustResult) = verify(trust, host, domain, at: time, &steps)
        let decision: Decision
        switch result {
        case .success: decision = .shouldAllowConnection
        case .failedNoMatchingPin where !domain.enforcePinning:
            steps.append(TrustStep(.mayGoOnUnpinned, true, .pinningOnlyReported))
            decision = .shouldAllowConnection
        case .failedNoMatchingPin:
            steps.append(TrustStep(.mayGoOnUnpinned, false, .pinningEnforced))
            decision = .shouldBlockConnection
        // A chain that SecTrust refuses is no affair of pins: it is blocked, enforced or not.
        case .failedInvalidCertificateChain, .errorInvalidParameters, .errorCouldNotGenerateSpkiHash:
            decision = .shouldBlockConnection
        case .failedUserDefinedTrustAnchor: decision = .shouldAllowConnection
        }
        return Validation(decision: decision, result: result, steps: steps, trustResult: trustResult)
    }

    /// verifyPublicKeyPin(): the SSL policy for the host first, whatever policy the trust came with, then the pins, against the
    /// chain that SecTrust built. What was sent besides it proves nothing.
    private func verify(
        _ given: SecTrust, _ host: String, _ domain: TrustKitConfiguration.Domain, at time: Int64,
        _ steps: inout [TrustStep]
    ) -> (EvaluationResult, SecTrustResult?) {
        guard !given.certificates.isEmpty, !domain.publicKeyHashes.isEmpty else {
            return (.errorInvalidParameters, nil)
        }
        var trust = given
        trust.policy = .ssl(hostName: host)
        let evaluation = trust.evaluate(at: time)
        let isTrusted = evaluation.result.isSuccess
        steps.append(TrustStep(.isChainTrusted, isTrusted, .evaluated(evaluation)))
        guard isTrusted else { return (.failedInvalidCertificateChain, evaluation.result) }

        let chain = evaluation.certificateChain
        guard chain.allSatisfy({ PublicKeyPin(ifOfCertificate: $0) != nil }) else {
            return (.errorCouldNotGenerateSpkiHash, evaluation.result)
        }
        let match = PinMatch(chain.reversed(), pins: domain.publicKeyHashes)
        steps.append(TrustStep(.isKeyPinned, match.isFound, match.reason))
        if match.isFound { return (.success, evaluation.result) }
        let anchor = chain.last ?? []
        if configuration.ignorePinningForUserDefinedTrustAnchors,
            trust.userSettings.contains(where: { $0.certificate == anchor && $0.isTrusted })
        {
            return (.failedUserDefinedTrustAnchor, evaluation.result)
        }
        return (.failedNoMatchingPin, evaluation.result)
    }

    /// -handleChallenge:completionHandler:.
    ///
    /// - Returns: nil for a challenge that is not about a server; it is left to the app, as the Boolean NO says.
    package func handle(_ challenge: AuthenticationChallenge, at time: Int64) -> AuthChallengeDisposition? {
        guard challenge.method == .serverTrust, let trust = challenge.serverTrust else { return nil }
        return switch evaluateTrust(trust, forHostname: challenge.host, at: time).decision {
        case .shouldAllowConnection: .useCredential
        case .shouldBlockConnection: .cancelAuthenticationChallenge
        case .domainNotPinned: .performDefaultHandling
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
                result: validation.trustResult)
        }
        let usual = trust.decision(at: attempt.time)
        return TrustDecision(accepts: usual.accepts, steps: validation.steps + usual.steps, result: usual.result)
    }
}
