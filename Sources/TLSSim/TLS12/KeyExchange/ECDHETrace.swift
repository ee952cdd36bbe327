import Crypto
import Trace

/// The arithmetic of a key exchange on a curve, as steps of the trace.
extension KeyExchangeTrace {
    /// The server's own ephemeral key, when it makes its offer.
    static func ecdheOffer(_ key: KeyAgreementKey, _ session: inout Session) {
        guard session.tracing else { return }
        drawn(.server, key, &session)
    }

    /// The client's own key, and the secret it makes with the server's point.
    static func ecdheAnswer(
        _ key: KeyAgreementKey, to offer: ECDHEKeyExchange.Offer, _ premaster: PremasterSecret,
        _ session: inout Session
    ) {
        guard session.tracing else { return }
        drawn(.client, key, &session)
        shared(.client, key, offer.point, premaster, &session)
    }

    /// The secret the server makes with the client's point.
    static func ecdheConclusion(
        _ premaster: PremasterSecret, of point: [UInt8], with key: KeyAgreementKey, _ session: inout Session
    ) {
        guard session.tracing else { return }
        session.emit(.learned(Knowledge.clientPoint, .received, point))
        shared(.server, key, point, premaster, &session)
    }

    private static func scalar(_ side: Role) -> SecretID {
        side == .client ? Knowledge.clientScalar : Knowledge.serverScalar
    }

    private static func point(_ side: Role) -> SecretID {
        side == .client ? Knowledge.clientPoint : Knowledge.serverPoint
    }

    private static func drawn(_ side: Role, _ key: KeyAgreementKey, _ session: inout Session) {
        session.emit(.learned(scalar(side), .generated, key.privateKey))
        session.emit(.computed(.point(side, key), .keyExchange(.point(side, curve: key.group.namedGroup.name))))
        session.emit(.learned(point(side), .derived(from: [scalar(side)], by: "k · G"), key.publicKey))
    }

    private static func shared(
        _ side: Role, _ key: KeyAgreementKey, _ peer: [UInt8], _ premaster: PremasterSecret,
        _ session: inout Session
    ) {
        session.emit(
            .computed(
                .sharedPoint(side, key, with: peer, premaster),
                .keyExchange(.sharedPoint(side, curve: key.group.namedGroup.name))))
        session.emit(
            .learned(
                Knowledge.premasterSecret, .derived(from: [scalar(side), point(side.peer)], by: "k · Q"),
                premaster.octets))
    }
}
