import TLSSim
import Trace

/// What is done or found in the attack on RSA key transport.
package enum BleichenbacherFinding: Remark, Hashable, Sendable {
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
    package var english: String {
        switch self {
        case .recording(let bits):
            """
            The attacker has recorded an EncryptedPreMasterSecret, which is encrypted to an RSA key of \(bits) bits. He knows the public \
            key. The plaintext is 00 02, padding, 00 and the 48 octets of the premaster secret (RFC 8017 section 7.2.1).
            """
        case .server(.undefended):
            """
            The server decrypts what it gets. If the plaintext does not begin with 00 02, it answers handshake_failure at once. If the \
            plaintext begins with 00 02, the handshake goes on and fails at Finished, with bad_record_mac, because the attacker does \
            not know the premaster secret.
            """
        case .server(.defended):
            """
            The server always draws a random premaster secret. If the padding is wrong, it goes on with the random one (RFC 5246 \
            section 7.4.7.1). So every handshake of the attacker fails at Finished, in the same way.
            """
        case .question:
            """
            With RSA anyone can multiply an encrypted number: c · s^e mod n decrypts to m · s mod n. The attacker sends such products \
            for one s after the other, each in a connection of its own, and looks at the alert.
            """
        case .firstHit(let queries):
            """
            After \(counted(queries, "query")) the answer differs: m · s mod n begins with 00 02. So it lies between 2B and 3B, where B is \
            2^(8(k - 2)) for a modulus of k octets. So m lies in one of a few intervals.
            """
        case .narrowing(let hits):
            """
            The attacker chooses each next factor about twice as large as the last one that hit. Each hit halves the interval. After \
            \(hits) hits one plaintext is left.
            """
        case .found(let queries):
            """
            The attacker knows the premaster secret after \(counted(queries, "query")). With it he decrypts the recorded connection. The private \
            key is still unknown.
            """
        case .blinded(let times):
            """
            The products of s and s + 1 differ by m modulo n. If n / m is close to a whole number, the products return to nearly the \
            same places and hit rarely. The attacker noticed that the search took too long. He drew random factors until one hit, and \
            then searched for that multiple of m: \(times == 1 ? "once" : "\(times) times") in this run.
            """
        case .cost:
            """
            The number of queries grows with the key. One product in n / B begins with 00 02: one in 256 to 512 here, one in 32,768 to \
            65,536 for a key of 2,048 bits. The first hit takes about that many queries. Each bit of the plaintext takes about two more. \
            In total this is 1,450 on average here, and tens of thousands for 2,048 bits. The number also grows with the strictness of \
            the server. If the server also checks the padding and the 00 after it, only one such product in five counts, and the attack \
            takes about six times as many queries.
            """
        case .nothing(let queries, let alert):
            """
            The server answers all \(queries) products with \(alert.map { "\($0)" } ?? "nothing"), although dozens of them probably \
            began with 00 02. No answer differs from the others, so the attacker learns nothing.
            """
        }
    }
}

extension BleichenbacherAttack.Result {
    /// The attack told step by step, with the values that show it.
    package var steps: [AttackStep<BleichenbacherFinding>] {
        var steps: [AttackStep<BleichenbacherFinding>] = [
            AttackStep(
                finding: .recording(bits: BleichenbacherAttack.keyBits),
                quantities: [.init("EncryptedPreMasterSecret", recorded)]),
            AttackStep(finding: .server(target)), AttackStep(finding: .question),
        ]
        guard let premaster, let first = progress.first else {
            let alert = answers.count == 1 ? answers.first?.alert : nil
            return steps + [AttackStep(finding: .nothing(queries: queries, alert))]
        }
        steps.append(AttackStep(finding: .firstHit(queries: first.queries)))
        steps.append(AttackStep(finding: .narrowing(hits: progress.count)))
        if blindings > 0 { steps.append(AttackStep(finding: .blinded(times: blindings))) }
        steps.append(
            AttackStep(finding: .found(queries: queries), quantities: [.init("pre_master_secret", premaster)]))
        steps.append(AttackStep(finding: .cost))
        return steps
    }
}
