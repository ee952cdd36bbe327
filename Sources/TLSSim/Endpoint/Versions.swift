/// The versions that an end may speak, each with what the end is told for it.
public enum Versions<TLS12Configuration: Hashable & Sendable, TLS13Configuration: Hashable & Sendable>: Hashable,
    Sendable
{
    /// TLS 1.2 alone.
    case tls12(TLS12Configuration)
    /// TLS 1.3 alone.
    case tls13(TLS13Configuration)
    /// Both; TLS 1.3 is spoken where the other side can.
    case both(TLS12Configuration, TLS13Configuration)
}

extension TLS13.ClientConfiguration {
    /// A configuration with all that both versions need: it is said once, for TLS 1.2.
    public init(sharing tls12: Client.Configuration) {
        self.init(
            hostName: tls12.hostName, signatureSchemes: tls12.signatureSchemes, identity: tls12.identity,
            applicationProtocols: tls12.applicationProtocols, requestsStatus: tls12.requestsStatus,
            common: TLS13.CommonConfiguration(
                now: tls12.now * 1_000, arithmetic: tls12.arithmetic, tracing: tls12.tracing))
    }
}

extension TLS13.ServerConfiguration {
    /// A configuration with all that both versions need: it is said once, for TLS 1.2.
    public init(sharing tls12: Server.Configuration) {
        self.init(
            identity: tls12.identity, signatureSchemes: tls12.signatureSchemes,
            clientAuthentication: tls12.clientAuthentication, applicationProtocols: tls12.applicationProtocols,
            ticketKey: tls12.ticketKey,
            common: TLS13.CommonConfiguration(
                now: tls12.now * 1_000, arithmetic: tls12.arithmetic, tracing: tls12.tracing))
        ocspResponse = tls12.ocspResponse
        strictServerName = tls12.strictServerName
    }
}
