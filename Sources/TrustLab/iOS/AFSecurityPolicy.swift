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
        // 224–233: "In order to validate a domain name for self signed certificates, you MUST use pinning."
        let lacksPins = pinningMode == .none || pinnedCertificates.isEmpty
        if domain != nil, allowInvalidCertificates, validatesDomainName, lacksPins {
            let step = step(
                .selfSignedWithoutPins, answer: false, because: .mustUsePinning(pins: pinnedCertificates.count),
                lines: "224–233")
            return TrustDecision(accepts: false, steps: [step], result: nil)
        }
        let allowed = step(
            .selfSignedWithoutPins, answer: true,
            because: .pinningNotDemanded(
                hasDomain: domain != nil, allowsInvalid: allowInvalidCertificates, checksName: validatesDomainName,
                hasPins: !lacksPins), lines: "224–233")

        // 236–243
        var trust = trust
        trust.policy = validatesDomainName ? .ssl(hostName: domain) : .basicX509
        let set = step(.whichPolicy, answer: nil, because: .policySet(trust.policy), lines: "236–243")

        // 245–246 and 247–249
        let lines = pinningMode == .none ? "245–246" : "247–249"
        let excuse: PolicyReason = pinningMode == .none ? .invalidAllowedUnseen : .evaluationSkipped
        let validity =
            allowInvalidCertificates
            ? .noted(step(.isChainTrusted, answer: true, because: excuse, lines: lines))
            : validity(of: trust, at: time, lines: lines)
        let valid = validity.after([allowed, set])
        return switch pinningMode {
        case .none: valid
        case .certificate: valid.and { certificateDecision(trust, domain, at: time) }
        case .publicKey: valid.and { publicKeyDecision(trust, domain, at: time) }
        }
    }

    /// Lines 252–273: the pins become the only anchors, and the built chain must contain one of them.
    private func certificateDecision(_ given: SecTrust, _ domain: String?, at time: Int64) -> TrustDecision {
        var trust = given
        let renewal = Renewal.explaining(
            pinnedCertificates, absentFrom: given.evaluate(at: time).certificateChain, host: domain)
        trust.setAnchorCertificates(pinnedCertificates)
        let anchors = step(
            .whichAnchors, answer: nil, because: .pinsAreAnchors(pins: pinnedCertificates.count), lines: "253–257")
        let validity = validity(of: trust, at: time, lines: "259–261", explainedBy: renewal)
        return validity.after([anchors]).and {
            let evaluation = trust.evaluate(at: time)
            let chain = evaluation.certificateChain
            // "which *should* contain the pinned certificate in the last position (if it's the Root CA)"
            let found = chain.reversed().first(where: pinnedCertificates.contains)
            let why: PolicyReason =
                found.map { .certificatePinned($0.nameInWords) }
                ?? .noCertificatePinned(chain: chain.count, pins: pinnedCertificates.count, renewal: renewal)
            return evaluation.comparison(
                .isCertificatePinned, isFound: found != nil, because: why, mayFitAbove: !pinnedCertificates.isEmpty
            ).citing("AFSecurityPolicy.m:264–272")
        }
    }

    /// Lines 274–286: a key of the built chain must be the key of a pinned certificate. If the trust was not evaluated before,
    /// SecTrustGetCertificateCount evaluates it to build the chain, and AFSecurityPolicy does not read the result.
    private func publicKeyDecision(_ trust: SecTrust, _ domain: String?, at time: Int64) -> TrustDecision {
        let pins = pinnedCertificates.compactMap { PublicKeyPin(ifOfCertificate: $0) }
        let evaluation = trust.evaluate(at: time)
        let match = PinMatch(evaluation.certificateChain, pins: pins, of: pinnedCertificates, host: domain)
        return evaluation.comparison(
            .isKeyPinned, isFound: match.isFound, because: match.reason, mayFitAbove: !pins.isEmpty
        ).citing("AFSecurityPolicy.m:274–286")
    }

    /// AFServerTrustIsValid: whether the result is unspecified or proceed.
    ///
    /// - Parameter renewal: why no chain ends at a pin, where that is known. It explains a failure.
    private func validity(
        of trust: SecTrust, at time: Int64, lines: String, explainedBy renewal: Renewal? = nil
    ) -> TrustDecision {
        let evaluation = trust.evaluate(at: time)
        let isValid = evaluation.result.isSuccess
        let why = renewal.map { PolicyReason.pinsLeadNowhere(evaluation, $0) } ?? .evaluated(evaluation)
        return TrustDecision(
            accepts: isValid,
            steps: [
                step(.isChainTrusted, answer: isValid, because: isValid ? .evaluated(evaluation) : why, lines: lines)
            ],
            result: evaluation.result, doubt: evaluation.doubt)
    }

    private func step(
        _ asked: PolicyQuestion, answer: Bool?, because why: PolicyReason, lines: String
    ) -> TrustStep { TrustStep(asked, answer: answer, because: why, source: "AFSecurityPolicy.m:\(lines)") }
}

extension TrustDecision {
    /// The same decision, whose steps have this place in the library's source.
    fileprivate func citing(_ source: String) -> TrustDecision {
        let steps = steps.map { TrustStep($0.asked, answer: $0.answer, because: $0.why, source: source) }
        return TrustDecision(
            accepts: accepts, steps: steps, result: result, doubt: doubt, resultDoubt: resultDoubt)
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
    var nameInWords: Words {
        TrustMemory.structure(of: self).map { Words(same: $0.label) }
            ?? Words(english: "a certificate that cannot be read", chinese: "一张无法读取的证书")
    }
}
