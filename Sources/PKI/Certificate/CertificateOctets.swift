import Trace

/// The certificates in a file of one of the two usual forms: PEM, or one certificate in DER. Every command reads certificates with it.
package enum CertificateOctets {
    /// Why there is no certificate in a file.
    package enum Failure: Error, Hashable, Sendable {
        /// The file is empty.
        case empty
        /// The file has another form.
        case otherForm(FileForm)
        /// The file is damaged PEM, or no PEM at all.
        case malformed(TrustError)

        /// The reason as a clause without a full stop, with a command if one helps.
        ///
        /// - Parameter path: the path of the file, for the command.
        package func explanation(_ path: String) -> String {
            switch self {
            case .empty: "the file is empty"
            case .otherForm(let form): form.explanation(path, wanted: .certificates)
            case .malformed(let error): "\(error)"
            }
        }
    }

    /// The certificates in the octets of a file, in their order. Their contents are not checked.
    ///
    /// A file in DER of no other form counts as one certificate, from the first octet to the last.
    /// - Throws: ``Failure`` where the file has no certificate.
    package static func certificates(in file: [UInt8]) throws(Failure) -> [[UInt8]] {
        guard !file.isEmpty else { throw .empty }
        let labels = PEM.labels(in: file)
        guard labels.contains(where: CertificatePEM.certificateLabels.contains) else {
            if let form = FileForm(of: file) { throw .otherForm(form) }
            return [file]
        }
        do {
            return try CertificatePEM.decode(String(decoding: file, as: UTF8.self))
        } catch { throw .malformed(error) }
    }

    /// Whether a file has certificates in PEM.
    package static func isPEM(_ file: [UInt8]) -> Bool {
        PEM.labels(in: file).contains(where: CertificatePEM.certificateLabels.contains)
    }
}
