/// The error of an attack that could not be carried out. Wrong usage has an error of its own, `ValidationError`.
package struct AttackFailure: Error, CustomStringConvertible {
    /// The message for the user: what happened, and in which file.
    package let description: String

    /// An error with this message.
    package init(_ description: String) {
        self.description = description
    }
}
