/// An error number of Apple that a log or a crash report may show, and that the models here never give: ``AppleError`` has those. A user
/// who looks for the number learns its name.
///
/// The numbers and names are those of Security's SecureTransport.h and of Foundation's NSURLError.h.
package struct NamedAppleError: Hashable, Sendable {
    /// The number: negative, as an NSError has it.
    package let number: Int
    /// Apple's name for it.
    package let name: String
    /// What it says, without a full stop.
    package let words: String

    /// The name with the number: "errSSLXCertChainInvalid (-9807)".
    package var text: String { "\(name) (\(number))" }

    package var origin: String { number > -9_000 ? AppleError.Domain.url.rawValue : "Secure Transport" }

    /// All of them, by falling number.
    package static let all: [NamedAppleError] = [
        (-1005, "NSURLErrorNetworkConnectionLost", "the connection was lost before the answer was whole"),
        (-1006, "NSURLErrorDNSLookupFailed", "the address of the host was not found"),
        (-1009, "NSURLErrorNotConnectedToInternet", "the device has no connection to the internet"),
        (-1012, "NSURLErrorUserCancelledAuthentication", "the user has cancelled an authentication"),
        (-1201, "NSURLErrorServerCertificateHasBadDate", "the server's certificate has expired, or is not yet valid"),
        (-1203, "NSURLErrorServerCertificateHasUnknownRoot", "no known root has signed the server's certificate"),
        (-1204, "NSURLErrorServerCertificateNotYetValid", "the server's certificate is not yet valid"),
        (-1205, "NSURLErrorClientCertificateRejected", "the client's certificate was rejected"),
        (-9800, "errSSLProtocol", "an error in the protocol"),
        (-9801, "errSSLNegotiation", "no cipher suite was agreed"),
        (-9802, "errSSLFatalAlert", "a fatal alert"),
        (-9803, "errSSLWouldBlock", "reading or writing would have to wait; this is no failure"),
        (-9804, "errSSLSessionNotFound", "an unknown session was to be resumed"),
        (-9805, "errSSLClosedGraceful", "the connection was closed in order"),
        (-9806, "errSSLClosedAbort", "the connection was closed because of an error"),
        (-9807, "errSSLXCertChainInvalid", "the certificate chain is not valid"),
        (-9808, "errSSLBadCert", "a certificate cannot be read"),
        (-9809, "errSSLCrypto", "an error of the cryptography below"),
        (-9810, "errSSLInternal", "an internal error"),
        (-9811, "errSSLModuleAttach", "a module cannot be attached"),
        (-9812, "errSSLUnknownRootCert", "the chain is valid, and its root is not trusted"),
        (-9813, "errSSLNoRootCert", "the chain does not lead to a root"),
        (-9814, "errSSLCertExpired", "a certificate of the chain has expired"),
        (-9815, "errSSLCertNotYetValid", "a certificate of the chain is not yet valid"),
        (-9816, "errSSLClosedNoNotify", "the server closed the connection without close_notify"),
        (-9817, "errSSLBufferOverflow", "the buffer is too small"),
        (-9818, "errSSLBadCipherSuite", "a bad cipher suite"),
        (-9819, "errSSLPeerUnexpectedMsg", "the other side reports an unexpected message"),
        (-9820, "errSSLPeerBadRecordMac", "the other side reports a bad MAC"),
        (-9821, "errSSLPeerDecryptionFail", "the other side cannot decrypt"),
        (-9822, "errSSLPeerRecordOverflow", "the other side reports a record that is too long"),
        (-9823, "errSSLPeerDecompressFail", "the other side cannot decompress"),
        (-9824, "errSSLPeerHandshakeFail", "the other side reports handshake_failure"),
        (-9825, "errSSLPeerBadCert", "the other side reports a bad certificate"),
        (-9826, "errSSLPeerUnsupportedCert", "the other side does not support the kind of certificate"),
        (-9827, "errSSLPeerCertRevoked", "the other side reports a revoked certificate"),
        (-9828, "errSSLPeerCertExpired", "the other side reports an expired certificate"),
        (-9829, "errSSLPeerCertUnknown", "the other side refuses the certificate for another reason"),
        (-9830, "errSSLIllegalParam", "an illegal parameter"),
        (-9831, "errSSLPeerUnknownCA", "the other side does not know the authority"),
        (-9832, "errSSLPeerAccessDenied", "the other side denies access"),
        (-9833, "errSSLPeerDecodeError", "the other side cannot decode a message"),
        (
            -9834, "errSSLPeerDecryptError",
            "the other side cannot verify a signature or decrypt a value of the handshake"
        ),
        (-9835, "errSSLPeerExportRestriction", "the other side reports a restriction of export"),
        (-9836, "errSSLPeerProtocolVersion", "the other side does not accept the version"),
        (-9837, "errSSLPeerInsufficientSecurity", "the other side demands stronger cryptography"),
        (-9838, "errSSLPeerInternalError", "the other side reports an internal error"),
        (-9839, "errSSLPeerUserCancelled", "the other side's user has cancelled"),
        (-9840, "errSSLPeerNoRenegotiation", "the other side does not renegotiate"),
        (
            -9841, "errSSLPeerAuthCompleted",
            "the application may judge the other side's certificate now; this is no failure"
        ),
        (-9842, "errSSLClientCertRequested", "the server asks for a certificate of the client; this is no failure"),
        (-9843, "errSSLHostNameMismatch", "the certificate is for another host name"),
        (-9844, "errSSLConnectionRefused", "the other side dropped the connection before it answered"),
        (-9845, "errSSLDecryptionFail", "a record cannot be decrypted"),
        (-9846, "errSSLBadRecordMac", "a record has a bad MAC"),
        (-9847, "errSSLRecordOverflow", "a record is too long"),
        (-9848, "errSSLBadConfiguration", "an error of the configuration"),
        (-9849, "errSSLUnexpectedRecord", "an unexpected record in DTLS"),
        (-9850, "errSSLWeakPeerEphemeralDHKey", "the other side's Diffie–Hellman group is too weak"),
        (-9851, "errSSLClientHelloReceived", "a ClientHello with a host name has arrived; this is no failure"),
        (-9852, "errSSLTransportReset", "the connection was reset or closed below TLS"),
        (-9853, "errSSLNetworkTimeout", "the network took too long"),
        (-9854, "errSSLConfigurationFailed", "TLS could not be configured"),
        (-9855, "errSSLUnsupportedExtension", "an extension is not supported"),
        (-9856, "errSSLUnexpectedMessage", "an unexpected message"),
        (-9857, "errSSLDecompressFail", "a record cannot be decompressed"),
        (-9858, "errSSLHandshakeFail", "the handshake failed"),
        (-9859, "errSSLDecodeError", "a message cannot be decoded"),
        (-9860, "errSSLInappropriateFallback", "the client came back with a lower version than the server supports"),
        (-9861, "errSSLMissingExtension", "an extension is missing"),
        (-9862, "errSSLBadCertificateStatusResponse", "a bad OCSP response"),
        (-9863, "errSSLCertificateRequired", "a certificate is required"),
        (-9864, "errSSLUnknownPSKIdentity", "the identity of a pre-shared key is not known"),
        (-9865, "errSSLUnrecognizedName", "the name of the host is not known"),
        (-9880, "errSSLATSViolation", "a rule of App Transport Security is broken"),
        (-9881, "errSSLATSMinimumVersionViolation", "the version is too low for App Transport Security"),
        (-9882, "errSSLATSCiphersuiteViolation", "App Transport Security does not allow the cipher suite"),
        (-9883, "errSSLATSMinimumKeySizeViolation", "the key is too small for App Transport Security"),
        (
            -9884, "errSSLATSLeafCertificateHashAlgorithmViolation",
            "App Transport Security does not allow the hash in the signature of the server's certificate"
        ),
        (
            -9885, "errSSLATSCertificateHashAlgorithmViolation",
            "App Transport Security does not allow the hash in the signature of a certificate"
        ),
        (
            -9886, "errSSLATSCertificateTrustViolation",
            "the server's certificate is not from an authority that App Transport Security trusts"
        ),
        (-9890, "errSSLEarlyDataRejected", "the other side rejected early data"),
    ].map { NamedAppleError(number: $0.0, name: $0.1, words: $0.2) }
}
