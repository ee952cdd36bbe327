import Crypto
import Trace

/// A use of the PRF in the key schedule of TLS 1.2: one row of RFC 5246 sections 8.1, 6.3 and 7.4.9, and of RFC 7627 section 4.
///
/// The endpoints compute by these rows. The calculations, the trace and the rules of the ledger are read from them, too.
enum PRFUse: Hashable, Sendable {
    /// The master secret. `extended`: whether it is the extended master secret.
    case masterSecret(extended: Bool)
    case keyBlock
    /// The verify_data of a side's Finished.
    case verifyData(Role)

    /// An input of the PRF.
    enum Input: Hashable, Sendable {
        case premasterSecret
        case masterSecret
        case random(Role)
        /// The hash of the messages up to ClientKeyExchange.
        case sessionHash
        /// The hash of all messages before the Finished.
        case handshakeHash
    }

    /// The secret, the label, the parts of the seed in their order, and the section that says so.
    var row: (secret: Input, label: String, seed: [Input], cite: Citation) {
        switch self {
        case .masterSecret(extended: false):
            (.premasterSecret, "master secret", [.random(.client), .random(.server)], .rfc(5246, "8.1"))
        case .masterSecret(extended: true):
            (.premasterSecret, "extended master secret", [.sessionHash], .rfc(7627, "4"))
        // Here the server's random comes first. In the master secret the client's random comes first.
        case .keyBlock: (.masterSecret, "key expansion", [.random(.server), .random(.client)], .rfc(5246, "6.3"))
        // The labels of the two sides differ, so that a Finished cannot be sent back to its sender.
        case .verifyData(.client): (.masterSecret, "client finished", [.handshakeHash], .rfc(5246, "7.4.9"))
        case .verifyData(.server): (.masterSecret, "server finished", [.handshakeHash], .rfc(5246, "7.4.9"))
        }
    }

    /// How many octets are wanted; nil for the key block, whose length the cipher gives.
    var length: Int? {
        switch self {
        case .masterSecret: KeySchedule.masterSecretLength
        case .keyBlock: nil
        case .verifyData: Finished.verifyDataLength
        }
    }

    /// The PRF with its inputs.
    var formula: String {
        let (secret, label, seed, _) = row
        let octets = length.map { "[0..\($0 - 1)]" } ?? ""
        return
            "PRF(\(secret.names.formula), \"\(label)\", \(seed.map(\.names.formula).joined(separator: " + ")))\(octets)"
    }

    /// The quantities from which the result is computed.
    var premises: [SecretID] { ([row.secret] + row.seed).map(\.names.ledger) }

    /// The rule of the ledger by which `conclusion`, the result, is computed.
    func rule(for conclusion: SecretID) -> Derivation {
        Derivation(conclusion, from: premises, by: "PRF \"\(row.label)\"", cite: row.cite)
    }
}

extension PRFUse.Input {
    /// The name in a formula, and the quantity of the ledger: for a hash the messages that enter it.
    var names: (formula: String, ledger: SecretID) {
        switch self {
        case .premasterSecret: ("pre_master_secret", Knowledge.premasterSecret)
        case .masterSecret: ("master_secret", Knowledge.masterSecret)
        case .random(.client): ("ClientHello.random", Knowledge.clientRandom)
        case .random(.server): ("ServerHello.random", Knowledge.serverRandom)
        case .sessionHash: ("session_hash", Knowledge.handshakeMessages)
        case .handshakeHash: ("Hash(handshake_messages)", Knowledge.handshakeMessages)
        }
    }

    /// The input with its octets.
    func shown(_ octets: [UInt8]) -> Calculation.Quantity {
        let (name, quantity) = names
        // A hash is not the messages.
        return quantity == Knowledge.handshakeMessages ? .init(name, octets) : .init(name, octets).known(as: quantity)
    }
}
