import Trace

/// A fact that an onlooker finds out about a connection.
public enum OnlookerEvent: Hashable, Sendable {
    /// A secret of the key schedule is known.
    case secret(SecretName, [UInt8])
    /// Keys are known.
    case keys(TrafficStretch, TrafficKeys)
    /// A handshake message is complete; its name and its octets, type and length included.
    case message(from: Role, String, [UInt8])
    /// A record that is not a handshake record; its content without padding.
    case content(from: Role, ContentType, [UInt8])
    /// A proof of one side was checked.
    case check(OnlookerCheck, isGood: Bool)
    /// The connection fails here: the side that reads the record has to send that alert, or, with nil, the onlooker lacks a secret. All
    /// that follows is ignored.
    case failed(AlertDescription?, why: String)
}

/// The stretches of a connection that have keys of their own (RFC 8446 section 7.3).
public enum TrafficStretch: String, Hashable, Sendable, CaseIterable {
    /// Early data.
    case clientEarly = "client_early"
    /// The client's handshake messages.
    case clientHandshake = "client_handshake"
    /// The server's handshake messages.
    case serverHandshake = "server_handshake"
    /// The client's data.
    case clientApplication = "client_application"
    /// The server's data.
    case serverApplication = "server_application"
}

/// A proof that a side of a connection gives.
public enum OnlookerCheck: String, Hashable, Sendable, CaseIterable {
    /// The client has the secret that it offers (RFC 8446 section 4.2.11.2).
    case binder = "PSK binder"
    /// The server has its certificate's private key (section 4.4.3).
    case serverSignature = "server CertificateVerify"
    /// The client has its certificate's private key (section 4.4.3).
    case clientSignature = "client CertificateVerify"
    /// The server has seen the same handshake (section 4.4.4).
    case serverFinished = "server Finished"
    /// The client has seen the same handshake (section 4.4.4).
    case clientFinished = "client Finished"
}
