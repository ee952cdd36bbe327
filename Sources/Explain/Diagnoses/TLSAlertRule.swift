import TLSSim

extension AlertDescription {
    /// The meaning of the alert (RFC 5246 section 7.2.2, RFC 8446 section 6.2), as the end of a sentence.
    var englishRule: String {
        switch rawValue {
        case 0: "its sender will send no more"
        case 10: "a message came that has no place there"
        case 20, 21: "a record could not be opened: its octets or its keys are not those of the sender"
        case 22: "a record was longer than any may be, or it was no record"
        case 30: "a record could not be decompressed"
        case 40: "no parameters are acceptable to both sides"
        case 41: "the client has no certificate"
        case 42: "a certificate is damaged, or does not hold for this use"
        case 43: "a certificate is of a kind that its receiver does not take"
        case 44: "a certificate was revoked"
        case 45: "a certificate is past its last day, or before its first"
        case 46: "a certificate was not accepted, for a reason that the alert does not say"
        case 47: "a field has a value that is not allowed there"
        case 48: "no authority that the receiver trusts has issued the certificate"
        case 49: "the certificate is valid, and its owner may not enter"
        case 50: "a message could not be read: a length or a field is wrong"
        case 51: "a signature or a Finished does not verify"
        case 60: "the key is longer than export rules allowed"
        case 70: "the version is not supported"
        case 71: "what is offered is not strong enough"
        case 80: "the sender has a trouble of its own, which is not the other side's"
        case 86: "the client came with a lower version than it needs"
        case 90: "the user has ended the handshake"
        case 100: "no second handshake is wanted"
        case 109: "an extension is missing that has to be there"
        case 110: "an extension came that was not asked for"
        case 112: "the server serves no host of that name"
        case 113: "the proof that a certificate was not revoked is not acceptable"
        case 115: "no secret is known under the name that the client gave"
        case 116: "the client has to show a certificate, and showed none"
        case 120: "no application protocol is common to both"
        default: "the registry has no rule for it"
        }
    }

    /// Whether the alert refuses a certificate of the other side (RFC 8446 section 6.2).
    var isAboutCertificates: Bool {
        [
            .badCertificate, .unsupportedCertificate, .certificateRevoked, .certificateExpired, .certificateUnknown,
            .unknownCA, .accessDenied,
        ].contains(self)
    }
}
