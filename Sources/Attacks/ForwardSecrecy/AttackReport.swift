import Crypto
import TLSSim
import Trace

/// What an attack on a recorded connection found, step by step, and how it ended.
public struct AttackReport: Sendable {
    /// One step: what was found, and the numbers that show it.
    public struct Step: Sendable {
        /// What was found.
        public let finding: AttackFinding
        /// The values, in the order in which they should be shown.
        public let quantities: [Calculation.Quantity]
    }

    /// How it ended.
    public enum Outcome: Hashable, Sendable {
        /// The recording is open.
        case opened
        /// The early data is open, and the rest stays closed.
        case earlyDataOpened
        /// It stays closed: the key that was stolen never had to do with the premaster secret.
        case forwardSecret
        /// It stays closed, and it has no forward secrecy: what was stolen is no input of its keys, and something else is.
        case closedWithoutForwardSecrecy
        /// The attack could not be carried through; the last step says why.
        case failed
    }

    /// The steps.
    public private(set) var steps: [Step] = []
    /// How it ended.
    public private(set) var outcome = Outcome.failed
    /// What the client said before the server had answered, as far as it was opened.
    public var earlyData: [UInt8] = []
    /// What the client said, as far as it was opened.
    public var clientData: [UInt8] = []
    /// What the server said.
    public var serverData: [UInt8] = []

    /// A report that says nothing yet.
    public init() {}

    mutating func add(_ finding: AttackFinding, _ quantities: [Calculation.Quantity] = []) {
        steps.append(Step(finding: finding, quantities: quantities))
    }

    /// Settles how it ended.
    mutating func conclude(_ outcome: Outcome) {
        self.outcome = outcome
    }

    /// Adds the last step.
    mutating func end(
        _ outcome: Outcome, _ finding: AttackFinding, _ quantities: [Calculation.Quantity] = []
    ) {
        add(finding, quantities)
        self.outcome = outcome
    }
}
