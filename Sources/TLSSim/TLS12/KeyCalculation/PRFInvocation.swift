import Crypto
import Trace

/// One call of the PRF: secret, label, seed, and the number of wanted octets (RFC 5246 section 5).
struct PRFInvocation: Hashable, Sendable {
    let hash: HashAlgorithm
    let secret: Calculation.Quantity
    let label: String
    let seed: [Calculation.Quantity]
    let count: Int

    private var seedOctets: [UInt8] { seed.flatMap(\.octets) }

    func compute() -> [UInt8] { compute(with: HMAC(key: secret.octets, hash: hash)) }

    /// The output of the PRF, if an HMAC with the secret as key exists already.
    func compute(with hmac: HMAC) -> [UInt8] { PRF.compute(hmac, label: label, seed: seedOctets, count: count) }

    /// The computation with every A(i) and every block, for the reader. `results` makes named quantities from the output.
    func calculation(
        _ name: String, formula: String, results: ([UInt8]) -> [Calculation.Quantity]
    ) -> Calculation {
        let shown = PRF.trace(hash: hash, secret: secret.octets, label: label, seed: seedOctets, count: count)
        var steps = [Calculation.Quantity("label + seed", shown.seed, note: "A(0)")]
        for (index, value) in shown.a.enumerated() {
            let previous = index == 0 ? "label + seed" : "A(\(index))"
            steps.append(.init("A(\(index + 1))", value, note: "HMAC_hash(secret, \(previous))"))
        }
        for (index, block) in shown.blocks.enumerated() {
            steps.append(
                .init("block \(index + 1)", block, note: "HMAC_hash(secret, A(\(index + 1)) + label + seed)"))
        }
        return Calculation(
            name, formula: formula, inputs: [secret] + seed, steps: steps, results: results(shown.output),
            reproduce: command(shown.seed))
    }

    /// A command that computes the same with the TLS 1.2 PRF of OpenSSL.
    private func command(_ seed: [UInt8]) -> String {
        let digest = hash.name.filter { $0 != "-" }
        return "openssl kdf -keylen \(count) -kdfopt digest:\(digest) -kdfopt hexsecret:\(Hex.string(secret.octets)) "
            + "-kdfopt hexseed:\(Hex.string(seed)) TLS1-PRF"
    }
}
