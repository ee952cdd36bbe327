import Crypto

/// Insecure suites of the past. ``CipherSuite/all`` does not contain them; only the museum uses them.
extension CipherSuite {
    /// Diffie–Hellman without a signature, AES-128 in GCM, SHA-256: the server proves nothing (RFC 5246 section F.1.1.1).
    package static let dhAnonAES128GCM = CipherSuite(
        0x00a6, .dhAnon, cipher: .aesGCM(keyLength: 16), suffix: "AES_128_GCM_SHA256", cite: .rfc(5288, "3"))

    /// Ephemeral Diffie–Hellman in a group of 512 bits at most, signed with RSA: the strongest exchange of this kind in a program that the
    /// United States allowed to be exported before 2000.
    ///
    /// The true cipher of the suite, DES with 40 bits, is not implemented, and AES takes its place. The attack on this suite ends before
    /// a record is protected.
    package static let dheRSAExport = CipherSuite(
        0x0014, .dheRSA, cipher: .aesCBC(keyLength: 16, mac: .sha1), export: "EXPORT_", suffix: "DES40_CBC_SHA",
        cite: .rfc(4346, "A.5"))
}
