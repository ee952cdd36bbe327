import Crypto
import Trace

/// Commands for a shell such as bash or zsh that repeat a calculation with OpenSSL and Python.
struct ShellScript: Hashable, Sendable {
    /// The lines.
    let lines: [String]

    init(_ lines: String...) { self.init(lines: lines) }
    init(lines: [String]) { self.lines = lines }

    /// The lines as one text.
    var text: String { lines.joined(separator: "\n") }

    /// The command that turns hexadecimal digits into octets.
    static let octets = "xxd -r -p"
    /// The command that turns octets into hexadecimal digits in one line.
    static let digits = "xxd -p | tr -d '\\n'"
}

/// Scripts for signatures and for Diffie–Hellman.
extension ShellScript {
    /// Prints whether a signature is valid for what the command `input` writes: the digest, or for Ed25519 the octets that are signed.
    static func verification(
        of signature: [UInt8], _ method: SignatureScheme.Method, by key: PublicKey, input: String
    ) -> ShellScript {
        let verify =
            "openssl pkeyutl -verify -pubin -keyform DER -inkey \(file(key.spkiDER)) -sigfile \(file(signature))"
        switch method {
        case .pkcs1(let hash), .ecdsa(let hash):
            return ShellScript("\(input) | \(verify) -pkeyopt digest:\(hash.opensslName)")
        case .pss(let hash):
            return ShellScript(
                "\(input) | \(verify) -pkeyopt digest:\(hash.opensslName) -pkeyopt rsa_padding_mode:pss "
                    + "-pkeyopt rsa_pss_saltlen:digest")
        case .ed25519:
            // OpenSSL reads the octets twice, so they must be in a file.
            return ShellScript(
                "signed=$(mktemp)", "\(input) > \"$signed\"", "\(verify) -rawin -in \"$signed\"", "rm \"$signed\"")
        }
    }

    /// Prints the result of applying the public key to a signature: the block that was signed (RFC 8017 section 5.2.2).
    static func recovery(of signature: [UInt8], by key: PublicKey) -> ShellScript {
        ShellScript(
            "openssl pkeyutl -verifyrecover -pubin -keyform DER -inkey \(file(key.spkiDER)) "
                + "-in \(file(signature)) -pkeyopt rsa_padding_mode:none | xxd -p")
    }

    /// Prints a power modulo a modulus, in as many octets as the modulus has.
    static func power(_ base: [UInt8], to exponent: Integer, modulo modulus: Integer) -> ShellScript {
        ShellScript(
            "python3 -c 'print(\"%0\(modulus.bigEndian.count * 2)x\" "
                + "% pow(0x\(Hex.string(base)), 0x\(exponent.hex), 0x\(modulus.hex)))'")
    }

    /// Prints the public value of a key on a curve: the end of its SubjectPublicKeyInfo.
    static func point(of key: KeyAgreementKey) -> ShellScript {
        ShellScript(
            "echo \(der(key)) | \(octets) | openssl pkey -inform DER -pubout -outform DER "
                + "| tail -c \(key.publicKey.count) | xxd -p -c \(key.publicKey.count)")
    }

    /// Prints the shared secret of a key on a curve and the public value of the other side.
    static func sharedSecret(of key: KeyAgreementKey, with point: [UInt8]) -> ShellScript {
        ShellScript(
            "openssl pkeyutl -derive -keyform DER -inkey <(echo \(der(key)) | \(octets)) -peerform DER "
                + "-peerkey <(echo \(der(key.group, point)) | \(octets)) | xxd -p -c \(key.privateKey.count)")
    }

    /// Octets as a process substitution, which stands where a command expects the name of a file.
    private static func file(_ content: [UInt8]) -> String { "<(echo \(Hex.string(content)) | \(octets))" }

    /// The private key in hexadecimal DER: PKCS#8 for X25519 (RFC 8410 section 7), SEC 1 for the curves of NIST (RFC 5915 section 3).
    private static func der(_ key: KeyAgreementKey) -> String {
        switch key.group {
        case .x25519: "302e020100300506032b656e04220420\(Hex.string(key.privateKey))"
        case .secp256r1: "30310201010420\(Hex.string(key.privateKey))a00a06082a8648ce3d030107"
        case .secp384r1: "303e0201010430\(Hex.string(key.privateKey))a00706052b81040022"
        case .secp521r1: "30500201010442\(Hex.string(key.privateKey))a00706052b81040023"
        }
    }

    /// The other side's public value in a SubjectPublicKeyInfo, in hexadecimal (RFC 8410 section 4, RFC 5480 section 2).
    private static func der(_ group: KeyAgreementGroup, _ point: [UInt8]) -> String {
        switch group {
        case .x25519: "302a300506032b656e032100\(Hex.string(point))"
        case .secp256r1: "3059301306072a8648ce3d020106082a8648ce3d030107034200\(Hex.string(point))"
        case .secp384r1: "3076301006072a8648ce3d020106052b81040022036200\(Hex.string(point))"
        case .secp521r1: "30819b301006072a8648ce3d020106052b8104002303818600\(Hex.string(point))"
        }
    }
}

extension HashAlgorithm {
    /// The name on OpenSSL's command line: "sha256".
    var opensslName: String { name.replacing("-", with: "").lowercased() }
}
