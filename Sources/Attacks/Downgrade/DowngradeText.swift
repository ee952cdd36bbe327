import Render
import TLSSim
import Trace

extension AttackText {
    /// Where each run ends: a row for each.
    public func downgrades(_ runs: [DowngradeAttack]) -> String {
        heading("Where does the downgrade end?")
            + table(
                ["TLS 1.2 with", "changed", "client", "ends at", "alert"],
                runs.map { [$0.exchange.rawValue, $0.change.rawValue, $0.victim.rawValue] + $0.outcome },
                widths: [14, 9, 11, 26])
    }

    /// One of them, step by step.
    public func downgrade(_ run: DowngradeAttack) -> String {
        var page = heading(
            run.change == .nothing
                ? "Mallory changes nothing"
                : "TLS 1.2 with \(run.exchange.rawValue), changed: \(run.change.rawValue), client: \(run.victim.rawValue)"
        )
        for (index, step) in run.steps.enumerated() {
            let number = Text.pad("\(index + 1).", to: 3, side: .right) + " "
            page += paragraph(step.finding.sentence(in: .english), indent: "    ", first: number)
            page += quantities(step.quantities)
            if case .reads = step.finding { page += said("Mallory reads", run.request) }
        }
        return page + "\n" + strong(run.verdict) + "\n"
    }
}

extension DowngradeAttack {
    /// The message at which it ends, and the alert.
    fileprivate var outcome: [String] {
        switch end {
        case .refused(let refusal): [refusal.message, refusal.alert?.description ?? "none"]
        case .completed(let version): [isDowngraded ? "DOWNGRADED: she reads all" : "\(version)"]
        case .stuck: ["nowhere"]
        }
    }

    fileprivate var verdict: String {
        switch end {
        case .refused(let refusal):
            "✔ STOPPED by the \(refusal.side) at \(refusal.message): \(refusal.alert?.description ?? "no alert")"
        case .completed(let version):
            isDowngraded
                ? "✘ DOWNGRADED: TLS 1.2 is spoken, and Mallory has the keys"
                : "✔ NOT DOWNGRADED: \(version.name ?? "\(version)")"
        case .stuck: "✔ NOT DOWNGRADED: both sides wait"
        }
    }

    /// What `--json` has of several runs.
    ///
    /// - Parameter connections: those of the runs that are told, each with its name and its journal.
    public static func json(
        _ runs: [DowngradeAttack], seed: UInt64, connections: [(id: String, journal: Journal)] = []
    ) -> JSON {
        .members(
            ("schema", .string("handshakesim.attack")), ("version", .integer(1)), ("name", .string("downgrade")),
            ("seed", .string(String(seed))), ("runs", .array(runs.map(\.json))),
            (
                "connections",
                .array(connections.map { .members(("id", .string($0.id)), ("journal", .journal($0.journal))) })
            ))
    }

    private var json: JSON {
        var refusal: Refusal?
        var version: ProtocolVersion?
        switch end {
        case .refused(let found): refusal = found
        case .completed(let spoken): version = spoken
        case .stuck: break
        }
        return .members(
            ("exchange", .string(exchange.rawValue)), ("changed", .string(change.rawValue)),
            ("client", .string(victim.rawValue)), ("reached", .bool(isDowngraded)),
            ("version", version.map { .string("\($0)") }),
            ("refused_by", refusal.map { .string("\($0.side)") }), ("refused_at", refusal.map { .string($0.message) }),
            ("alert", refusal?.alert.map { .string("\($0)") }), ("reason", refusal.map { .string("\($0.error)") }),
            ("client_master_secret", masterSecrets.map { .string(Hex.string($0.client)) }),
            ("server_master_secret", masterSecrets.map { .string(Hex.string($0.server)) }),
            ("request", .string(Hex.string(request))),
            (
                "steps",
                .array(
                    steps.map { step in
                        .members(
                            ("say", .string(step.finding.sentence(in: .english))),
                            (
                                "quantities",
                                .array(
                                    step.quantities.map {
                                        .members(("name", .string($0.name)), ("value", .string(Hex.string($0.octets))))
                                    })
                            ))
                    })
            ))
    }
}
