import Crypto
import Trace

/// One call of the PRF, with its inputs (RFC 5246 section 5).
struct PRFInvocation: Hashable, Sendable {
    let use: PRFUse
    let hash: HashAlgorithm
    let secret: [UInt8]
    /// The parts of the seed, in their order.
    let seed: [[UInt8]]
    let count: Int

    /// A call with the inputs that `value` gives.
    ///
    /// - Parameter count: how many octets of key block are wanted. Every other result has its own length.
    init(_ use: PRFUse, _ hash: HashAlgorithm, count: Int = 0, _ value: (PRFUse.Input) -> [UInt8]) {
        self.use = use
        self.hash = hash
        self.count = use.length ?? count
        let row = use.row
        secret = value(row.secret)
        seed = row.seed.map(value)
    }

    func compute() -> [UInt8] { compute(with: HMAC(key: secret, hash: hash)) }

    /// The output of the PRF, if an HMAC with the secret as key exists already.
    func compute(with hmac: HMAC) -> [UInt8] {
        PRF.compute(hmac, label: use.row.label, seed: seed.flatMap { $0 }, count: count)
    }

    /// The computation with every A(i) and every block, for the reader. `results` makes named quantities from the output.
    func calculation(_ name: String, results: ([UInt8]) -> [Calculation.Quantity]) -> Calculation {
        let row = use.row
        let shown = PRF.trace(hash: hash, secret: secret, label: row.label, seed: seed.flatMap { $0 }, count: count)
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
            name, formula: use.formula,
            inputs: [row.secret.shown(secret)] + zip(row.seed, seed).map { input, octets in input.shown(octets) },
            steps: steps, results: results(shown.output), reproduce: command(shown.seed))
    }

    /// A command that computes the same with the TLS 1.2 PRF of OpenSSL.
    private func command(_ seed: [UInt8]) -> String {
        let digest = hash.name.filter { $0 != "-" }
        return "openssl kdf -keylen \(count) -kdfopt digest:\(digest) -kdfopt hexsecret:\(Hex.string(secret)) "
            + "-kdfopt hexseed:\(Hex.string(seed)) TLS1-PRF"
    }
}
