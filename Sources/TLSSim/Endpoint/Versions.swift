/// The versions that an end may speak, each with what the end is told for it.
public enum Versions<Older: Hashable & Sendable, Newer: Hashable & Sendable>: Hashable, Sendable {
    /// TLS 1.2 alone.
    case tls12(Older)
    /// TLS 1.3 alone.
    case tls13(Newer)
    /// Both; TLS 1.3 is spoken where the other side can.
    case both(Older, Newer)
}

extension TLS13.ClientConfiguration {
    /// A configuration with all that both versions need: it is said once, for TLS 1.2.
    public init(sharing older: Client.Configuration) {
        self.init(
            hostName: older.hostName, signatureSchemes: older.signatureSchemes, identity: older.identity,
            applicationProtocols: older.applicationProtocols, requestsStatus: older.requestsStatus,
            common: TLS13.CommonConfiguration(
                now: older.now * 1_000, arithmetic: older.arithmetic, tracing: older.tracing))
    }
}

extension TLS13.ServerConfiguration {
    /// A configuration with all that both versions need: it is said once, for TLS 1.2.
    public init(sharing older: Server.Configuration) {
        self.init(
            identity: older.identity, signatureSchemes: older.signatureSchemes,
            clientAuthentication: older.clientAuthentication, applicationProtocols: older.applicationProtocols,
            ticketKey: older.ticketKey,
            common: TLS13.CommonConfiguration(
                now: older.now * 1_000, arithmetic: older.arithmetic, tracing: older.tracing))
        ocspResponse = older.ocspResponse
        strictServerName = older.strictServerName
    }
}
