import Crypto
import TLSSim
import Trace

/// What the attacker can change in the next message, if it is in clear. The raw value says it in reports.
package enum Alteration: String, Hashable, Sendable, CaseIterable {
    case version = "names an older version"
    case suites = "leaves only the last suite"
    case masterSecret = "takes out extended_master_secret"
    case encryptThenMAC = "takes out encrypt_then_mac"
    case protocols = "takes out ALPN"
    case groups = "leaves only the last group"
    case versions = "takes out supported_versions"
    case share = "replaces the public value by hers"
    case shares = "takes out the key shares"
    case secrets = "takes out the pre-shared keys"
    case tickets = "takes out session_ticket"
    case random = "replaces the random by hers"
    case session = "replaces the session id by hers"
    case sentinel = "takes out the downgrade sentinel"
    case chain = "replaces the chain by hers"
    case signature = "replaces the signature by hers"
    case exchange = "replaces public value and signature by hers"
    case ticket = "replaces the ticket by hers"
    case export = "asks for the export suite"
    case one = "replaces the public value by 1"
    case collision = "leaves only the last suite, and tries session ids until the short hash is the same"
    case premaster = "decrypts the premaster secret with her key, and encrypts it to the server"

    /// What Chinese reports say, behind "攻击者".
    var chinese: String {
        switch self {
        case .version: "写上更旧的版本"
        case .suites: "只留下最后一个密码套件"
        case .masterSecret: "删去 extended_master_secret"
        case .encryptThenMAC: "删去 encrypt_then_mac"
        case .protocols: "删去 ALPN"
        case .groups: "只留下最后一个群"
        case .versions: "删去 supported_versions"
        case .share: "把公开值换成她的"
        case .shares: "删去密钥份额"
        case .secrets: "删去预共享密钥"
        case .tickets: "删去 session_ticket"
        case .random: "把随机数换成她的"
        case .session: "把会话标识换成她的"
        case .sentinel: "删去降级标记"
        case .chain: "把证书链换成她的"
        case .signature: "把签名换成她的"
        case .exchange: "把公开值和签名换成她的"
        case .ticket: "把票据换成她的"
        case .export: "请求使用出口级密码套件"
        case .one: "把公开值换成 1"
        case .collision: "只留下最后一个密码套件，并且不断试会话标识，直到短的哈希相同"
        case .premaster: "用她的密钥解密预主密钥，再加密给服务器"
        }
    }

    /// What she can change in a record, in the order of the cases; empty for a record that is not in clear.
    static func all(of parcel: Parcel, by her: Adversary) -> [Alteration] {
        guard parcel.inClear?.type == .handshake, case .end = parcel.origin else { return [] }
        return allCases.filter { $0.changed(parcel, for: Account(.client, .tls12), by: her) != nil }
    }

    /// The record with the change, as it goes to `end`; nil if the record has nothing of that kind.
    func changed(_ parcel: Parcel, for end: Account, by her: Adversary) -> Parcel? {
        guard let octets = parcel.inClear?.octets, let message = Adversary.message(octets) else { return nil }
        guard let body = changed(message, for: end, by: her)?.bytes, body != octets else { return nil }
        return Adversary.clear(.handshake, body)
    }

    private func changed(_ message: HandshakeMessage, for end: Account, by her: Adversary) -> HandshakeMessage? {
        switch message.type {
        case .clientHello where self == .collision: return her.triesCollisions ? collided(message) : nil
        case .clientHello: return (try? message.parsed(ClientHello.read)).flatMap { changed($0) }?.message
        case .serverHello: return (try? message.parsed(ServerHello.read)).flatMap { changed($0, by: her) }?.message
        case .certificate where self == .chain: return CertificateMessage(chain: her.identity.chain).message
        case .serverKeyExchange where self == .exchange: return Insertion.signed(at: end)
        case .serverKeyExchange where self == .signature: return resigned(message)?.message
        case .clientKeyExchange where self == .premaster: return her.passesOn(message)
        case .clientKeyExchange where self == .share: return Insertion.answer(at: end, by: her).message
        case .clientKeyExchange where self == .one:
            guard case .publicValue = Insertion.answer(at: end, by: her) else { return nil }
            return ClientKeyExchange.publicValue([1]).message
        case .certificateVerify where self == .signature:
            guard var proof = try? message.parsed(CertificateVerify.read) else { return nil }
            proof.signature = Self.signature(over: message.body)
            return proof.message
        case .newSessionTicket where self == .ticket:
            guard var ticket = try? message.parsed(NewSessionTicket.read) else { return nil }
            ticket.ticket = [UInt8](repeating: 0x4d, count: ticket.ticket.count)
            return ticket.message
        default: return nil
        }
    }

    private static func signature(over octets: [UInt8]) -> [UInt8] {
        ECDSA.sign(octets, hash: .sha256, with: Adversary.signing).der
    }

    private func resigned(_ message: HandshakeMessage) -> ServerKeyExchange? {
        var reader = ByteReader(message.body, recording: false)
        guard var exchange = try? ServerKeyExchange.read(from: &reader, kind: .ecdheECDSA) else { return nil }
        exchange.signature = Self.signature(over: exchange.params.bytes)
        return exchange
    }

    /// A hello with one suite and the short hash of `message`; nil if no session id leads to it.
    private func collided(_ message: HandshakeMessage) -> HandshakeMessage? {
        guard var hello = try? message.parsed(ClientHello.read), hello.cipherSuites.count > 1 else { return nil }
        hello.cipherSuites = Array(hello.cipherSuites.suffix(1))
        let wanted = ShortHash.after([], message.bytes)
        // Of 16 bits one in 65,536 is right.
        for number in UInt32(0)..<1_000_000 {
            hello.sessionID = (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            let octets = hello.message
            if ShortHash.after([], octets.bytes) == wanted { return octets }
        }
        return nil
    }

    private func changed(_ hello: ClientHello) -> ClientHello? {
        var hello = hello
        switch self {
        case .version: hello.version = .tls11
        case .suites: hello.cipherSuites = Array(hello.cipherSuites.suffix(1))
        case .export: hello.cipherSuites = [CipherSuite.dheRSAExport.codePoint]
        case .random: hello.random = Adversary.random
        case .session: hello.sessionID = Adversary.sessionID
        case .groups, .share, .shares, .masterSecret, .encryptThenMAC, .protocols, .versions, .secrets, .tickets:
            hello.extensions = changed(hello.extensions)
        case .sentinel, .chain, .signature, .exchange, .ticket, .one, .collision, .premaster: return nil
        }
        return hello
    }

    private func changed(_ hello: ServerHello, by her: Adversary) -> ServerHello? {
        var hello = hello
        switch self {
        case .version: hello.version = .tls11
        case .random: hello.random = Adversary.random
        case .session: hello.sessionID = Adversary.sessionID
        case .sentinel where hello.random.suffix(8) == ServerHello.sentinelOfTLS12[...]:
            hello.random = hello.random.dropLast(8) + Adversary.random.prefix(8)
        case .suites:
            hello.cipherSuite = her.lastSuite(beside: hello.cipherSuite)
        case .share, .masterSecret, .encryptThenMAC, .protocols, .versions, .secrets, .tickets:
            hello.extensions = changed(hello.extensions)
        case .sentinel, .groups, .shares, .chain, .signature, .exchange, .ticket, .export, .one, .collision,
            .premaster:
            return nil
        }
        return hello
    }

    /// The extensions with the change.
    private func changed(_ extensions: [HelloExtension]) -> [HelloExtension] {
        extensions.compactMap { item -> HelloExtension? in
            switch (self, item) {
            case (.masterSecret, .extendedMasterSecret), (.encryptThenMAC, .encryptThenMAC),
                (.protocols, .applicationProtocols), (.versions, .supportedVersions), (.versions, .selectedVersion),
                (.secrets, .preSharedKeys), (.secrets, .selectedIdentity), (.tickets, .sessionTicket):
                nil
            case (.groups, .supportedGroups(let groups)): .supportedGroups(groups.suffix(1))
            case (.shares, .keyShares): .keyShares([])
            case (.share, .keyShares(let shares)): .keyShares(shares.map(Self.hers))
            case (.share, .keyShare(let share)): .keyShare(Self.hers(share))
            default: item
            }
        }
    }

    private static func hers(_ share: KeyShareEntry) -> KeyShareEntry {
        share.group == .x25519 ? KeyShareEntry(group: .x25519, value: Adversary.exchange.publicKey) : share
    }
}
