import Crypto
import Trace

/// The calculations of RSA key transport (RFC 5246 section 7.4.7.1).
extension TLS12Computation {
    static func drawing(_ premaster: PremasterSecret) -> Calculation {
        Calculation(
            "premaster secret", formula: "client_version + 46 random octets",
            inputs: [
                .init("client_version", Array(premaster.octets.prefix(2)), note: .offeredVersion),
                .init("random", Array(premaster.octets.dropFirst(2))),
            ], results: [shown(premaster)],
            reproduce: "echo \(Hex.string(premaster.octets.prefix(2))) \(Hex.string(premaster.octets.dropFirst(2))) "
                + "| xxd -r -p | xxd -p -c \(premaster.octets.count)")
    }

    static func encrypting(
        _ premaster: PremasterSecret, in block: [UInt8], to key: RSAPublicKey, encrypted: [UInt8]
    ) -> Calculation {
        Calculation(
            "EncryptedPreMasterSecret", formula: "(00 02 PS 00 pre_master_secret)^e mod n",
            inputs: [
                shown(premaster), .init("e", key.e.bigEndian),
                .init("n", key.n.bigEndian),
            ], steps: [.init("EM", block, note: .encryptionBlock)],
            results: [shown(encrypted: encrypted)],
            reproduce: ShellScript.power(block, to: key.e, modulo: key.n).text)
    }

    static func decrypting(_ encrypted: [UInt8], _ premaster: PremasterSecret) -> Calculation {
        let escaped = Hex.string(encrypted, mark: "\\x")
        return Calculation(
            "premaster secret", formula: "EncryptedPreMasterSecret^d mod n, without 00 02 PS 00",
            inputs: [shown(encrypted: encrypted)],
            results: [shown(premaster)],
            reproduce: "printf '\(escaped)' | openssl pkeyutl -decrypt -inkey server-key.pem | od -An -tx1")
    }
}

extension TLS12Computation {
    private static func shown(_ premaster: PremasterSecret) -> Calculation.Quantity {
        .init("pre_master_secret", premaster.octets).known(as: Knowledge.premasterSecret)
    }

    private static func shown(encrypted octets: [UInt8]) -> Calculation.Quantity {
        .init("EncryptedPreMasterSecret", octets).known(as: Knowledge.encryptedPremaster)
    }
}

/// The calculations of Diffie–Hellman in a finite field (RFC 5246 section 8.1.2).
extension TLS12Computation {
    static func publicValue(_ side: Role, _ key: DiffieHellmanKey) -> Calculation {
        let name = Knowledge.publicValue(of: side).name
        return Calculation(
            name, formula: "g^x mod p",
            inputs: [
                .init("g", key.group.g.bigEndian).known(as: Knowledge.group), exponent(side, key),
                .init("p", key.group.p.bigEndian).known(as: Knowledge.group),
            ],
            results: [.init(name, key.publicValue.bigEndian).known(as: SecretID(name))],
            reproduce: power(key.group.g, to: key.privateExponent, modulo: key.group.p))
    }

    static func sharedValue(
        _ side: Role, _ key: DiffieHellmanKey, with value: Integer, premaster: PremasterSecret
    ) -> Calculation {
        let name = Knowledge.publicValue(of: side.peer).name
        return Calculation(
            "premaster secret", formula: "\(name)^x mod p, leading zero octets dropped",
            inputs: [
                .init(name, value.bigEndian).known(as: SecretID(name)), exponent(side, key),
                .init("p", key.group.p.bigEndian).known(as: Knowledge.group),
            ], results: [shown(premaster)],
            reproduce: power(value, to: key.privateExponent, modulo: key.group.p))
    }

    private static func exponent(_ side: Role, _ key: DiffieHellmanKey) -> Calculation.Quantity {
        .init("x", key.privateExponent.bigEndian).known(as: Knowledge.exponent(of: side))
    }

    /// A Python command that computes the power.
    private static func power(_ base: Integer, to exponent: Integer, modulo modulus: Integer) -> String {
        "python3 -c 'print(\"%x\" % pow(0x\(base.hex), 0x\(exponent.hex), 0x\(modulus.hex)))'"
    }
}

/// The calculations of Diffie–Hellman on a curve (RFC 8422 section 5.10, RFC 7748 section 5).
extension TLS12Computation {
    static func point(_ side: Role, _ key: KeyAgreementKey) -> Calculation {
        if let curve = key.group.curve {
            Calculation(
                "point of the \(side)", formula: "k · G, uncompressed: 04, x, y",
                inputs: [scalar(side, key), .init("G", curve.octets(of: curve.generator))],
                steps: coordinates(of: key.publicKey, on: curve),
                results: [.init("point", key.publicKey).known(as: Knowledge.point(of: side))],
                reproduce: ShellScript.point(of: key).text)
        } else {
            Calculation(
                "point of the \(side)", formula: "X25519(k, 9)",
                inputs: [scalar(side, key), .init("u", X25519.basePoint, note: "9")], steps: clamped(key),
                results: [.init("point", key.publicKey).known(as: Knowledge.point(of: side))],
                reproduce: ShellScript.point(of: key).text)
        }
    }

    static func sharedPoint(
        _ side: Role, _ key: KeyAgreementKey, with point: [UInt8], premaster: PremasterSecret
    ) -> Calculation {
        let sent = Knowledge.point(of: side.peer)
        return if let curve = key.group.curve {
            Calculation(
                "premaster secret", formula: "x-coordinate of k · Q",
                inputs: [scalar(side, key), .init("Q", point, note: .point(of: side.peer)).known(as: sent)],
                steps: coordinates(of: product(key.privateKey, point, on: curve), on: curve),
                results: [shown(premaster)],
                reproduce: ShellScript.sharedSecret(of: key, with: point).text)
        } else {
            Calculation(
                "premaster secret", formula: "X25519(k, u)",
                inputs: [scalar(side, key), .init("u", point, note: .point(of: side.peer)).known(as: sent)],
                steps: clamped(key),
                results: [shown(premaster)],
                reproduce: ShellScript.sharedSecret(of: key, with: point).text)
        }
    }

    private static func scalar(_ side: Role, _ key: KeyAgreementKey) -> Calculation.Quantity {
        .init("k", key.privateKey).known(as: Knowledge.scalar(of: side))
    }

    /// k as a number, the most significant octet first; no quantity if the key is not one of X25519.
    private static func clamped(_ key: KeyAgreementKey) -> [Calculation.Quantity] {
        guard let number = try? X25519.decodeScalar(key.privateKey).bigEndian else { return [] }
        return [.init("k as a number", number, note: .clamped)]
    }

    /// k · Q, uncompressed; empty if Q is no point of the curve.
    private static func product(_ k: [UInt8], _ point: [UInt8], on curve: EllipticCurve) -> [UInt8] {
        guard let point = try? curve.point(point) else { return [] }
        return curve.octets(of: curve.multiply(point, by: Integer(bigEndian: k)))
    }

    /// x and y of an uncompressed point.
    private static func coordinates(of point: [UInt8], on curve: EllipticCurve) -> [Calculation.Quantity] {
        let size = curve.fieldSize
        let octets = point.dropFirst()
        return [.init("x", Array(octets.prefix(size))), .init("y", Array(octets.dropFirst(size)))]
    }
}
