import TLSSim
import Trace

extension DowngradeAttack {
    /// The story of the run, step by step. Empty if the run has ended before ServerHello.
    package var steps: [DowngradeStep] {
        guard let hellos = path.hellos, let answers = path.answers else {
            guard case .completed(let version) = end else { return [] }
            return [DowngradeStep(finding: .untouched(version))]
        }
        var steps = [
            DowngradeStep(
                finding: .helloChanged(
                    before: hellos.sent.message.bytes.count, after: hellos.delivered.message.bytes.count)),
            DowngradeStep(
                finding: .answered(exchange.suite),
                quantities: [.init("the server's random", answers.sent.random), .init("its end", Self.sign)]),
        ]
        if change == .random {
            steps.append(
                DowngradeStep(
                    finding: .signRemoved,
                    quantities: [.init("the random that the client reads", answers.delivered.random)]))
            steps.append(DowngradeStep(finding: .signMissing(victim)))
        } else {
            steps.append(DowngradeStep(finding: .signKept))
            steps.append(DowngradeStep(finding: victim == .checks ? .signSeen : .signPassedOver))
        }
        return steps + afterServerHello + [DowngradeStep(finding: .lesson(lesson))]
    }

    /// The steps after ServerHello; empty if the client stops there.
    private var afterServerHello: [DowngradeStep] {
        if case .refused(let refusal) = end, refusal.side == .client {
            return refusal.error == .tls13(.downgrade) ? [] : [DowngradeStep(finding: .signatureWrong)]
        }
        let start = exchange.suite.keyExchange == .rsa ? [DowngradeStep(finding: .nothingSigned)] : []
        guard let keys = path.keys, let premaster = path.premasterSecret else { return start + [finished] }
        return start + [
            path.exponent.map {
                DowngradeStep(
                    finding: .exponentFound(bits: Exchange.group.p.bitWidth),
                    quantities: [.init("dh_Ys", path.params?.ys ?? []), .init("x", $0.bigEndian)])
            } ?? DowngradeStep(finding: .premasterDecrypted, quantities: [.init("pre_master_secret", premaster)]),
            DowngradeStep(
                finding: .masterSecrets(same: keys.client.masterSecret == keys.server.masterSecret),
                quantities: keys.client.masterSecret == keys.server.masterSecret
                    ? [.init("master_secret", keys.client.masterSecret)]
                    : [
                        .init("master_secret of the client", keys.client.masterSecret),
                        .init("master_secret of the server", keys.server.masterSecret),
                    ]),
            DowngradeStep(finding: .forged, quantities: [Role.client, .server].flatMap { forged($0) }),
            DowngradeStep(finding: .reads(octets: request.count)),
        ]
    }

    /// The step in which the server refuses the client's Finished.
    private var finished: DowngradeStep {
        if case .refused(let refusal) = end, refusal.error == .badRecordMAC {
            return DowngradeStep(finding: .finishedClosed)
        }
        let hash = exchange.suite.hash
        return DowngradeStep(
            finding: .finishedWrong,
            quantities: [Role.client, .server].compactMap { side in
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
