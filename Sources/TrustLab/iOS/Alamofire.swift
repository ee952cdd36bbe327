/// Alamofire's ServerTrustEvaluating: what decides about the hosts that it is set for.
package protocol ServerTrustEvaluating: Sendable {
    /// The evaluator's name with its settings.
    var name: String { get }
    /// evaluate(_:forHost:), which throws where this gives a decision that does not accept.
    ///
    /// - Parameter trust: is changed, as Alamofire changes the SecTrust that it is given: anchors and policy stay.
    func evaluate(_ trust: inout SecTrust, forHost host: String, at time: Int64) -> TrustDecision
}

/// DefaultTrustEvaluator: the system's evaluation, with the name unless told otherwise.
package struct DefaultTrustEvaluator: ServerTrustEvaluating, Hashable {
    /// Whether the name is checked.
    package var validateHost: Bool

    /// The evaluator.
    package init(validateHost: Bool = true) { self.validateHost = validateHost }

    /// The class's name, and "no validateHost" if the name is not checked.
    package var name: String { "DefaultTrustEvaluator" + (validateHost ? "" : ", no validateHost") }

    /// Accepts what SecTrust accepts; with ``validateHost``, only for `host`. `time` is in seconds since 1970.
    package func evaluate(_ trust: inout SecTrust, forHost host: String, at time: Int64) -> TrustDecision {
        trust.validate(forHost: host, byDefault: true, validateHost: validateHost, at: time)
    }
}

/// PinnedCertificatesTrustEvaluator: a certificate of the built chain is a pinned one, octet for octet.
package struct PinnedCertificatesTrustEvaluator: ServerTrustEvaluating, Hashable {
    /// The pinned certificates in DER.
    package var certificates: [[UInt8]]
    /// Whether the pins become the only anchors, so that a server that vouches for itself can be reached.
    package var acceptSelfSignedCertificates: Bool
    /// Whether the chain is evaluated, dates and all.
    package var performDefaultValidation: Bool
    /// Whether it is evaluated with the name.
    package var validateHost: Bool

    /// The evaluator, by default as careful as it can be.
    package init(
        certificates: [[UInt8]], acceptSelfSignedCertificates: Bool = false, performDefaultValidation: Bool = true,
        validateHost: Bool = true
    ) {
        self.certificates = certificates
        self.acceptSelfSignedCertificates = acceptSelfSignedCertificates
        self.performDefaultValidation = performDefaultValidation
        self.validateHost = validateHost
    }

    /// The class's name, with each setting that is not the default.
    package var name: String {
        let flags = [
            acceptSelfSignedCertificates ? "acceptSelfSignedCertificates" : nil,
            performDefaultValidation ? nil : "no performDefaultValidation", validateHost ? nil : "no validateHost",
        ].compactMap { $0 }
        return (["PinnedCertificatesTrustEvaluator"] + flags).joined(separator: ", ")
    }

    /// Evaluates the chain as far as the settings say, then compares its certificates with the pins. Without any pin it
    /// refuses.
    ///
    /// - Parameters:
    ///   - trust: its anchors become the pins if ``acceptSelfSignedCertificates`` is set.
    ///   - time: in seconds since 1970.
    package func evaluate(_ trust: inout SecTrust, forHost host: String, at time: Int64) -> TrustDecision {
        guard !certificates.isEmpty else { return .refused(.isCertificatePinned, .nothingToCompareWith) }
        if acceptSelfSignedCertificates { trust.setAnchorCertificates(certificates) }
        let validation = trust.validate(
            forHost: host, byDefault: performDefaultValidation, validateHost: validateHost, at: time)
        guard validation.accepts else { return validation }
        let chain = trust.evaluate(at: time).certificateChain
        let found = chain.first(where: certificates.contains)
        let why: PolicyReason =
            found.map { .certificatePinned($0.label) }
            ?? .noCertificatePinned(
                chain: chain.count, pins: certificates.count,
                renewal: .explaining(certificates, absentFrom: chain, host: host))
        return validation.then(TrustStep(.isCertificatePinned, found != nil, why))
    }
}

/// PublicKeysTrustEvaluator: a key of the built chain is a pinned one.
package struct PublicKeysTrustEvaluator: ServerTrustEvaluating, Hashable {
    /// The pinned keys.
    package var keys: [PublicKeyPin]
    /// Whether the chain is evaluated, dates and all.
    package var performDefaultValidation: Bool
    /// Whether it is evaluated with the name.
    package var validateHost: Bool

    /// The evaluator, by default as careful as it can be.
    package init(keys: [PublicKeyPin], performDefaultValidation: Bool = true, validateHost: Bool = true) {
        self.keys = keys
        self.performDefaultValidation = performDefaultValidation
        self.validateHost = validateHost
    }

    /// The class's name, with each setting that is not the default.
    package var name: String {
        let flags = [
            performDefaultValidation ? nil : "no performDefaultValidation", validateHost ? nil : "no validateHost",
        ].compactMap { $0 }
        return (["PublicKeysTrustEvaluator"] + flags).joined(separator: ", ")
    }

    /// Evaluates the chain as far as the settings say, then compares its keys with the pins. Without any pin it
    /// refuses. `time` is in seconds since 1970.
    package func evaluate(_ trust: inout SecTrust, forHost host: String, at time: Int64) -> TrustDecision {
        guard !keys.isEmpty else { return .refused(.isKeyPinned, .nothingToCompareWith) }
        let validation = trust.validate(
            forHost: host, byDefault: performDefaultValidation, validateHost: validateHost, at: time)
        guard validation.accepts else { return validation }
        let match = PinMatch(trust.evaluate(at: time).certificateChain, pins: keys)
        return validation.then(TrustStep(.isKeyPinned, match.isFound, match.reason))
    }
}

/// CompositeTrustEvaluator: all of several, in order, until one refuses.
package struct CompositeTrustEvaluator: ServerTrustEvaluating {
    /// The evaluators.
    package var evaluators: [any ServerTrustEvaluating]

    /// All of `evaluators`.
    package init(evaluators: [any ServerTrustEvaluating]) { self.evaluators = evaluators }

    /// The class's name, with the names of the evaluators in their order.
    package var name: String { "CompositeTrustEvaluator(\(evaluators.map(\.name).joined(separator: "; ")))" }

    /// Asks one evaluator after the other, each with the trust as the one before has left it, and stops at the first
    /// refusal. Without evaluators it accepts. `time` is in seconds since 1970.
    package func evaluate(_ trust: inout SecTrust, forHost host: String, at time: Int64) -> TrustDecision {
        var sum = TrustDecision(accepts: true, steps: [], result: nil)
        for evaluator in evaluators {
            let next = evaluator.evaluate(&trust, forHost: host, at: time)
            sum = TrustDecision(
                accepts: next.accepts, steps: sum.steps + next.steps, result: next.result ?? sum.result)
            guard next.accepts else { break }
        }
        return sum
    }
}

/// DisabledTrustEvaluator: accepts whatever comes.
package struct DisabledTrustEvaluator: ServerTrustEvaluating, Hashable {
    /// The evaluator; "THIS EVALUATOR SHOULD NEVER BE USED IN PRODUCTION!", as its documentation has it.
    package init() {}

    /// The class's name; there are no settings.
    package var name: String { "DisabledTrustEvaluator" }

    /// Accepts every chain for every host, and does not evaluate it.
    package func evaluate(_ trust: inout SecTrust, forHost host: String, at time: Int64) -> TrustDecision {
        TrustDecision(accepts: true, steps: [TrustStep(.anything, false, .evaluatorDisabled)], result: nil)
    }
}

/// ServerTrustManager: which evaluator decides about which host.
package struct ServerTrustManager: TrustPolicyModel {
    /// Whether a host without an evaluator is refused; the default.
    package var allHostsMustBeEvaluated: Bool
    /// The evaluators by host, compared as they are written: Alamofire has no wildcards.
    package var evaluators: [String: any ServerTrustEvaluating]

    /// A manager.
    package init(allHostsMustBeEvaluated: Bool = true, evaluators: [String: any ServerTrustEvaluating]) {
        self.allHostsMustBeEvaluated = allHostsMustBeEvaluated
        self.evaluators = evaluators
    }

    /// "Alamofire", with the names of the evaluators in the order of their hosts.
    package var name: String {
        let names = evaluators.sorted { $0.key < $1.key }.map(\.value.name)
        return "Alamofire \(names.joined(separator: "; "))"
    }

    /// Asks the evaluator of the attempt's host. Without one the attempt is refused, or left to the system if
    /// ``allHostsMustBeEvaluated`` is not set.
    package func decide(_ attempt: ConnectionAttempt) -> TrustDecision {
        let host = attempt.host ?? ""
        var trust = attempt.serverTrust
        if let evaluator = evaluators[host] {
            return evaluator.evaluate(&trust, forHost: host, at: attempt.time)
        }
        let reason = PolicyReason.noEvaluator(host: host, isRequired: allHostsMustBeEvaluated)
        guard !allHostsMustBeEvaluated else { return .refused(.hasEvaluator, reason) }
        let usual = trust.decision(at: attempt.time)
        let steps = [TrustStep(.hasEvaluator, false, reason)] + usual.steps
        return TrustDecision(accepts: usual.accepts, steps: steps, result: usual.result)
    }
}

extension TrustDecision {
    /// A refusal of one step.
    fileprivate static func refused(_ asked: PolicyQuestion, _ why: PolicyReason) -> TrustDecision {
        TrustDecision(accepts: false, steps: [TrustStep(asked, false, why)], result: nil)
    }

    /// The same with a further step that decides.
    fileprivate func then(_ step: TrustStep) -> TrustDecision {
        TrustDecision(accepts: step.answer == true, steps: steps + [step], result: result)
    }
}

extension SecTrust {
    /// performDefaultValidation: the SSL policy without a name; performValidation: the same with it. Either, both or neither.
    fileprivate mutating func validate(
        forHost host: String, byDefault: Bool, validateHost: Bool, at time: Int64
    ) -> TrustDecision {
        var sum = TrustDecision(accepts: true, steps: [], result: nil)
        for (isWanted, name) in [(byDefault, nil), (validateHost, host)] as [(Bool, String?)] where isWanted {
            policy = .ssl(hostName: name)
            let next = decision(at: time)
            let set = TrustStep(.whichPolicy, nil, .policySet(policy))
            sum = TrustDecision(accepts: next.accepts, steps: sum.steps + [set] + next.steps, result: next.result)
            guard next.accepts else { break }
        }
        return sum
    }
}
