import PKI
import TLSSim
import Trace

extension EndedTLS {
    /// The parameters that are no longer safe, without the version (RFC 7465, RFC 9325 section 4).
    func weakParameters(_ talk: TLSTalk) -> [Words] {
        var items: [Words] = []
        if let suite = talk.suite, suite.isWeak { items.append(Words(same: suite.word)) }
        if let bits = talk.agreement.primeBits, bits < 2_048 {
            items.append(
                Words(english: "a Diffie-Hellman group of \(bits) bits", chinese: "\(bits) 位的 Diffie-Hellman 群"))
        }
        // The high octet is the hash: 1 is MD5 and 2 is SHA-1 (RFC 5246 section 7.4.1.4.1).
        if let scheme = talk.agreement.scheme, scheme.rawValue >> 8 == 1 || scheme.rawValue >> 8 == 2 {
            items.append(Words(english: "a signature \(scheme.name)", chinese: "签名 \(scheme.name)"))
        }
        if let leaf = serverChain.first, case .rsa(let key) = leaf.key, key.n.bitWidth < 2_048 {
            items.append(Words(english: "an RSA key of \(key.n.bitWidth) bits", chinese: "\(key.n.bitWidth) 位的 RSA 密钥"))
        }
        for certificate in serverChain where !certificate.isSelfIssued {
            let name = certificate.signatureAlgorithm.label
            guard ["md2", "md5", "sha1"].contains(where: { name.lowercased().contains($0) }) else { continue }
            items.append(Words(english: "a certificate signed with \(name)", chinese: "用 \(name) 签名的证书"))
        }
        return items
    }
}

extension RegisteredSuite {
    /// Whether the suite's name has a part that is no longer safe, or that never was.
    fileprivate var isWeak: Bool {
        ["_RC4_", "_3DES_", "_DES_", "_DES40_", "_RC2_", "NULL_", "_NULL", "_EXPORT_", "_anon_"].contains {
            name?.contains($0) == true
        }
    }
}
