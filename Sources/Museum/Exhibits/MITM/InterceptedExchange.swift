import Crypto
import Trace

/// The HTTP exchange that an attacker in the middle reads and changes: a request with a cookie and a password, and an answer with the
/// number of a bank account.
package struct InterceptedExchange: Hashable, Sendable {
    /// The cookie of the victim's session.
    let cookie: String
    /// The victim's password.
    let password: String

    /// Makes a random cookie and a random password.
    init(using random: inout some RandomSource) {
        cookie = Hex.string(random.octets(8))
        password = Hex.string(random.octets(5))
    }

    /// The octets of the victim's request to `host`.
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

    /// The octets of the genuine server's answer.
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

/// The bank accounts in the server's answer and in the attacker's.
package enum Money {
    /// The account in the genuine answer.
    package static let account = "4711 0815"
    /// The attacker's account.
    package static let hers = "6660 0666"

    /// The answer with the attacker's account in place of the genuine account. The number of octets stays the same.
    package static func altered(_ answer: [UInt8]) -> [UInt8] {
        answer.replacing(Array(account.utf8), with: Array(hers.utf8))
    }
}
