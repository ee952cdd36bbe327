/// How an evaluation ends on iOS and macOS: the cases of Apple's SecTrustResultType, under its names.
package enum SecTrustResult: String, Sendable, Hashable, CaseIterable {
    /// The evaluation did not take place.
    case invalid
    /// Success: the user's trust settings accept a certificate of the chain.
    case proceed
    /// Refused: the user's trust settings deny a certificate of the chain.
    case deny
    /// Success, without a setting of the user. Success under the app's own anchors is of this kind too.
    case unspecified
    /// Refused for a reason that an app may override: a name, a date, a usage, a missing anchor.
    case recoverableTrustFailure
    /// Refused for a reason that no app may override: a key below the absolute floor, MD5, a revocation.
    case fatalTrustFailure
    /// The evaluation itself failed.
    case otherError

    /// Whether the chain may be used: the two results that Apple's documentation calls success.
    package var isSuccess: Bool { self == .unspecified || self == .proceed }
}
