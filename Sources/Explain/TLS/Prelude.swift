import TLSSim
import Trace

/// The protocol of the plain text before TLS on the same connection.
enum Prelude: String, Sendable {
    case smtp = "SMTP"
    case imap = "IMAP"
    case pop3 = "POP3"
    case nntp = "NNTP"
    case ftp = "FTP"
    case xmpp = "XMPP"
    case ldap = "LDAP"
    case postgreSQL = "PostgreSQL"
    case mySQL = "MySQL"
    case rdp = "RDP"
    case connect = "HTTP CONNECT"
    case socks = "SOCKS"
    case proxy = "PROXY"
    case other = "unknown"

    /// The plain text of a side: the beginnings of its first piece and of its last piece, and their frames.
    struct Words: Sendable {
        /// The number of octets of a piece that are kept.
        static let most = 64

        private(set) var first: [UInt8] = []
        private(set) var last: [UInt8] = []
        private(set) var frames = (first: 0, last: 0)

        var isEmpty: Bool { first.isEmpty }

        mutating func take(_ octets: some Collection<UInt8>, frame: Int) {
            last = Array(octets.prefix(Self.most))
            if first.isEmpty { (first, frames.first) = (last, frame) }
            frames.last = frame
        }

        /// Whether the first eight octets are printable ASCII or line ends.
        var areText: Bool {
            !first.isEmpty && first.prefix(8).allSatisfy { (0x20...0x7e).contains($0) || $0 == 0x0d || $0 == 0x0a }
        }

        /// Whether the text begins with a request of a known protocol, as a client sends it.
        var areRequest: Bool {
            Prelude.requests.contains { first.starts(with: $0.utf8) }
        }

        /// The first line, at most 24 octets of it, made fit to be quoted; or the first eight octets in hexadecimal if they are no text.
        var quoted: String {
            guard areText else { return Hex.string(first.prefix(8)) }
            return String(decoding: first.prefix { $0 != 0x0d && $0 != 0x0a }.prefix(24), as: UTF8.self).quotable
        }
    }

    private static let requests = [
        "GET ", "HEAD ", "POST ", "PUT ", "DELETE ", "OPTIONS ", "PATCH ", "TRACE ", "CONNECT ", "PRI * ", "EHLO ",
        "HELO ", "PROXY ", "<?xml", "<stream:",
    ]
    /// The object identifier of LDAP's StartTLS request (RFC 4511 section 4.14.1).
    private static let ldapOID = Array("1.3.6.1.4.1.1466.20037".utf8)
    /// The signature of the binary header of the PROXY protocol (its specification, section 2.2).
    private static let proxySignature: [UInt8] = [
        0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a,
    ]

    /// The protocol of the plain text of both sides; nil if the client has sent no plain text.
    static func named(client: Words, server: Words) -> Prelude? {
        guard !client.isEmpty else { return nil }
        let last = String(decoding: client.last, as: UTF8.self).uppercased()
        func serverSays(_ text: String) -> Bool { server.first.starts(with: text.utf8) }
        if client.first.starts(with: "CONNECT ".utf8) { return .connect }
        if client.first.starts(with: "PROXY ".utf8) || client.first.starts(with: proxySignature) { return .proxy }
        if last.hasPrefix("AUTH TLS") || last.hasPrefix("AUTH SSL") { return .ftp }
        if last.hasPrefix("STLS") { return .pop3 }
        if last.contains("<STARTTLS") { return .xmpp }
        if last.contains("STARTTLS") {
            if serverSays("* ") { return .imap }
            return serverSays("200") || serverSays("201") ? .nntp : .smtp
        }
        if client.first.starts(with: [0, 0, 0, 8, 4, 0xd2, 0x16, 0x2f]) { return .postgreSQL }
        if client.last.first == 0x30, client.last.contains(ldapOID) { return .ldap }
        if server.first.dropFirst(3).starts(with: [0, 10]), client.last.dropFirst(3).first == 1 { return .mySQL }
        if client.first.starts(with: [3, 0]) { return .rdp }
        if let version = client.first.first, version == 4 || version == 5 { return .socks }
        return .other
    }

    /// The place at which TLS begins in octets.
    enum Beginning: Sendable {
        /// TLS begins behind `offset` octets, with a ClientHello (`isClient`), or with a ServerHello or an alert of a server.
        case hello(offset: Int, isClient: Bool)
        /// TLS begins with a ClientHello of `length` octets in the form of SSL 2.0 (RFC 5246 appendix E.2). A version below SSL 3.0 means SSL
        /// 2.0 itself.
        case oldHello(ClientHello, length: Int)
        /// More octets are needed to decide.
        case unclear
        /// TLS does not begin here.
        case none
    }

    /// Looks for a record with a hello or an alert at the beginning of octets, or behind a header of the PROXY protocol.
    static func beginning(in octets: ArraySlice<UInt8>) -> Beginning {
        if let length = proxyLength(octets) {
            guard length > 0, octets.count > length else { return .unclear }
            let rest = beginning(in: octets.dropFirst(length))
            if case .hello(let offset, let isClient) = rest {
                return .hello(offset: offset + length, isClient: isClient)
            }
            return rest
        }
        if let old = oldHello(octets) { return old }
        let start = Array(octets.prefix(RecordLimits.header + 1))
        guard let type = start.first.flatMap(ContentType.init(rawValue:)), type == .handshake || type == .alert,
            start.count < 2 || start[1] == 3, start.count < 3 || start[2] <= 4
        else { return .none }
        guard start.count > RecordLimits.header else { return .unclear }
        guard RecordStream.begins(start) else { return .none }
        switch (type, start[RecordLimits.header]) {
        case (.handshake, HandshakeType.clientHello.rawValue): return .hello(offset: 0, isClient: true)
        case (.handshake, HandshakeType.serverHello.rawValue): return .hello(offset: 0, isClient: false)
        case (.alert, AlertLevel.warning.rawValue), (.alert, AlertLevel.fatal.rawValue):
            return start[3] == 0 && start[4] == 2 ? .hello(offset: 0, isClient: false) : .none
        default: return .none
        }
    }

    /// Whether octets are the beginning of a record with a hello in clear: the message fits into the record, and names a version. Or they are an
    /// alert. In a record under keys the octet of the type can have any value.
    static func isHello(_ octets: ArraySlice<UInt8>) -> Bool {
        let start = Array(octets.prefix(11))
        guard start.first == ContentType.handshake.rawValue else { return true }
        guard start.count == 11, let header = RecordHeader(start) else { return false }
        let length = Int(start[6]) << 16 + Int(start[7]) << 8 + Int(start[8]) + HandshakeMessage.headerLength
        return length <= Int(header.length) && (start[9] == 3 || start[9] == 0x7f)
    }

    /// Whether a record begins with a message that only a server sends.
    static func isFromServer(_ octets: ArraySlice<UInt8>) -> Bool {
        let start = Array(octets.prefix(RecordLimits.header + 1))
        guard start.count > RecordLimits.header, start[0] == ContentType.handshake.rawValue else { return false }
        let types: [HandshakeType] = [
            .serverHello, .newSessionTicket, .serverKeyExchange, .certificateRequest, .serverHelloDone,
            .certificateStatus,
        ]
        return HandshakeType(rawValue: start[RecordLimits.header]).map(types.contains) ?? false
    }

    /// A ClientHello in the form of SSL 2.0; nil if there is none. Its length, three lengths of parts and the sizes of these parts agree.
    private static func oldHello(_ octets: ArraySlice<UInt8>) -> Beginning? {
        let head = Array(octets.prefix(11))
        guard let first = head.first, first & 0x80 != 0, head.count < 3 || head[2] == 1 else { return nil }
        guard head.count == 11 else { return head.count >= 3 ? .unclear : nil }
        func number(_ index: Int) -> Int { Int(head[index]) << 8 + Int(head[index + 1]) }
        let (length, suites, session, challenge) = (number(0) & 0x7fff + 2, number(5), number(7), number(9))
        guard head[3] == 3 && head[4] <= 4 || number(3) == 2, suites > 0, suites % 3 == 0,
            session == 0 || session == 16, (16...32).contains(challenge), length == 11 + suites + session + challenge
        else { return nil }
        guard octets.count >= length else { return .unclear }
        let body = Array(octets.dropFirst(11))
        // Each suite has three octets. Those of TLS begin with 0.
        let names = stride(from: 0, to: suites, by: 3).filter { body[$0] == 0 }
        let random = body[(suites + session)..<(suites + session + challenge)]
        return .oldHello(
            ClientHello(
                version: ProtocolVersion(rawValue: UInt16(number(3))),
                random: Array(repeating: 0, count: 32 - challenge) + random,
                sessionID: Array(body[suites..<(suites + session)]),
                cipherSuites: names.map { UInt16(body[$0 + 1]) << 8 + UInt16(body[$0 + 2]) }), length: length)
    }

    /// Whether octets begin with the server's hello of SSL 2.0: a length, the message type 4, and the version 2.
    static func isOldAnswer(_ octets: ArraySlice<UInt8>) -> Bool {
        let head = Array(octets.prefix(7))
        return head.count == 7 && head[0] & 0x80 != 0 && head[2] == 4 && head[5] == 0 && head[6] == 2
    }

    /// The length of a header of the PROXY protocol at the beginning of octets; 0 if it is not whole, nil if there is none.
    private static func proxyLength(_ octets: ArraySlice<UInt8>) -> Int? {
        if octets.starts(with: "PROXY ".utf8) {
            // A header of version 1 is a line of at most 107 octets (section 2.1).
            return octets.prefix(107).firstIndex(of: 0x0a).map { $0 - octets.startIndex + 1 }
                ?? (octets.count < 107 ? 0 : nil)
        }
        guard octets.starts(with: proxySignature) else { return nil }
        let head = Array(octets.prefix(16))
        guard head.count == 16 else { return 0 }
        let length = 16 + Int(head[14]) << 8 + Int(head[15])
        return length > 1_024 ? nil : length
    }
}
