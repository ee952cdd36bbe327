import Crypto
import Render
import TLSSim
import Trace

/// The findings of an attack on a recorded connection, step by step, and its outcome.
package struct AttackReport: Sendable {
    /// How an attack ends.
    package enum Outcome: Hashable, Sendable {
        case opened
        case earlyDataOpened
        case forwardSecret
        case closedWithoutForwardSecrecy
        /// The attack could not be completed; the last step says why.
        case failed
    }

    package private(set) var steps: [AttackStep] = []
    /// How the attack ended.
    package private(set) var outcome = Outcome.failed
    /// The client's early data of TLS 1.3, as far as it was decrypted.
    package var earlyData: [UInt8] = []
    /// The client's application data after the handshake, as far as it was decrypted.
    package var clientData: [UInt8] = []
    /// The server's application data, as far as it was decrypted.
    package var serverData: [UInt8] = []

    /// The keys of a decrypted connection of TLS 1.2, and whether the extended master secret was agreed; nil if it was not decrypted.
    package private(set) var keys: (schedule: KeySchedule, extended: Bool)?

    /// A report without steps. Its outcome is `failed` until another one is set.
    package init() {}

    mutating func add(_ finding: some Remark, _ quantities: [Calculation.Quantity] = []) {
        steps.append(AttackStep(remark: finding, quantities: quantities))
    }

    /// The connection of TLS 1.2 with these keys was decrypted.
    mutating func conclude(with schedule: KeySchedule, extended: Bool) {
        keys = (schedule, extended)
        outcome = .opened
    }

    /// Sets the outcome without a further step.
    mutating func conclude(_ outcome: Outcome) {
        self.outcome = outcome
    }

    /// Adds the last step and sets the outcome.
    mutating func end(
        _ outcome: Outcome, _ finding: some Remark, showing quantities: [Calculation.Quantity] = []
    ) {
        add(finding, quantities)
        self.outcome = outcome
    }
}

extension AttackReport {
    /// The numbered steps, the decrypted data, and the outcome.
    package var report: Report { Report(steps: steps) + said + Report([.space]) }

    /// The decrypted data and the outcome.
    var said: Report {
        var report = Report()
        if !earlyData.isEmpty { report.add(.space, .said(AttackData.earlyData.words, earlyData)) }
        if outcome == .opened {
            if earlyData.isEmpty { report.add(.space) }
            report.add(.said(AttackData.client.words, clientData), .said(AttackData.server.words, serverData))
        }
        return report + Report([verdict])
    }

    /// A short report: the steps that differ between recordings, the server's data, and the outcome. It shows how the keys were found and
    /// what proves them.
    var brief: Report {
        var report = Report()
        for step in steps {
            switch step.remark {
            case ExponentSearchFinding.found, ExponentSearchFinding.infeasible, DerivedKeysFinding.finishedVerified,
                DerivedKeysFinding.finishedWrong, DerivedKeysFinding.finishedMissing, DerivedKeysFinding.nothingProved:
                report += step.unnumbered
            default: continue
            }
        }
        if outcome == .opened { report.add(.space, .said(AttackData.server.words, serverData)) }
        return report + Report([verdict, .space])
    }

    private var verdict: Report.Part {
        if case .exponentNeeded(let group)? = steps.last?.remark as? ForwardSecrecyFinding, group.isWithinReach {
            return .outcome(
                Words(
                    english: "✘ NOT OPENED by the key; but anyone can break this small group",
                    chinese: "✘ 用这个密钥未打开；但这个小群谁都能攻破"))
        }
        return .outcome(outcome)
    }
}

/// The titles of data that an attacker has read.
private enum AttackData: Wording {
    case earlyData, client, server

    var words: Words { Words(self) }

    var english: String {
        switch self {
        case .earlyData: "The client said early"
        case .client: "The client said"
        case .server: "The server said"
        }
    }

    var chinese: String {
        switch self {
        case .earlyData: "客户端的早期数据"
        case .client: "客户端发送的数据"
        case .server: "服务器发送的数据"
        }
    }
}

extension AttackReport.Outcome: Wording {
    package var english: String {
        switch self {
        case .opened: "✔ OPENED"
        case .earlyDataOpened: "✔ OPENED: the early data. ✘ CLOSED: the rest, by forward secrecy"
        case .forwardSecret: "✘ CLOSED: forward secrecy"
        case .closedWithoutForwardSecrecy: "✘ CLOSED: to this thief. It has no forward secrecy"
        case .failed: "✘ NOT OPENED, for another reason than forward secrecy"
        }
    }

    package var chinese: String {
        switch self {
        case .opened: "✔ 已打开"
        case .earlyDataOpened: "✔ 已打开：早期数据。✘ 打不开：其余部分，因为前向保密"
        case .forwardSecret: "✘ 打不开：前向保密"
        case .closedWithoutForwardSecrecy: "✘ 打不开：对这个窃贼而言。它没有前向保密"
        case .failed: "✘ 未打开，原因不是前向保密"
        }
    }
}
