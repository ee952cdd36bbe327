import PKI
import Trace

/// A piece of an explanation, for a rendering to lay out.
public enum Passage: Hashable, Sendable {
    /// Sentences.
    case paragraph(String)
    /// Sentences that are true of every signature of the kind: once is enough.
    case background(String)
    /// Numbers and octets, by name.
    case quantities([Calculation.Quantity])
    /// What came out: good, bad, or unknown.
    case verdict(Bool?, String)
    /// Shell commands that compute the same with OpenSSL.
    case commands([String])
}

/// Where a certificate is, for commands to be pasted into a shell.
public struct CertificateSource: Hashable, Sendable {
    /// The file as it was named.
    public let path: String
    /// Which of the certificates in the file, from 1.
    public let number: Int
    /// How many there are in it.
    public let count: Int

    /// The certificate `number` of `count` in the file at `path`.
    public init(path: String, number: Int, count: Int) {
        self.path = path
        self.number = number
        self.count = count
    }

    /// A command that writes the certificate, with these options of `openssl x509`.
    public func command(_ options: String) -> String {
        guard count > 1 else { return "openssl x509 -in \(quoted) \(options)" }
        // OpenSSL reads the first certificate of a file only.
        return "awk '/BEGIN CERT/{n++} n==\(number)' \(quoted) | openssl x509 \(options)"
    }

    /// The path as a word of the shell.
    private var quoted: String {
        let plain = path.unicodeScalars.allSatisfy {
            $0.isASCII
                && ($0.properties.isAlphabetic || (48...57).contains($0.value)
                    || "./_-+,=@".unicodeScalars.contains($0))
        }
        return plain && !path.hasPrefix("-") ? path : "'" + path.replacing("'", with: "'\\''") + "'"
    }
}

/// The story of one signature: what is signed, with which key, what comes out.
public struct SignatureStory: Sendable {
    let work: SignatureWork
    let der: [UInt8]
    let source: CertificateSource
    let link: ChainLink
    /// What the issuer is called, and where its certificate is; nil where that is not at hand.
    let issuer: (label: String, source: CertificateSource)?

    /// The story of `chain[link.subject]`, whose certificates are in `sources`.
    public init(_ link: ChainLink, of chain: [AnnotatedCertificate], in sources: [CertificateSource]) {
        let index: Int? =
            switch link.issuer {
            case .itself: link.subject
            case .certificate(let index): index
            case .absent, .unreadable: nil
            }
        work = SignatureWork(of: chain[link.subject], issuer: index.map { chain[$0] })
        der = chain[link.subject].der
        source = sources[link.subject]
        self.link = link
        issuer = index.map { (chain[$0].label, sources[$0]) }
    }

    /// Whether the signature is the issuer's; nil where that was not found out.
    public var verified: Bool? { work.verified }
}
