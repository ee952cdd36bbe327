import PKI
import Trace

// Which rule is broken, in English.

extension DERFault: Remark {
    /// One sentence, without the place.
    public func sentence(in language: Language) -> String {
        switch language {
        case .english: english
        }
    }

    private var english: String {
        switch rule {
        case .noOctets: "there are no octets at all"
        case .tooLarge(let count, let limit): "\(count) octets, more than the \(limit) that are looked at"
        case .endsInsideHeader: "the octets end inside a tag or a length"
        case .endsInsideContent(let needed, let available):
            "its length says \(needed) octets, and only \(available) are there: the certificate is cut off"
        case .reachesPastParent(let needed, let available):
            "its length says \(needed) octets, and what it stands in has only \(available) left"
        case .indefiniteLength: "its length is 80, \"until further notice\"; DER wants every length said beforehand"
        case .lengthTooLong(let octets): "its length is a number of \(octets) octets; nothing is that long"
        case .reservedLength: "its length begins with ff, which means nothing"
        case .tagTooLarge: "the number of its tag has more than four octets"
        case .tooDeep(let limit): "more than \(limit) elements, one inside the other"
        default: englishOfTheRest
        }
    }

    private var englishOfTheRest: String {
        switch rule {
        case .lengthNotMinimal: "its length could be written in fewer octets; DER has one way to write everything"
        case .tagNotMinimal: "its tag could be written in fewer octets; DER has one way to write everything"
        case .trailing(let count):
            "\(count == 1 ? "1 octet follows" : "\(count) octets follow") the end of the certificate"
        case .wrongForm(let constructed):
            constructed
                ? "it is cut into pieces; DER writes such a value in one"
                : "it has octets where it should have elements"
        case .emptyInteger: "a number without octets"
        case .integerNotMinimal: "the first octet of the number says nothing; DER has one way to write everything"
        case .booleanValue: "a BOOLEAN is one octet, 00 for FALSE or ff for TRUE"
        case .nullNotEmpty: "a NULL has no content"
        case .unusedBits: "a BIT STRING begins with the number of unused bits at its end, 0 to 7"
        case .unusedBitsNotZero: "the unused bits at the end are not zero"
        case .malformedObjectIdentifier: "the numbers of the object identifier cannot be read"
        case .malformedTime: "not a time in the form YYMMDDhhmmssZ (UTCTime) or YYYYMMDDhhmmssZ (GeneralizedTime)"
        case .malformedText: "the octets are not characters of this type"
        case .malformedAddress(let count):
            "an address has 4 or 16 octets, or 8 or 32 with a mask, not \(count)"
        case .setOrder: "the elements of the set are not in ascending order; DER has one way to write everything"
        case .defaultEncoded: "the value is the default, and DER leaves the default out"
        case .emptyList: "the list is empty, and must not be"
        case .wrongType(let wanted, let found):
            wanted.isEmpty
                ? "\(found.name) is not expected here"
                : "expected \(DERFault.alternatives(wanted)), found \(found.name)"
        case .missing(let part): "it ends where \(part.name) should follow"
        case .unexpected(let tag): "\(tag.name) is left over: nothing more is expected here"
        default: "the octets do not add up to the structure that they should have"
        }
    }

    private static func alternatives(_ tags: [DERTag]) -> String {
        let names = tags.map(\.name)
        return names.count < 3 ? names.joined(separator: " or ") : "one of " + names.joined(separator: ", ")
    }
}
