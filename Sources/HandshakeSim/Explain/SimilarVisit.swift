import Capture
import Explain
import Render
import Simulator

/// A visit of the simulator that resembles a recorded connection. It is made and explained before it is told.
enum SimilarVisit {
    /// The last part of the story of a recorded connection; nil if no visit has the same verdict.
    static func report(for similar: SimilarRun) -> Report? {
        similar.candidates.first { isLike($0, similar) }.map { SimilarRun.report($0) }
    }

    private static func isLike(_ arguments: [String], _ similar: SimilarRun) -> Bool {
        guard let run = try? Run.parse(arguments), let options = try? run.visitOptions(),
            let visit = try? Visit.run(options)
        else { return false }
        return similar.isLike(PcapNG.bytes(visit.journal))
    }
}
