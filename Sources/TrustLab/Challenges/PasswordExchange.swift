import Crypto
import Trace

/// Authentication with a name and a password in HTTP (RFC 9110 section 11): a request, the server's response 401, the challenge to the
/// delegate, and the request again with an Authorization field. TLS has no part in it.
package struct PasswordExchange: Sendable {
    /// The authentication scheme and the behaviour of the app's delegate. The raw value is the name in the report.
    package enum Scene: String, Sendable, CaseIterable {
        /// Basic with the right password.
        case basic = "Basic"
        /// Digest with the right password.
        case digest = "Digest"
        /// Basic with a wrong password, and a delegate that ignores previousFailureCount.
        case repeats = "Basic, a wrong password, and a delegate that does not count"
        /// Basic with a wrong password, and a delegate that reads previousFailureCount.
        case counts = "Basic, a wrong password, and a delegate that looks at previousFailureCount"

        /// The name in reports.
        var name: Words {
            switch self {
            case .basic, .digest: Words(same: rawValue)
            case .repeats: Words(english: rawValue, chinese: "Basic，密码错误，代理不计次数")
            case .counts: Words(english: rawValue, chinese: "Basic，密码错误，代理查看 previousFailureCount")
            }
        }

        fileprivate var isDigest: Bool { self == .digest }
        fileprivate var hasRightPassword: Bool { self == .basic || self == .digest }
    }

    /// A step of the exchange.
    package enum Turn: Sendable {
        /// The client sends these lines.
        case request([String])
        /// The server sends these lines.
        case answer([String])
        /// The delegate gets a challenge with this previousFailureCount and gives this answer.
        case asked(previousFailures: Int, AuthChallengeDisposition)
    }

    /// The scheme and the delegate.
    package let scene: Scene
    /// The steps in order.
    package private(set) var turns: [Turn] = []
    /// The intermediate values of the digest. Empty for Basic.
    package private(set) var quantities: [Calculation.Quantity] = []
    /// Whether the server has accepted the password and answered 200.
    package private(set) var isServed = false

    private static let (user, path, realm) = ("alice", "/report", "reports")
    private static let passwords = (right: "open sesame", wrong: "open barley")
    /// The number of tries after which the program stops. A delegate that does not count would go on forever.
    private static let mostRequests = 4

    /// Runs the exchange with a server of the name `host`.
    package init(_ scene: Scene, host: String, using random: inout some RandomSource) {
        self.scene = scene
        let password = scene.hasRightPassword ? Self.passwords.right : Self.passwords.wrong
        let request = ["GET \(Self.path) HTTP/1.1", "Host: \(host)"]
        turns.append(.request(request))
        var nonce = Base64.string(random.octets(24))
        for failures in 0..<Self.mostRequests {
            turns.append(.answer(["HTTP/1.1 401 Unauthorized", "WWW-Authenticate: " + challenge(nonce)]))
            guard failures == 0 || scene != .counts else {
                turns.append(.asked(previousFailures: failures, .cancelAuthenticationChallenge))
                return
            }
            turns.append(.asked(previousFailures: failures, .useCredential))
            let digest = DigestAccess(
                user: Self.user, realm: Self.realm, nonce: nonce, clientNonce: Base64.string(random.octets(12)),
                method: "GET", path: Self.path)
            func credentials(_ password: String) -> String {
                scene.isDigest
                    ? digest.credentials(password)
                    : "Basic " + Base64.string(Array("\(Self.user):\(password)".utf8))
            }
            let sent = credentials(password)
            if scene.isDigest { quantities = digest.quantities(password) }
            turns.append(.request(request + ["Authorization: " + sent]))
            if sent == credentials(Self.passwords.right) {
                isServed = true
                turns.append(.answer(["HTTP/1.1 200 OK"]))
                return
            }
            nonce = Base64.string(random.octets(24))
        }
    }

    private func challenge(_ nonce: String) -> String {
        scene.isDigest
            ? "Digest realm=\"\(Self.realm)\", qop=\"auth\", algorithm=SHA-256, nonce=\"\(nonce)\""
            : "Basic realm=\"\(Self.realm)\", charset=\"UTF-8\""
    }
}

/// Digest authentication with SHA-256 and qop "auth" (RFC 7616 section 3.4). The password itself is not sent. The properties are the
/// inputs of the digest, except the password.
package struct DigestAccess: Sendable {
    let user: String
    let realm: String
    let nonce: String
    let clientNonce: String
    let method: String
    let path: String
    /// The nonce count, nc: each request here is the first one under its nonce.
    private static let count = "00000001"

    private static func hash(_ text: String) -> String { Hex.string(HashAlgorithm.sha256.hash(Array(text.utf8))) }

    private func hashes(_ password: String) -> (user: String, request: String) {
        (Self.hash("\(user):\(realm):\(password)"), Self.hash("\(method):\(path)"))
    }

    /// The digest that proves knowledge of the password, in hexadecimal.
    package func response(_ password: String) -> String {
        let (user, request) = hashes(password)
        return Self.hash("\(user):\(nonce):\(Self.count):\(clientNonce):auth:\(request)")
    }

    /// The value of the Authorization field.
    func credentials(_ password: String) -> String {
        "Digest username=\"\(user)\", realm=\"\(realm)\", uri=\"\(path)\", algorithm=SHA-256, nonce=\"\(nonce)\", "
            + "nc=\(Self.count), cnonce=\"\(clientNonce)\", qop=auth, response=\"\(response(password))\""
    }

    /// The intermediate values of the digest, and the digest.
    func quantities(_ password: String) -> [Calculation.Quantity] {
        let (user, request) = hashes(password)
        return [("H(A1)", user), ("H(A2)", request), ("response", response(password))].map { name, digits in
            Calculation.Quantity(name, Hex.octets(digits) ?? [])
        }
    }
}
