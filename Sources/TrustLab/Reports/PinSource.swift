import PKI
import Render
import Trace

/// The source of a chain, for the commands that compute the same pins.
package enum PinSource {
    /// A PEM file. `hasMark`: it begins with a byte order mark, which OpenSSL does not read. `isPlain`: all labels of its certificates, and
    /// of its requests, are CERTIFICATE.
    case pem(path: String, hasMark: Bool, isPlain: Bool)
    /// A DER file with one certificate.
    case der(path: String)
    case server(Endpoint, name: String)

    /// The source for a file with certificates.
    package init(file octets: [UInt8], path: String) {
        guard CertificateOctets.isPEM(octets) else {
            self = .der(path: path)
            return
        }
        self = .pem(
            path: path, hasMark: octets.starts(with: PEM.byteOrderMark),
            isPlain: PEM.labels(in: octets).allSatisfy { $0 == "CERTIFICATE" || !$0.contains("CERT") })
    }

    /// The shell commands with OpenSSL that print the two digests of a certificate in base 64: of the whole certificate and of its key.
    ///
    /// They use `openssl pkey`, which reads every kind of key. Many articles use `openssl rsa`, which reads only RSA keys and writes nothing
    /// for the others.
    ///
    /// - Parameter number: the number of the certificate in the source, from 1.
    func pipelines(number: Int) -> [String] {
        let first =
            switch self {
            case .pem(let path, let hasMark, let isPlain):
                (hasMark ? "tail -c +4 \(path.shellWord) | " : "") + PinSource.pick(number, isPlain: isPlain)
                    + (hasMark ? "" : " \(path.shellWord)") + " | openssl x509"
            case .der(let path): "openssl x509 -inform der -in \(path.shellWord)"
            case .server(let place, let name):
                "openssl s_client -connect \(place.description.shellWord) -servername \(name.shellWord) "
                    + "-showcerts </dev/null 2>/dev/null | \(PinSource.pick(number)) | openssl x509"
            }
        return [
            "\(first) -outform der | \(Self.digest)",
            "\(first) -pubkey -noout | openssl pkey -pubin -outform der | \(Self.digest)",
        ]
    }

    /// The shell command with OpenSSL that prints the digest of a key in base 64.
    static func pipeline(for source: KeyFilePin.Source, path: String) -> String {
        let file = path.shellWord
        let first =
            switch source {
            case .publicKey: "openssl pkey -pubin -in \(file) -outform der"
            case .privateKey: "openssl pkey -in \(file) -pubout -outform der"
            case .request: "openssl req -in \(file) -pubkey -noout | openssl pkey -pubin -outform der"
            }
        return "\(first) | \(digest)"
    }

    private static let digest = "openssl dgst -sha256 -binary | base64"

    /// The command that selects the certificate of this number, from 1, in a PEM text.
    static func pick(_ number: Int, isPlain: Bool = true) -> String {
        "awk '/BEGIN \(isPlain ? "CERT" : "(X509 |TRUSTED )?CERTIFICATE-")/{n++} n==\(number)'"
    }
}
