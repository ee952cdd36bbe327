import Museum
import Trace

/// What exercises ask of the museum: an exhibit, performed as a learner is told to.
struct MuseumQuestion {
    private let exhibit: ExhibitName

    /// The exhibit of that name.
    ///
    /// - Throws: ``ExerciseError`` where the museum has none.
    init(_ name: String) throws(ExerciseError) {
        guard let exhibit = ExhibitName.allCases.first(where: { $0.rawValue == name }) else { throw .noStep(name) }
        self.exhibit = exhibit
    }

    /// Where the attacker stands.
    var position: Position { exhibit.card.position }

    /// A performance.
    ///
    /// - Parameters:
    ///   - isDefended: whether the rule is in place.
    ///   - isTold: whether there is a journal of it.
    func performed(
        _ seed: UInt64, variant: String? = nil, isDefended: Bool = false, isTold: Bool = false
    ) throws -> ExhibitRun {
        let variant = try variant ?? exhibit.card.variants.first.orThrow(.noStep(exhibit.rawValue))
        var wants = Performance.Wants()
        wants.journal = isTold
        return try ExhibitRun.perform(exhibit.exhibit, variant: variant, isDefended: isDefended, seed: seed, wants)
    }
}

extension ExhibitRun {
    /// The segments with data that one principal has sent, in order. The run must be told.
    func segments(of who: Principal) -> [Packet] {
        journals.flatMap(\.events).compactMap { event in
            guard event.who == who, case .sent(let packet, _) = event.kind, !packet.payload.isEmpty else { return nil }
            return packet
        }
    }

    /// A value that a step shows.
    func quantity(_ name: String) throws(ExerciseError) -> [UInt8] {
        try outcome.steps.flatMap(\.quantities).first { $0.name == name }.orThrow(.noStep(name)).octets
    }

    /// What she holds in the end under that name.
    func loot(_ name: String) throws(ExerciseError) -> [UInt8] {
        try outcome.loot.first { $0.name == name }.orThrow(.noStep(name)).value
    }
}

extension Principal {
    /// The attacker of the museum.
    static let stranger = Principal.host("attacker")
}

extension Optional {
    /// What is there, or the error.
    func orThrow(_ error: ExerciseError) throws(ExerciseError) -> Wrapped {
        guard let self else { throw error }
        return self
    }
}
