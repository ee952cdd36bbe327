import Crypto
import Trace

/// The computation of a secret of the key schedule (RFC 8446 sections 7.1 and 4.6.1).
extension TLS13Computation.ComputedSecret {
    var calculation: Calculation {
        let key = above.map { HMAC(key: $0, hash: hash) }
        return Calculation(
            name.rawValue, formula: row.formula(hash.outputLength), inputs: inputs, steps: steps(key),
            results: [.init(name.rawValue, row.value(below: key, entering, hash: hash))], reproduce: script.text)
    }

    private var inputs: [Calculation.Quantity] {
        let added: Calculation.Quantity? =
            switch row {
            case .extract(_, let input): entering.flatMap { octets in input.map { .init($0.names.formula, octets) } }
            case .expand(_, _, .messages(let end)):
                entering.map { .init("transcript hash", $0, note: .transcript(to: end.rawValue)) }
            case .expand(_, _, .nonce): entering.map { .init("ticket_nonce", $0) }
            case .expand(_, _, .nothing): nil
            }
        let first = row.above.flatMap { name in above.map { Calculation.Quantity(name.rawValue, $0) } }
        return [first, added].compactMap { $0 }
    }

    private func steps(_ key: HMAC?) -> [Calculation.Quantity] {
        switch row {
        case .extract:
            (key.map { [.init("derived", SecretDerivation.salt(below: $0, hash), note: .salt)] } ?? [])
                + (above == nil || entering == nil ? [.init("0", hash.zeros, note: .zeros)] : [])
        case .expand(_, let label, _):
            [
                .init(
                    "HkdfLabel",
                    (try? HKDFLabel(length: hash.outputLength, label: label.rawValue, context: context).octets) ?? [],
                    note: .hkdfLabel)
            ]
        }
    }

    /// The context of HKDF-Expand-Label.
    private var context: [UInt8] { entering ?? hash.hash([]) }

    private var script: ShellScript {
        let digits = Hex.string(above ?? hash.zeros)
        switch row {
        case .expand(_, let label, _): return ShellScript(derived(digits, label, context))
        case .extract(let name, _):
            let input = Hex.string(entering ?? hash.zeros)
            guard name != nil else { return ShellScript(ShellScript.extract(salt: digits, input: input, hash: hash)) }
            return ShellScript(
                ShellScript.variable("s", derived(digits, .derived, hash.hash([]))),
                ShellScript.extract(salt: "$s", input: input, hash: hash))
        }
    }

    private func derived(_ secret: String, _ label: ScheduleLabel, _ context: [UInt8]) -> String {
        ShellScript.expandLabel(secret, label, context: context, count: hash.outputLength, hash: hash)
    }
}

/// Keys of records, and the MACs of Finished and of binders (RFC 8446 sections 7.3, 4.4.4 and 4.2.11.2).
extension TLS13Computation {
    static func trafficKeys(_ stretch: Stretch, secret: [UInt8], _ suite: TLS13.CipherSuite) -> Calculation {
        let keys = TrafficSecret(secret, hash: suite.hash).keys(for: suite)
        let name = stretch.secret.rawValue
        return Calculation(
            "\(stretch.side) \(stretch.secret.use.name) key and IV",
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
        let name = SecretName.handshakeTraffic(of: side)
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
        func step(_ name: SecretName, _ octets: [UInt8]) -> Calculation.Quantity {
            .init(name.rawValue, octets, note: name.derivation(psk: kind).formula(count))
        }
        return Calculation(
            "binder", formula: "HMAC(finished_key, Hash(ClientHello without its binders))",
            inputs: [.init(kind.quantity, psk), .init("transcript hash", transcriptHash, note: .truncatedHello)],
            steps: [
                step(.early, early.octets), step(.binderKey, key),
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
