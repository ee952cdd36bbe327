import Crypto
import Trace

/// The exchange (RFC 8446 sections 4.2.8 and 7.4).
extension TLS13Computation {
    static func share(_ side: Role, _ key: ShareKey) -> Calculation {
        switch key {
        case .curve(let key): return TLS12Computation.point(side, key)
        case .finiteField(let key, let group):
            return Calculation(
                "share of the \(side)", formula: "g^x mod p, as long as p",
                inputs: [
                    .init("g", key.group.g.bigEndian), .init("x", key.privateExponent.bigEndian),
                    .init("p", key.group.p.bigEndian),
                ], results: [.init("share", ShareKey.finiteField(key, group).share.value)],
                reproduce: ShellScript.power(
                    key.group.g.bigEndian, to: key.privateExponent, modulo: key.group.p
                ).text)
        case .hybrid(let key):
            let seed = key.lattice.seed ?? []
            let request =
                #"{"id":1,"op":"x25519mlkem768_share","seed":"\#(Hex.string(seed))","#
                + #""private":"\#(Hex.string(key.curve.privateKey))"}"#
            return Calculation(
                "share of the \(side)", formula: "encapsulation key of ML-KEM-768 + X25519(k, 9)",
                inputs: [.init("d + z", seed, note: .seed), .init("k", key.curve.privateKey)],
                results: [.init("share", key.share)], reproduce: check(request, "share"))
        }
    }

    /// The shared secret as `side` computes it; a nil key is that of a server in the hybrid group, which has none.
    static func shared(
        _ secret: [UInt8], of side: Role, from key: ShareKey?, and peer: KeyShareEntry
    ) -> Calculation {
        let result = [Calculation.Quantity("shared secret", secret)]
        let given = Calculation.Quantity("share of the \(side.peer)", peer.value)
        switch key {
        case .curve(let key):
            let isX25519 = key.group == .x25519
            return Calculation(
                "shared secret", formula: isX25519 ? "X25519(k, u)" : "x-coordinate of k · Q",
                inputs: [
                    .init("k", key.privateKey), .init(isX25519 ? "u" : "Q", peer.value, note: .point(of: side.peer)),
                ], results: result, reproduce: ShellScript.sharedSecret(of: key, with: peer.value).text)
        case .finiteField(let key, _):
            return Calculation(
                "shared secret", formula: "Y^x mod p, as long as p",
                inputs: [
                    .init("Y", peer.value), .init("x", key.privateExponent.bigEndian),
                    .init("p", key.group.p.bigEndian),
                ], results: result,
                reproduce: ShellScript.power(peer.value, to: key.privateExponent, modulo: key.group.p).text)
        case .hybrid(let key):
            let seed = key.lattice.seed ?? []
            let request =
                #"{"id":1,"op":"x25519mlkem768_secret","seed":"\#(Hex.string(seed))","#
                + #""private":"\#(Hex.string(key.curve.privateKey))","answer":"\#(Hex.string(peer.value))"}"#
            return Calculation(
                "shared secret", formula: "ML-KEM-768 decapsulation + X25519(k, u)",
                inputs: [.init("d + z", seed, note: .seed), .init("k", key.curve.privateKey), given],
                steps: halves(secret), results: result, reproduce: check(request, "secret"))
        case nil:
            return Calculation(
                "shared secret", formula: "ML-KEM-768 encapsulation + X25519(k, u)", inputs: [given],
                steps: halves(secret), results: result,
                reproduce: "echo \(halves(secret).map { Hex.string($0.octets) }.joined(separator: " ")) "
                    + "| \(ShellScript.octets) | xxd -p -c \(secret.count)")
        }
    }

    private static func halves(_ secret: [UInt8]) -> [Calculation.Quantity] {
        [
            .init("secret of ML-KEM", Array(secret.prefix(MLKEM768.sharedSecretSize))),
            .init("secret of X25519", Array(secret.dropFirst(MLKEM768.sharedSecretSize))),
        ]
    }

    /// A command of this program's own arithmetic, which is checked against published vectors: OpenSSL before 3.5 has no ML-KEM.
    private static func check(_ request: String, _ field: String) -> String {
        "echo '\(request)' | HandshakeSim crypto check | grep -o '\"\(field)\":\"[0-9a-f]*' | cut -d '\"' -f 4"
    }
}
