import Trace

/// The server's answers that the keys do not depend on: the first message under handshake keys. It is always sent (RFC 8446 section 4.3.1).
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
