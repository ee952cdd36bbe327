import Crypto
import Trace

/// A name and a password in HTTP: a request, the server's 401, the delegate that is asked, and the request again with an Authorization field
/// (RFC 9110 section 11). TLS has no part in it.
package struct PasswordExchange: Sendable {
    /// What the server asks for and how the app's delegate answers. The raw value is the name in the report.
    package enum Scene: String, Sendable, CaseIterable {
        /// Basic, and the right password.
        case basic = "Basic"
        /// Digest, and the right password.
        case digest = "Digest"
        /// Basic, a wrong password, and a delegate that never looks at previousFailureCount.
        case repeats = "Basic, a wrong password, and a delegate that does not count"
        /// Basic, a wrong password, and a delegate that looks.
        case counts = "Basic, a wrong password, and a delegate that looks at previousFailureCount"

        fileprivate var isDigest: Bool { self == .digest }
        fileprivate var hasRightPassword: Bool { self == .basic || self == .digest }
    }

    /// Something that happens in it.
    package enum Turn: Sendable {
        /// The client sends these lines.
        case request([String])
        /// The server sends these.
        case answer([String])
        /// The delegate is asked, after so many failures, and answers.
        case asked(previousFailures: Int, AuthChallengeDisposition)
    }

    /// What is asked and answered.
    package let scene: Scene
    /// What happens, in order.
    package private(set) var turns: [Turn] = []
    /// The values from which the digest is computed; none for Basic.
    package private(set) var quantities: [Calculation.Quantity] = []
    /// Whether the server has answered with what was asked for.
    package private(set) var isServed = false

    private static let (user, path, realm) = ("alice", "/report", "reports")
    private static let passwords = (right: "open sesame", wrong: "open barley")
    /// How often the delegate that does not count is let to try: nothing else would end it.
    private static let mostRequests = 4

    /// Lets an app ask for the report of `host`.
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
            let credentials =
                scene.isDigest
                ? digest.credentials(password)
                : "Basic " + Base64.string(Array("\(Self.user):\(password)".utf8))
            if scene.isDigest { quantities = digest.quantities(password) }
            turns.append(.request(request + ["Authorization: " + credentials]))
            let expected =
                scene.isDigest
                ? digest.credentials(Self.passwords.right)
                : "Basic " + Base64.string(Array("\(Self.user):\(Self.passwords.right)".utf8))
            if credentials == expected {
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

/// Digest with SHA-256 and qop "auth" (RFC 7616 section 3.4): the password itself is not sent.
package struct DigestAccess: Sendable {
    private let user: String
    private let realm: String
    private let nonce: String
    private let clientNonce: String
    private let method: String
    private let path: String
    /// It is the first request under this nonce.
    private static let count = "00000001"

    /// What a digest is made of, but for the password.
    package init(user: String, realm: String, nonce: String, clientNonce: String, method: String, path: String) {
        (self.user, self.realm, self.nonce) = (user, realm, nonce)
        (self.clientNonce, self.method, self.path) = (clientNonce, method, path)
    }

    private static func hash(_ text: String) -> String { Hex.string(HashAlgorithm.sha256.hash(Array(text.utf8))) }

    private func hashes(_ password: String) -> (user: String, request: String) {
        (Self.hash("\(user):\(realm):\(password)"), Self.hash("\(method):\(path)"))
    }

    /// The digest that proves that password, in hexadecimal.
    package func response(_ password: String) -> String {
        let (user, request) = hashes(password)
        return Self.hash("\(user):\(nonce):\(Self.count):\(clientNonce):auth:\(request)")
    }

    /// What stands behind "Authorization: ".
    func credentials(_ password: String) -> String {
        "Digest username=\"\(user)\", realm=\"\(realm)\", uri=\"\(path)\", algorithm=SHA-256, nonce=\"\(nonce)\", "
            + "nc=\(Self.count), cnonce=\"\(clientNonce)\", qop=auth, response=\"\(response(password))\""
    }

    /// The values on the way to the digest.
    func quantities(_ password: String) -> [Calculation.Quantity] {
        let (user, request) = hashes(password)
        return [("H(A1)", user), ("H(A2)", request), ("response", response(password))].map { name, digits in
            Calculation.Quantity(name, Hex.octets(digits) ?? [])
        }
    }
}
