import Render
import TLSSim
import Trace

extension DowngradeAttack: ExhibitCase, CaseJSON {
    package static var card: Card { VersionDowngrade.card }

    /// The message at which each run ends, one row for each run.
    package static func table(_ runs: [DowngradeAttack]) -> Report {
        Report([
            .heading(DowngradeWords.question),
            .table(
                DowngradeWords.heads.map { Words($0) },
                runs.map {
                    ["\($0.exchange.rawValue)", "\($0.change.rawValue)", "\($0.victim.rawValue)"] + $0.outcome
                },
                [.left(14), .left(9), .left(11), .left(26)]),
        ])
    }

    /// The story, step by step.
    package var report: Report {
        let heading =
            change == .nothing
            ? DowngradeWords.unchanged
            : .story(exchange: exchange.rawValue, change: change.rawValue, client: victim.rawValue)
        return Report(Words(heading), steps: steps) + Report([.space, .outcome(verdict)])
    }

    /// The cells of the table: the message at which the run ends, and the alert.
    private var outcome: [Words] {
        switch end {
        case .refused(let refusal): [Words(same: refusal.message), Words(DowngradeWords.alert(refusal.alert))]
        case .completed(let version): [isDowngraded ? Words(DowngradeWords.readsAll) : "\(version)"]
        case .stuck: [Words(DowngradeWords.nowhere)]
        }
    }

    private var verdict: DowngradeWords {
        switch end {
        case .refused(let refusal): .stopped(refusal.side, at: refusal.message, refusal.alert)
        case .completed(let version): isDowngraded ? .downgraded : .completed(version)
        case .stuck: .stuck
        }
    }

    /// The exchange, the change and the client.
    package var choice: [String] {
        change == .nothing ? ["nothing"] : [exchange.rawValue, change.rawValue, victim.rawValue]
    }

    /// The exchange, the change and the client, and how the run has ended.
    package var members: [(String, JSON?)] {
        var refusal: Refusal?
        var version: ProtocolVersion?
        switch end {
        case .refused(let found): refusal = found
        case .completed(let spoken): version = spoken
        case .stuck: break
        }
        return [
            ("exchange", .string(exchange.rawValue)), ("changed", .string(change.rawValue)),
            ("client", .string(victim.rawValue)), ("reached", .bool(isDowngraded)),
            ("version", version.map { .string("\($0)") }),
            ("refused_by", refusal.map { .string("\($0.side)") }), ("refused_at", refusal.map { .string($0.message) }),
            ("alert", refusal?.alert.map { .string("\($0)") }), ("reason", refusal.map { .string("\($0.error)") }),
            ("client_master_secret", masterSecrets.map { .string(Hex.string($0.client)) }),
            ("server_master_secret", masterSecrets.map { .string(Hex.string($0.server)) }),
            ("request", .string(Hex.string(request))),
        ]
    }
}

/// The words around the steps, and of the table.
private enum DowngradeWords: Wording {
    case question
    /// The heads of the table.
    case exchangeHead, changeHead, clientHead, endHead, alertHead
    /// Cells of the table.
    case alert(AlertDescription?)
    case readsAll, nowhere
    /// The headings of a story.
    case unchanged
    case story(exchange: String, change: String, client: String)
    /// The results.
    case stopped(Role, at: String, AlertDescription?)
    case downgraded
    case completed(ProtocolVersion)
    case stuck

    static let heads: [DowngradeWords] = [.exchangeHead, .changeHead, .clientHead, .endHead, .alertHead]

    var english: String {
        switch self {
        case .question: "Where does the downgrade end?"
        case .exchangeHead: "TLS 1.2 with"
        case .changeHead: "changed"
        case .clientHead: "client"
        case .endHead: "ends at"
        case .alertHead: "alert"
        case .alert(let alert): alert?.description ?? "none"
        case .readsAll: "DOWNGRADED: she reads all"
        case .nowhere: "nowhere"
        case .unchanged: "Mallory changes nothing"
        case .story(let exchange, let change, let client):
            "TLS 1.2 with \(exchange), changed: \(change), client: \(client)"
        case .stopped(let side, let message, let alert):
            "✔ STOPPED by the \(side) at \(message): \(alert?.description ?? "no alert")"
        case .downgraded: "✘ DOWNGRADED: TLS 1.2 is spoken, and Mallory has the keys"
        case .completed(let version): "✔ NOT DOWNGRADED: \(version.name ?? "\(version)")"
        case .stuck: "✔ NOT DOWNGRADED: both sides wait"
        }
    }

    var chinese: String {
        switch self {
        case .question: "降级在哪里停下？"
        case .exchangeHead: "TLS 1.2 使用"
        case .changeHead: "改动"
        case .clientHead: "客户端"
        case .endHead: "停在"
        case .alertHead: "警报"
        case .alert(let alert): alert?.description ?? "无"
        case .readsAll: "已降级：她读到一切"
        case .nowhere: "没有停下"
        case .unchanged: "Mallory 什么也不改动"
        case .story(let exchange, let change, let client): "TLS 1.2 使用 \(exchange)，改动：\(change)，客户端：\(client)"
        case .stopped(let side, let message, let alert):
            "✔ \(Chinese.name(side))在 \(message) 处挡住：\(alert?.description ?? "没有警报")"
        case .downgraded: "✘ 已降级：使用的是 TLS 1.2，Mallory 有密钥"
        case .completed(let version): "✔ 没有降级：\(version.name ?? "\(version)")"
        case .stuck: "✔ 没有降级：双方都在等"
        }
    }
}
