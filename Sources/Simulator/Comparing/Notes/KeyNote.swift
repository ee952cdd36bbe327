import Trace

/// What changes in how keys are made.
enum KeyNote: ComparisonNote {
    case secrets(from: Int, to: Int, Schedule)
    case earlySecrets([String])
    case randomsInTranscript
    case suiteName(String)
    case versionField(field: String, version: String)
    /// The client's public value has another length in octets. `isInHello`: whether it is in ClientHello in the second visit.
    case publicValue(from: Int, to: Int, isInHello: Bool)
    case exchangeStays

    /// The key schedule of the second visit.
    enum Schedule {
        /// One master secret makes all keys.
        case oneSecret
        /// A chain of secrets.
        case chain
        /// A chain of secrets that begins with the secret of a ticket.
        case chainFromTicket
        /// The chain of the first visit, with other branches.
        case sameChain
    }

    var step: String {
        switch self {
        case .secrets: "compare.secrets"
        case .earlySecrets: "compare.early_secrets"
        case .randomsInTranscript: "compare.randoms"
        case .suiteName: "compare.suite_name"
        case .versionField: "compare.version_field"
        case .publicValue: "compare.public_value"
        case .exchangeStays: "compare.exchange_stays"
        }
    }

    var cite: Citation {
        switch self {
        case .secrets(_, _, .oneSecret): .rfc(5246, "8.1")
        case .secrets, .earlySecrets, .randomsInTranscript: .rfc(8446, "7.1")
        case .suiteName: .rfc(8446, "B.4")
        case .versionField: .rfc(8446, "4.2.1")
        case .publicValue(_, _, let isInHello): isInHello ? .rfc(8446, "4.2.8") : .rfc(5246, "7.4.7")
        case .exchangeStays: .rfc(8446, "2.2")
        }
    }

    var english: String {
        switch self {
        case .secrets(let from, let to, .sameChain): "The key schedule has \(to) secrets in place of \(from)."
        case .secrets(let from, let to, .chainFromTicket):
            "The key schedule has \(to) secrets in place of \(from). The ticket's secret enters at the top of the chain."
        case .secrets(let from, let to, .chain):
            """
            The key schedule has \(to) secrets in place of \(from). It is a chain: each link branches off secrets for one purpose and one \
            direction. A stolen branch reveals no other branch.
            """
        case .secrets(let from, let to, .oneSecret):
            "The key schedule has \(to) secrets in place of \(from). One master secret makes all keys."
        case .earlySecrets(let names):
            """
            New: \(names.joined(separator: ", ")). Only the ticket's secret and ClientHello go into \(names.count == 1 ? "it" : "them"). \
            There is no fresh exchange yet, so the keys of early data have no forward secrecy.
            """
        case .randomsInTranscript:
            """
            The two randoms are no longer inputs of a formula. They stand in the hellos. The hash of the messages so far is an input of \
            every traffic secret, so every octet of the hellos counts. The early, handshake and main secrets, from which the traffic \
            secrets are derived, take no hash of messages.
            """
        case .suiteName(let name):
            """
            The suite \(name) names a cipher and a hash only. The exchange and the signature are chosen by extensions, each for itself.
            """
        case .versionField(let field, let version):
            """
            The version field of ServerHello says \(field), though \(version) is spoken. The extension supported_versions decides. Devices \
            on the path refused a new number in the old field.
            """
        case .publicValue(let from, let to, _):
            "The client's public value has \(counted(to, "octet")) in place of \(from): the groups differ."
        case .exchangeStays:
            """
            A fresh exchange is made although both sides share the ticket's secret. So forward secrecy begins again, and no key of the \
            first connection is used again.
            """
        }
    }
}
