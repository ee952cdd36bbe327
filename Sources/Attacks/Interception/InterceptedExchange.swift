import Crypto
import Trace

/// What is at stake when an attacker stands between two others: a request with a cookie and a password, and an answer that
/// money depends on.
package struct InterceptedExchange: Hashable, Sendable {
    /// The cookie of the victim's session.
    let cookie: String
    /// The victim's password.
    let password: String

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
    package static let answer: [UInt8] = {
        let page = "<p>Good morning, Alice.</p>\n<p>To pay in, use account \(Money.account).</p>\n"
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
}

/// Where money shall go.
package enum Money {
    /// As the genuine server says it.
    package static let account = "4711 0815"
    /// Where the attacker wants it.
    package static let hers = "6660 0666"

    /// An answer with the attacker's account in it. It has as many octets as before.
    package static func altered(_ answer: [UInt8]) -> [UInt8] {
        answer.replacing(Array(account.utf8), with: Array(hers.utf8))
    }
}
