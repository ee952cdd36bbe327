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

    /// The labels of certificates: that of RFC 7468, and two of OpenSSL. A TRUSTED CERTIFICATE has settings of OpenSSL behind the certificate.
    static let certificateLabels = ["CERTIFICATE", "X509 CERTIFICATE", trusted]
    private static let trusted = "TRUSTED CERTIFICATE"

    /// The three octets with which some editors begin a text in UTF-8.
    package static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

    /// The certificates in a text, in their order. Other text between them and other kinds of PEM are passed over.
    ///
    /// RFC 7468 asks for lines of 64 characters. Real files have lines of any length, so these are read too. The octets are not
    /// checked to be certificates.
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
        guard text.utf8.count <= longestText else {
            throw .malformedPEM("more than \(longestText) octets of text")
        }
        var contents: [[UInt8]] = []
        var open: (label: String, base64: [UInt8])?
        for line in lines(of: text.utf8) {
            if let label = label(of: line, after: "-----BEGIN "), labels.contains(label) {
                guard open == nil else { throw .malformedPEM("a certificate begins inside a certificate") }
                open = (label, [])
            } else if let (label, base64) = open, self.label(of: line, after: "-----END ") == label {
                let octets = try octets(ofBase64: base64)
                contents.append(label == trusted ? firstElement(of: octets) : octets)
                open = nil
            } else if open != nil {
                open?.base64.append(contentsOf: line.filter { !isBlank($0) })
            }
        }
        if let open { throw .malformedPEM("no -----END \(open.label)-----") }
        guard !contents.isEmpty else { throw .malformedPEM("no -----BEGIN \(labels.first ?? "")-----") }
        return contents
    }

    /// The labels of the blocks of a file, each once. None for a file that is too long.
    package static func labels(in file: [UInt8]) -> [String] {
        guard file.count <= longestText else { return [] }
        var labels: [String] = []
        for line in lines(of: file) {
            guard let label = label(of: line, after: "-----BEGIN "), !labels.contains(label) else { continue }
            labels.append(label)
        }
        return labels
    }

    /// The lines of a text without empty lines, and without a byte order mark before the first.
    private static func lines<Octets: BidirectionalCollection<UInt8>>(of text: Octets) -> [Octets.SubSequence] {
        let text = text.starts(with: byteOrderMark) ? text.dropFirst(byteOrderMark.count) : text[...]
        // CR and LF each end a line: CR LF gives an additional empty line, which the split leaves out.
        return text.split { $0 == 0x0a || $0 == 0x0d }
    }

    /// The label of a line that begins with `mark` and ends in hyphens; nil for another line. Spaces and tabs around it do not count.
    private static func label(of line: some BidirectionalCollection<UInt8>, after mark: String) -> String? {
        let line = line.drop(while: isBlank)
        let hyphens = Array("-----".utf8)
        guard line.starts(with: mark.utf8) else { return nil }
        var rest = Array(line.dropFirst(mark.utf8.count))
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        guard rest.count > hyphens.count, rest.suffix(hyphens.count).elementsEqual(hyphens) else { return nil }
        return String(decoding: rest.dropLast(hyphens.count), as: UTF8.self)
    }

    private static func isBlank(_ octet: UInt8) -> Bool { octet == 0x20 || octet == 0x09 }

    /// The first element of DER in `octets`; all octets if there is none. In a TRUSTED CERTIFICATE it is the certificate.
    private static func firstElement(of octets: [UInt8]) -> [UInt8] {
        var reader = DERReader(octets)
        let node = reader.element(at: 0, before: octets.count, depth: 0)
        return node.map { Array(octets.prefix($0.content.upperBound)) } ?? octets
    }

    private static func octets(ofBase64 body: [UInt8]) throws(TrustError) -> [UInt8] {
        guard let octets = Base64.octets(body), !octets.isEmpty else {
            throw .malformedPEM("the text between BEGIN and END is not base 64")
        }
        return octets
    }
}
