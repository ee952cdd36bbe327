import Crypto
import PKI
import Trace

/// The possible pins of one certificate of a chain, and how long each would last.
package struct CertificatePins: Hashable, Sendable {
    /// The certificate in DER.
    package let certificate: [UInt8]
    /// The certificate's name: the subject's common name, or the whole name of the subject.
    package let label: String
    /// The certificate's place in the chain.
    package let role: Role
    /// The name of its issuer.
    package let issuer: String
    /// The serial number in hexadecimal, without the leading zero octet that DER adds to a positive number.
    package let serialNumber: String
    /// The algorithm of the key: "rsaEncryption", "ecPublicKey", "Ed25519".
    package let keyAlgorithm: String
    package let key: SubjectKey
    /// The key in words: "RSA key of 2048 bits".
    package let keyName: Phrase
    /// The first second of validity, counted from 1970.
    package let notBefore: Int64
    /// The last second of validity.
    package let notAfter: Int64
    /// The SHA-256 of the whole certificate, 32 octets. It changes with every renewal.
    package let certificateDigest: [UInt8]
    /// The SHA-256 of the SubjectPublicKeyInfo. It changes only with the key.
    package let publicKeyPin: PublicKeyPin
    /// The dNSName entries of subjectAltName.
    package let dnsNames: [String]

    /// The place of a certificate in a chain. The lifetime of a pin depends on it.
    package enum Role: String, Hashable, Sendable {
        /// The server's own certificate.
        case leaf
        /// The certificate of an authority under another authority.
        case intermediate
        /// The self-issued certificate of an authority.
        case root
    }

    /// The pins of every certificate of a chain, in its order; the first is the leaf.
    ///
    /// - Throws: ``TrustError/emptyChain`` for no certificate, ``TrustError/malformedCertificate(_:)`` for other octets.
    package static func of(chain: [[UInt8]]) throws(TrustError) -> [CertificatePins] {
        guard !chain.isEmpty else { throw .emptyChain }
        var pins: [CertificatePins] = []
        for (index, der) in chain.enumerated() {
            let structure = try CertificateStructure(der)
            let role: Role = index == 0 ? .leaf : structure.issuer == structure.subject ? .root : .intermediate
            pins.append(CertificatePins(structure, as: role))
        }
        return pins
    }

    /// The pins of a certificate in the place `role` of its chain.
    init(_ structure: CertificateStructure, as role: Role) {
        certificate = structure.der
        label = structure.label
        self.role = role
        issuer = structure.issuer.label
        let serial = structure.serialNumber
        serialNumber = Hex.string(serial.first == 0 && serial.count > 1 ? serial.dropFirst() : serial)
        keyAlgorithm = structure.keyAlgorithm.label
        key = structure.key
        keyName = structure.key.phrase
        notBefore = structure.notBefore
        notAfter = structure.notAfter
        certificateDigest = HashAlgorithm.sha256.hash(structure.der)
        publicKeyPin = PublicKeyPin(of: structure)
        dnsNames = structure.dnsNames
    }

    /// Advice on a pin of this certificate or of its key: how long the pin lasts, and what breaks it.
    ///
    /// - Parameter time: now, in seconds since 1970.
    package func advice(at time: Int64) -> [PinAdvice] {
        var advice: [PinAdvice] = time > notAfter ? [.expired(notAfter)] : []
        switch role {
        case .leaf: advice += [.leafCertificate(until: notAfter, days: days(from: time)), .leafKey]
        case .intermediate: advice.append(.intermediate(label: label, until: notAfter))
        case .root: advice.append(.root(label: label, until: notAfter))
        }
        return advice
    }

    private func days(from time: Int64) -> Int64 {
        let (left, overflow) = notAfter.subtractingReportingOverflow(time)
        return overflow ? 0 : max(0, left / CivilTime.day)
    }
}

extension CertificatePins.Role: Wording {
    package var english: String { rawValue }

    package var chinese: String {
        switch self {
        case .leaf: "叶子证书"
        case .intermediate: "中间证书"
        case .root: "根证书"
        }
    }
}
