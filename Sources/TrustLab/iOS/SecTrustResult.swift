/// How an evaluation ends on iOS and macOS: the cases of Apple's SecTrustResultType, under its names.
package enum SecTrustResult: String, Sendable, Hashable, CaseIterable {
    /// The evaluation did not take place.
    case invalid
    /// Success because of the user: the certificate is in the user's trust settings.
    case proceed
    /// The user's trust settings say no.
    case deny
    /// Success. The user has said nothing about it, and nothing speaks against it; under anchors that the app supplied too.
    case unspecified
    /// Refused, for a reason that an app may except: a name, a date, a usage, an anchor that is missing.
    case recoverableTrustFailure
    /// Refused for a reason that no app may except: a key below the absolute floor, MD5, a revocation.
    case fatalTrustFailure
    /// The evaluation itself failed.
    case otherError

    /// Whether the chain may be used: the two results that Apple's documentation calls success.
    package var isSuccess: Bool { self == .unspecified || self == .proceed }
}
