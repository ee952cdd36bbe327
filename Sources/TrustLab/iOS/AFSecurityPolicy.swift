import Crypto
import PKI
import Trace

/// AFNetworking's AFSecurityPolicy, decision by decision in the order of its source (version 4.0, AFSecurityPolicy.m).
package struct AFSecurityPolicy: Hashable, Sendable {
    /// The thing that is compared with the pins.
    package var pinningMode: PinningMode
    /// The certificates in the app's bundle, in DER.
    package var pinnedCertificates: [[UInt8]]
    /// Whether the policy accepts a chain that SecTrust would refuse: "Defaults to NO".
    package var allowInvalidCertificates: Bool
    /// Whether the name is checked: "Defaults to YES".
    package var validatesDomainName: Bool

    /// AFSSLPinningMode.
    package enum PinningMode: String, Hashable, Sendable, CaseIterable {
        /// AFSSLPinningModeNone: the policy ignores the pins.
        case none
        /// AFSSLPinningModePublicKey: a key of the chain is the key of a pinned certificate.
        case publicKey
        /// AFSSLPinningModeCertificate: a certificate of the chain is a pinned one, octet for octet.
        case certificate
    }

    /// A policy. The defaults are those of +defaultPolicy, which an app gets that sets no policy.
    package init(
        pinningMode: PinningMode = .none, pinnedCertificates: [[UInt8]] = [], allowInvalidCertificates: Bool = false,
        validatesDomainName: Bool = true
    ) {
        self.pinningMode = pinningMode
        self.pinnedCertificates = pinnedCertificates
        self.allowInvalidCertificates = allowInvalidCertificates
        self.validatesDomainName = validatesDomainName
    }

    /// -evaluateServerTrust:forDomain:.
    ///
    /// - Parameters:
    ///   - trust: the SecTrust of the challenge.
    ///   - domain: the host of the protection space, or nil.
    ///   - time: the moment of the evaluation, in seconds since 1970.
    package func evaluateServerTrust(
        _ trust: SecTrust, forDomain domain: String?, at time: Int64
    ) -> TrustDecision {
        var run = Run(trust: trust, time: time)

        // 224–233: "In order to validate a domain name for self signed certificates, you MUST use pinning."
        let lacksPins = pinningMode == .none || pinnedCertificates.isEmpty
        if domain != nil, allowInvalidCertificates, validatesDomainName, lacksPins {
            run.note(
                .selfSignedWithoutPins, answer: false, because: .mustUsePinning(pins: pinnedCertificates.count),
                lines: "224–233")
            return run.decision(false)
        }
        run.note(
            .selfSignedWithoutPins, answer: true,
            because: .pinningNotDemanded(
                hasDomain: domain != nil, allowsInvalid: allowInvalidCertificates, checksName: validatesDomainName,
                hasPins: !lacksPins), lines: "224–233")

        // 236–243
        run.trust.policy = validatesDomainName ? .ssl(hostName: domain) : .basicX509
        run.note(.whichPolicy, answer: nil, because: .policySet(run.trust.policy), lines: "236–243")

        // 245–246
        if pinningMode == .none {
            guard !allowInvalidCertificates else {
                run.note(.isChainTrusted, answer: true, because: .invalidAllowedUnseen, lines: "245–246")
                return run.decision(true)
            }
            let isValid = run.isValid(lines: "245–246")
            return run.decision(isValid)
        }
        // 247–249
        if allowInvalidCertificates {
            run.note(.isChainTrusted, answer: true, because: .evaluationSkipped, lines: "247–249")
        } else {
            guard run.isValid(lines: "247–249") else { return run.decision(false) }
        }
        return switch pinningMode {
        case .certificate: certificateDecision(&run, domain)
        case .publicKey, .none: publicKeyDecision(&run, domain)
        }
    }

    /// Lines 252–273: the pins become the only anchors, and the built chain must contain one of them.
    private func certificateDecision(_ run: inout Run, _ domain: String?) -> TrustDecision {
        let renewal = Renewal.explaining(pinnedCertificates, absentFrom: run.certificateChain(), host: domain)
        run.trust.setAnchorCertificates(pinnedCertificates)
        run.note(
            .whichAnchors, answer: nil, because: .pinsAreAnchors(pins: pinnedCertificates.count), lines: "253–257")
        guard run.isValid(lines: "259–261", explainedBy: renewal) else { return run.decision(false) }
        let chain = run.certificateChain()
        // "which *should* contain the pinned certificate in the last position (if it's the Root CA)"
        let found = chain.reversed().first(where: pinnedCertificates.contains)
        let why: PolicyReason =
            found.map { .certificatePinned($0.label) }
            ?? .noCertificatePinned(chain: chain.count, pins: pinnedCertificates.count, renewal: renewal)
        run.note(.isCertificatePinned, answer: found != nil, because: why, lines: "264–272")
        return run.decision(found != nil)
    }

    /// Lines 274–286: a key of the built chain must be the key of a pinned certificate. If the trust was not evaluated before,
    /// SecTrustGetCertificateCount evaluates it to build the chain, and AFSecurityPolicy does not read the result.
    private func publicKeyDecision(_ run: inout Run, _ domain: String?) -> TrustDecision {
        let pins = pinnedCertificates.compactMap { PublicKeyPin(ifOfCertificate: $0) }
        let evaluation = run.trust.evaluate(at: run.time)
        let match = PinMatch(evaluation.certificateChain, pins: pins, of: pinnedCertificates, host: domain)
        let isOpen = !match.isFound && !pins.isEmpty
        run.doubt = isOpen ? evaluation.doubtAboutPath : nil
        let why = isOpen ? evaluation.unpinned(match.reason) : match.reason
        run.note(.isKeyPinned, answer: match.isFound, because: why, lines: "274–286")
        return run.decision(match.isFound)
    }

    /// One evaluation under way.
    private struct Run {
        var trust: SecTrust
        let time: Int64
        var steps: [TrustStep] = []
        var result: SecTrustResult?
        var doubt: Verdict.Doubt?

        mutating func note(_ asked: PolicyQuestion, answer: Bool?, because why: PolicyReason, lines: String) {
            steps.append(TrustStep(asked, answer: answer, because: why, source: "AFSecurityPolicy.m:\(lines)"))
        }

        /// AFServerTrustIsValid: whether the result is unspecified or proceed.
        ///
        /// - Parameter renewal: why no chain ends at a pin, where that is known. It explains a failure.
        mutating func isValid(lines: String, explainedBy renewal: Renewal? = nil) -> Bool {
            let evaluation = trust.evaluate(at: time)
            result = evaluation.result
            doubt = evaluation.doubt
            let isValid = evaluation.result.isSuccess
            let why = renewal.map { PolicyReason.pinsLeadNowhere(evaluation, $0) } ?? .evaluated(evaluation)
            note(.isChainTrusted, answer: isValid, because: isValid ? .evaluated(evaluation) : why, lines: lines)
            return isValid
        }

        func certificateChain() -> [[UInt8]] { trust.evaluate(at: time).certificateChain }

        func decision(_ accepts: Bool) -> TrustDecision {
            TrustDecision(accepts: accepts, steps: steps, result: result, doubt: accepts ? nil : doubt)
        }
    }
}

extension AFSecurityPolicy: TrustPolicyModel {
    /// "AFSecurityPolicy certificate", with each setting that is not the default.
    package var name: String {
        let flags = [
            allowInvalidCertificates ? "allowInvalidCertificates" : nil,
            validatesDomainName ? nil : "no validatesDomainName",
        ].compactMap { $0 }
        return (["AFSecurityPolicy \(pinningMode.rawValue)"] + flags).joined(separator: ", ")
    }

    /// Decides as ``evaluateServerTrust(_:forDomain:at:)`` does, for the host of the attempt.
    package func decide(_ attempt: ConnectionAttempt) -> TrustDecision {
        evaluateServerTrust(attempt.serverTrust, forDomain: attempt.host, at: attempt.time)
    }
}

extension [UInt8] {
    /// The name of a certificate in DER, for use in a sentence.
    var label: String { TrustMemory.structure(of: self)?.label ?? "a certificate that cannot be read" }
}
