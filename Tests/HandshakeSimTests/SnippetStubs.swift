/// What the printed snippets use of other libraries, as far as they use it. With it the compiler checks them on a system without those libraries.
enum SnippetStubs {
    /// The parts of Apple's Foundation and Security, which a test can give values.
    static let apple = """
        import Foundation

        public typealias CFString = String
        public let kSecAttrKeyType = "type", kSecAttrKeySizeInBits = "bsiz", kSecAttrKeyTypeRSA = "42"
        public let NSURLAuthenticationMethodServerTrust = "NSURLAuthenticationMethodServerTrust"

        public final class SecKey {
            let (type, bits, octets): (String, Int, Data)
            public init(_ type: String, _ bits: Int, _ octets: Data) { (self.type, self.bits, self.octets) = (type, bits, octets) }
        }
        public final class SecCertificate {
            let key: SecKey
            public init(_ key: SecKey) { self.key = key }
        }
        public final class SecTrust {
            let (isTrusted, path): (Bool, [SecCertificate])
            public init(_ isTrusted: Bool, _ path: [SecCertificate]) { (self.isTrusted, self.path) = (isTrusted, path) }
        }
        public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: Never?) -> Bool { trust.isTrusted }
        public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> [Any]? { trust.path }
        public func SecCertificateCopyKey(_ certificate: SecCertificate) -> SecKey? { certificate.key }
        public func SecKeyCopyExternalRepresentation(_ key: SecKey, _ error: Never?) -> Data? { key.octets }
        public func SecKeyCopyAttributes(_ key: SecKey) -> Any? {
            [kSecAttrKeyType: key.type, kSecAttrKeySizeInBits: key.bits]
        }

        public struct URLProtectionSpace {
            public let host: String, authenticationMethod: String, serverTrust: SecTrust?
        }
        public final class URLAuthenticationChallenge {
            public let protectionSpace: URLProtectionSpace
            public init(_ host: String, _ method: String, _ trust: SecTrust?) {
                protectionSpace = URLProtectionSpace(host: host, authenticationMethod: method, serverTrust: trust)
            }
        }
        public struct URLCredential: Sendable { public init(trust: SecTrust) {} }
        public final class URLSession {
            public enum AuthChallengeDisposition: Sendable {
                case useCredential, performDefaultHandling, cancelAuthenticationChallenge
            }
            public init() {}
        }
        public typealias Answer = (URLSession.AuthChallengeDisposition, URLCredential?)
        public protocol URLSessionDelegate: AnyObject {
            func urlSession(
                _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
                completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)
            func urlSession(_ session: URLSession, didReceive challenge: URLAuthenticationChallenge) async -> Answer
        }
        extension URLSessionDelegate {
            public func urlSession(
                _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
                completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
            ) { completionHandler(.performDefaultHandling, nil) }
            public func urlSession(_ session: URLSession, didReceive challenge: URLAuthenticationChallenge) async -> Answer {
                (.performDefaultHandling, nil)
            }
        }
        """

    /// Names that Foundation has too, where it is not Apple's.
    static let aliases = """
        @_exported import Apple
        typealias URLSession = Apple.URLSession
        typealias URLSessionDelegate = Apple.URLSessionDelegate
        typealias URLAuthenticationChallenge = Apple.URLAuthenticationChallenge
        typealias URLCredential = Apple.URLCredential
        """

    /// CryptoKit, whose digest is the input itself. So a test sees what is digested.
    static let cryptoKit = """
        public struct SHA256 { public static func hash(data: some Sequence<UInt8>) -> [UInt8] { Array(data) } }
        """

    /// Alamofire 5.
    static let alamofire = """
        public protocol ServerTrustEvaluating: Sendable {}
        public final class PublicKeysTrustEvaluator: ServerTrustEvaluating {
            public init(performDefaultValidation: Bool = true, validateHost: Bool = true) {}
        }
        public final class ServerTrustManager: Sendable {
            public init(allHostsMustBeEvaluated: Bool = true, evaluators: [String: any ServerTrustEvaluating]) {}
        }
        public final class Session: Sendable {
            public init(serverTrustManager: ServerTrustManager? = nil) {}
        }
        """

    /// TrustKit 3.
    static let trustKit = """
        import Apple
        public let kTSKSwizzleNetworkDelegates = "a", kTSKPinnedDomains = "b", kTSKEnforcePinning = "c"
        public let kTSKIncludeSubdomains = "d", kTSKReportUris = "e", kTSKDisableDefaultReportUri = "f"
        public let kTSKPublicKeyHashes = "g"
        public final class TSKPinningValidator {
            public func handle(
                _ challenge: URLAuthenticationChallenge,
                completionHandler: @escaping (Apple.URLSession.AuthChallengeDisposition, Apple.URLCredential?) -> Void
            ) -> Bool { false }
        }
        public final class TrustKit {
            public static func initSharedInstance(withConfiguration configuration: [String: Any]) {}
            public static func sharedInstance() -> TrustKit { TrustKit() }
            public let pinningValidator = TSKPinningValidator()
        }
        """

    /// AFNetworking 4, with the parts of Apple's Foundation.
    static let afNetworking = """
        typedef signed char BOOL;
        #define NO ((BOOL)0)
        #define YES ((BOOL)1)
        @interface NSObject
        + (instancetype)alloc;
        @end
        @interface NSString : NSObject
        @end
        @interface NSSet : NSObject
        @end
        @interface NSURL : NSObject
        + (instancetype)URLWithString:(NSString *)text;
        @end
        @interface NSBundle : NSObject
        @property (class, readonly) NSBundle *mainBundle;
        @end
        typedef enum { AFSSLPinningModeNone, AFSSLPinningModePublicKey, AFSSLPinningModeCertificate } AFSSLPinningMode;
        @interface AFSecurityPolicy : NSObject
        + (NSSet *)certificatesInBundle:(NSBundle *)bundle;
        + (instancetype)policyWithPinningMode:(AFSSLPinningMode)mode withPinnedCertificates:(NSSet *)certificates;
        @property (nonatomic) BOOL allowInvalidCertificates;
        @property (nonatomic) BOOL validatesDomainName;
        @end
        @interface AFHTTPSessionManager : NSObject
        - (instancetype)initWithBaseURL:(NSURL *)base;
        @property (nonatomic, strong) AFSecurityPolicy *securityPolicy;
        @end

        """

    /// Asks the delegate of the snippet for URLSession. Its arguments are the host, the type, the size and the octets of a key.
    static let driver = """
        import Foundation

        let arguments = CommandLine.arguments
        let octets = FileManager.default.contents(atPath: arguments[4]) ?? Data()
        let key = SecKey(arguments[2], Int(arguments[3]) ?? 0, octets)
        let other = SecKey(arguments[2], Int(arguments[3]) ?? 0, Data(octets.reversed()))
        let method = NSURLAuthenticationMethodServerTrust
        func trust(_ isTrusted: Bool, _ keys: SecKey...) -> SecTrust { SecTrust(isTrusted, keys.map { SecCertificate($0) }) }
        let challenges = [
            URLAuthenticationChallenge(arguments[1], method, trust(true, key)),
            URLAuthenticationChallenge(arguments[1], method, trust(true, other, key)),
            URLAuthenticationChallenge(arguments[1].uppercased(), method, trust(true, other)),
            URLAuthenticationChallenge(arguments[1], method, trust(false, key)),
            URLAuthenticationChallenge("below." + arguments[1], method, trust(true, other)),
            URLAuthenticationChallenge("x" + arguments[1], method, trust(true, other)),
            URLAuthenticationChallenge(arguments[1], "NSURLAuthenticationMethodHTTPBasic", nil),
        ]
        let delegate = PinningDelegate()
        for challenge in challenges { print(await delegate.urlSession(URLSession(), didReceive: challenge).0) }
        """
}
