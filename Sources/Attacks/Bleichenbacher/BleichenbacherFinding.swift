import TLSSim
import Trace

/// What is done or found in the attack on RSA key transport.
public enum BleichenbacherFinding: Remark, Hashable, Sendable {
    /// What the attacker has.
    case recording(bits: Int)
    /// What the server does with a premaster secret that is not well formed.
    case server(BleichenbacherAttack.Target)
    /// How a recording is asked about.
    case question
    /// The first factor for which the answer differs.
    case firstHit(queries: Int)
    /// How few plaintexts are left.
    case narrowing(hits: Int)
    /// It took too long, and another multiple of the plaintext was looked for.
    case blinded(times: Int)
    /// The premaster secret was found.
    case found(queries: Int)
    /// What the number of queries depends on.
    case cost
    /// Every answer was the same.
    case nothing(queries: Int, AlertDescription?)

    /// What it means, in a sentence or two.
    public func sentence(in language: Language) -> String {
        switch language {
        case .english: english
        }
    }

    private var english: String {
        switch self {
        case .recording(let bits):
            """
            The attacker has recorded an EncryptedPreMasterSecret, encrypted to an RSA key of \(bits) bits, and knows the public \
            key. What was encrypted is 00 02, padding, 00 and the 48 octets of the premaster secret (RFC 8017 section 7.2.1).
            """
        case .server(.undefended):
            """
            The server answers handshake_failure at once if what it decrypts does not begin with 00 02. If it does, the \
            handshake goes on and fails at the Finished, with bad_record_mac, since the attacker does not know what he sent.
            """
        case .server(.defended):
            """
            The server draws a random premaster secret in every case and goes on with it where the padding is wrong (RFC 5246 \
            section 7.4.7.1). Every handshake of the attacker's fails at the Finished, and in the same way.
            """
        case .question:
            """
            RSA lets anybody multiply what is encrypted: c · s^e mod n decrypts to m · s mod n. The attacker sends such products \
            for one s after the other, each in a connection of its own, and looks at the alert.
            """
        case .firstHit(let queries):
            """
            After \(queries) queries the answer differs: m · s mod n begins with 00 02, that is, lies between 2B and 3B, where B \
            is 2^(8(k - 2)) for a modulus of k octets. So m lies in one of a few intervals.
            """
        case .narrowing(let hits):
            """
            Each further factor with that answer is chosen about twice as large as the one before it, and halves what is left. \
            After \(hits) such answers there is one plaintext.
            """
        case .found(let queries):
            """
            The premaster secret is out after \(queries) queries, and with it the recorded connection is open. The private key is \
            still unknown.
            """
        case .blinded(let times):
            """
            The products of s and s + 1 differ by m modulo n. If n / m is close to a whole number, they come back to nearly the \
            same places and hit rarely. The attacker saw that it took too long. He drew factors at random until one hit, and \
            looked for that multiple of m instead: \(times == 1 ? "once" : "\(times) times") in this run.
            """
        case .cost:
            """
            The number of queries grows with the key. One product in n / B begins with 00 02: one in 256 to 512 here, one in \
            32,768 to 65,536 for a key of 2,048 bits. The first answer that differs takes about that many queries, each bit of \
            the plaintext two more: 1,450 on average here, tens of thousands for 2,048 bits. It also grows with what the server \
            checks before it says that all is well. If it wants the padding and the 00 behind it too, one such product in five \
            is left, and the attack takes about six times as many queries.
            """
        case .nothing(let queries, let alert):
            """
            All \(queries) products are answered with \(alert.map { "\($0)" } ?? "nothing"), though dozens of them will have \
            begun with 00 02. No answer differs from the others, so nothing is learned.
            """
        }
    }
}

extension BleichenbacherAttack.Result {
    /// The attack told step by step, with the values that show it.
    public var steps: [(finding: BleichenbacherFinding, quantities: [Calculation.Quantity])] {
        var steps: [(finding: BleichenbacherFinding, quantities: [Calculation.Quantity])] = [
            (
                .recording(bits: BleichenbacherAttack.keyBits),
                [.init("EncryptedPreMasterSecret", recorded)]
            ),
            (.server(target), []), (.question, []),
        ]
        guard let premaster, let first = progress.first else {
            let alert = answers.count == 1 ? answers.first?.alert : nil
            return steps + [(.nothing(queries: queries, alert), [])]
        }
        steps.append((.firstHit(queries: first.queries), []))
        steps.append((.narrowing(hits: progress.count), []))
        if blindings > 0 { steps.append((.blinded(times: blindings), [])) }
        steps.append((.found(queries: queries), [.init("pre_master_secret", premaster)]))
        steps.append((.cost, []))
        return steps
    }
}
