/// An edge of the state machines of TLS: something that an end takes in a state, as the tables of the RFCs have it. A search reports which
/// edges were passed.
///
/// The numbers are those of docs/explorer.md. Edges 1 to 33 are of TLS 1.2, the others of TLS 1.3.
package struct Edge: Hashable, Sendable, CustomStringConvertible {
    /// The number.
    package let number: Int
    /// What the edge is, for a reader: "client in CERTIFICATE takes Certificate".
    package let description: String

    /// The edges of ends of that version. Ends of both versions open as those of TLS 1.3 do, and none here offers to be asked for a certificate
    /// later.
    package static func all(of version: TLSScope.Version) -> [Edge] {
        switch version {
        case .tls12: all.filter { $0.number <= 33 }
        case .tls13: all.filter { $0.number > 33 }
        case .both: all.filter { $0.number != 1 && !(58...61).contains($0.number) }
        }
    }

    /// All edges, in order.
    package static let all: [Edge] = table.enumerated().map { Edge(number: $0.offset + 1, description: $0.element) }

    private static let table = [
        // MARK: TLS 1.2, client
        "the client's program opens",
        "client: ServerHello with a new session",
        "client: ServerHello that resumes, without SessionTicket",
        "client: ServerHello that resumes, with SessionTicket",
        "client: Certificate, before RSA key transport",
        "client: Certificate, before ServerKeyExchange",
        "client: CertificateStatus",
        "client: ServerKeyExchange",
        "client: CertificateRequest",
        "client: ServerHelloDone",
        "client: NewSessionTicket",
        "client: ChangeCipherSpec",
        "client: Finished of a full handshake",
        "client: Finished of an abbreviated handshake",
        "client: HelloRequest during the handshake",
        "client: HelloRequest when it is open",
        // MARK: TLS 1.2, server
        "server: ClientHello, full handshake",
        "server: ClientHello with a known session id",
        "server: ClientHello with a good ticket",
        "server: Certificate with a chain",
        "server: empty Certificate",
        "server: ClientKeyExchange",
        "server: ClientKeyExchange of a client with a certificate",
        "server: CertificateVerify",
        "server: ChangeCipherSpec",
        "server: Finished of a full handshake",
        "server: Finished of an abbreviated handshake",
        "server: ClientHello when it is open",
        // MARK: TLS 1.2, both
        "application data",
        "close_notify when it is open",
        "a warning",
        "a fatal alert",
        "close_notify during the handshake",
        // MARK: TLS 1.3, client
        "the client's program opens",
        "the client's program opens, with early data",
        "client: HelloRetryRequest",
        "client: ServerHello",
        "client: EncryptedExtensions, with a pre-shared key",
        "client: EncryptedExtensions, before a certificate",
        "client: CertificateRequest",
        "client: Certificate without a request before it",
        "client: Certificate behind a request",
        "client: CertificateVerify",
        "client: Finished",
        // MARK: TLS 1.3, server
        "server: ClientHello that needs a HelloRetryRequest",
        "server: ClientHello that is answered",
        "server: early data that is refused",
        "server: early data is accepted",
        "server: early data arrives",
        "server: EndOfEarlyData",
        "server: Certificate with a chain",
        "server: empty Certificate",
        "server: CertificateVerify",
        "server: Finished",
        // MARK: TLS 1.3, afterwards
        "client: NewSessionTicket",
        "KeyUpdate",
        "KeyUpdate that asks for one",
        "client: CertificateRequest when it is open",
        "server: late Certificate",
        "server: late CertificateVerify",
        "server: late Finished",
        "application data",
        "close_notify",
        "any other alert",
        "ChangeCipherSpec during the handshake",
        "client of both versions: ServerHello of TLS 1.2",
        "server of both versions: ClientHello without TLS 1.3",
    ]
}
