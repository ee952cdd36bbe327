import Crypto
import Trace

/// A form of a file that people have where certificates or a key in PEM are needed.
package enum FileForm: Hashable, Sendable {
    /// Text in UTF-16, as some editors save it; the name of the encoding for iconv. A byte order mark tells the order of the octets.
    case utf16(String)
    /// PKCS#12 (RFC 7292), called .p12 or .pfx; whether a part of it is encrypted as only old versions of OpenSSL do it by themselves.
    case pkcs12(isOld: Bool)
    /// PKCS#7 (RFC 5652), called .p7b.
    case pkcs7(Encoding)
    /// A certification request (RFC 2986), called .csr.
    case request(Encoding)
    /// A certificate revocation list.
    case revocationList(Encoding)
    /// A public key.
    case publicKey(Encoding)
    /// A private key: its label in PEM, or the name of its structure.
    case privateKey(String, Encoding)
    /// Certificates in PEM, where a key is needed.
    case certificates
    /// PEM of other kinds; the labels of its blocks, each once.
    case otherPEM([String])

    /// The two encodings of the same structure.
    package enum Encoding: Hashable, Sendable {
        /// Base 64 between BEGIN and END.
        case pem
        /// The octets themselves.
        case der
    }

    /// What a file should hold.
    package enum Wanted: Hashable, Sendable {
        /// Certificates.
        case certificates
        /// A private key.
        case privateKey
    }

    /// The form of a file. Nil for a file of no form that is known here, and for a certificate in DER.
    package init?(of octets: [UInt8]) {
        for (start, name) in Self.beginningsOfUTF16 where octets.starts(with: start) {
            self = .utf16(name)
            return
        }
        let labels = PEM.labels(in: octets)
        guard labels.isEmpty else {
            self.init(labels: labels)
            return
        }
        self.init(der: octets)
    }

    /// A byte order mark, or a hyphen, in both orders.
    private static let beginningsOfUTF16: [([UInt8], String)] = [
        ([0xff, 0xfe], "UTF-16"), ([0xfe, 0xff], "UTF-16"), ([0x2d, 0], "UTF-16LE"), ([0, 0x2d], "UTF-16BE"),
    ]

    private init(labels: [String]) {
        self =
            if let key = labels.first(where: { $0.hasSuffix("PRIVATE KEY") }) {
                .privateKey(key, .pem)
            } else if labels.contains(where: CertificatePEM.certificateLabels.contains) {
                .certificates
            } else if labels.contains(where: ["PKCS7", "PKCS #7 SIGNED DATA", "CMS"].contains) {
                .pkcs7(.pem)
            } else if labels.contains(where: { $0.hasSuffix("CERTIFICATE REQUEST") }) {
                .request(.pem)
            } else if labels.contains("X509 CRL") {
                .revocationList(.pem)
            } else if labels.contains(where: { $0.hasSuffix("PUBLIC KEY") }) {
                .publicKey(.pem)
            } else {
                .otherPEM(labels)
            }
    }

    /// The identifiers of PKCS#7 begin with these octets: 1.2.840.113549.1.7.
    private static let pkcs7: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07]
    /// The identifiers of the old encryptions of PKCS#12 begin with these octets: 1.2.840.113549.1.12.1.
    private static let oldEncryption: [UInt8] = [0x06, 0x0a, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x0c, 0x01]

    /// The form of a structure, by the tags of its fields.
    private init?(der octets: [UInt8]) {
        let isOld = octets.count <= PEM.longestText && octets.contains(Self.oldEncryption)
        // Some programs write PKCS#12 with lengths that come at the end, which is BER and not DER.
        guard !octets.starts(with: [0x30, 0x80, 0x02, 0x01, 0x03]) else {
            self = .pkcs12(isOld: isOld)
            return
        }
        var reader = DERReader(octets)
        guard octets.count <= PEM.longestText,
            let root = reader.element(at: 0, before: octets.count, depth: 0), root.tag == .sequence,
            let first = root.children.first
        else { return nil }
        let tags = root.children.map(\.tag)
        let inner = first.children.map(\.tag)
        func isOfPKCS7(_ node: DERNode?) -> Bool {
            guard let node, node.tag == .objectIdentifier else { return false }
            return octets[node.content].starts(with: Self.pkcs7)
        }
        if tags.starts(with: [.integer, .sequence]), octets[first.content].elementsEqual([3]),
            isOfPKCS7(root.children.dropFirst().first?.children.first)
        {
            self = .pkcs12(isOld: isOld)
        } else if isOfPKCS7(first) {
            self = .pkcs7(.der)
        } else if tags == [.sequence, .bitString], inner.first == .objectIdentifier {
            self = .publicKey(.der)
        } else if tags == [.sequence, .octetString], inner.first == .objectIdentifier {
            self = .privateKey("encrypted PKCS#8", .der)
        } else if tags == [.sequence, .sequence, .bitString], inner.starts(with: [.integer, .sequence, .sequence]),
            first.children.dropFirst(2).first?.children.map(\.tag) == [.sequence, .bitString]
        {
            self = .request(.der)
        } else if tags == [.sequence, .sequence, .bitString],
            inner.contains(where: { $0 == .utcTime || $0 == .generalizedTime })
        {
            self = .revocationList(.der)
        } else if let name = Self.privateKey(root, first) {
            self = .privateKey(name, .der)
        } else {
            return nil
        }
    }

    /// The structure of a private key. Nil for anything else. Each structure begins with its version, a number of one octet.
    private static func privateKey(_ root: DERNode, _ version: DERNode) -> String? {
        guard version.tag == .integer, version.content.count == 1 else { return nil }
        return switch root.children.dropFirst().first?.tag {
        case .sequence?: "PKCS#8"
        case .octetString?: "SEC 1"
        case .integer? where root.children.count >= 6: "PKCS#1"
        default: nil
        }
    }

    /// What the file is, as a clause.
    package func name(wanted: Wanted) -> String {
        switch self {
        case .utf16: "this is text in UTF-16, and PEM is ASCII"
        case .pkcs12: "this is PKCS#12, a store of certificates and a key that a password protects"
        case .pkcs7: "this is PKCS#7, a collection of certificates in another form"
        case .request: "this is a certification request; an authority makes a certificate of it"
        case .revocationList: "this is a certificate revocation list"
        case .publicKey: "this is a public key, not a \(wanted == .certificates ? "certificate" : "private key")"
        case .privateKey(let kind, let encoding):
            switch wanted {
            case .certificates:
                "this is a private key (\(kind)), not a certificate; it is a secret, and is not shown"
            case .privateKey:
                "this is a private key (\(kind))" + (encoding == .der ? " in DER, where PEM is needed" : "")
            }
        case .certificates: "no private key is in it, only certificates"
        case .otherPEM(let labels):
            "no \(wanted == .certificates ? "certificate" : "private key") is in it, only: \(labels.joined(separator: ", "))"
        }
    }

    /// A command that makes of the file what is wanted, or shows what is in it. Nil if there is none.
    package func command(_ path: String, wanted: Wanted) -> String? {
        let file = path.shellWord
        func input(_ encoding: Encoding) -> String { (encoding == .der ? "-inform der " : "") + "-in \(file)" }
        switch self {
        case .utf16(let name):
            return "iconv -f \(name) -t UTF-8 \(file) > \(wanted == .certificates ? "certificates" : "key").pem"
        case .pkcs12(let isOld):
            let parts = wanted == .certificates ? "-nokeys -out certificates.pem" : "-nocerts -nodes -out key.pem"
            return "openssl pkcs12 \(isOld ? "-legacy " : "")-in \(file) \(parts)"
        case .pkcs7(let encoding): return "openssl pkcs7 \(input(encoding)) -print_certs -out certificates.pem"
        case .request(let encoding): return "openssl req \(input(encoding)) -noout -text"
        case .revocationList(let encoding): return "openssl crl \(input(encoding)) -noout -text"
        case .publicKey(.pem): return nil
        case .publicKey(.der): return "openssl pkey -pubin -inform der -in \(file) -out public.pem"
        case .privateKey(_, let encoding):
            return wanted == .certificates
                ? "openssl pkey \(input(encoding)) -pubout" : "openssl pkey \(input(encoding)) -out key.pem"
        case .certificates, .otherPEM: return nil
        }
    }

    /// The file in a sentence without a full stop: what it is, and the command.
    package func explanation(_ path: String, wanted: Wanted) -> String {
        let name = name(wanted: wanted)
        guard let command = command(path, wanted: wanted) else { return name }
        return switch self {
        case .request, .revocationList: "\(name). This shows it: \(command)"
        case .publicKey: "\(name). This makes PEM of it: \(command)"
        case .privateKey where wanted == .certificates: "\(name). This shows its public half: \(command)"
        case .utf16, .pkcs12, .pkcs7, .privateKey, .certificates, .otherPEM:
            "\(name). This makes \(wanted == .certificates || self.isPKCS7 ? "certificates" : "a key") in PEM of it: \(command)"
        }
    }

    private var isPKCS7: Bool { if case .pkcs7 = self { true } else { false } }
}
