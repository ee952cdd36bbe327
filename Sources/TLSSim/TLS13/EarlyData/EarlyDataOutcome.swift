/// The outcome of early data (RFC 8446 section 4.2.10). The server accepts all of it or nothing.
public enum EarlyDataOutcome: String, Hashable, Sendable {
    /// The client has offered no early data.
    case none
    /// The server accepts it.
    case accepted
    /// The server does not accept it: the data is lost, and the handshake goes on.
    case rejected
}

extension TLS13 {
    /// The reason why a client does not send the early data in its configuration.
    public enum EarlyDataObstacle: Hashable, Sendable {
        /// There is no ticket that may be offered now, and no other shared secret.
        case noSecret
        /// The ticket, or the secret, does not allow early data.
        case notAllowed
        /// The data is longer than the limit, in octets.
        case tooLong(limit: UInt32)
        /// The suite that the data would be under is not offered.
        case suiteNotOffered(CipherSuite)
        /// The protocol that the data would be spoken in is not offered.
        case protocolNotOffered(String)
    }
}

extension TLS13.ClientConfiguration {
    /// The reason why ``earlyData`` will not be sent; nil if it will be sent or is empty.
    public var earlyDataObstacle: TLS13.EarlyDataObstacle? {
        guard !earlyData.isEmpty else { return nil }
        guard let secret = offeredSecrets.first?.secret else { return .noSecret }
        guard secret.maxEarlyData > 0 else { return .notAllowed }
        guard earlyData.count <= Int(secret.maxEarlyData) else { return .tooLong(limit: secret.maxEarlyData) }
        guard cipherSuites.contains(secret.suite) else { return .suiteNotOffered(secret.suite) }
        if let name = secret.applicationProtocol, !applicationProtocols.contains(name) {
            return .protocolNotOffered(name)
        }
        return nil
    }

    /// The secret from which the keys of ``earlyData`` come: the first that is offered (section 4.2.10); nil if no early data is sent.
    var earlySecret: TLS13.SharedSecret? {
        guard !earlyData.isEmpty, earlyDataObstacle == nil else { return nil }
        return offeredSecrets.first?.secret
    }
}

extension TLS13.SharedSecret {
    /// client_early_traffic_secret, for a transcript that ends with the first hello (section 7.1). No exchange enters it: a party with the
    /// pre-shared secret can decrypt the data, now or later.
    func earlyTraffic(_ session: inout TLS13.Session) -> TrafficSecret {
        let hash = session.transcript.digest(by: suite.hash)
        let traffic = early.clientTraffic(hash)
        if session.tracing { session.story.psk = self }
        session.tell(.early, early.octets)
        session.tell(.clientEarlyTraffic, traffic.octets)
        session.tell(.earlyExporter, early.exporter(hash).octets)
        return traffic
    }
}
