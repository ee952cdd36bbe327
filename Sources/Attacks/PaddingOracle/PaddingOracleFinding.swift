import TLSSim
import Trace

/// A step of the attack on CBC padding, and the numbers that show it.
public struct PaddingOracleStep: Sendable {
    /// What is done or found.
    public let finding: PaddingOracleFinding
    /// The values, in the order in which they should be shown.
    public let quantities: [Calculation.Quantity]
}

/// What is done or found in the attack on CBC padding.
public enum PaddingOracleFinding: Remark, Hashable, Sendable {
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
    public func sentence(in language: Language) -> String {
        switch language {
        case .english: english
        }
    }

    private var english: String {
        switch self {
        case .server(.undefended):
            """
            The server speaks \(PaddingOracleAttack.suite.name) and decrypts before it checks, as MAC-then-encrypt has it. Where \
            the padding is wrong it sends decryption_failed, where the MAC is wrong bad_record_mac: TLS 1.0 had an alert for \
            each (RFC 2246 section 7.2.2).
            """
        case .server(.defended):
            """
            The server speaks \(PaddingOracleAttack.suite.name) too, but sends bad_record_mac whatever is wrong, and does the \
            same work whatever the padding says (RFC 5246 section 6.2.3.2).
            """
        case .alignment(let offset):
            """
            A script in the victim's browser sends one request over and over, each in a connection of its own. It chooses the \
            path so that the cookie fills one block of the cipher, from octet \(offset). It cannot read the cookie; the \
            attacker on the path cannot decrypt it, and has no key.
            """
        case .question:
            """
            Under CBC the plaintext of a block is its decryption XOR the block before it on the wire. The attacker appends the \
            cookie's block once more, behind a block of his making: the one that stood before it, XOR a guess of the last octet. \
            If the guess is right, the record ends in 00, which is padding of no octets, and the server goes on to the MAC.
            """
        case .timing:
            """
            After ChangeCipherSpec alerts are encrypted, and each has two octets: on the wire they look alike. Real attackers \
            measured the time. A server that stops at wrong padding answers sooner than one that goes on to the MAC (Canvel and \
            others, 2003). One that computes a MAC in any case still takes longer for more data (Lucky Thirteen, 2013). This run \
            measures nothing: it gives the attacker the answer that a timing would give him.
            """
        case .firstHit(let guess):
            """
            The guess \(Hex.string([guess])) is answered otherwise than those before it: the padding is right. One octet of the \
            cookie is known. A second query with other octets in front excludes a longer padding by chance.
            """
        case .next:
            """
            Now the last octet is made 01, and the one before it guessed until the record ends in 01 01; then 02 02 02, and so \
            on to the first octet of the block.
            """
        case .read(let octets, let queries):
            """
            All \(octets) octets of the cookie are known after \(queries) queries, \(queries / max(1, octets)) for each. \
            Guessing the whole block would take 2^\(8 * octets).
            """
        case .nothing(let queries, let alert):
            """
            All \(queries) guesses of the last octet are answered with \(alert.map { "\($0)" } ?? "nothing"). No answer differs \
            from the others, so nothing is learned, and there is nothing to go on from.
            """
        }
    }
}

extension PaddingOracleAttack.Result {
    /// The attack told step by step.
    public var steps: [PaddingOracleStep] {
        var steps = [
            PaddingOracleStep(finding: .server(target), quantities: []),
            PaddingOracleStep(finding: .alignment(offset: PaddingOracleAttack.offset), quantities: []),
            PaddingOracleStep(finding: .question, quantities: []),
            PaddingOracleStep(finding: .timing, quantities: []),
        ]
        guard let secret, let example else {
            let alert = answers.count == 1 ? answers.first?.alert : nil
            return steps + [PaddingOracleStep(finding: .nothing(queries: queries, alert), quantities: [])]
        }
        steps.append(
            PaddingOracleStep(
                finding: .firstHit(guess: example.guess),
                quantities: [
                    .init("block before it", example.previous), .init("the cookie's block", example.block),
                    .init("forged block", example.forged),
                ]))
        steps.append(PaddingOracleStep(finding: .next, quantities: []))
        steps.append(
            PaddingOracleStep(
                finding: .read(octets: secret.count, queries: queries), quantities: [.init("cookie", secret)]))
        return steps
    }
}
