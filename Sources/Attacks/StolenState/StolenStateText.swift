import Render
import Trace

extension AttackText {
    /// The generators, and then the sessions that a stolen key does or does not open.
    public func stolenStates(_ runs: [StolenState]) -> String {
        var page = heading("A generator's state is stolen")
        page += paragraph(StolenStateRemark.question.sentence(in: .english)) + "\n"
        for run in runs {
            page += strong(run.generator.rawValue) + "\n"
            page += paragraph(
                StolenStateRemark.generator(run.generator).sentence(in: .english), indent: "  ", first: "  ")
            for (index, output) in run.outputs.enumerated() {
                if index == run.stolenAfter { page += "  -- stolen: " + Hex.string(run.state.prefix(8)) + "…\n" }
                page +=
                    "  output \(index + 1)  " + Hex.string(output.prefix(8)) + "…  "
                    + (run.computed[index] == output ? "the thief computes it" : "the thief cannot compute it") + "\n"
            }
            page += "\n"
        }
        page += heading("A server's long-term key is stolen")
        page += paragraph(StolenStateRemark.longTermKey.sentence(in: .english))
        return page
    }
}

/// What there is to say about a stolen state.
enum StolenStateRemark: Remark {
    /// What is asked.
    case question
    /// How a generator works, and what its state gives away.
    case generator(StolenState.Generator)
    /// What is asked when one speaks of forward secrecy.
    case longTermKey

    var english: String {
        switch self {
        case .question:
            """
            "Forward secrecy means that the next random cannot be predicted from the last." This is another property, of another \
            thing. It is about the inside of a random generator. Which outputs does a thief of the state compute? Those before \
            the theft (no: backtracking resistance), those after it (no: prediction resistance)?
            """
        case .generator(.counter):
            "Output i is H(key, i), and the key stays. The state gives every output away, in both directions."
        case .generator(.ratchet):
            """
            Each output is H(0, state), and then H(1, state) takes the place of the state. The state gives all later outputs away. \
            No way leads back through H, so the earlier outputs are safe.
            """
        case .generator(.reseeded):
            """
            The same, and fresh entropy is mixed in before each output. The thief does not know the entropy, so the later outputs \
            are safe, too.
            """
        case .longTermKey:
            """
            Forward secrecy asks something else: sessions were recorded, and then the server's private key is stolen. Do the \
            sessions open? With RSA key transport they do, however good the generators were. With ephemeral Diffie–Hellman they do \
            not: the key only signed, and the exponents were thrown away (RFC 5246 appendix F.1.1.2 and F.1.1.3). No random is predicted \
            in either case. 'HandshakeSim attack forward-secrecy' carries it out. A generator like the first one here can undo forward \
            secrecy all the same: who steals its state computes the exponents.
            """
        }
    }
}
