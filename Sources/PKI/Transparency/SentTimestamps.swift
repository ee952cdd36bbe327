/// The timestamps of logs that a server sends beside its certificate, in the extension signed_certificate_timestamp of TLS (RFC 6962
/// section 3.3.1).
public enum SentTimestamps: Sendable, Hashable {
    /// No handshake was seen in which the client asked for them. So it is not known whether the server sends any.
    case notSeen
    /// The client asked for them. The value is the content of the server's extension; nil if the server sent no such extension.
    case seen([UInt8]?)

    /// The content of the extension; nil if none was seen.
    var list: [UInt8]? {
        switch self {
        case .notSeen, .seen(nil): nil
        case .seen(let list?): list
        }
    }
}

/// Why it cannot be told whether a certificate has enough timestamps.
public enum TimestampDoubt: Sendable, Hashable {
    case handshakeNotSeen
    /// The list of logs is so old that a device with it demands no timestamps; the time of the list, in seconds since 1970. A device
    /// with a newer list demands them.
    case oldList(from: Int64)

    /// What is not known, in one sentence, and what would settle it, in another.
    package var english: String {
        switch self {
        case .handshakeNotSeen:
            "A server may also send timestamps in the handshake or with an OCSP response, and no handshake was seen here in which the client "
                + "asked for them. The server itself, asked by its name and port, would settle it."
        case .oldList(let time):
            "The list of logs is from \(English.date(time)). A device with a list of that age demands no timestamps, and a device with a newer "
                + "list does. A list that is not older than 60 days would settle it."
        }
    }

    package var englishClause: String {
        switch self {
        case .handshakeNotSeen: "whether the server sends others in the handshake was not seen"
        case .oldList: "the list of logs is too old to tell whether the device demands them"
        }
    }

    /// The condition under which the chain is refused, as the end of a sentence.
    package var englishCondition: String {
        switch self {
        case .handshakeNotSeen: "if the server sends no further timestamps"
        case .oldList: "if the device has a newer list of logs"
        }
    }
}
