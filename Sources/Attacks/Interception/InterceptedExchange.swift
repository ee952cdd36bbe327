import Crypto
import Trace

/// What is at stake when an attacker stands between two others: a request with a cookie and a password, and an answer that
/// money depends on.
struct InterceptedExchange: Hashable, Sendable {
    /// The cookie of the victim's session.
    let cookie: String
    /// The victim's password.
    let password: String

    /// Where money shall go, as the genuine server says it, and as Mallory does.
    static let account = "4711 0815"
    static let otherAccount = "6660 0666"

    /// Draws a cookie and a password.
    init(using random: inout some RandomSource) {
        cookie = Hex.string(random.octets(8))
        password = Hex.string(random.octets(5))
    }

    /// What the victim sends to `host`.
    func request(to host: String) -> [UInt8] {
        let form = "user=alice&password=\(password)"
        return Array(
            """
            POST /account HTTP/1.1\r
            Host: \(host)\r
            Cookie: session=\(cookie)\r
            Content-Type: application/x-www-form-urlencoded\r
            Content-Length: \(form.utf8.count)\r
            Connection: close\r
            \r
            \(form)
            """.utf8)
    }

    /// What the genuine server answers.
    static let answer: [UInt8] = {
        let page = "<p>Good morning, Alice.</p>\n<p>To pay in, use account \(account).</p>\n"
        return Array(
            """
            HTTP/1.1 200 OK\r
            Content-Type: text/html; charset=utf-8\r
            Content-Length: \(page.utf8.count)\r
            Connection: close\r
            \r
            \(page)
            """.utf8)
    }()

    /// The answer with Mallory's account in it. It has as many octets as before.
    static func altered(_ answer: [UInt8]) -> [UInt8] {
        answer.replacing(Array(account.utf8), with: Array(otherAccount.utf8))
    }
}
