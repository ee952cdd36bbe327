import Crypto
import TLSSim

/// The functions with which TLS 1.3 derives secrets (RFC 8446 section 7.1).
extension CryptoOperation {
    static func hkdfExtract(_ request: Fields) throws -> [Result] {
        let (hash, salt) = (try request.hash("hash"), try request.octets("salt"))
        return octets("prk", HKDF.extract(hash: hash, salt: salt, inputKeyingMaterial: try request.octets("ikm")))
    }

    static func hkdfExpandLabel(_ request: Fields) throws -> [Result] {
        let (hash, secret) = (try request.hash("hash"), try request.octets("secret"))
        let count = try request.count("len", limit: 255 * hash.outputLength)
        let label = try HKDFLabel(
            length: count, label: request.text("label"), context: request.octets("context"))
        let out = try HKDF.expand(HMAC(key: secret, hash: hash), info: label.octets, count: count)
        return octets("info", label.octets) + octets("out", out)
    }

    static func deriveSecret(_ request: Fields) throws -> [Result] {
        let (hash, secret) = (try request.hash("hash"), try request.octets("secret"))
        return octets(
            "out",
            try HKDF.deriveSecret(
                HMAC(key: secret, hash: hash), label: request.text("label"),
                transcriptHash: hash.hash(request.octets("messages"))))
    }
}
