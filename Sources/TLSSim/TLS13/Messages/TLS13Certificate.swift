import Trace

extension TLS13 {
    /// The sender's chain, each certificate with extensions of its own (RFC 8446 section 4.4.2).
    ///
    /// OCSP responses and timestamps stand beside the certificate that they are about. There is no CertificateStatus message any more.
    public struct Certificate: SelfContainedBody {
        /// certificate, 11 (RFC 8446 section 4).
        public static let type = HandshakeType.certificate

        /// A certificate with its extensions: CertificateEntry.
        public struct Entry: Hashable, Sendable {
            /// The certificate in DER.
            public var certificate: [UInt8]
            /// Extensions about this certificate: status_request, signed_certificate_timestamp.
            public var extensions: [HelloExtension]

            /// An entry of these parts.
            public init(_ certificate: [UInt8], extensions: [HelloExtension] = []) {
                self.certificate = certificate
                self.extensions = extensions
            }
        }

        /// The context of the CertificateRequest that it answers; empty in the handshake.
        public var context: [UInt8] = []
        /// The entries, the sender's own certificate first. A client without one sends none.
        public var entries: [Entry]

        private static let rule = Citation.rfc(8446, "4.4.2")

        /// A message without certificates.
        public static let blank = Certificate(entries: [])

        /// The context, then the entries (RFC 8446 section 4.4.2). An empty list is well-formed; the state machine decides whether it is
        /// acceptable.
        public mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
            try RequestContext.code(&context, with: &coder)
            try coder.vector(
                "tls.handshake.certificates", .octets(3), cite: Self.rule
            ) { list throws(C.Failure) in
                try list.list(&entries, of: Entry([])) { (entry, coder) throws(C.Failure) in
                    try coder.opaque(
                        "tls.handshake.certificate", &entry.certificate, in: "tls.handshake.certificate_entry",
                        length: .octets(3, allowed: 1...0xff_ffff, name: "tls.handshake.certificate_length"),
                        cite: Self.rule)
                    try ExtensionBlock.code(&entry.extensions, in: .certificate, with: &coder)
                }
            }
            try coder.finish("tls.handshake.certificates", cite: Self.rule)
        }

        /// Checks that each extension of an entry has its place there and was asked for (RFC 8446 section 4.4.2).
        ///
        /// - Parameter questions: the extensions of the ClientHello or CertificateRequest that the message answers.
        /// - Throws: as ``ExtensionRules/check(_:in:askedBy:)``.
        func checkExtensions(askedBy questions: [HelloExtension]) throws(TLSError) {
            for entry in entries {
                try ExtensionRules.check(entry.extensions, in: .certificate, askedBy: questions)
            }
        }
    }

    /// certificate_request_context: tells which request a Certificate answers (RFC 8446 sections 4.3.2 and 4.4.2).
    enum RequestContext {
        static let name = "tls.handshake.certificate_request_context"

        static func code<C: Coder>(_ context: inout [UInt8], with coder: inout C) throws(C.Failure) {
            try coder.opaque(
                name, &context, in: "tls.handshake.certificate_request_context_value",
                length: .octets(1, name: "tls.handshake.certificate_request_context_length"), cite: .rfc(8446, "4.3.2"))
        }
    }
}
