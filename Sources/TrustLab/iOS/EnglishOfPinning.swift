import PKI
import Trace

/// The decisions of pinning policies in English.
extension English {
    /// What a policy asks.
    static func sentence(_ question: PolicyQuestion) -> String {
        switch question {
        case .isChainTrusted: "Does SecTrust accept the chain?"
        case .whichPolicy: "Which policy is SecTrust to apply?"
        case .whichAnchors: "Whose anchors count?"
        case .isCertificatePinned: "Is a certificate of the built chain pinned?"
        case .isKeyPinned: "Is a key of the built chain pinned?"
        case .anything: "Is there anything to object to?"
        case .selfSignedWithoutPins:
            "Is it sure that no invalid certificate is to be accepted for a name without a pin?"
        case .isDomainPinned: "Is the host one that has pins?"
        case .havePinsExpired: "Are the pins still in force?"
        case .mayGoOnUnpinned: "May the connection go on without a pin that fits?"
        case .isAuthorityPinned: "Is an authority of the built chain pinned?"
        case .isLeafPinned: "Is the leaf pinned?"
        case .hasEvaluator: "Is there an evaluator for the host?"
        }
    }

    /// Why a policy answers as it does.
    static func sentence(_ reason: PolicyReason) -> String {
        switch reason {
        case .evaluated(let evaluation): sentence(evaluation)
        case .policySet(.ssl(let hostName?)): "The SSL policy for \(hostName): path, usage and name."
        case .policySet(.ssl(nil)): "The SSL policy without a name: path and usage; any server's certificate will do."
        case .policySet(.basicX509): "The basic X.509 policy: the path alone; the name is not checked."
        case .pinsAreAnchors(0): "There are no pins; with no anchors left, nothing can be trusted."
        case .pinsAreAnchors(let pins):
            "The \(counted(pins, "pin")), and nothing else: the system's anchors no longer count."
        case .certificatePinned(let label): "\(label) is pinned, octet for octet."
        case .noCertificatePinned(let chain, let pins):
            "None of the chain's \(counted(chain, "certificate")) is among the \(counted(pins, "pin"))."
        case .keyPinned(let label, let pin): "The key of \(label) is pinned: \(pin.base64)."
        case .noKeyPinned(let chain, let pins):
            "None of the keys of the chain's \(counted(chain, "certificate")) is among the \(counted(pins, "pin"))."

        case .mustUsePinning(let pins):
            "\"In order to validate a domain name for self signed certificates, you MUST use pinning\": invalid "
                + "certificates are allowed and the name is to be checked, but "
                + (pins == 0 ? "there are no pins." : "the mode is none, in which pins do not count.")
        case .pinningNotDemanded(false, _, _, _): "No domain is given, so no name can be at stake."
        case .pinningNotDemanded(_, false, _, _): "Invalid certificates are not allowed."
        case .pinningNotDemanded(_, _, false, _): "The name is not to be checked."
        case .pinningNotDemanded(_, _, _, let hasPins):
            hasPins ? "There are pins to compare with." : "There is nothing to compare with."
        case .invalidAllowedUnseen:
            "allowInvalidCertificates: SecTrust is not even asked, and whoever answers is believed."
        case .evaluationSkipped:
            "allowInvalidCertificates: SecTrust is not asked. What follows has to hold the door alone."

        case .domainConfigured(let host, let domain) where host == domain: "\(host) has pins of its own."
        case .domainConfigured(let host, let domain): "\(host) is a subdomain of \(domain), whose pins include it."
        case .domainNotConfigured(let host): "Nothing is configured for \(host)."
        case .domainExcluded(let host): "\(host) is excluded from the pins of its parent."
        case .pinsExpired(let time): "They expired at \(CivilTime.text(time)); after that nothing is pinned."
        case .pinsInForce(nil): "They have no end."
        case .pinsInForce(let time?): "They are in force until \(CivilTime.text(time))."
        case .pinningEnforced: "Pinning is enforced."
        case .pinningOnlyReported: "Pinning is not enforced: the failure is reported, and the connection goes on."
        case .nothingPinned: "Nothing of this kind is pinned, so nothing is compared."
        case .everythingAccepted: "Nobody looks."
        case .recoverableExcused(let evaluation):
            sentence(evaluation)
                + (evaluation.result == .recoverableTrustFailure
                    ? " It is taken for an expired certificate and excused, whatever it is." : "")

        case .noEvaluator(let host, true): "There is no evaluator for \(host), and every host must have one."
        case .noEvaluator(let host, false): "There is no evaluator for \(host); the system's own handling decides."
        case .nothingToCompareWith: "Nothing is pinned, which is an error here."
        case .evaluatorDisabled: "DisabledTrustEvaluator: nobody looks."
        }
    }

    /// Why a text is no pin.
    static func sentence(_ problem: PublicKeyPin.Problem) -> String {
        switch problem {
        case .notADigest(nil): "it is not base 64"
        case .notADigest(let octets?): "it is base 64 of \(counted(octets, "octet")); a SHA-256 has 32"
        case .digestOfNothing:
            "it is the SHA-256 of nothing at all. `openssl rsa` refuses a key that is not RSA, writes nothing, and the next "
                + "program in the pipe digests that; use `openssl pkey`. No key has this pin"
        }
    }

    /// How a pin fares.
    static func sentence(_ advice: PinAdvice) -> String {
        switch advice {
        case .expired(let time): "It expired at \(CivilTime.text(time)): nothing new should rest on it."
        case .leafCertificate(let until, let days):
            "A pin on this certificate breaks at its next renewal, whatever the key: at \(CivilTime.text(until)) at the "
                + "latest, in \(days) \(days == 1 ? "day" : "days")."
        case .leafKey:
            "A pin on its key survives a renewal with the same key, and no other. Many servers make a new key each time."
        case .intermediate(let label, let until):
            "A pin on \(label) breaks when the authority issues from another intermediate, which it may do any day without "
                + "asking; it ends at \(CivilTime.text(until)). It lets in every customer of that authority."
        case .root(let label, let until):
            "A pin on \(label) lasts longest, until \(CivilTime.text(until)), and lets in every customer of every "
                + "authority under it: the name is then the only other defence."
        case .needsSpare:
            "One pin alone locks every installed app out when that key is lost or replaced. Make a second key, keep it off the "
                + "server, and pin it as well."
        }
    }

    /// Why TrustKit refuses to be initialised.
    static func sentence(_ problem: TrustKitConfiguration.Problem) -> String {
        switch problem {
        case .noDomains: "no domain is pinned"
        case .tooFewPins(let domain, let count):
            "\(domain) has \(counted(count, "pin")); TrustKit wants two, of which one is a spare: without it a lost key locks "
                + "every installed app out"
        case .notAPin(let text, let why): "\"\(text)\" is no pin: \(sentence(why))"
        case .publicSuffix(let domain):
            "\(domain) is a public suffix: its subdomains belong to people who have nothing to do with each other"
        case .exclusionWithOtherKeys(let domain):
            "\(domain) is excluded from its parent's pins, and has other settings too"
        case .exclusionWithoutParent(let domain):
            "\(domain) is excluded from its parent's pins, and has no parent with pins"
        case .repeatedDomain(let domain): "\(domain) is there twice"
        }
    }

    /// Why an entry of NSPinnedDomains would not do what it should.
    static func sentence(_ problem: NSPinnedDomains.Problem) -> String {
        switch problem {
        case .notADomain(let name):
            "\"\(name)\" is no domain as Info.plist wants it: lower case, no port, no address, no dot at the end"
        case .noIdentities(let domain): "\(domain) has neither NSPinnedCAIdentities nor NSPinnedLeafIdentities"
        }
    }

    private static func sentence(_ evaluation: SecTrust.Evaluation) -> String {
        let result = evaluation.result.rawValue
        switch evaluation.result {
        case .unspecified: return "SecTrust says \(result): nothing speaks against it."
        case .proceed: return "SecTrust says \(result): the user has said so."
        case .deny: return "SecTrust says \(result): the user denies \(evaluation.deniedCertificate?.label ?? "it")."
        case .invalid, .otherError, .recoverableTrustFailure, .fatalTrustFailure:
            let finding = evaluation.findings.first { !$0.passed }
            return "SecTrust says \(result). " + (finding?.reason ?? "There is no certificate to evaluate.")
        }
    }

    static func counted(_ count: Int, _ thing: String) -> String { "\(count) \(thing)\(count == 1 ? "" : "s")" }
}
