import Trace

/// The server's answers that need not stand in clear: the first message under handshake keys, always there (RFC 8446 section
/// 4.3.1).
public struct EncryptedExtensions: SelfContainedBody {
    /// encrypted_extensions, 8 (RFC 8446 section 4).
    public static let type = HandshakeType.encryptedExtensions

    /// The answers in wire order; often none.
    public var extensions: [HelloExtension] = []

    /// A message without answers.
    public static let blank = EncryptedExtensions()

    /// The extensions, each with its own fields (RFC 8446 section 4.3.1).
    public mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        try ExtensionBlock.code(&extensions, in: .encryptedExtensions, with: &coder)
        try coder.finish("tls.handshake.extensions", cite: .rfc(8446, "4.3.1"))
    }
}
