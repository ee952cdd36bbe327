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

    /// The side that judges, in Chinese.
    var judgeInChinese: String { Chinese.name(judge) }

    /// The owner, in Chinese.
    var ownerInChinese: String { Chinese.name(owner) }

    /// A Chinese sentence that begins with the certificate.
    func chinese(_ rest: String) -> String { chinese("", rest) }

    /// A Chinese sentence with the certificate between `start` and `rest`. A name of the certificate stands apart from Han characters.
    func chinese(_ start: String, _ rest: String) -> String { spaced(spaced(start, Chinese.subject(role)), rest) }
}
