import TLSSim
import Trace

extension TLS13 {
    /// A finding of a thief in a recording of TLS 1.3.
    package enum TheftFinding: Remark, Hashable {
        /// The values in clear in the hellos: the group of the exchange, nil if there is no exchange, and the octets of the ticket, nil if
        /// there is no ticket.
        case inClear(NamedGroup?, ticket: Int?)
        case otherVersion(ProtocolVersion)
        /// The private key of the certificate decrypts nothing; whether it has made a signature in this handshake.
        case keyOnlySigns(isUsed: Bool)
        case nothingOffered
        case ticketOpened
        case ticketNotSealed
        case pskProved
        case pskWrong
        case privateValue(Role, NamedGroup)
        case halfOfPrivateValue(Role)
        /// The private value belongs to neither share; the group, nil if there is no exchange.
        case privateValueOfNeither(NamedGroup?)
        /// The early data is decrypted; its octets and records.
        case earlyData(octets: Int, records: Int)
        /// The handshake is decrypted; the names of the encrypted messages.
        case handshake(messages: [String])
        case dataKeys
        /// The server's first encrypted record cannot be decrypted; the inputs that are missing.
        case attempt(missing: Missing)
        /// What the mode psk_ke would give the thief; whether the client offers this mode.
        case withoutExchange(isOffered: Bool)

        /// What a thief lacks.
        package enum Missing: Hashable, Sendable {
            /// The shared secret of the exchange.
            case exchange(NamedGroup)
            /// The ML-KEM half of the shared secret of X25519MLKEM768.
            case latticeHalf
            case psk
            /// The PSK and the shared secret of the exchange.
            case exchangeAndPSK(NamedGroup)
        }

        package var english: String {
            switch self {
            case .inClear(let group, let ticket):
                """
                \(group.map { "The public values of the exchange are in clear: a share of \($0.name) from each side." }
                    ?? "There is no exchange in this handshake.") \
                \(ticket.map { "A ticket of \(counted($0, "octet")) is in clear, too. " } ?? "")\
                All that comes behind ServerHello is encrypted.
                """
            case .otherVersion(let version):
                "The version is \(version). These thefts are of TLS 1.3. For TLS 1.2 the server's private key is tried."
            case .keyOnlySigns(let isUsed):
                """
                The stolen key fits nowhere. Nothing in the recording is encrypted to it, and no secret of the key schedule has it as an \
                input (RFC 8446 section 7.1). \(isUsed ? "It has made one signature, and the signature is encrypted."
                    : "In this handshake it was not used at all: a ticket stands for the certificate.")
                """
            case .nothingOffered:
                "The hello offers no ticket and no other secret. So what was stolen has nothing to do with this recording."
            case .ticketOpened:
                """
                The ticket in the hello is sealed with the stolen key. The key opens it. Inside is the PSK, the secret that the ticket \
                names.
                """
            case .ticketNotSealed:
                "The stolen key does not open the ticket: another key has sealed it, or another program."
            case .pskProved:
                """
                The PSK makes the first link of the key schedule. The binder in the hello is right under it. This proves that it is the \
                secret of this connection (RFC 8446 section 4.2.11.2).
                """
            case .pskWrong:
                "The binder in the hello is not right under this PSK. So it is not the secret of this connection."
            case .privateValue(let side, let group):
                """
                The private value belongs to the \(side)'s share: the same calculation in \(group.name) gives the recorded octets. With the \
                other side's share it gives the shared secret.
                """
            case .halfOfPrivateValue(let side):
                """
                The private value belongs to the half of X25519 in the \(side)'s share: the same calculation gives the last 32 octets. With \
                the other side's half it gives the last 32 of the 64 octets of the shared secret.
                """
            case .privateValueOfNeither(let group):
                group.map { "The private value belongs to neither share of \($0.name) in this recording." }
                    ?? "There is no exchange in this recording that the private value could belong to."
            case .earlyData(let octets, let records):
                """
                The PSK and the hello make the key of the early data, and no other value goes in. \(records) \
                record\(records == 1 ? " opens" : "s open"): \(octets) octets, each record authenticated.
                """
            case .handshake(let messages):
                """
                The second link of the key schedule can be computed, and the keys of the handshake follow. These messages open: \
                \(messages.joined(separator: ", ")).
                """
            case .dataKeys: "The third link and the hash of the opened messages make the keys of the data."
            case .attempt(.exchange(let group)):
                """
                The second link needs the shared secret of \(group.name), and the recording has only public values. The thief puts \
                zeros in its place and computes keys. Under them the tag of the server's first encrypted record is wrong.
                """
            case .attempt(.latticeHalf):
                """
                The second link needs all 64 octets of the shared secret as one input. The half of ML-KEM is missing. The thief puts 32 zeros \
                in its place and computes keys. Under them the tag of the server's first encrypted record is wrong. To know half of the \
                input is not to know half of the key.
                """
            case .attempt(.psk):
                """
                The first link needs the PSK. The thief puts zeros in its place and computes keys. Under them the tag of the server's first \
                encrypted record is wrong.
                """
            case .attempt(.exchangeAndPSK(let group)):
                """
                The first link needs the PSK, and the second link needs the shared secret of \(group.name). The thief puts zeros in the place \
                of both and computes keys. Under them the tag of the server's first encrypted record is wrong.
                """
            case .withoutExchange(let isOffered):
                """
                In the mode psk_ke the zeros would be right: it has no exchange, and the PSK alone opens all data, now and later (RFC 8446 \
                section 2.2). \(isOffered ? "This client offers it, too. The server has not chosen it."
                    : "This client offers only psk_dhe_ke, as clients should.")
                """
            }
        }
    }
}
