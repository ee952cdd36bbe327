/// Where an end stands in the tables of the RFCs: what it waits for. The names are those of the messages.
enum Place: UInt8, Hashable, Sendable {
    /// Nothing has happened.
    case start
    case serverHello
    case certificate
    case certificateStatus
    case serverKeyExchange
    case serverHelloDone
    case newSessionTicket
    case changeCipherSpec
    case finished
    case clientKeyExchange
    /// ClientKeyExchange of a client that has shown a certificate.
    case clientKeyExchangeThenProof
    case certificateVerify
    // MARK: An abbreviated handshake
    case abbreviatedTicket
    case abbreviatedChangeCipherSpec
    case abbreviatedFinished
    // MARK: TLS 1.3
    /// ServerHello after a HelloRetryRequest.
    case secondServerHello
    case encryptedExtensions
    /// Certificate, or a CertificateRequest before it.
    case certificateOrRequest
    /// The second ClientHello.
    case secondClientHello
    case endOfEarlyData
    // MARK: Afterwards
    case open
    /// The peer has sent close_notify.
    case openOneWay
    case over
}

/// What came in a record, or that nothing of it could be read.
enum Arrival: Hashable, Sendable {
    case message(MessageCode)
    /// A KeyUpdate that asks for one (RFC 8446 section 4.6.3).
    case keyRequest
    case changeCipherSpec
    case data
    case closeNotify
    case warning
    /// The warning user_canceled, which TLS 1.3 drops as well (RFC 8446 section 6.1).
    case userCanceled
    case fatalAlert
    /// Octets of the handshake that are no whole message.
    case fragment
    /// What the end could not open, or what is no content of TLS.
    case illegible

    /// The type of a handshake message as its number.
    typealias MessageCode = UInt8
}
