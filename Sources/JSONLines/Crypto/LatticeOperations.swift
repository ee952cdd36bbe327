import Crypto

/// ML-KEM-768 (FIPS 203), and X25519MLKEM768, the hybrid key exchange that combines it with X25519.
extension CryptoOperation {
    static func mlkem768Generate(_ request: Fields) throws -> [Result] {
        octets("ek", try decapsulationKey(request).encapsulationKey.octets)
    }

    static func mlkem768Encapsulate<R: RandomSource>(_ request: Fields, _ random: inout R) throws -> [Result] {
        let made = try MLKEM768.EncapsulationKey(octets: request.octets("ek")).encapsulate(using: &random)
        return octets("ct", made.ciphertext.octets) + octets("secret", made.sharedSecret)
    }

    static func mlkem768Decapsulate(_ request: Fields) throws -> [Result] {
        let ciphertext = try MLKEM768.Ciphertext(octets: request.octets("ct"))
        return octets("secret", try decapsulationKey(request).decapsulate(ciphertext))
    }

    static func x25519MLKEM768Share(_ request: Fields) throws -> [Result] {
        octets("share", try clientKey(request).share)
    }

    static func x25519MLKEM768Secret(_ request: Fields) throws -> [Result] {
        let answer = try request.octets("answer")
        return octets("secret", try clientKey(request).sharedSecret(with: answer))
    }

    private static func decapsulationKey(_ request: Fields) throws -> MLKEM768.DecapsulationKey {
        try MLKEM768.DecapsulationKey(seed: request.octets("seed"))
    }

    /// The private part of the client's share in the hybrid key exchange. It uses the project's own arithmetic.
    private static func clientKey(_ request: Fields) throws -> X25519MLKEM768.ClientKey {
        try X25519MLKEM768.ClientKey(
            seed: request.octets("seed"), privateKey: request.octets("private"), arithmetic: .lesson)
    }
}
