import Crypto

/// Certificates as text (RFC 7468 section 5).
public enum CertificatePEM {
    /// The certificates one after another, each as OpenSSL writes it.
    public static func encode(_ certificates: [[UInt8]]) -> String {
        certificates.map { PEM("CERTIFICATE", $0).text }.joined()
    }

    /// The labels of certificates: that of RFC 7468, and two of OpenSSL. A TRUSTED CERTIFICATE has settings of OpenSSL behind the certificate.
    static let certificateLabels = ["CERTIFICATE", "X509 CERTIFICATE", trusted]
    private static let trusted = "TRUSTED CERTIFICATE"

    /// The certificates in a text, in their order. Other text between them and other kinds of PEM are passed over. The octets are not
    /// checked to be certificates.
    ///
    /// - Throws: ``TrustError/malformedPEM(_:)`` if there is no certificate, or one is damaged.
    public static func decode(_ text: String) throws(TrustError) -> [[UInt8]] {
        try decode(text, labels: certificateLabels)
    }

    /// The contents of a text between the lines BEGIN and END with this label.
    ///
    /// - Throws: ``TrustError/malformedPEM(_:)`` if there are no such lines, or the text between them is no base 64.
    package static func decode(_ text: String, label: String) throws(TrustError) -> [[UInt8]] {
        try decode(text, labels: [label])
    }

    private static func decode(_ text: String, labels: [String]) throws(TrustError) -> [[UInt8]] {
        let blocks: [PEM]
        do throws(PEM.Fault) {
            blocks = try PEM.blocks(in: text, where: labels.contains)
        } catch {
            throw .malformedPEM(clause(error))
        }
        guard !blocks.isEmpty else { throw .malformedPEM("no -----BEGIN \(labels.first ?? "")-----") }
        return blocks.map { $0.label == trusted ? firstElement(of: $0.octets) : $0.octets }
    }

    private static func clause(_ fault: PEM.Fault) -> String {
        switch fault {
        case .tooLong: "more than \(PEM.longestText) octets of text"
        case .nested: "a certificate begins inside a certificate"
        case .endless(let label): "no -----END \(label)-----"
        case .notBase64: "the text between BEGIN and END is not base 64"
        }
    }

    /// The first element of DER in `octets`; all octets if there is none. In a TRUSTED CERTIFICATE it is the certificate.
    private static func firstElement(of octets: [UInt8]) -> [UInt8] {
        var reader = DERReader(octets)
        let node = reader.element(at: 0, before: octets.count, depth: 0)
        return node.map { Array(octets.prefix($0.content.upperBound)) } ?? octets
    }
}
