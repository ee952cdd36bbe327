import TLSSim
import Trace

/// Several visits with the same seed, what can be counted in each, and what changes from each to the next.
public struct VisitComparison: Sendable {
    /// One of the visits.
    public struct Run: Sendable {
        /// Which visit it is.
        public let visit: ComparedVisit
        /// The command line that makes it, without the program's name.
        public let arguments: [String]
        /// What happened.
        public let journal: Journal
        /// What can be counted in it.
        public let figures: VisitFigures
    }

    /// What changes from one visit to the next.
    public struct Change: Sendable {
        /// The visit before.
        public let from: ComparedVisit
        /// The visit after.
        public let to: ComparedVisit
        /// What becomes of the messages.
        public let messages: MessageChanges
        /// A statement for each difference found.
        public let notes: [any ComparisonNote]
    }

    /// The number from which everything random follows.
    public let seed: UInt64
    /// The visits, in the order in which they were asked for.
    public let runs: [Run]

    /// A comparison of visits that have been run with the options of
    /// ``ComparedVisit/options(seed:clientCertificate:applicationProtocols:)``.
    public init(
        seed: UInt64, clientCertificate: ClientCertificate? = nil, applicationProtocols: [String] = [],
        _ visits: [(visit: ComparedVisit, journal: Journal)]
    ) {
        self.seed = seed
        runs = visits.map { visit, journal in
            let options = visit.options(seed: seed, clientCertificate: clientCertificate)
            return Run(
                visit: visit,
                arguments: visit.arguments(
                    seed: seed, clientCertificate: clientCertificate, applicationProtocols: applicationProtocols),
                journal: journal, figures: VisitFigures(journal, breaking: options.quantumDerivations))
        }
    }

    /// What changes from each visit to the next.
    public var changes: [Change] {
        zip(runs, runs.dropFirst()).map { first, second in
            let messages = MessageChanges(from: first.figures.messages, to: second.figures.messages)
            return Change(
                from: first.visit, to: second.visit, messages: messages,
                notes: VisitDifferences(from: first.figures, to: second.figures, messages).notes)
        }
    }
}
