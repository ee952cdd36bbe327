import TLSSim
import Trace

extension DowngradeAttack {
    /// The story of the run, step by step. Empty if the run has ended before ServerHello.
    package var steps: [AttackStep] {
        guard let hellos = path.hellos, let answers = path.answers else {
            guard case .completed(let version) = end else { return [] }
            return [step(.untouched(version))]
        }
        var steps = [
            step(
                .helloChanged(
                    before: hellos.sent.message.bytes.count, after: hellos.delivered.message.bytes.count)),
            step(
                .answered(exchange.suite),
                [.init("the server's random", answers.sent.random), .init("its end", Self.sign)]),
        ]
        if change == .random {
            steps.append(
                step(
                    .signRemoved,
                    [.init("the random that the client reads", answers.delivered.random)]))
            steps.append(step(.signMissing(victim)))
        } else {
            steps.append(step(.signKept))
            steps.append(step(victim == .checks ? .signSeen : .signPassedOver))
        }
        return steps + afterServerHello + [step(.lesson(lesson))]
    }

    private func step(_ finding: DowngradeFinding, _ quantities: [Calculation.Quantity] = []) -> AttackStep {
        var step = AttackStep(remark: finding, quantities: quantities)
        if case .reads = finding { step.said = [(Words(InterceptionWords.malloryReads), request)] }
        return step
    }

    /// The steps after ServerHello; empty if the client stops there.
    private var afterServerHello: [AttackStep] {
        if case .refused(let refusal) = end, refusal.side == .client {
            return refusal.error == .tls13(.downgrade) ? [] : [step(.signatureWrong)]
        }
        let start = exchange.suite.keyExchange == .rsa ? [step(.nothingSigned)] : []
        guard let keys = path.keys, let premaster = path.premasterSecret else { return start + [finished] }
        return start + [
            path.exponent.map {
                step(
                    .exponentFound(bits: Exchange.group.p.bitWidth),
                    [.init("dh_Ys", path.params?.ys ?? []), .init("x", $0.bigEndian)])
            } ?? step(.premasterDecrypted, [.init("pre_master_secret", premaster)]),
            step(
                .masterSecrets(same: keys.client.masterSecret == keys.server.masterSecret),
                keys.client.masterSecret == keys.server.masterSecret
                    ? [.init("master_secret", keys.client.masterSecret)]
                    : [
                        .init("master_secret of the client", keys.client.masterSecret),
                        .init("master_secret of the server", keys.server.masterSecret),
                    ]),
            step(.forged, [Role.client, .server].flatMap { forged($0) }),
            step(.reads(octets: request.count)),
        ]
    }

    /// The step in which the server refuses the client's Finished.
    private var finished: AttackStep {
        if case .refused(let refusal) = end, refusal.error == .badRecordMAC {
            return step(.finishedClosed)
        }
        let hash = exchange.suite.hash
        return step(
            .finishedWrong,
            [Role.client, .server].compactMap { side in
                path.transcripts[side].map { .init("hash of what the \(side) has seen", hash.hash($0)) }
            })
    }

    private func forged(_ side: Role) -> [Calculation.Quantity] {
        guard let finished = path.forged[side] else { return [] }
        return [
            .init("Finished of the \(side)", finished.sent), .init("the same, by Mallory", finished.written),
        ]
    }

    private var lesson: DowngradeLesson {
        switch end {
        case .completed: return exchange == .stolenKey ? .signUnprotected : .checkMissing
        case .refused(let refusal) where refusal.error == .tls13(.downgrade): return .sign
        case .refused(let refusal) where refusal.side == .client: return .signature
        case .refused: return change == .random ? .finishedAlone : .careless
        case .stuck: return .careless
        }
    }
}
