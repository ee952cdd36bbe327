import PKI
import Trace

/// The error numbers that an app sees when a connection is refused, under Apple's names. This is the only table of
/// them; ``NamedAppleError`` has the numbers that a log may show besides.
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
    /// errSecUnknownCriticalExtensionFlag.
    case unknownCriticalExtension = -67603
    /// errSecNoBasicConstraints.
    case noBasicConstraints = -67604
    /// errSecNoBasicConstraintsCA.
    case noBasicConstraintsCA = -67605
    /// errSecInvalidKeyUsageForPolicy.
    case invalidKeyUsage = -67608
    /// errSecInvalidExtendedKeyUsage.
    case invalidExtendedKeyUsage = -67609
    /// errSecInvalidIDLinkage: authorityKeyIdentifier names another key than that of the issuer.
    case invalidIDLinkage = -67610
    /// errSecPathLengthConstraintExceeded.
    case pathLengthExceeded = -67611
    /// errSecUnknownCertExtension: an extension cannot be read.
    case unknownCertificateExtension = -67618
    /// errSecTrustSettingDeny: the user denies a certificate.
    case trustSettingDeny = -67654
    /// errSecInvalidSubjectName.
    case invalidSubjectName = -67655
    /// errSecInvalidName: a name outside the name constraints.
    case invalidName = -67689
    /// errSecUnsupportedKeySize.
    case unsupportedKeySize = -67735
    /// errSecInvalidDigestAlgorithm.
    case invalidDigestAlgorithm = -67815
    /// errSecCertificateExpired: expired, or not yet valid.
    case certificateExpired = -67818
    /// errSecCertificateRevoked.
    case certificateRevoked = -67820
    /// errSecVerifyActionFailed: no enough timestamps of logs.
    case verifyActionFailed = -67825
    /// errSecInvalidPolicyIdentifiers.
    case invalidPolicyIdentifiers = -67835
    /// errSecNotTrusted: the path ends at a self-signed certificate that is no anchor.
    case notTrusted = -67843
    /// errSecCertificateValidityPeriodTooLong.
    case validityPeriodTooLong = -67901
    /// errSecCertificateDuplicateExtension.
    case duplicateExtension = -67903

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
        case .unknownCriticalExtension: "errSecUnknownCriticalExtensionFlag"
        case .noBasicConstraints: "errSecNoBasicConstraints"
        case .noBasicConstraintsCA: "errSecNoBasicConstraintsCA"
        case .invalidKeyUsage: "errSecInvalidKeyUsageForPolicy"
        case .invalidExtendedKeyUsage: "errSecInvalidExtendedKeyUsage"
        case .invalidIDLinkage: "errSecInvalidIDLinkage"
        case .pathLengthExceeded: "errSecPathLengthConstraintExceeded"
        case .unknownCertificateExtension: "errSecUnknownCertExtension"
        case .trustSettingDeny: "errSecTrustSettingDeny"
        case .invalidSubjectName: "errSecInvalidSubjectName"
        case .invalidName: "errSecInvalidName"
        case .unsupportedKeySize: "errSecUnsupportedKeySize"
        case .invalidDigestAlgorithm: "errSecInvalidDigestAlgorithm"
        case .certificateExpired: "errSecCertificateExpired"
        case .certificateRevoked: "errSecCertificateRevoked"
        case .verifyActionFailed: "errSecVerifyActionFailed"
        case .invalidPolicyIdentifiers: "errSecInvalidPolicyIdentifiers"
        case .notTrusted: "errSecNotTrusted"
        case .validityPeriodTooLong: "errSecCertificateValidityPeriodTooLong"
        case .duplicateExtension: "errSecCertificateDuplicateExtension"
        }
    }

    /// The name with the number: "NSURLErrorCancelled (-999)".
    package var text: String { "\(name) (\(rawValue))" }

    /// The system's message to the user about an error of the URL Loading System; nil for a number of Security.framework.
    package func localizedDescription(host: String) -> Words? {
        // The numbers of Security.framework have no message here.
        guard domain == .url else { return nil }
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
            default: nil
            }
        let chinese: String? =
            switch self {
            case .cancelled: "已取消"
            case .timedOut: "请求超时。"
            case .cannotFindHost: "找不到使用指定主机名的服务器。"
            case .cannotConnectToHost: "无法连接到服务器。"
            case .requiresSecureConnection:
                "无法加载资源，因为 App Transport Security 策略要求使用安全连接。"
            case .secureConnectionFailed: "TLS 错误导致安全连接失败。"
            case .certificateUntrusted:
                "此服务器的证书无效。你可能正在连接到一个冒充“\(host)”的服务器，这可能会危及你的机密信息。"
            case .clientCertificateRequired: "服务器“\(host)”要求客户端证书。"
            default: nil
            }
        guard let english, let chinese else { return nil }
        return Words(english: english, chinese: chinese)
    }
}

extension CheckResult {
    /// The error of SecTrustEvaluateWithError if only this check failed. Nil for a passed check, and if the number is not known.
    package var appleError: AppleError? {
        guard !passed else { return nil }
        switch check {
        case .hostName: return .hostNameMismatch
        case .dates: return .certificateExpired
        case .lifetime: return .validityPeriodTooLong
        case .transparency: return .verifyActionFailed
        case .keyStrength: return .unsupportedKeySize
        case .signatureAlgorithm: return .invalidDigestAlgorithm
        case .extendedKeyUsage: return .invalidExtendedKeyUsage
        case .basicConstraints:
            return statement == .authority(.isNotAuthority(saysSo: true)) ? .noBasicConstraintsCA : .noBasicConstraints
        // SecTrust's SSL policy looks at keyUsage of issuers alone.
        case .keyUsage: return role == .leaf ? nil : .invalidKeyUsage
        case .pathLength: return .pathLengthExceeded
        case .keyIdentifiers: return .invalidIDLinkage
        case .subject: return .invalidSubjectName
        case .criticalExtensions:
            if case .usage(.criticalExtensionUnknown) = statement { return .unknownCriticalExtension }
            return .unknownCertificateExtension
        case .duplicateExtensions: return .duplicateExtension
        case .nameConstraints: return .invalidName
        case .certificatePolicies: return .invalidPolicyIdentifiers
        case .revocation: return refusal == .revoked ? .certificateRevoked : nil
        case .anchor, .signature:
            // A path whose last certificate is not signed with its own key lacks a certificate.
            switch statement {
            case .path(.selfSignedNotTrusted), .path(.anchorDidNotSign): return .notTrusted
            // SecTrust drops an issuer whose key does not verify the signature. What is left lacks a certificate.
            case .path(.signatureFails), .strength(.signatureOfOtherKind), .path(.noAnchor), .path(.issuerMissing),
                .path(.goesInCircle),
                .path(.issuerWrittenOtherwise):
                return .createChainFailed
            case .reading, .path, .revocation, .dates, .authority, .usage, .name, .pin, .strength, .form, .policy,
                .nameConstraint, .search, .transparency, .library:
                return nil
            }
        case .certificate, .chainLength, .order, .form, .serialNumber, .pathDepth, .key, .admission, .pin,
            .secondOpinion, .search:
            return nil
        }
    }
}

extension SecTrust.Evaluation {
    /// The one error that SecTrustEvaluateWithError gives for a refused chain: of the failed checks that of the weightiest kind, and of one
    /// kind that of the certificate nearest to the leaf. Nil if the chain is trusted, and if no number of a failed check is known.
    package var error: AppleError? {
        guard !result.isSuccess else { return nil }
        let denial = result == .deny ? [(error: AppleError.trustSettingDeny, subject: 0)] : []
        let known = verdict.findingsBelowBrokenSignature.compactMap { finding in
            finding.appleError.map { (error: $0, subject: finding.subject) }
        }
        return (denial + known).min { ($0.error.rank, $0.subject) < ($1.error.rank, $1.subject) }?.error
    }
}

extension AppleError {
    /// The weight of the kind of an error, the heaviest first: revoked, key size, weak hash, denied, compliance, pinning, trust, usage, name,
    /// expired.
    fileprivate var rank: Int {
        switch self {
        case .certificateRevoked: 0
        case .unsupportedKeySize: 1
        case .invalidDigestAlgorithm: 2
        case .trustSettingDeny: 3
        case .unknownCriticalExtension, .noBasicConstraints, .noBasicConstraintsCA, .invalidIDLinkage,
            .pathLengthExceeded, .unknownCertificateExtension, .invalidSubjectName, .invalidName,
            .invalidPolicyIdentifiers, .validityPeriodTooLong, .duplicateExtension, .verifyActionFailed:
            4
        case .createChainFailed, .notTrusted: 6
        case .invalidKeyUsage, .invalidExtendedKeyUsage: 7
        case .hostNameMismatch: 8
        case .certificateExpired: 9
        case .cancelled, .timedOut, .cannotFindHost, .cannotConnectToHost, .requiresSecureConnection,
            .secureConnectionFailed, .certificateUntrusted, .clientCertificateRequired:
            10
        }
    }
}
