/// Which openssl the commands of a ``Calculation`` call.
///
/// They need what came with OpenSSL 3.0: `openssl kdf` and `openssl mac`. LibreSSL, which macOS has under the name openssl, has neither.
public enum OpenSSLVersion {
    /// The first major version of OpenSSL that has all that the commands need.
    public static let needed = 3

    /// Whether a program will do that answers `openssl version` with this text, such as "OpenSSL 3.0.17 1 Jul 2025".
    public static func suffices(_ answer: String) -> Bool {
        let words = answer.split(whereSeparator: \.isWhitespace)
        guard words.first == "OpenSSL", let number = words.dropFirst().first else { return false }
        return Int(number.prefix { $0 != "." }).map { $0 >= needed } ?? false
    }
}
