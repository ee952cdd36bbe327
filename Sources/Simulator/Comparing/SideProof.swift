import TLSSim
import Trace

/// How a side proves its identity.
package enum SideProof: Hashable, Sendable {
    /// It can decrypt the premaster secret, which was encrypted to the key in its certificate.
    case decryption
    /// It has signed the randoms and its parameters.
    case signedParameters(scheme: String)
    /// It has signed the whole handshake so far.
    case signedTranscript(scheme: String)
    /// It knows the secret of a ticket.
    case ticketSecret
    /// It proves nothing.
    case nothing

    /// The proof of `side`, read from the messages that both sides wrote.
    init(of side: Role, in messages: [(who: Role, message: Message)]) {
        func scheme(_ step: String) -> String? {
            messages.first { $0.who == side && $0.message.step == step }?.message.panes
                .lazy.compactMap {
                    $0.fields.first(named: "tls.handshake.sig_hash_alg")?.value.split(separator: " ").last
                }.first
                .map(String.init)
        }
        let sendsTicket = OnlookerReading(of: .ticket, in: messages).isClear
        let isDecrypted = messages.contains {
            $0.message.discloses.contains { $0.secret == Knowledge.encryptedPremaster }
        }
        if let scheme = scheme("tls.certificate_verify") {
            self = .signedTranscript(scheme: scheme)
        } else if side == .server, let scheme = scheme("tls.server_key_exchange") {
            self = .signedParameters(scheme: scheme)
        } else if sendsTicket {
            self = .ticketSecret
        } else if side == .server, isDecrypted {
            self = .decryption
        } else {
            self = .nothing
        }
    }
}
