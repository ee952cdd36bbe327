import TLSSim
import Trace

/// Several visits with the same seed, the figures of each, and what changes from each to the next.
package struct VisitComparison: Sendable {
    /// One of the visits.
    package struct Run: Sendable {
        package let visit: ComparedVisit
        /// The command line of the visit, without the program's name.
        package let arguments: [String]
        /// Everything that happened.
        package let journal: Journal
        package let figures: VisitFigures
    }

    /// What changes from one visit to the next.
    package struct Change: Sendable {
        /// The visit before.
        package let from: ComparedVisit
        /// The visit after.
        package let to: ComparedVisit
        package let messages: MessageChanges
        /// A statement for each difference that was found.
        package let notes: [any ComparisonNote]
    }

    /// The seed of everything random in each visit.
    package let seed: UInt64
    /// The visits, in the order in which they were asked for.
    package let runs: [Run]

    /// A comparison of visits that have been run with the options of
    /// ``ComparedVisit/options(seed:clientCertificate:applicationProtocols:)``.
    package init(
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
    package var changes: [Change] {
        zip(runs, runs.dropFirst()).map { first, second in
            let messages = MessageChanges(from: first.figures.messages, to: second.figures.messages)
            return Change(
                from: first.visit, to: second.visit, messages: messages,
                notes: VisitDifferences(from: first.figures, to: second.figures, messages: messages).notes)
        }
    }
}
