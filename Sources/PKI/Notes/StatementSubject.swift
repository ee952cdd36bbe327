import Trace

/// What a statement is about: a certificate in its role, and whose it is.
struct StatementSubject: CustomStringConvertible {
    /// The part that the certificate plays in its path.
    let role: Finding.Role
    /// Whose certificate it is.
    let owner: Role

    /// Who judges it: the other side.
    var judge: Role { owner.peer }

    /// "The leaf", at the beginning of an English sentence.
    var description: String { English.subject(role) }

    /// "the leaf", within an English sentence.
    var inSentence: String { description.prefix(1).lowercased() + description.dropFirst() }
}
