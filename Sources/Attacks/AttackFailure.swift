/// Why an attack could not be carried out, apart from wrong usage.
package struct AttackFailure: Error, CustomStringConvertible {
    /// What happened, and in which file.
    package let description: String

    /// A failure in these words.
    package init(_ description: String) {
        self.description = description
    }
}
