import Crypto
import Trace

/// The key schedule of TLS 1.3 as commands of OpenSSL.
extension ShellScript {
    /// The name of a hash as OpenSSL's key derivation functions take it.
    private static func digest(_ hash: HashAlgorithm) -> String { hash.name.filter { $0 != "-" } }

    /// HKDF-Expand-Label, which OpenSSL calls TLS13-KDF. `secret` is hexadecimal digits, or a shell variable that holds them.
    static func expandLabel(
        _ secret: String, _ label: ScheduleLabel, context: [UInt8] = [], count: Int, hash: HashAlgorithm
    ) -> String {
        let data = context.isEmpty ? "" : " -kdfopt hexdata:\(Hex.string(context))"
        return "openssl kdf -keylen \(count) -kdfopt digest:\(digest(hash)) -kdfopt mode:EXPAND_ONLY "
            + "-kdfopt hexkey:\(secret) -kdfopt prefix:'\(HKDFLabel.prefix)' -kdfopt label:'\(label.rawValue)'\(data) "
            + "TLS13-KDF"
    }

    /// HKDF-Extract. `salt` and `input` are hexadecimal digits, or shell variables that hold them.
    static func extract(salt: String, input: String, hash: HashAlgorithm) -> String {
        "openssl kdf -keylen \(hash.outputLength) -kdfopt digest:\(digest(hash)) -kdfopt mode:EXTRACT_ONLY "
            + "-kdfopt hexkey:\(input) -kdfopt hexsalt:\(salt) HKDF"
    }

    /// Puts the output of a command into a shell variable, as hexadecimal digits alone.
    static func variable(_ name: String, _ command: String) -> String { "\(name)=$(\(command) | tr -d ':\\n')" }

    /// Prints the HMAC of octets under a key that is in a shell variable.
    static func authenticate(_ octets: [UInt8], key: String, hash: HashAlgorithm) -> String {
        "echo \(Hex.string(octets)) | \(Self.octets) | openssl dgst -\(hash.opensslName) -mac HMAC "
            + "-macopt hexkey:\(key) -r | cut -d ' ' -f 1"
    }
}
