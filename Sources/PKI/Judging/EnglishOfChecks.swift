extension English {
    /// What a check is for, and what could be done to those who leave it out.
    static func purpose(of check: Check) -> String {
        switch check {
        case .certificate:
            "Who cannot read a certificate cannot know what it says; parsers that guess have been fooled with certificates that "
                + "two programs read differently."
        case .chainLength: "Without a limit, whoever sends certificates decides how much work the other side does."
        case .order:
            "The order says which certificate is whose issuer's; a path can be found without it, with more work."
        case .signature:
            "The signature is what makes a certificate more than a claim. Without the check anybody writes his own."
        case .revocation:
            "Who has stolen the key of a certificate can use it until its dates are over, unless somebody heeds that its issuer "
                + "has taken it back."
        case .signatureAlgorithm:
            "Who can compute collisions gets a harmless certificate signed and moves the signature to a harmful one."
        case .keyStrength: "A key that can be computed from its public half belongs to everybody who has the time."
        case .dates:
            "After its dates nobody answers for a certificate: its key may have leaked and its host have another owner."
        case .basicConstraints: "Without the check the owner of any certificate could issue certificates for any host."
        case .pathLength: "An authority that was to certify hosts only could make further authorities."
        case .keyUsage: "A key that is meant for one thing may be within reach of people who should not do the other."
        case .nameConstraints: "A company's own authority could issue certificates for a bank."
        case .pathDepth: "Every further authority is one more that can make a mistake."
        case .key: "A key that cannot be used proves nothing in a handshake."
        case .extendedKeyUsage: "A certificate for signing mails or programs could be used to pose as a server."
        case .criticalExtensions:
            "Critical is how an authority says: do not use this unless you understand it. Passing it over removes a limit."
        case .certificatePolicies:
            "A certificate that was issued with less care than an authority demands of those below it could be used all the "
                + "same."
        case .form: "Certificates that break the rules of their form are read differently by different programs."
        case .serialNumber:
            "Revocation goes by serial number, and unpredictable ones keep anybody from preparing a collision."
        case .duplicateExtensions:
            "Of two extensions of one kind one program believes the first and another the second."
        case .keyIdentifiers: "Without them programs try keys until one fits, or find no path where there is one."
        case .subject: "Names that only some programs can compare fit where they should not."
        case .hostName:
            "Without the check any certificate from any authority will do: everybody who owns some host could pose as this one."
        case .anchor:
            "Anybody can make an authority. Trust begins at those that somebody has decided to trust, and nowhere else."
        case .pin:
            "A pin leaves out all authorities but those known beforehand, also those that somebody else has installed."
        case .secondOpinion: "Two programs that were written apart seldom make the same mistake."
        case .search: "A few certificates that issue one another have more paths than anybody can try."
        }
    }
}
