import PKI
import Trace

/// The error numbers that an app sees when a connection is refused, under Apple's names. This is the only table of them.
///
/// The numbers of NSURLErrorDomain are those of Foundation's NSURLError.h. Those of NSOSStatusErrorDomain are from Security's
/// SecBase.h: SecTrustEvaluateWithError gives them, and a URLSession's error carries them among its underlying errors.
package enum AppleError: Int, Hashable, Sendable, CaseIterable {
    // MARK: NSURLErrorDomain
    /// NSURLErrorCancelled: a delegate has cancelled. The error does not tell the reason.
    case cancelled = -999
    /// NSURLErrorTimedOut.
    case timedOut = -1001
    /// NSURLErrorCannotFindHost.
    case cannotFindHost = -1003
    /// NSURLErrorCannotConnectToHost.
    case cannotConnectToHost = -1004
    /// NSURLErrorAppTransportSecurityRequiresSecureConnection.
    case requiresSecureConnection = -1022
    /// NSURLErrorSecureConnectionFailed: the handshake failed.
    case secureConnectionFailed = -1200
    /// NSURLErrorServerCertificateUntrusted: the system does not trust the chain, for any reason.
    case certificateUntrusted = -1202
    /// NSURLErrorClientCertificateRequired: the server demands a certificate of the client.
    case clientCertificateRequired = -1206

    // MARK: NSOSStatusErrorDomain
    /// errSecCreateChainFailed: a certificate of the path cannot be found.
    case createChainFailed = -25318
    /// errSecHostNameMismatch.
    case hostNameMismatch = -67602
    /// errSecInvalidExtendedKeyUsage.
    case invalidExtendedKeyUsage = -67609
    /// errSecCertificateExpired.
    case certificateExpired = -67818
    /// errSecCertificateNotValidYet.
    case certificateNotValidYet = -67819
    /// errSecCertificateRevoked.
    case certificateRevoked = -67820
    /// errSecNotTrusted: the path ends at no anchor.
    case notTrusted = -67843
    /// errSecCertificateValidityPeriodTooLong.
    case validityPeriodTooLong = -67901

    /// The error domains of NSError to which the numbers belong.
    package enum Domain: String, Hashable, Sendable, CaseIterable {
        /// The domain of the URL Loading System.
        case url = "NSURLErrorDomain"
        /// The domain of Security.framework and of other frameworks.
        case status = "NSOSStatusErrorDomain"
    }

    /// The domain of the number.
    package var domain: Domain { rawValue > -10_000 ? .url : .status }

    /// Apple's name for the error.
    package var name: String {
        switch self {
        case .cancelled: "NSURLErrorCancelled"
        case .timedOut: "NSURLErrorTimedOut"
        case .cannotFindHost: "NSURLErrorCannotFindHost"
        case .cannotConnectToHost: "NSURLErrorCannotConnectToHost"
        case .requiresSecureConnection: "NSURLErrorAppTransportSecurityRequiresSecureConnection"
        case .secureConnectionFailed: "NSURLErrorSecureConnectionFailed"
        case .certificateUntrusted: "NSURLErrorServerCertificateUntrusted"
        case .clientCertificateRequired: "NSURLErrorClientCertificateRequired"
        case .createChainFailed: "errSecCreateChainFailed"
        case .hostNameMismatch: "errSecHostNameMismatch"
        case .invalidExtendedKeyUsage: "errSecInvalidExtendedKeyUsage"
        case .certificateExpired: "errSecCertificateExpired"
        case .certificateNotValidYet: "errSecCertificateNotValidYet"
        case .certificateRevoked: "errSecCertificateRevoked"
        case .notTrusted: "errSecNotTrusted"
        case .validityPeriodTooLong: "errSecCertificateValidityPeriodTooLong"
        }
    }

    /// The name with the number: "NSURLErrorCancelled (-999)".
    package var text: String { "\(name) (\(rawValue))" }

    /// The system's message to the user about an error of the URL Loading System; nil for a number of Security.framework.
    package func localizedDescription(host: String) -> Words? {
        let english: String? =
            switch self {
            case .cancelled: "cancelled"
            case .timedOut: "The request timed out."
            case .cannotFindHost: "A server with the specified hostname could not be found."
            case .cannotConnectToHost: "Could not connect to the server."
            case .requiresSecureConnection:
                "The resource could not be loaded because the App Transport Security policy requires the use of a secure "
                    + "connection."
            case .secureConnectionFailed: "A TLS error caused the secure connection to fail."
            case .certificateUntrusted:
                "The certificate for this server is invalid. You might be connecting to a server that is pretending to be "
                    + "“\(host)” which could put your confidential information at risk."
            case .clientCertificateRequired: "The server “\(host)” requires a client certificate."
            case .createChainFailed, .hostNameMismatch, .invalidExtendedKeyUsage, .certificateExpired,
                .certificateNotValidYet, .certificateRevoked, .notTrusted, .validityPeriodTooLong:
                nil
            }
        return english.map { Words(english: $0) }
    }
}

extension Finding {
    /// The error of SecTrustEvaluateWithError for a failed check. Nil for a passed check, and if the number is not certain.
    package var appleError: AppleError? {
        guard !passed else { return nil }
        switch statement {
        case .dates(.expired): return .certificateExpired
        case .dates(.notYetValid): return .certificateNotValidYet
        case .dates(.lifetimeTooLong): return .validityPeriodTooLong
        case .name: return .hostNameMismatch
        case .usage(.extendedKeyUsageLacks), .usage(.serverAuthNotListed): return .invalidExtendedKeyUsage
        case .path(.noAnchor), .path(.selfSignedNotTrusted), .path(.anchorDidNotSign): return .notTrusted
        case .path(.issuerMissing): return .createChainFailed
        case .revocation: return refusal == .revoked ? .certificateRevoked : nil
        case .reading, .path, .dates, .authority, .usage, .pin, .strength, .form, .policy, .nameConstraint, .search,
            .transparency, .library:
            return nil
        }
    }
}
