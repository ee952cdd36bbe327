import Crypto
import Trace

/// The arithmetic of a key exchange on a curve, as steps of the trace.
extension Session {
    /// The server's own ephemeral key, when it makes its offer.
    mutating func tell(offered key: KeyAgreementKey) {
        guard tracing else { return }
        story.curve = key.group.namedGroup.name
        drawn(.server, key)
    }

    /// The client's own key, and the secret it makes with the server's point.
    mutating func tell(
        _ key: KeyAgreementKey, to offer: ECDHEKeyExchange.Offer, _ premaster: PremasterSecret
    ) {
        guard tracing else { return }
        drawn(.client, key)
        shared(.client, key, offer.point, premaster)
    }

    /// The secret the server makes with the client's point.
    mutating func tell(
        _ premaster: PremasterSecret, of point: [UInt8], with key: KeyAgreementKey
    ) {
        guard tracing else { return }
        emit(.learned(Knowledge.clientPoint, .received, point))
        shared(.server, key, point, premaster)
    }

    private func scalar(_ side: Role) -> SecretID {
        side == .client ? Knowledge.clientScalar : Knowledge.serverScalar
    }

    private func point(_ side: Role) -> SecretID {
        side == .client ? Knowledge.clientPoint : Knowledge.serverPoint
    }

    private mutating func drawn(_ side: Role, _ key: KeyAgreementKey) {
        emit(.learned(scalar(side), .generated, key.privateKey))
        emit(.computed(.point(side, key), .keyExchange(.point(side, curve: key.group.namedGroup.name))))
        emit(.learned(point(side), .derived(from: [scalar(side)], by: "k · G"), key.publicKey))
    }

    private mutating func shared(
        _ side: Role, _ key: KeyAgreementKey, _ peer: [UInt8], _ premaster: PremasterSecret
    ) {
        emit(
            .computed(
                .sharedPoint(side, key, with: peer, premaster),
                .keyExchange(.sharedPoint(side, curve: key.group.namedGroup.name))))
        emit(
            .learned(
                Knowledge.premasterSecret, .derived(from: [scalar(side), point(side.peer)], by: "k · Q"),
                premaster.octets))
    }
}
