import Trace

/// Certificates as text: "-----BEGIN CERTIFICATE-----" and base 64 (RFC 7468 section 5).
public enum CertificatePEM {
    /// The longest text that is read, in octets: more than ten certificates of a hundred kilobytes each.
    public static let longestText = 4 << 20

    /// The certificates one after another, each as OpenSSL writes it.
    public static func encode(_ certificates: [[UInt8]]) -> String {
        certificates.map { der in
            var rest = Substring(Base64.string(der))
            var lines = ["-----BEGIN CERTIFICATE-----"]
            while !rest.isEmpty {
                lines.append(String(rest.prefix(64)))
                rest = rest.dropFirst(64)
            }
            return lines.joined(separator: "\n") + "\n-----END CERTIFICATE-----\n"
        }.joined()
    }

    /// The certificates in a text, in their order. Other text between them and other kinds of PEM are passed over.
    ///
    /// RFC 7468 asks for lines of 64 characters. Real files have lines of any length, so these are read too. The octets are not
    /// checked to be certificates.
    /// - Throws: ``TrustError/malformedPEM(_:)`` if there is no certificate, or one is damaged.
    public static func decode(_ text: String) throws(TrustError) -> [[UInt8]] {
        try decode(text, label: "CERTIFICATE")
    }

    /// The contents of a text between the lines BEGIN and END with this label.
    ///
    /// - Throws: ``TrustError/malformedPEM(_:)`` if there are no such lines, or the text between them is no base 64.
    package static func decode(_ text: String, label: String) throws(TrustError) -> [[UInt8]] {
        guard text.utf8.count <= longestText else {
            throw .malformedPEM("more than \(longestText) octets of text")
        }
        let (begin, end) = ("-----BEGIN \(label)-----", "-----END \(label)-----")
        let (first, last) = (squeezed(begin.utf8), squeezed(end.utf8))
        var certificates: [[UInt8]] = []
        var base64: [UInt8]?
        // CR and LF each end a line: CR LF gives an additional empty line, which the split leaves out.
        for line in text.utf8.split(whereSeparator: { $0 == 0x0a || $0 == 0x0d }) {
            let line = squeezed(line)
            if line == first {
                guard base64 == nil else { throw .malformedPEM("a certificate begins inside a certificate") }
                base64 = []
            } else if line == last, let body = base64 {
                certificates.append(try octets(ofBase64: body))
                base64 = nil
            } else {
                base64?.append(contentsOf: line)
            }
        }
        guard base64 == nil else { throw .malformedPEM("no \(end)") }
        guard !certificates.isEmpty else { throw .malformedPEM("no \(begin)") }
        return certificates
    }

    /// A line without spaces and tabs.
    private static func squeezed(_ line: some Sequence<UInt8>) -> [UInt8] { line.filter { $0 != 0x20 && $0 != 0x09 } }

    private static func octets(ofBase64 body: [UInt8]) throws(TrustError) -> [UInt8] {
        guard let octets = Base64.octets(body), !octets.isEmpty else {
            throw .malformedPEM("the text between BEGIN and END is not base 64")
        }
        return octets
    }
}
