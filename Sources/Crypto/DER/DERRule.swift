/// A rule of X.690 that the tags, the lengths or the numbers of an encoding break.
public enum DERRule: Hashable, Sendable {
    // MARK: Faults that end the reading

    /// The input ends inside a tag or a length.
    case endsInsideHeader
    /// The content needs more octets than the input has left.
    case endsInsideContent(needed: Int, available: Int)
    /// The content goes on past the end of the element that it is part of.
    case reachesPastParent(needed: Int, available: Int)
    /// The length has the indefinite form, which BER has and DER does not (X.690 section 10.1).
    case indefiniteLength
    /// The length is a number of more than seven octets, leading zeros not counted.
    case lengthTooLong(octets: Int)
    /// The length begins with ff, which is reserved (X.690 section 8.1.3.5).
    case reservedLength
    /// The number of the tag is written in more than four octets.
    case tagTooLarge
    /// Elements are nested more deeply than they are read.
    case tooDeep(limit: Int)

    // MARK: Faults after which reading goes on

    /// The length could be written in fewer octets (X.690 section 10.1).
    case lengthNotMinimal
    /// The tag could be written in fewer octets (X.690 section 8.1.2.4).
    case tagNotMinimal
    /// A number without octets (X.690 section 8.3.1).
    case emptyInteger
    /// A number with a needless first octet (X.690 section 8.3.2).
    case integerNotMinimal
}
