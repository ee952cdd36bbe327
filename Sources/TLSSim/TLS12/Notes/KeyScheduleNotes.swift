import Trace

/// The notes on the derivation of the keys from the premaster secret.
public enum KeyScheduleNote: StepNote, Hashable {
    /// The master secret is computed. `extended` says whether it is the extended master secret (RFC 7627).
    case masterSecret(extended: Bool)
    case keyBlock(BulkCipher)

    public var reference: (step: String, cite: Citation) {
        switch self {
        case .masterSecret(let extended): ("tls.calc.master_secret", PRFUse.masterSecret(extended: extended).row.cite)
        case .keyBlock: ("tls.calc.key_block", PRFUse.keyBlock.row.cite)
        }
    }

    public var englishBackground: String {
        "The PRF is a pseudorandom function: without its key, its output cannot be told from random octets."
    }

    /// The sentence: the inputs of the PRF, and the use of its output.
    public var english: String {
        switch self {
        case .masterSecret(let extended):
            extended
                ? """
                The extended master secret: the hash of all messages so far goes in, instead of the two hello randoms. So the secret \
                belongs to this handshake and to no other. Without it an attacker between two RSA connections could give both the \
                same master secret.
                """
                : """
                Three inputs become 48 octets. The premaster secret is the key of the PRF. The client's random and the server's \
                random, in this order, are the seed. Only the premaster secret is secret.
                """
        case .keyBlock(let cipher):
            """
            The same function again, now with the server's random first. This order is easily confused. The result is \
            cut into \(cipher.mac == nil ? "a key and a nonce part" : "a MAC key and an encryption key") for each direction.
            """
        }
    }
}
