import Trace

/// What a statement is about: a certificate in its role, and whose it is.
struct StatementSubject: CustomStringConvertible {
    /// The part that the certificate plays in its path.
    let role: Finding.Role
    /// The owner of the certificate.
    let owner: Role

    /// The side that judges the certificate: the other one.
    var judge: Role { owner.peer }

    /// "The leaf", at the beginning of an English sentence.
    var description: String { English.subject(role) }

    /// "the leaf", within an English sentence.
    var inSentence: String { description.prefix(1).lowercased() + description.dropFirst() }
}
