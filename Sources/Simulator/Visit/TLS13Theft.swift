import TLSSim
import Trace

extension TLS13 {
    /// A theft after a connection of TLS 1.3, or a quantum computer, and what it opens of a recording.
    package enum Theft: Remark, Hashable {
        case privateKey(opens: Reach)
        case ticketSecret(opens: Reach)
        case ticketKey(opens: Reach)
        case ticketKeyAndGroup(NamedGroup, opens: Reach)
        case quantumWithoutExchange(opens: Reach)
        case quantum(NamedGroup, opens: Reach)

        /// How much of the recording can be decrypted.
        package enum Reach: Hashable, Sendable {
            case nothing
            /// Only the early data, which the client sent with its first hello.
            case earlyData
            /// All data.
            case everything
        }

        private static func result(_ opens: Reach) -> String {
            switch opens {
            case .everything: "opens the recording"
            case .earlyData: "opens the early data of the recording, and nothing else"
            case .nothing: "opens nothing of the recording"
            }
        }

        package var english: String {
            switch self {
            case .privateKey(let opens):
                """
                The server's private key \(Self.result(opens)). It has only signed. A thief of it can pose as the server to new clients.
                """
            case .ticketSecret(opens: .everything):
                """
                The ticket's secret, from the memory of the client, \(Self.result(.everything)). In the mode psk_ke all keys are made from this \
                secret and from what is on the wire. So the connection has no forward secrecy. With a fresh exchange the data would stay \
                closed: --resume psk shows it.
                """
            case .ticketSecret(let opens):
                """
                The ticket's secret, from the memory of the client, \(Self.result(opens)). The keys of early data are made from this secret and \
                the hello alone. A fresh exchange goes into the keys of the answer, and the thief does not have it.
                """
            case .ticketKey(opens: .earlyData):
                """
                The key of the tickets \(Self.result(.earlyData)). The ticket is in the recording in clear. The key opens it and yields the \
                ticket's secret, for every client of this server. So early data has no forward secrecy: what must stay secret for years \
                does not belong in it. The answer stays closed, because a fresh exchange is in its keys.
                """
            case .ticketKey(opens: .everything):
                """
                The key of the tickets \(Self.result(.everything)). The ticket is in the recording in clear. The key opens it and yields the \
                ticket's secret, and in the mode psk_ke no exchange is missing. One theft opens every such connection of this server, as \
                with the tickets of TLS 1.2.
                """
            case .ticketKey(let opens):
                """
                The key of the tickets \(Self.result(opens)). It yields the ticket's secret, and that alone makes no key of the data: the \
                fresh exchange is missing. A thief of this key can pose as the server to clients with a ticket. In TLS 1.2 the same \
                theft opens every session with a ticket.
                """
            case .ticketKeyAndGroup(let group, let opens):
                "The key of the tickets together with a quantum computer that breaks \(group.name) \(Self.result(opens))."
            case .quantumWithoutExchange(let opens):
                """
                A future quantum computer that breaks groups \(Self.result(opens)). No exchange is in the keys, and a machine for \
                logarithms does not find a secret that HKDF and a MAC have used.
                """
            case .quantum(.x25519MLKEM768, let opens):
                """
                A future quantum computer \(Self.result(opens)). It breaks the half of X25519. The half of ML-KEM is still missing.
                """
            case .quantum(let group, .nothing):
                """
                A future quantum computer that breaks \(group.name) \(Self.result(.nothing)). The ticket's secret enters the keys, too.
                """
            case .quantum(let group, let opens):
                """
                A future quantum computer that breaks \(group.name) \(Self.result(opens)). The recording of today is what such a machine \
                would read: that is why key exchange changes before signatures do. --group X25519MLKEM768 shows the remedy.
                """
            }
        }
    }
}
