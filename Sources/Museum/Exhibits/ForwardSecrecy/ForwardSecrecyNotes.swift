import TLSSim
import Trace

/// What the card of forward-secrecy says.
struct ForwardSecrecyCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "Recorded today, read in a year"
        case .act: "Records connections and reads them with a key that she steals later"
        case .mistake:
            "The keys of a connection follow from the recording and one long-lived key of the server: RSA carries the premaster secret, or in "
                + "the variant tls13-psk a ticket's secret is used without an exchange (psk_ke)."
        case .goal:
            "She records connections. A year later she steals the key. She wants to read what she has recorded."
        case .defence:
            "Ephemeral Diffie–Hellman: the server's key only signs, and both exponents are forgotten (RFC 5246 appendix F.1.1.3). In TLS 1.3 a "
                + "ticket's secret goes together with an exchange (psk_dhe_ke, RFC 8446 section 2.2)."
        case .cost: "An exchange of public values and the arithmetic for it in each connection."
        case .remains:
            "With the key she can pose as the server from the theft on, until the certificate is replaced. An attacker who can compute "
                + "discrete logarithms opens the recording without any key."
        case .misreading:
            "\"The stolen key opens everything\": it opens what was encrypted to it. \"Forward secrecy protects the future\": it protects "
                + "connections that are over. \"A long RSA key helps\": it was stolen, not computed."
        case .limit:
            "How she steals the key is not shown. The year between is virtual. HandshakeSim attack forward-secrecy --capture --key "
                + "attacks a capture of your own."
        }
    }
}

/// What is done and found in forward-secrecy.
enum ForwardSecrecyNote: Remark {
    case records(Int, CipherSuite)
    case steals(bits: Int)
    case decrypts
    case opens([[UInt8]])
    case onlySigned(isRight: Bool)
    case needsExponents
    case resumes(hasExchange: Bool)
    case stealsTicketKey
    case opensTicket
    case needsExchange

    var english: String {
        switch self {
        case .records(let count, let suite):
            "On \(count) days she records a connection of the client with the server, \(suite.name). She cannot read them, and keeps the "
                + "packets."
        case .steals(let bits):
            "A year later she steals the file with the server's private key, RSA of \(bits) bits. She has the recording and this file."
        case .decrypts:
            "In each connection the client has encrypted the premaster secret to this key, and it is in the recording. The key decrypts it "
                + "today as it did then. It begins with the client's version, 0303."
        case .opens(let said):
            "She derives the keys, and every Finished is right under them. The client has said: "
                + "\(said.map(quotedLines).joined(separator: ", "))."
                + (said.count > 1
                    ? " Each connection had keys of its own, and that did not help: all of them follow from what she has stolen."
                    : "")
        case .onlySigned(let isRight):
            "Nothing in the recording is encrypted to this key. The key has signed the server's public value"
                + "\(isRight ? ", and the signature is right" : ""). To verify a signature she needed no private key."
        case .needsExponents:
            "The premaster secret follows from one of the two exponents. They were never sent and are in no file, and both sides have forgotten "
                + "them. The connections stay closed."
        case .resumes(let hasExchange):
            "She records two connections of TLS 1.3. The second one is resumed with a ticket, which is sent in clear, sealed. "
                + (hasExchange
                    ? "In its ServerHello is a share: a new exchange goes into the keys as well."
                    : "Its ServerHello has no share: the ticket's secret is the only secret of the keys.")
        case .stealsTicketKey: "A year later she steals the key with which the server has sealed its tickets."
        case .opensTicket: "The ticket opens. The secret that it names, the PSK, is in it."
        case .needsExchange:
            "The PSK is one half of what the keys follow from. The other half is the shared secret of the exchange, and its private values are "
                + "forgotten. The first record of the server that is under keys does not open. The connection stays closed."
        }
    }
}
