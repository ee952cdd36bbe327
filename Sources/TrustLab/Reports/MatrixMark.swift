/// A policy's decision, compared with the right decision. The raw value is the sign of the tables.
enum MatrixMark: String, CaseIterable {
    /// The policy accepts, rightly.
    case accepts = "+"
    /// The policy refuses, rightly.
    case refuses = "."
    /// The policy refuses a chain that it should accept.
    case lockedOut = "x"
    /// The policy accepts a chain that it should refuse.
    case deceived = "!"

    init(_ accepts: Bool, shouldAccept: Bool) {
        self =
            switch (accepts, shouldAccept) {
            case (true, true): .accepts
            case (false, false): .refuses
            case (true, false): .deceived
            case (false, true): .lockedOut
            }
    }

    /// Whether the policy does something else than it should.
    var differs: Bool { self == .lockedOut || self == .deceived }

    /// The mark in words.
    ///
    /// - Parameter isPlatform: whether what should be done is what the platform does: of a chain of the user's nothing else is known.
    func meaning(isPlatform: Bool) -> String {
        switch self {
        case .accepts: isPlatform ? "accepts, as the platform does" : "accepts, and should"
        case .refuses: isPlatform ? "refuses, as the platform does" : "refuses, and should"
        case .lockedOut:
            isPlatform ? "refuses what the platform accepts" : "refuses, and should not: the user is locked out"
        case .deceived:
            isPlatform ? "accepts what the platform refuses" : "accepts, and should not: the user can be deceived"
        }
    }
}
