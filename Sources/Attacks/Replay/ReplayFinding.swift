import TLSSim
import Trace

/// A step of it.
package typealias ReplayStep = AttackStep<ReplayFinding>

/// What is done or found when a recording is sent again.
package enum ReplayFinding: Remark, Hashable, Sendable {
    /// What was recorded.
    case recorded(flights: Int, octets: Int, KeyExchangeKind)
    /// What the server of the second connection draws.
    case server(ReplayAttack.Target)
    /// Whether the premaster secret is the one of the recording.
    case premaster(isSame: Bool, KeyExchangeKind)
    /// The keys differ, for that reason.
    case otherKeys
    /// The keys are those of the recording.
    case sameKeys
    /// The server refuses the second connection.
    case refused(TLSError, alert: AlertDescription?)
    /// The server's application has got the request again.
    case accepted(octets: Int)

    /// What it means, in a sentence or several.
    package var english: String {
        switch self {
        case .recorded(let flights, let octets, let kind):
            """
            A client has shaken hands with the server (\(kind == .rsa ? "RSA key transport" : "ephemeral Diffie–Hellman")) and has \
            paid 100. The attacker has recorded what the client sent: \(counted(flights, "flight")), \(counted(octets, "octet")), the last with the \
            payment in it. The attacker has no key. It opens a connection and sends the same octets again.
            """
        case .server(.fresh): "The server draws a new server_random, and new exponents where it needs one, as it must."
        case .server(.sameRandom):
            "This server is made up: it sends the server_random of the recording again. Whatever else it needs it draws anew."
        case .server(.nothingFresh):
            """
            This server is made up: its generator begins again where it began before, as that of a virtual machine does which was set \
            back to a snapshot. It draws the same server_random, and the same exponent where it needs one.
            """
        case .premaster(isSame: true, .rsa):
            """
            ClientKeyExchange holds the premaster secret, encrypted to the server's key, and the server decrypts it again: the \
            premaster secret is the same as before. The server has no part in it.
            """
        case .premaster(isSame: true, _):
            "Both values of Diffie–Hellman are those of the recording, and so is the premaster secret."
        case .premaster(isSame: false, _):
            """
            The client's value is that of the recording. The server's value is new, because its exponent is new. So the premaster secret is \
            new, too. It would be new even if both randoms were the same.
            """
        case .otherKeys:
            """
            The master secret and the keys are made from the premaster secret and both randoms. One of them is new, so the keys \
            are. The recorded Finished is sealed under the old ones.
            """
        case .sameKeys:
            """
            The premaster secret and both randoms are those of the recording, and so are the keys. The recorded Finished opens, and \
            it verifies: it covers the same messages.
            """
        case .refused(let error, let alert):
            """
            The server gives up at Finished\(alert.map { " with the alert \($0)" } ?? ""): \(error.english). Its \
            application has heard nothing.
            """
        case .accepted(let octets):
            """
            Then comes the record with the request, with the number that it had before, under the same keys: the server's \
            application reads \(counted(octets, "octet")), and pays 100 a second time. Encryption and MAC are in order. What is missing is \
            anything new.
            """
        }
    }
}

extension ReplayAttack {
    /// The replay told step by step.
    package var steps: [ReplayStep] {
        let isSame = recorded.premasterSecret == repeated.premasterSecret
        let randoms: [Calculation.Quantity] = [
            .init("client_random, both times", repeated.clientRandom),
            .init("server_random then", recorded.serverRandom),
            .init("server_random now", repeated.serverRandom),
        ]
        return [
            ReplayStep(
                finding: .recorded(
                    flights: recording.count, octets: recording.map(\.count).reduce(0, +), suite.keyExchange),
                quantities: []),
            ReplayStep(finding: .server(target), quantities: randoms),
            ReplayStep(finding: .premaster(isSame: isSame, suite.keyExchange)),
            ReplayStep(
                finding: recorded.masterSecret == repeated.masterSecret ? .sameKeys : .otherKeys,
                quantities: [
                    .init("master secret then", recorded.masterSecret),
                    .init("master secret now", repeated.masterSecret),
                ]),
            refusal.map { ReplayStep(finding: .refused($0.error, alert: $0.alert)) }
                ?? ReplayStep(finding: .accepted(octets: request.count), quantities: [.init("request", request)]),
        ]
    }
}
