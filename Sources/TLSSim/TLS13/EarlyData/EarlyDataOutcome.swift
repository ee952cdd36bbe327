/// What has become of early data (RFC 8446 section 4.2.10). The server takes all of it or nothing.
public enum EarlyDataOutcome: String, Hashable, Sendable {
    /// The client has offered none.
    case none
    /// The server takes it.
    case accepted
    /// The server does not take it: the data is lost, and the handshake goes on.
    case rejected
}

extension TLS13 {
    /// Why a client does not send the early data that it was given.
    public enum EarlyDataObstacle: Hashable, Sendable {
        /// There is no ticket that may be offered now, and no other shared secret.
        case noSecret
        /// The ticket, or the secret, is not good for early data.
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
    /// Why ``earlyData`` will not be sent; nil where it will be, or where there is none.
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

    /// The secret that ``earlyData`` goes under: the first that is offered (section 4.2.10); nil where none is sent.
    var earlySecret: TLS13.SharedSecret? {
        guard !earlyData.isEmpty, earlyDataObstacle == nil else { return nil }
        return offeredSecrets.first?.secret
    }
}

extension TLS13.SharedSecret {
    /// client_early_traffic_secret of a transcript that ends with the first hello (section 7.1). No exchange is in it: who has the shared
    /// secret reads the data, now or later.
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
