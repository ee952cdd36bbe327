/// Alamofire's ServerTrustEvaluating: an evaluator decides about the hosts for which the app has registered it.
package protocol ServerTrustEvaluating: Sendable {
    /// The evaluator's name with its settings.
    var name: String { get }
    /// Alamofire's evaluate(_:forHost:). Where Alamofire's method throws, this one returns a decision that does not accept.
    ///
    /// - Parameters:
    ///   - trust: the SecTrust of the challenge. As in Alamofire, the evaluator changes its anchors and its policy, and the next
    ///     evaluator gets the changed trust.
    ///   - time: the moment of the evaluation, in seconds since 1970.
    func evaluate(_ trust: inout SecTrust, forHost host: String, at time: Int64) -> TrustDecision
}

/// DefaultTrustEvaluator: the system's evaluation. It includes the name unless ``validateHost`` is false.
package struct DefaultTrustEvaluator: ServerTrustEvaluating, Hashable {
    /// Whether the name is checked.
    package var validateHost = true

    /// The class's name, and "no validateHost" if the name is not checked.
    package var name: String { "DefaultTrustEvaluator" + (validateHost ? "" : ", no validateHost") }

    /// Accepts the chains that SecTrust accepts; with ``validateHost``, only those for `host`. `time` is in seconds since 1970.
    package func evaluate(_ trust: inout SecTrust, forHost host: String, at time: Int64) -> TrustDecision {
        trust.validate(forHost: host, byDefault: true, validateHost: validateHost, at: time)
    }
}

/// PinnedCertificatesTrustEvaluator: a certificate of the built chain must be one of the pinned certificates, octet for octet.
package struct PinnedCertificatesTrustEvaluator: ServerTrustEvaluating, Hashable {
    /// The pinned certificates in DER.
    package var certificates: [[UInt8]]
    /// Whether the pins become the only anchors, so that a server with a self-signed certificate can be reached.
    package var acceptSelfSignedCertificates = false
    /// Whether SecTrust evaluates the chain, dates included.
    package var performDefaultValidation = true
    /// Whether SecTrust checks the name.
    package var validateHost = true

    /// The class's name, with each setting that is not the default.
    package var name: String {
        let flags = [
            acceptSelfSignedCertificates ? "acceptSelfSignedCertificates" : nil,
            performDefaultValidation ? nil : "no performDefaultValidation", validateHost ? nil : "no validateHost",
        ].compactMap { $0 }
        return (["PinnedCertificatesTrustEvaluator"] + flags).joined(separator: ", ")
    }

    /// Makes the checks that the settings ask for, then compares the certificates of the built chain with the pins. An evaluator
    /// without pins refuses.
    ///
    /// - Parameters:
    ///   - trust: its anchors become the pins if ``acceptSelfSignedCertificates`` is set.
    ///   - time: in seconds since 1970.
    package func evaluate(_ trust: inout SecTrust, forHost host: String, at time: Int64) -> TrustDecision {
        guard !certificates.isEmpty else { return .refused(.isCertificatePinned, .nothingToCompareWith) }
        if acceptSelfSignedCertificates { trust.setAnchorCertificates(certificates) }
        let validation = trust.validate(
            forHost: host, byDefault: performDefaultValidation, validateHost: validateHost, at: time)
        let trust = trust
        return validation.and {
            let evaluation = trust.evaluate(at: time)
            let chain = evaluation.certificateChain
            let found = chain.first(where: certificates.contains)
            let why: PolicyReason =
                found.map { .certificatePinned($0.nameInWords) }
                ?? .noCertificatePinned(
                    chain: chain.count, pins: certificates.count,
                    renewal: .explaining(certificates, absentFrom: chain, host: host))
            // SecTrust accepts no path in which a certificate that is not an authority's stands above another one.
            let isEvaluated = performDefaultValidation || validateHost
            let mayFitAbove =
                !isEvaluated || certificates.contains { TrustMemory.structure(of: $0)?.mayCertify == true }
            return evaluation.comparison(
                .isCertificatePinned, isFound: found != nil, because: why, mayFitAbove: mayFitAbove)
        }
    }
}

/// PublicKeysTrustEvaluator: a key of the built chain must be one of the pinned keys.
package struct PublicKeysTrustEvaluator: ServerTrustEvaluating, Hashable {
    /// The pinned keys.
    package var keys: [PublicKeyPin]
    /// Whether SecTrust evaluates the chain, dates included.
    package var performDefaultValidation = true
    /// Whether SecTrust checks the name.
    package var validateHost = true

    /// The class's name, with each setting that is not the default.
    package var name: String {
        let flags = [
            performDefaultValidation ? nil : "no performDefaultValidation", validateHost ? nil : "no validateHost",
        ].compactMap { $0 }
        return (["PublicKeysTrustEvaluator"] + flags).joined(separator: ", ")
    }

    /// Makes the checks that the settings ask for, then compares the keys of the built chain with the pins. An evaluator without
    /// pins refuses. `time` is in seconds since 1970.
    package func evaluate(_ trust: inout SecTrust, forHost host: String, at time: Int64) -> TrustDecision {
        guard !keys.isEmpty else { return .refused(.isKeyPinned, .nothingToCompareWith) }
        let validation = trust.validate(
            forHost: host, byDefault: performDefaultValidation, validateHost: validateHost, at: time)
        let trust = trust
        return validation.and {
            let evaluation = trust.evaluate(at: time)
            let match = PinMatch(evaluation.certificateChain, pins: keys)
            return evaluation.comparison(
                .isKeyPinned, isFound: match.isFound, because: match.reason, mayFitAbove: true)
        }
    }
}

/// CompositeTrustEvaluator: asks several evaluators in order, until one of them refuses.
package struct CompositeTrustEvaluator: ServerTrustEvaluating {
    /// The evaluators, in the order in which they are asked.
    package var evaluators: [any ServerTrustEvaluating]

    /// The class's name, with the names of the evaluators in their order.
    package var name: String { "CompositeTrustEvaluator(\(evaluators.map(\.name).joined(separator: "; ")))" }

    /// Asks the evaluators in order and stops at the first refusal. Each evaluator gets the trust as the evaluator before it has
    /// changed it. A composite without evaluators accepts. `time` is in seconds since 1970.
    package func evaluate(_ trust: inout SecTrust, forHost host: String, at time: Int64) -> TrustDecision {
        var sum = TrustDecision(accepts: true, steps: [], result: nil)
        for evaluator in evaluators {
            sum = sum.and { evaluator.evaluate(&trust, forHost: host, at: time) }
        }
        return sum
    }
}

/// DisabledTrustEvaluator: accepts every chain. Alamofire's documentation says: "THIS EVALUATOR SHOULD NEVER BE USED IN PRODUCTION!"
package struct DisabledTrustEvaluator: ServerTrustEvaluating, Hashable {
    /// The class's name; there are no settings.
    package var name: String { "DisabledTrustEvaluator" }

    /// Accepts every chain for every host, and does not evaluate it.
    package func evaluate(_ trust: inout SecTrust, forHost host: String, at time: Int64) -> TrustDecision {
        TrustDecision(
            accepts: true, steps: [TrustStep(.anything, answer: false, because: .evaluatorDisabled)], result: nil)
    }
}

/// ServerTrustManager: which evaluator decides about which host.
package struct ServerTrustManager: TrustPolicyModel {
    /// Whether the manager refuses a host that has no evaluator. True by default.
    package var allHostsMustBeEvaluated = true
    /// The evaluators by host. Hosts are compared as they are written: Alamofire has no wildcards.
    package var evaluators: [String: any ServerTrustEvaluating]

    /// "Alamofire", with the names of the evaluators in the order of their hosts.
    package var name: String {
        let names = evaluators.sorted { $0.key < $1.key }.map(\.value.name)
        return "Alamofire \(names.joined(separator: "; "))"
    }

    /// Asks the evaluator of the attempt's host. If the host has no evaluator, ``allHostsMustBeEvaluated`` makes the manager
    /// refuse; otherwise the system decides.
    package func decide(_ attempt: ConnectionAttempt) -> TrustDecision {
        let host = attempt.host ?? ""
        var trust = attempt.serverTrust
        if let evaluator = evaluators[host] {
            return evaluator.evaluate(&trust, forHost: host, at: attempt.time)
        }
        let reason = PolicyReason.noEvaluator(host: host, isRequired: allHostsMustBeEvaluated)
        guard !allHostsMustBeEvaluated else { return .refused(.hasEvaluator, reason) }
        return trust.decision(at: attempt.time).after([TrustStep(.hasEvaluator, answer: false, because: reason)])
    }
}

extension TrustDecision {
    /// A refusal that has one step.
    fileprivate static func refused(_ asked: PolicyQuestion, _ why: PolicyReason) -> TrustDecision {
        TrustDecision(accepts: false, steps: [TrustStep(asked, answer: false, because: why)], result: nil)
    }
}

extension SecTrust {
    /// Evaluates under the SSL policy without a name if `byDefault` is true (Alamofire's performDefaultValidation), then with the
    /// name if `validateHost` is true (performValidation). Without either it accepts.
    fileprivate mutating func validate(
        forHost host: String, byDefault: Bool, validateHost: Bool, at time: Int64
    ) -> TrustDecision {
        var sum = TrustDecision(accepts: true, steps: [], result: nil)
        for (isWanted, name) in [(byDefault, nil), (validateHost, host)] as [(Bool, String?)] where isWanted {
            policy = .ssl(hostName: name)
            sum = sum.and {
                decision(at: time).after([TrustStep(.whichPolicy, answer: nil, because: .policySet(policy))])
            }
        }
        return sum
    }
}
