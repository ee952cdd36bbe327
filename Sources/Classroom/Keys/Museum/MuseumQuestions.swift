import Museum
import Trace

/// An exhibit of the museum, for exercises that tell the learner to perform it.
struct MuseumQuestion {
    private let exhibit: ExhibitName

    /// The exhibit of that name.
    ///
    /// - Throws: ``ExerciseError`` if the museum has no such exhibit.
    init(_ name: String) throws(ExerciseError) {
        guard let exhibit = ExhibitName.allCases.first(where: { $0.rawValue == name }) else { throw .noStep(name) }
        self.exhibit = exhibit
    }

    /// Where the attacker stands.
    var position: Position { exhibit.card.position }

    /// A performance of the exhibit.
    ///
    /// - Parameters:
    ///   - variant: the name of the variant; nil for the first one of the card.
    ///   - isDefended: whether the rule that prevents the attack is in place.
    ///   - recordsJournal: whether the run has journals.
    func performed(
        _ seed: UInt64, variant: String? = nil, isDefended: Bool = false, recordsJournal: Bool = false
    ) throws -> ExhibitRun {
        let variant = try variant ?? exhibit.card.variants.first.orThrow(.noStep(exhibit.rawValue))
        var wants = Performance.Wants()
        wants.journal = recordsJournal
        return try ExhibitRun.perform(exhibit.exhibit, variant: variant, isDefended: isDefended, seed: seed, wants)
    }
}

extension ExhibitRun {
    /// The segments with data that `who` has sent, in order; none if the run has no journals.
    func segments(of who: Principal) -> [Packet] {
        journals.flatMap { $0.sent(by: who) }.map(\.packet).filter { !$0.payload.isEmpty }
    }

    /// The quantity with that name, as the first step that has it shows it.
    func quantity(_ name: String) throws(ExerciseError) -> [UInt8] {
        try outcome.steps.flatMap(\.quantities).first { $0.name == name }.orThrow(.noStep(name)).octets
    }

    /// The value with that name which the attacker holds in the end.
    func loot(_ name: String) throws(ExerciseError) -> [UInt8] {
        try outcome.loot.first { $0.name == name }.orThrow(.noStep(name)).value
    }
}

extension Optional {
    /// The wrapped value. If there is none, `error` is thrown.
    func orThrow(_ error: ExerciseError) throws(ExerciseError) -> Wrapped {
        guard let self else { throw error }
        return self
    }
}
