import Crypto
import Trace

/// An operation. The raw value is its name in requests.
enum CryptoOperation: String, CaseIterable {
    case modularPower = "modexp"
    case isPrime = "is_prime"
    case rsaPKCS1Verify = "rsa_pkcs1_verify"
    case rsaPSSVerify = "rsa_pss_verify"
    case rsaPKCS1Sign = "rsa_pkcs1_sign"
    case rsaPKCS1Decrypt = "rsa_pkcs1_decrypt"
    case finiteFieldGroup = "ffdhe_group"
    case diffieHellman = "dh_agree"
    case prf = "prf12"
    case hmac
    case hkdf
    case aesGCMOpen = "aes_gcm_open"
    case aesCBCOpen = "aes_cbc_pkcs5_open"
    case x25519
    case ecdhP256 = "ecdh_p256"
    case ecdsaP256Verify = "ecdsa_p256_verify"
    case hkdfExtract = "hkdf_extract"
    case hkdfExpandLabel = "hkdf_expand_label"
    case deriveSecret = "derive_secret"
    case mlkem768Generate = "mlkem768_keygen"
    case mlkem768Encapsulate = "mlkem768_encapsulate"
    case mlkem768Decapsulate = "mlkem768_decapsulate"
    case x25519MLKEM768Share = "x25519mlkem768_share"
    case x25519MLKEM768Secret = "x25519mlkem768_secret"
    case tls13Keys = "tls13_keys"
    case tls13Update = "tls13_update"
    case tls13Finished = "tls13_finished"
    case tls13Binder = "tls13_binder"
    case tls13TicketPSK = "tls13_ticket_psk"
    case tls13Exporter = "tls13_exporter"
    case tls13Hash = "tls13_hash"
    case tls13Signed = "tls13_signed"
    case tls13Seal = "tls13_seal"
    case tls13Open = "tls13_open"

    /// One member of an answer.
    typealias Result = JSON.Member

    /// Carries out a request.
    ///
    /// - Parameter random: the source of blinding factors for RSA and of the randomness of ML-KEM encapsulation.
    /// - Returns: the results, in the order of the answer.
    /// - Throws: ``RequestError`` for a field that is missing or wrong; the error of the operation if it fails.
    func perform<R: RandomSource>(_ request: Fields, using random: inout R) throws -> [Result] {
        switch self {
        case .modularPower: try CryptoOperation.modularPower(request)
        case .isPrime: [Result("prime", .bool(try CryptoOperation.isPrime(request)))]
        case .rsaPKCS1Verify: try CryptoOperation.rsaPKCS1Verify(request)
        case .rsaPSSVerify: try CryptoOperation.rsaPSSVerify(request)
        case .rsaPKCS1Sign: try CryptoOperation.rsaPKCS1Sign(request, &random)
        case .rsaPKCS1Decrypt: try CryptoOperation.rsaPKCS1Decrypt(request, &random)
        case .finiteFieldGroup: try CryptoOperation.finiteFieldGroup(request)
        case .diffieHellman: try CryptoOperation.diffieHellman(request)
        case .prf: try CryptoOperation.prf(request)
        case .hmac: try CryptoOperation.hmac(request)
        case .hkdf: try CryptoOperation.hkdf(request)
        case .aesGCMOpen: try CryptoOperation.aesGCMOpen(request)
        case .aesCBCOpen: try CryptoOperation.aesCBCOpen(request)
        case .x25519: try CryptoOperation.x25519(request)
        case .ecdhP256: try CryptoOperation.ecdhP256(request)
        case .ecdsaP256Verify: try CryptoOperation.ecdsaP256Verify(request)
        case .hkdfExtract: try CryptoOperation.hkdfExtract(request)
        case .hkdfExpandLabel: try CryptoOperation.hkdfExpandLabel(request)
        case .deriveSecret: try CryptoOperation.deriveSecret(request)
        case .mlkem768Generate: try CryptoOperation.mlkem768Generate(request)
        case .mlkem768Encapsulate: try CryptoOperation.mlkem768Encapsulate(request, &random)
        case .mlkem768Decapsulate: try CryptoOperation.mlkem768Decapsulate(request)
        case .x25519MLKEM768Share: try CryptoOperation.x25519MLKEM768Share(request)
        case .x25519MLKEM768Secret: try CryptoOperation.x25519MLKEM768Secret(request)
        case .tls13Keys: try CryptoOperation.tls13Keys(request)
        case .tls13Update: try CryptoOperation.tls13Update(request)
        case .tls13Finished: try CryptoOperation.tls13Finished(request)
        case .tls13Binder: try CryptoOperation.tls13Binder(request)
        case .tls13TicketPSK: try CryptoOperation.tls13TicketPSK(request)
        case .tls13Exporter: try CryptoOperation.tls13Exporter(request)
        case .tls13Hash: try CryptoOperation.tls13Hash(request)
        case .tls13Signed: try CryptoOperation.tls13Signed(request)
        case .tls13Seal: try CryptoOperation.tls13Seal(request)
        case .tls13Open: try CryptoOperation.tls13Open(request)
        }
    }

    /// A result that is octets, in hexadecimal.
    static func octets(_ name: String, _ octets: [UInt8]) -> [Result] {
        [Result(name, .string(Hex.string(octets)))]
    }

    /// The fields of a request to verify a signature: hash function, message and signature.
    private static func signedMessage(_ request: Fields) throws -> (HashAlgorithm, [UInt8], [UInt8]) {
        (try request.hash("hash"), try request.octets("msg"), try request.octets("sig"))
    }

    // MARK: Numbers

    private static func modularPower(_ request: Fields) throws -> [Result] {
        let (b, e, m) = (try request.number("b"), try request.number("e"), try request.number("m"))
        let r: Integer?
        do throws(ArithmeticCost.TooMuch) {
            r = try b.boundedPower(e, modulo: m)
        } catch {
            throw request.error("e", error.description)
        }
        guard let r else { throw request.error("m", "zero: there are no residues modulo 0") }
        return [Result("r", .string(r.hex))]
    }

    private static func isPrime(_ request: Fields) throws -> Bool {
        let number = try request.number("n")
        do throws(ArithmeticCost.TooMuch) {
            return try number.isBoundedPrime()
        } catch {
            throw request.error("n", error.description)
        }
    }

    private static func finiteFieldGroup(_ request: Fields) throws -> [Result] {
        let group = try request.group("name")
        return [Result("p", .string(group.p.hex)), Result("g", .string(group.g.hex))]
    }

    private static func diffieHellman(_ request: Fields) throws -> [Result] {
        let group = try request.group("group")
        let key = try DiffieHellmanKey(group: group, privateExponent: request.number("x"))
        return octets("z", try key.sharedSecret(with: request.number("y")).padded)
    }

    // MARK: RSA

    private static func rsaPKCS1Verify(_ request: Fields) throws -> [Result] {
        let (hash, message, signature) = try signedMessage(request)
        try PKCS1v15.verify(signature, of: message, hash: hash, by: request.rsaPublicKey())
        return []
    }

    private static func rsaPSSVerify(_ request: Fields) throws -> [Result] {
        let (hash, message, signature) = try signedMessage(request)
        try PSS.verify(
            signature, of: message, hash: hash, maskHash: request.hash("mgf_hash"),
            saltLength: request.count("salt_len"), by: request.rsaPublicKey())
        return []
    }

    private static func rsaPKCS1Sign<R: RandomSource>(_ request: Fields, _ random: inout R) throws -> [Result] {
        let (hash, message) = (try request.hash("hash"), try request.octets("msg"))
        let key = try request.rsaPrivateKey()
        return octets("sig", try PKCS1v15.sign(message, hash: hash, with: key, blindedBy: &random))
    }

    private static func rsaPKCS1Decrypt<R: RandomSource>(_ request: Fields, _ random: inout R) throws -> [Result] {
        let ciphertext = try request.octets("ct")
        let key = try request.rsaPrivateKey()
        return octets("pt", try PKCS1v15.decrypt(ciphertext, with: key, blindedBy: &random))
    }

    // MARK: Keys from secrets

    private static func prf(_ request: Fields) throws -> [Result] {
        octets(
            "out",
            PRF.compute(
                hash: try request.hash("hash"), secret: try request.octets("secret"), label: try request.text("label"),
                seed: try request.octets("seed"), count: try request.count("len")))
    }

    private static func hmac(_ request: Fields) throws -> [Result] {
        let hash = try request.hash("hash")
        let (key, message, count) = (
            try request.octets("key"), try request.octets("msg"), try request.count("len", limit: hash.outputLength)
        )
        // A MAC without octets would fit every message.
        guard count > 0 else { throw request.error("len", "zero") }
        return octets("mac", Array(HMAC.authenticate(message, key: key, hash: hash).prefix(count)))
    }

    private static func hkdf(_ request: Fields) throws -> [Result] {
        let hash = try request.hash("hash")
        let (material, salt, info) = (
            try request.octets("ikm"), try request.octets("salt"), try request.octets("info")
        )
        let count = try request.count("len", limit: 255 * hash.outputLength)
        let key = HKDF.extract(hash: hash, salt: salt, inputKeyingMaterial: material)
        return octets("okm", try HKDF.expand(hash: hash, pseudorandomKey: key, info: info, count: count))
    }

    // MARK: AES

    private static func aesGCMOpen(_ request: Fields) throws -> [Result] {
        let (key, nonce, aad) = (try request.octets("key"), try request.octets("iv"), try request.octets("aad"))
        let (ciphertext, tag) = (try request.octets("ct"), try request.octets("tag"))
        guard tag.count == AESGCM.tagLength else {
            throw request.error("tag", "\(tag.count) octets where \(AESGCM.tagLength) are needed")
        }
        guard !nonce.isEmpty else { throw request.error("iv", "empty") }
        // With the nonces of TLS, the code that TLS uses is checked. Nonces of other lengths need GCM written out in full.
        let plaintext =
            nonce.count == AESGCM.nonceLength
            ? try AESGCM.open(ciphertext + tag, key: key, nonce: nonce, aad: aad)
            : try GaloisCounterMode.open(ciphertext + tag, key: key, nonce: nonce, aad: aad)
        return octets("pt", plaintext)
    }

    private static func aesCBCOpen(_ request: Fields) throws -> [Result] {
        let (key, iv, ciphertext) = (try request.octets("key"), try request.octets("iv"), try request.octets("ct"))
        return octets("pt", try PKCS7Padding.unpad(AESCBC.decrypt(ciphertext, key: key, iv: iv)))
    }

    // MARK: Elliptic curves

    private static func x25519(_ request: Fields) throws -> [Result] {
        octets("shared", try X25519.sharedSecret(request.octets("private"), with: request.octets("public")))
    }

    private static func ecdhP256(_ request: Fields) throws -> [Result] {
        let key = try EllipticCurvePrivateKey(request.number("private"))
        return octets("shared", try key.sharedSecret(with: EllipticCurvePublicKey(request.octets("public"))))
    }

    private static func ecdsaP256Verify(_ request: Fields) throws -> [Result] {
        let (hash, message, signature) = try signedMessage(request)
        try ECDSA.verify(signature, of: message, hash: hash, by: EllipticCurvePublicKey(request.octets("public")))
        return []
    }
}
