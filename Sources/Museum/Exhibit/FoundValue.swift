import TLSSim
import Trace

/// A value that an attacker has found, in the terms of the ledger: the name of the quantity, and how she came to know it.
struct FoundValue {
    /// The quantity.
    let secret: SecretID
    /// How she came to know it; nil if she has read it.
    let derivation: Learned?
    /// Whether she has stolen it.
    var isStolen: Bool { if case .stolen? = derivation { true } else { false } }
    /// Whether it is a value on her way, and not what she was after.
    var isMeans = false
    /// The octets.
    let value: [UInt8]

    /// The values of ``Outcome/thefts``, ``Outcome/loot`` and ``Outcome/means``, in the terms of the ledger, application data last. What she
    /// computes rests on what she has stolen.
    ///
    /// A name with a number, such as "request_2", belongs to the connection of that number. The ledger names the quantities of the first
    /// connection only, so those of a later one have a name of their own.
    ///
    /// - Parameter exhibit: the name of the exhibit.
    static func all(in outcome: Outcome, of exhibit: String) -> [FoundValue] {
        var findings = outcome.thefts.map {
            FoundValue(secret: $0.secret, derivation: .stolen(how: $0.how), value: $0.value)
        }
        // The keys that she has stolen or found so far, each with the number of its connection. What she finds later rests on them.
        var keys: [(secret: SecretID, connection: Int?)] = findings.map { ($0.secret, nil) }
        var data: [FoundValue] = []
        for (name, value) in outcome.loot where !value.isEmpty {
            let parts = name.split(separator: "_")
            let connection = parts.count == 2 ? parts.last.flatMap { Int($0) } : nil
            let base = connection == nil ? name : String(parts.first ?? "")
            let plain = Self.secret(base, of: exhibit)
            let secret = Self.name(plain, in: connection)
            let premises = keys.filter { $0.connection == nil || $0.connection == connection }.map(\.secret)
            let how = Learned.derived(from: premises, by: "the attack \(exhibit)")
            guard plain != Knowledge.applicationData else {
                let blocks = [Self.name(Knowledge.keyBlock, in: connection), emptyKeyBlock]
                let block = blocks.first { block in outcome.means.contains { $0.secret == block } }
                let opened = block.map {
                    Learned.derived(
                        from: [$0, Self.name(Knowledge.encryptedData, in: connection)], by: "decryption")
                }
                data.append(
                    FoundValue(secret: secret, derivation: opened ?? (premises.isEmpty ? nil : how), value: value))
                continue
            }
            let isRead = base == "n1" || base == "n2"
            findings.append(FoundValue(secret: secret, derivation: isRead ? nil : how, value: value))
            if !isRead { keys.append((secret, connection)) }
        }
        findings += outcome.means.map {
            FoundValue(secret: $0.secret, derivation: $0.how, isMeans: true, value: $0.value)
        }
        return findings + data
    }

    /// The key block that follows from an empty master secret. It is another one than that of the victims' master secret.
    static let emptyKeyBlock = SecretID("key block of an empty master secret")

    /// The name of a quantity of a connection. The ledger names the quantities of the first connection only.
    static func name(_ secret: SecretID, in connection: Int?) -> SecretID {
        connection.map { $0 == 1 ? secret : SecretID("\(secret), connection \($0)") } ?? secret
    }

    /// The ledger's name for a value of the loot. A name that is not known here stays as it is.
    static func secret(_ name: String, of exhibit: String) -> SecretID {
        switch (name, exhibit) {
        case ("premaster", _): Knowledge.premasterSecret
        case ("master", _): Knowledge.masterSecret
        case ("request", _), ("answer", _): Knowledge.applicationData
        case ("psk", _): Knowledge.offeredPSK
        case ("exponent", "unsigned-dh"): own(Knowledge.serverExponent)
        case ("exponent", "stolen-state"): Knowledge.clientExponent
        case ("exponent", _): Knowledge.serverExponent
        // The server takes the same scalar each time. It is not what it draws in its first connection.
        case ("d", "invalid-curve"): SecretID("server's static ECDH scalar")
        case ("d", _): Knowledge.serverSigningKey
        case ("p", _): SecretID("prime factor of the modulus")
        case ("n1", _): SecretID("first modulus")
        case ("n2", _): SecretID("second modulus")
        case ("h", _): SecretID("authentication key H")
        case ("pid", _): SecretID("seed of the generator")
        case ("port", _): SecretID("client port")
        case ("rcv_nxt", _): SecretID("RCV.NXT of the server")
        default: SecretID(name)
        }
    }

    /// The name of a quantity that she has drawn herself. It is another one than that of a victim in the same role.
    static func own(_ secret: SecretID) -> SecretID { SecretID("attacker's \(secret)") }
}

/// The note of the journal at the place where the attacker has found a value.
enum FoundValueNote: Remark {
    case found(SecretID)
    case stolen(SecretID)
    case owned(SecretID)

    var english: String {
        switch self {
        case .owned(let secret): "The attacker has this value of her own: \(secret)."
        case .found(let secret): "The attacker has found this value: \(secret)."
        case .stolen(let secret): "The attacker has stolen this value: \(secret)."
        }
    }

    var chinese: String {
        switch self {
        case .owned(let secret): "攻击者自己就有这个值：\(Self.chinese(secret))。"
        case .found(let secret): "攻击者得到了这个值：\(Self.chinese(secret))。"
        case .stolen(let secret): "攻击者窃取了这个值：\(Self.chinese(secret))。"
        }
    }

    private static func chinese(_ secret: SecretID) -> String { Glossary.attacks.name(secret.name).chinese }
}
