import Crypto

/// Suites of former times. They are in no list: only the museum names them.
extension CipherSuite {
    /// Diffie–Hellman without a signature, AES-128 in GCM, SHA-256: the server proves nothing (RFC 5246 section F.1.1.1).
    package static let dhAnonAES128GCM = CipherSuite(
        0x00a6, .dhAnon, .aesGCM(keyLength: 16), "AES_128_GCM_SHA256", .rfc(5288, "3"))

    /// Ephemeral Diffie–Hellman in a group of 512 bits at most, signed with RSA: what a program was allowed to have that left the United
    /// States before 2000 (RFC 2246 section D.1).
    ///
    /// DES with 40 bits is not here, and AES stands in its place. An attack on this suite ends before a record is protected.
    package static let dheRSAExport = CipherSuite(
        0x0014, .dheRSA, .aesCBC(keyLength: 16, mac: .sha1), export: "EXPORT_", "DES40_CBC_SHA", .rfc(4346, "A.5"))
}
