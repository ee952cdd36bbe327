import Trace

/// The certificate that a statement is about: its role in the path, and its owner.
struct StatementSubject: CustomStringConvertible {
    /// The role of the certificate in its path.
    let role: CheckResult.Role
    /// The side that owns the chain.
    let owner: Role

    /// The side that judges the chain: the peer of the owner.
    var judge: Role { owner.peer }

    /// "The leaf", at the beginning of an English sentence.
    var description: String { English.subject(role) }

    /// "the leaf", within an English sentence.
    var inSentence: String { description.prefix(1).lowercased() + description.dropFirst() }
}
