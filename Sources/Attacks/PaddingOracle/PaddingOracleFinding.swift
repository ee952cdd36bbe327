import TLSSim
import Trace

/// A step of it.
package typealias PaddingOracleStep = AttackStep<PaddingOracleFinding>

/// What is done or found in the attack on CBC padding.
package enum PaddingOracleFinding: Remark, Hashable, Sendable {
    /// What the server does with a record that it cannot open.
    case server(PaddingOracleAttack.Target)
    /// How the attacker makes the victim repeat itself.
    case alignment(offset: Int)
    /// How a guess is asked about.
    case question
    /// How the attacker can know the answer, which is encrypted.
    case timing
    /// A guess that was right.
    case firstHit(guess: UInt8)
    /// How it goes on from an octet to the one before it.
    case next
    /// The secret was read.
    case read(octets: Int, queries: Int)
    /// Every answer was the same.
    case nothing(queries: Int, AlertDescription?)

    /// What it means, in a sentence or two.
    package var english: String {
        switch self {
        case .server(.undefended):
            """
            The server speaks \(PaddingOracleAttack.suite.name). With MAC-then-encrypt it decrypts before it checks. If the padding is \
            wrong, it sends decryption_failed. If the MAC is wrong, it sends bad_record_mac. TLS 1.0 had an alert for each (RFC 2246 \
            section 7.2.2).
            """
        case .server(.defended):
            """
            The server speaks \(PaddingOracleAttack.suite.name) too. It sends bad_record_mac for a wrong padding and for a wrong MAC, and \
            it does the same work in both cases (RFC 5246 section 6.2.3.2).
            """
        case .alignment(let offset):
            """
            A script in the victim's browser sends one request again and again, each in a connection of its own. The script chooses a \
            path of such a length that the cookie fills one block of the cipher, from octet \(offset). The script cannot read the \
            cookie. The attacker on the path has no key and cannot decrypt it.
            """
        case .question:
            """
            Under CBC the plaintext of a block is its decryption XOR the block before it on the wire. The attacker appends the cookie's \
            block again, after a block that he makes: the original block before it, XOR a guess of the last octet. If the guess is \
            right, the record ends in 00. This is valid padding of no octets, so the server goes on to the MAC.
            """
        case .timing:
            """
            After ChangeCipherSpec alerts are encrypted, and each has two octets: on the wire they look alike. Real attackers measured \
            the time. A server that stops at wrong padding answers sooner than a server that goes on to the MAC (Canvel and others, \
            2003). A server that always computes a MAC still takes longer for more data (Lucky Thirteen, 2013). This run measures \
            nothing: it gives the attacker the answer that he would get from the time.
            """
        case .firstHit(let guess):
            """
            The answer to the guess \(Hex.string([guess])) differs from those before: the padding is right. One octet of the cookie is \
            known. The padding could be longer by chance; a second query with other octets in front excludes this.
            """
        case .next:
            """
            Now the attacker makes the last octet 01 and guesses the octet before it until the record ends in 01 01. Then follows 02 02 \
            02, and so on to the first octet of the block.
            """
        case .read(let octets, let queries):
            """
            All \(counted(octets, "octet")) of the cookie are known after \(counted(queries, "query")), \(queries / max(1, octets)) for each. The cookie is \
            \(octets) hexadecimal digits. To guess all of them at once takes up to 2^\(4 * octets) queries.
            """
        case .nothing(let queries, let alert):
            """
            The server answers all \(counted(queries, "guess")) of the last octet with \(alert.map { "\($0)" } ?? "nothing"). No answer differs \
            from the others, so the attacker learns nothing and cannot go on.
            """
        }
    }
}

extension PaddingOracleAttack.Result {
    /// The attack told step by step.
    package var steps: [PaddingOracleStep] {
        var steps = [
            PaddingOracleStep(finding: .server(target)),
            PaddingOracleStep(finding: .alignment(offset: PaddingOracleAttack.offset)),
            PaddingOracleStep(finding: .question),
            PaddingOracleStep(finding: .timing),
        ]
        guard let secret, let example else {
            let alert = answers.count == 1 ? answers.first?.alert : nil
            return steps + [PaddingOracleStep(finding: .nothing(queries: queries, alert))]
        }
        steps.append(
            PaddingOracleStep(
                finding: .firstHit(guess: example.guess),
                quantities: [
                    .init("block before it", example.previous), .init("the cookie's block", example.block),
                    .init("forged block", example.forged),
                ]))
        steps.append(PaddingOracleStep(finding: .next))
        steps.append(
            PaddingOracleStep(
                finding: .read(octets: secret.count, queries: queries), quantities: [.init("cookie", secret)]))
        return steps
    }
}
