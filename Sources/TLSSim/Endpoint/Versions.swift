/// The versions that an endpoint may speak, each with its configuration.
public enum Versions<TLS12Configuration: Hashable & Sendable, TLS13Configuration: Hashable & Sendable>: Hashable,
    Sendable
{
    /// TLS 1.2 alone.
    case tls12(TLS12Configuration)
    /// TLS 1.3 alone.
    case tls13(TLS13Configuration)
    /// Both versions. TLS 1.3 is spoken if the other side supports it.
    case both(TLS12Configuration, TLS13Configuration)
}

extension TLS13.ClientConfiguration {
    /// A client's configuration for TLS 1.3, with the values of `tls12` for everything that both versions need.
    public init(sharing tls12: Client.Configuration) {
        self.init(
            hostName: tls12.hostName, signatureSchemes: tls12.signatureSchemes, identity: tls12.identity,
            applicationProtocols: tls12.applicationProtocols, requestsStatus: tls12.requestsStatus,
            common: TLS13.CommonConfiguration(
                now: tls12.now * 1_000, arithmetic: tls12.arithmetic, tracing: tls12.tracing))
        sendsServerName = tls12.sendsServerName
    }
}

extension TLS13.ServerConfiguration {
    /// A server's configuration for TLS 1.3, with the values of `tls12` for everything that both versions need.
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
