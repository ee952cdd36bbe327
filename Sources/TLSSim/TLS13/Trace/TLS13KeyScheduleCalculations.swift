import Crypto
import Trace

/// The extraction of a secret of the main line (RFC 8446 section 7.1).
extension TLS13Computation.Extraction {
    var calculation: Calculation {
        let zeros = hash.zeros
        let derived = salted
        let salt = above.map { "Derive-Secret(\($0.name), \"derived\", \"\")" } ?? "0"
        var steps: [Calculation.Quantity] = derived.map { [.init("derived", $0, note: .salt)] } ?? []
        if above == nil || input == nil { steps.append(.init("0", zeros, note: .zeros)) }
        return Calculation(
            name.rawValue, formula: "HKDF-Extract(\(salt), \(input?.name ?? "0"))",
            inputs: [above, input].compactMap { $0 }, steps: steps,
            results: [.init(name.rawValue, value(salted: derived))], reproduce: script.text)
    }

    private var script: ShellScript {
        let input = Hex.string(input?.octets ?? hash.zeros)
        guard let above else {
            return ShellScript(ShellScript.extract(salt: Hex.string(hash.zeros), input: input, hash: hash))
        }
        let salt = ShellScript.expandLabel(
            Hex.string(above.octets), .derived, context: hash.hash([]), count: hash.outputLength, hash: hash)
        return ShellScript(ShellScript.variable("s", salt), ShellScript.extract(salt: "$s", input: input, hash: hash))
    }

    /// The secret.
    var value: [UInt8] { value(salted: salted) }

    private func value(salted: [UInt8]?) -> [UInt8] {
        HKDF.extract(hash: hash, salt: salted ?? hash.zeros, inputKeyingMaterial: input?.octets ?? hash.zeros)
    }

    /// The salt that is derived from the secret above; nil for the early secret.
    private var salted: [UInt8]? {
        above.map { HKDF.expand(HMAC(key: $0.octets, hash: hash), .derived, context: hash.hash([])) }
    }
}

/// The derivation of a secret by HKDF-Expand-Label (RFC 8446 sections 7.1 and 4.6.1).
extension TLS13Computation.Expansion {
    private var octets: [UInt8] {
        switch context {
        case .nothing: hash.hash([])
        case .messages(_, let hash): hash
        case .nonce(let nonce): nonce
        }
    }

    private var formula: String {
        switch context {
        case .nothing: "Derive-Secret(\(from), \"\(label.rawValue)\", \"\")"
        case .messages(let end, _): "Derive-Secret(\(from), \"\(label.rawValue)\", ClientHello...\(end))"
        case .nonce: "HKDF-Expand-Label(\(from), \"\(label.rawValue)\", ticket_nonce, \(hash.outputLength))"
        }
    }

    private var given: [Calculation.Quantity] {
        switch context {
        case .nothing: []
        case .messages(let end, let hash): [.init("transcript hash", hash, note: .transcript(to: end))]
        case .nonce(let nonce): [.init("ticket_nonce", nonce)]
        }
    }

    var calculation: Calculation {
        let value = HKDF.expand(HMAC(key: secret, hash: hash), label, context: octets)
        let info = try? HKDFLabel(length: hash.outputLength, label: label.rawValue, context: octets).octets
        return Calculation(
            name.rawValue, formula: formula, inputs: [.init(from.rawValue, secret)] + given,
            steps: [.init("HkdfLabel", info ?? [], note: .hkdfLabel)], results: [.init(name.rawValue, value)],
            reproduce: ShellScript.expandLabel(
                Hex.string(secret), label, context: octets, count: hash.outputLength, hash: hash))
    }
}

extension TLS13Computation.Stretch {
    /// "client handshake", "server application".
    var name: String {
        switch secret {
        case .clientHandshakeTraffic, .serverHandshakeTraffic: "\(side) handshake"
        case .clientEarlyTraffic: "\(side) early data"
        default: "\(side) application"
        }
    }
}

/// Keys of records, and the MACs of Finished and of binders (RFC 8446 sections 7.3, 4.4.4 and 4.2.11.2).
extension TLS13Computation {
    static func trafficKeys(_ stretch: Stretch, secret: [UInt8], _ suite: TLS13.CipherSuite) -> Calculation {
        let keys = TrafficSecret(secret, hash: suite.hash).keys(for: suite)
        let name = stretch.secret.rawValue
        return Calculation(
            "\(stretch.name) key and IV",
            formula:
                "HKDF-Expand-Label(\(name), \"key\", \"\", \(keys.key.count)); the same with \"iv\", \(keys.iv.count)",
            inputs: [.init(name, secret)],
            results: [.init("\(stretch.side)_write_key", keys.key), .init("\(stretch.side)_write_iv", keys.iv)],
            reproduce: ShellScript(
                ShellScript.expandLabel(Hex.string(secret), .key, count: keys.key.count, hash: suite.hash),
                ShellScript.expandLabel(Hex.string(secret), .iv, count: keys.iv.count, hash: suite.hash)
            ).text)
    }

    /// The update of a traffic secret (section 7.2).
    static func updated(_ side: Role, generation: Int, from secret: [UInt8]) -> Calculation {
        let hash = HashAlgorithm(ofSecret: secret)
        let (count, before) = (hash.outputLength, "\(side)_application_traffic_secret_\(generation - 1)")
        let name = "\(side)_application_traffic_secret_\(generation)"
        let info = try? HKDFLabel(length: count, label: ScheduleLabel.trafficUpdate.rawValue, context: []).octets
        return Calculation(
            name, formula: "HKDF-Expand-Label(\(before), \"traffic upd\", \"\", \(count))",
            inputs: [.init(before, secret)],
            steps: [.init("HkdfLabel", info ?? [], note: .hkdfLabel)],
            results: [.init(name, TrafficSecret(secret, hash: hash).next.octets)],
            reproduce: ShellScript.expandLabel(Hex.string(secret), .trafficUpdate, count: count, hash: hash))
    }

    static func verifyData(_ side: Role, secret: [UInt8], transcriptHash: [UInt8]) -> Calculation {
        let hash = HashAlgorithm(ofSecret: secret)
        let base = TrafficSecret(secret, hash: hash)
        let name = side == .client ? SecretName.clientHandshakeTraffic : .serverHandshakeTraffic
        return Calculation(
            "verify_data of the \(side)", formula: "HMAC(finished_key, Hash(handshake_messages))",
            inputs: [.init(name.rawValue, secret), .init("transcript hash", transcriptHash)],
            steps: [
                .init(
                    "finished_key", base.finishedKey,
                    note: "HKDF-Expand-Label(\(name), \"finished\", \"\", \(hash.outputLength))")
            ], results: [.init("verify_data", base.verifyData(transcriptHash))],
            reproduce: ShellScript(
                ShellScript.variable(
                    "k", ShellScript.expandLabel(Hex.string(secret), .finished, count: hash.outputLength, hash: hash)),
                ShellScript.authenticate(transcriptHash, key: "$k", hash: hash)
            ).text)
    }

    static func binder(_ kind: PSKKind, psk: [UInt8], transcriptHash: [UInt8], _ value: [UInt8]) -> Calculation {
        let hash = HashAlgorithm(ofSecret: value)
        let early = EarlySecret(psk: psk, hash: hash)
        let key = early.binderKey(kind)
        let count = hash.outputLength
        return Calculation(
            "binder", formula: "HMAC(finished_key, Hash(ClientHello without its binders))",
            inputs: [.init(kind.quantity, psk), .init("transcript hash", transcriptHash, note: .truncatedHello)],
            steps: [
                .init("early_secret", early.octets, note: "HKDF-Extract(0, \(kind.quantity))"),
                .init("binder_key", key, note: "Derive-Secret(early_secret, \"\(kind.label.rawValue)\", \"\")"),
                .init(
                    "finished_key", TrafficSecret(key, hash: hash).finishedKey,
                    note: "HKDF-Expand-Label(binder_key, \"finished\", \"\", \(count))"),
            ], results: [.init("binder", value)],
            reproduce: ShellScript(
                ShellScript.variable(
                    "e", ShellScript.extract(salt: Hex.string(hash.zeros), input: Hex.string(psk), hash: hash)),
                ShellScript.variable(
                    "b",
                    ShellScript.expandLabel("$e", kind.label, context: hash.hash([]), count: count, hash: hash)),
                ShellScript.variable("k", ShellScript.expandLabel("$b", .finished, count: count, hash: hash)),
                ShellScript.authenticate(transcriptHash, key: "$k", hash: hash)
            ).text)
    }
}
