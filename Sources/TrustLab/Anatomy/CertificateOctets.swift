import PKI

/// The certificates in a file of one of the two usual forms: PEM, or one certificate in DER.
package enum CertificateOctets {
    /// Why there is no certificate in a file.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The file is empty.
        case empty
        /// The file is a private key; its label in PEM or its structure in DER. The key is not shown.
        case privateKey(String)
        /// The file is PEM without a certificate; the labels of its blocks, each once.
        case otherKind([String])
        /// The file is damaged PEM.
        case malformed(TrustError)

        /// The kind of the file, as a clause without a full stop.
        package var description: String {
            switch self {
            case .empty: "the file is empty"
            case .privateKey(let kind):
                "this is a private key (\(kind)), not a certificate; it is a secret, and is not shown"
            case .otherKind(let labels): "no certificate is in it, only: \(labels.joined(separator: ", "))"
            case .malformed(let error): "\(error)"
            }
        }
    }

    /// The certificates in the octets of a file, in their order. Their contents are not checked.
    ///
    /// A file in DER counts as one certificate, from the first octet to the last.
    /// - Throws: ``Failure`` where the file has no certificate.
    package static func certificates(in file: [UInt8]) throws(Failure) -> [[UInt8]] {
        guard !file.isEmpty else { throw .empty }
        let begin = "-----BEGIN "
        // A certificate in DER begins with the tag of a SEQUENCE, 0x30. In ASCII that is the digit 0, with which no PEM begins.
        let isText = file.prefix(1 << 12).allSatisfy { $0 >= 0x20 && $0 < 0x7f || (9...13).contains($0) }
        let text = isText || file.first != 0x30 ? String(decoding: file, as: UTF8.self) : ""
        guard text.contains(begin) else {
            if let kind = privateKey(file) { throw .privateKey(kind) }
            return [file]
        }
        do {
            return try CertificatePEM.decode(text)
        } catch {
            var labels: [String] = []
            for line in text.split(whereSeparator: \.isNewline) where line.hasPrefix(begin) {
                let label = String(line.dropFirst(begin.count).prefix { $0 != "-" })
                if !labels.contains(label) { labels.append(label) }
            }
            guard !labels.contains("CERTIFICATE") else { throw .malformed(error) }
            if let key = labels.first(where: { $0.hasSuffix("PRIVATE KEY") }) { throw .privateKey(key) }
            throw .otherKind(labels)
        }
    }

    /// The structure of a private key in DER. Nil for anything else. Each structure begins with its version, a number of one octet.
    private static func privateKey(_ octets: [UInt8]) -> String? {
        var reader = DERReader(octets)
        guard octets.count <= CertificateStructure.largest,
            let root = reader.element(at: 0, before: octets.count, depth: 0), root.tag == .sequence,
            root.children.count > 1, root.children[0].tag == .integer, root.children[0].content.count == 1
        else { return nil }
        return switch root.children[1].tag {
        case .sequence: "PKCS#8"
        case .octetString: "SEC 1"
        case .integer where root.children.count >= 6: "PKCS#1"
        default: nil
        }
    }
}
