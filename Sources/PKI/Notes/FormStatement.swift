import Trace

/// Whether the certificate is written as RFC 5280 and the rules of the Web PKI have it.
public enum FormStatement: StatementTopic {
    /// All is written as it should be.
    case wellFormed
    /// The algorithm of the signature is not the one that was announced.
    case algorithmsDiffer(inside: String, outside: String)
    /// The algorithm of the signature is the one that was announced, with other parameters.
    case parametersDiffer(algorithm: String)
    /// A version that has no extensions.
    case oldVersion(Int)
    /// issuerUniqueID or subjectUniqueID is there.
    case uniqueIdentifiers
    /// A date is written in the form for another century.
    case datesOfWrongForm
    /// An extension that must be there is not.
    case extensionMissing(String)
    /// An extension should be critical and is not, or the other way round.
    case shouldBeCritical(String, Bool)
    /// No extension is there twice.
    case extensionsOnce
    /// One is.
    case extensionTwice(String)
    /// The serial number is 0.
    case serialZero
    /// It is negative.
    case serialNegative
    /// It has too many octets.
    case serialTooLong(octets: Int)
    /// It is in order.
    case serialInOrder
    /// The key identifiers are in order.
    case identifiersInOrder
    /// The identifier of the issuer's key is not the one that the issuer has.
    case identifiersDiffer(issuer: String)
    /// authorityKeyIdentifier has no key identifier.
    case identifierWithoutKey
    /// It has more than the key identifier.
    case identifierWithMore
    /// Subject and alternative names are in order.
    case subjectInOrder
    /// The issuer has no name.
    case emptyIssuer
    /// An authority has no name.
    case emptySubject
    /// The leaf is an authority.
    case leafIsAuthority
    /// A path length without the right to issue.
    case pathLengthOfNoAuthority
    /// keyCertSign without the right to issue.
    case certifierIsNoAuthority
    /// keyUsage lists nothing.
    case noUsageAtAll
    /// An alternative name is neither a host nor an address, or its wildcard is in the wrong place.
    case nameOfWrongForm(String)
    /// The common name is one of the alternative names in another spelling.
    case commonNameSpelledOtherwise(String, than: String)
    /// The leaf may be used for anything.
    case anyUsage
    /// An anchor restricts what it may be used for, which does not count.
    case anchorWithUsages

    func sentence(in language: Language, about subject: StatementSubject) -> String {
        switch language {
        case .english: english(subject)
        }
    }

    private func english(_ it: StatementSubject) -> String {
        switch self {
        case .wellFormed: "\(it) is written as RFC 5280 has it."
        case .algorithmsDiffer(let inside, let outside):
            "\(it) announces a signature with \(inside) and has one with \(outside): the second name is not signed, "
                + "so anybody can have changed it."
        case .parametersDiffer(let algorithm):
            "\(it) names \(algorithm) twice, with different parameters; the two must be the same."
        case .oldVersion(let version):
            "\(it) is of version \(version), from before extensions: it cannot say what it is for."
        case .uniqueIdentifiers: "\(it) has a unique identifier, which RFC 5280 forbids to use."
        case .datesOfWrongForm:
            "\(it) writes a date before 2050 as GeneralizedTime, or with fractions of a second; until 2049 it must be UTCTime."
        case .extensionMissing(let name): "\(it) has no extension \(name), which it should have."
        case .shouldBeCritical(let name, true): "\(it) does not mark \(name) as critical, which it should."
        case .shouldBeCritical(let name, false): "\(it) marks \(name) as critical, which it should not."
        case .extensionsOnce: "\(it) has no extension twice."
        case .extensionTwice(let name):
            "\(it) has the extension \(name) twice: one program would believe the first, another the second."
        case .serialZero: "\(it) has the serial number 0; it must be positive."
        case .serialNegative: "\(it) has a negative serial number; it must be positive."
        case .serialTooLong(let octets): "\(it) has a serial number of \(octets) octets; at most 20 are allowed."
        case .serialInOrder: "\(it) has a serial number that is positive and not too long."
        case .identifiersInOrder: "\(it) says which key signed it, as far as it must."
        case .identifiersDiffer(let issuer): "\(it) says that another key signed it than the one of \(issuer)."
        case .identifierWithoutKey: "\(it) has an authorityKeyIdentifier that identifies no key."
        case .identifierWithMore:
            "\(it) names its issuer's certificate in authorityKeyIdentifier; the Web PKI has the key alone there."
        case .subjectInOrder: "\(it) says in order whose it is."
        case .emptyIssuer: "\(it) has an issuer without a name."
        case .emptySubject: "\(it) issues certificates without having a name."
        case .leafIsAuthority: "\(it) is an authority's, and no authority should be a \(it.owner)."
        case .pathLengthOfNoAuthority: "\(it) limits the authorities below it without being one."
        case .certifierIsNoAuthority: "\(it) has a key for signing certificates and is no authority."
        case .noUsageAtAll: "\(it) has a keyUsage that lists nothing."
        case .nameOfWrongForm(let name):
            "\(it) names \(name), which is neither a host nor an address, or has its wildcard in a place where none may be."
        case .commonNameSpelledOtherwise(let name, let other):
            "\(it) has the common name \(name). That is its alternative name \(other) in another spelling; the rules of the Web PKI "
                + "want the same spelling."
        case .anyUsage: "\(it) may be used for anything; the rules of the Web PKI want the purposes listed."
        case .anchorWithUsages:
            "\(it) has an extended key usage. It does not count: an anchor is trusted as a name and a key."
        }
    }
}
