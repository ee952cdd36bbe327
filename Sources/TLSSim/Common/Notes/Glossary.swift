import PKI
import Trace

extension Glossary {
    /// The fields of TLS.
    public static let tls =
        Glossary(RecordFieldNote.self) + Glossary(HelloFieldNote.self) + Glossary(HandshakeFieldNote.self)
        + Glossary(TLS13FieldNote.self)
        + Glossary(inside: "tls.handshake.certificate") { AnnotatedCertificate($0).fields }
}
