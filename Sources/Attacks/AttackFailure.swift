/// Why an attack could not be carried out, apart from wrong usage.
public struct AttackFailure: Error, CustomStringConvertible {
    /// What happened, and in which file.
    public let description: String

    /// A failure in these words.
    public init(_ description: String) {
        self.description = description
    }
}
