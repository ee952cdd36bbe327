import PKI
import Trace

/// The link from a certificate to its issuer, as found among the certificates of a list.
package struct ChainLink: Hashable, Sendable {
    /// The certificate, by its index in the list.
    package let subject: Int
    package let issuer: Issuer
    /// Whether authorityKeyIdentifier equals the issuer's subjectKeyIdentifier (RFC 5280 section 4.2.1.1). Nil if one is absent.
    package let keyIdentifiersAgree: Bool?

    /// The issuer of a certificate.
    package enum Issuer: Hashable, Sendable {
        /// Issuer and subject are the same name: the certificate is self-issued.
        case itself
        /// The certificate at this index of the list.
        case certificate(Int)
        /// The issuer is not in the list.
        case absent
        /// The names cannot be read.
        case unreadable
    }

    /// The links of a list, one for each certificate. The list may have any order.
    ///
    /// The issuer's name decides. If several certificates have that name, the key identifier decides, then the next certificate in the list.
    package static func links(of chain: [AnnotatedCertificate]) -> [ChainLink] {
        chain.indices.map { index in
            let certificate = chain[index]
            guard let wanted = certificate.octets(.issuer) else {
                return ChainLink(subject: index, issuer: .unreadable, keyIdentifiersAgree: nil)
            }
            if certificate.octets(.subject) == wanted {
                return ChainLink(
                    subject: index, issuer: .itself, keyIdentifiersAgree: agree(certificate, certificate))
            }
            let others = chain.indices.filter { $0 != index && chain[$0].octets(.subject) == wanted }
            let best =
                others.first { agree(certificate, chain[$0]) == true } ?? others.first { $0 > index } ?? others.first
            guard let best else { return ChainLink(subject: index, issuer: .absent, keyIdentifiersAgree: nil) }
            return ChainLink(
                subject: index, issuer: .certificate(best), keyIdentifiersAgree: agree(certificate, chain[best]))
        }
    }

    private static func agree(_ subject: AnnotatedCertificate, _ issuer: AnnotatedCertificate) -> Bool? {
        guard let wanted = subject.authorityKeyIdentifier, let has = issuer.subjectKeyIdentifier else { return nil }
        return wanted == has
    }
}

extension AnnotatedCertificate {
    /// The octets of a part of tbsCertificate, with the header. Nil if the part could not be read.
    func octets(_ part: Part) -> [UInt8]? {
        guard let element = tbs(part), element.node?.isComplete == true else { return nil }
        return Array(der[element.range])
    }

    /// The identifier of the issuer's key (RFC 5280 section 4.2.1.1). Nil if the certificate has none.
    package var authorityKeyIdentifier: [UInt8]? {
        first(.authorityKeyIdentifier)?.first(.keyIdentifier).map { Array(der[$0.content]) }
    }

    /// The identifier of the certificate's own key (RFC 5280 section 4.2.1.2). Nil if the certificate has none.
    package var subjectKeyIdentifier: [UInt8]? { first(.subjectKeyIdentifier).map { Array(der[$0.content]) } }

    /// The short names of attribute types in the text of a name (RFC 4514 section 3).
    private static let abbreviations = [
        "commonName": "CN", "localityName": "L", "stateOrProvinceName": "ST", "organizationName": "O",
        "organizationalUnitName": "OU", "countryName": "C", "streetAddress": "STREET", "domainComponent": "DC",
        "userId": "UID",
    ]

    /// A name in one line: "CN=www.example.com, O=Example". Nil if it could not be read.
    package func name(_ part: Part) -> Words? {
        guard let name = tbs(part) else { return nil }
        let attributes = name.all.filter { $0.part == .attribute }.compactMap { attribute -> String? in
            guard let type = attribute.first(.attributeType), let value = attribute.first(.attributeValue) else {
                return nil
            }
            return (AnnotatedCertificate.abbreviations[type.value] ?? type.value) + "=" + value.value
        }
        return attributes.isEmpty
            ? Words(english: "(empty)", chinese: "（空）") : Words(same: attributes.joined(separator: ", "))
    }

    /// The certificate's name in a sentence: the subject's common name, else the whole name.
    package var label: Words {
        let attributes = tbs(.subject)?.all.filter { $0.part == .attribute } ?? []
        let common = attributes.last { $0.first(.attributeType)?.identifier == .commonName }
        return common?.first(.attributeValue).map { Words(same: $0.value.quotable) } ?? name(.subject)
            ?? Words(english: "(unreadable)", chinese: "（无法读取）")
    }

    /// The first and the last second of validity, each in the form "2026-01-01 00:00:00 UTC". Nil if one could not be read.
    package var validity: (notBefore: String, notAfter: String)? {
        guard let notBefore = first(.notBefore)?.value, let notAfter = first(.notAfter)?.value else { return nil }
        return (notBefore, notAfter)
    }

    /// The kind and size of the key: "RSA, 2048 bits, exponent 65537". Nil if the key could not be read.
    package var keyText: Words? {
        guard let info = tbs(.subjectPublicKeyInfo), let algorithm = info.first(.algorithm)?.value else { return nil }
        if let modulus = info.first(.modulus), let exponent = info.first(.publicExponent) {
            let name = algorithm == "rsaEncryption" ? "RSA" : algorithm
            let size = modulus.remark.isEmpty ? Words(same: modulus.value) : modulus.remark
            return Words(
                english: "\(name), \(size.english), exponent \(exponent.value)",
                chinese: "\(name)，\(size.chinese)，指数 \(exponent.value)")
        }
        if let curve = info.first(.namedCurve)?.value {
            return Words(english: "a point on the curve \(curve)", chinese: "曲线 \(curve) 上的一个点")
        }
        return Words(same: algorithm)
    }

    /// The names in subjectAltName (RFC 5280 section 4.2.1.6). Empty if there is no such extension.
    package var alternativeNames: [String] {
        (first(.subjectAltName)?.children ?? []).map { name in
            guard !name.children.isEmpty else { return name.value }
            // A name with parts, such as a directoryName: the values of its parts, without their types.
            let values = name.all.filter { $0.children.isEmpty && $0.identifier == nil }.map(\.value)
            return name.part.name + " " + values.joined(separator: ", ")
        }
    }

    /// Whether the certificate is that of an authority (RFC 5280 section 4.2.1.9).
    package var isAuthority: Bool { first(.basicConstraints)?.first(.cA)?.value == "TRUE" }
}

extension ChainLink {
    /// The issuer in one or two sentences; `labels` are the names of the certificates.
    package func words(labels: [Words], issuerName: Words?) -> Words {
        Words(
            english: english(labels.map(\.english), issuerName?.english),
            chinese: chinese(labels.map(\.chinese), issuerName?.chinese))
    }

    private func english(_ labels: [String], _ issuerName: String?) -> String {
        let name = labels[subject]
        switch issuer {
        case .itself:
            let proof =
                "Issuer and subject of certificate \(subject + 1), \(name), are the same name: the certificate is self-issued."
            return keyIdentifiersAgree == false
                ? proof + " But authorityKeyIdentifier names another key, not its own." : proof
        case .unreadable: return "The issuer of certificate \(subject + 1) cannot be read."
        case .absent:
            return
                "Certificate \(subject + 1), \(name), was issued by \(issuerName ?? "an unnamed issuer"). The issuer's certificate is not here."
        case .certificate(let index):
            let order =
                index == subject + 1
                ? "which follows it, as TLS 1.2 demands (RFC 5246 section 7.4.2)"
                : "which does not follow it. In a handshake of TLS 1.2 the issuer's certificate must follow; in TLS 1.3 it should"
            let identifiers =
                switch keyIdentifiersAgree {
                case true?: "The names agree octet for octet, and so do the key identifiers."
                case false?:
                    "The names agree, but the key identifiers do not: another issuer has the same name and another key."
                case nil: "The names agree octet for octet. There are no key identifiers to compare."
                }
            return
                "Certificate \(subject + 1), \(name), was issued by certificate \(index + 1), \(labels[index]), \(order). "
                + identifiers
        }
    }

    private func chinese(_ labels: [String], _ issuerName: String?) -> String {
        let name = labels[subject]
        switch issuer {
        case .itself:
            let proof =
                "证书 \(subject + 1)（\(name)）的颁发者和主体是同一个名称：这张证书是自签发的。"
            return keyIdentifiersAgree == false
                ? proof + "但 authorityKeyIdentifier 指的是另一个密钥，不是它自己的密钥。" : proof
        case .unreadable: return "证书 \(subject + 1) 的颁发者无法读取。"
        case .absent:
            return spaced("证书 \(subject + 1)（\(name)）的颁发者是", issuerName ?? "一个没有名称的颁发者") + "。这里没有颁发者的证书。"
        case .certificate(let index):
            let order =
                index == subject + 1
                ? "后者紧随其后，正如 TLS 1.2 所要求（RFC 5246 7.4.2 节）"
                : "后者没有紧随其后。在 TLS 1.2 的握手中，颁发者的证书必须紧随其后；在 TLS 1.3 中应当如此"
            let identifiers =
                switch keyIdentifiersAgree {
                case true?: "名称的每个字节都相同，密钥标识符也相同。"
                case false?:
                    "名称相同，密钥标识符却不同：另有一个颁发者，名称相同而密钥不同。"
                case nil: "名称的每个字节都相同。没有密钥标识符可以比较。"
                }
            return
                "证书 \(subject + 1)（\(name)）由证书 \(index + 1)（\(labels[index])）签发，\(order)。"
                + identifiers
        }
    }
}
