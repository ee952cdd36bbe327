import Render
import Trace

/// Where a chain comes from, for the commands that find the same pins.
package enum PinSource {
    /// A PEM file.
    case pem(path: String)
    /// A DER file with one certificate.
    case der(path: String)
    /// A server.
    case server(Endpoint, name: String)

    /// The shell commands that print the two digests of a certificate in base 64, by OpenSSL.
    ///
    /// `openssl pkey` knows every kind of key. `openssl rsa`, which articles have, knows one, and makes of the others nothing.
    func pipelines(number: Int) -> [String] {
        let digest = "openssl dgst -sha256 -binary | base64"
        let first =
            switch self {
            case .pem(let path): "\(PinSource.pick(number)) \(Text.shellWord(path)) | openssl x509"
            case .der(let path): "openssl x509 -inform der -in \(Text.shellWord(path))"
            case .server(let place, let name):
                "openssl s_client -connect \(Text.shellWord(place.description)) -servername \(Text.shellWord(name)) "
                    + "-showcerts </dev/null 2>/dev/null | \(PinSource.pick(number)) | openssl x509"
            }
        return [
            "\(first) -outform der | \(digest)",
            "\(first) -pubkey -noout | openssl pkey -pubin -outform der | \(digest)",
        ]
    }

    /// The shell command that prints the digest of a key in base 64, by OpenSSL.
    static func pipeline(for source: KeyFilePin.Source, path: String) -> String {
        let file = Text.shellWord(path)
        let first =
            switch source {
            case .publicKey: "openssl pkey -pubin -in \(file) -outform der"
            case .privateKey: "openssl pkey -in \(file) -pubout -outform der"
            case .request: "openssl req -in \(file) -pubkey -noout | openssl pkey -pubin -outform der"
            }
        return "\(first) | openssl dgst -sha256 -binary | base64"
    }

    /// The certificate of that number out of several.
    private static func pick(_ number: Int) -> String { "awk '/BEGIN CERT/{n++} n==\(number)'" }
}
