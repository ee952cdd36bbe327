import Crypto
import Trace

/// A rule of DER or of the certificate's structure that the octets break, and the place of the fault.
public struct DERFault: Error, Hashable, Sendable, Remark {
    /// The place at which the element at fault begins, in octets from the start of the certificate.
    public let offset: Int
    /// The rule that is broken.
    public let rule: Rule

    /// A fault of the element at `offset`.
    public init(at offset: Int, _ rule: Rule) {
        self.offset = offset
        self.rule = rule
    }

    /// The faults that a reader has found.
    static func all(_ found: [(offset: Int, rule: DERRule)]) -> [DERFault] {
        found.map { DERFault(at: $0.offset, .encoding($0.rule)) }
    }

    /// The ways in which an encoding can be wrong.
    public enum Rule: Hashable, Sendable {
        /// A rule of the encoding.
        case encoding(DERRule)

        // MARK: Faults that end the reading

        /// There are no octets.
        case noOctets
        /// There are more octets than are looked at.
        case tooLarge(count: Int, limit: Int)

        // MARK: Faults after which reading goes on

        /// Octets follow the last one of the certificate.
        case trailing(count: Int)
        /// A type that must be primitive is constructed, or the other way round (X.690 sections 8.2 to 8.12 and 10.2).
        case wrongForm(constructed: Bool)
        /// A BOOLEAN that is neither 00 nor ff (X.690 section 11.1).
        case booleanValue
        /// A NULL that has content (X.690 section 8.8.2).
        case nullNotEmpty
        /// A BIT STRING without the octet that counts its unused bits, or with an impossible count (X.690 section 8.6.2).
        case unusedBits
        /// Unused bits that are not zero (X.690 section 11.2.1).
        case unusedBitsNotZero
        /// An object identifier that ends inside a number, or has a number that begins with zeros (X.690 section 8.19.2).
        case malformedObjectIdentifier
        /// A time that does not have the form that certificates must use (RFC 5280 section 4.1.2.5).
        case malformedTime
        /// Octets that are no characters of the string's type.
        case malformedText
        /// An address that has neither 4 nor 16 octets, or twice as many with a mask (RFC 5280 section 4.2.1.6).
        case malformedAddress(count: Int)
        /// Elements of a SET OF that do not stand in ascending order (X.690 section 11.6).
        case setOrder
        /// A value that equals the default and should not be there at all (X.690 section 11.5).
        case defaultEncoded
        /// An empty list that must not be empty.
        case emptyList
        /// An element of another type than the structure has at this place.
        case wrongType(wanted: [DERTag], found: DERTag)
        /// The structure ends where something has to follow.
        case missing(Part)
        /// The structure goes on where it should end.
        case unexpected(DERTag)
        /// Octets of a structure that is not DER cannot be read, such as those of a signed certificate timestamp.
        case malformedOctets
    }

    /// Whether the octets behind the fault cannot be read.
    public var isFatal: Bool {
        switch rule {
        case .noOctets, .tooLarge: true
        case .encoding(let rule): rule.isFatal
        default: false
        }
    }

    /// The document that sets the rule.
    public var cite: Citation {
        switch rule {
        case .noOctets, .tooLarge, .missing, .unexpected, .wrongType, .emptyList: .rfc(5280, "4.1")
        case .encoding(let rule): rule.cite
        case .trailing: .rfc(5280, "4.1.1")
        case .wrongForm: Citation("X.690", "10.2")
        case .booleanValue: Citation("X.690", "11.1")
        case .nullNotEmpty: Citation("X.690", "8.8.2")
        case .unusedBits: Citation("X.690", "8.6.2")
        case .unusedBitsNotZero: Citation("X.690", "11.2.1")
        case .malformedObjectIdentifier: Citation("X.690", "8.19.2")
        case .malformedTime: .rfc(5280, "4.1.2.5")
        case .malformedText: .rfc(5280, "4.1.2.4")
        case .malformedAddress: .rfc(5280, "4.2.1.6")
        case .setOrder: Citation("X.690", "11.6")
        case .defaultEncoded: Citation("X.690", "11.5")
        case .malformedOctets: .rfc(6962, "3.3")
        }
    }

    public var english: String {
        switch rule {
        case .noOctets: "there are no octets at all"
        case .tooLarge(let count, let limit): "\(counted(count, "octet")), more than the \(limit) that are looked at"
        case .encoding(let rule): rule.english
        case .trailing(let count):
            "\(count == 1 ? "1 octet follows" : "\(count) octets follow") the end of the certificate"
        case .wrongForm(let constructed):
            constructed
                ? "it is cut into pieces; DER writes such a value in one"
                : "it has octets where it should have elements"
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
        case .malformedOctets: "the octets do not add up to the structure that they should have"
        }
    }

    public var chinese: String {
        switch rule {
        case .noOctets: "一个字节也没有"
        case .tooLarge(let count, let limit): "\(count) 字节，超过了查看的上限 \(limit)"
        case .encoding(let rule): rule.chinese
        case .trailing(let count): "证书结束之后还有 \(count) 字节"
        case .wrongForm(let constructed):
            constructed ? "它分成了几段；DER 把这样的值写成一段" : "它应当含有元素，里面却是字节"
        case .booleanValue: "BOOLEAN 是一个字节，00 表示 FALSE，ff 表示 TRUE"
        case .nullNotEmpty: "NULL 没有内容"
        case .unusedBits: "BIT STRING 以末尾不用的位数开头，从 0 到 7"
        case .unusedBitsNotZero: "末尾不用的位不是零"
        case .malformedObjectIdentifier: "对象标识符中的数无法读取"
        case .malformedTime: "不是形式为 YYMMDDhhmmssZ（UTCTime）或 YYYYMMDDhhmmssZ（GeneralizedTime）的时间"
        case .malformedText: "这些字节不是这种类型的字符"
        case .malformedAddress(let count): "地址有 4 或 16 字节，带掩码时有 8 或 32 字节，而不是 \(count) 字节"
        case .setOrder: "集合的元素没有按升序排列；DER 对任何内容都只有一种写法"
        case .defaultEncoded: "这个值是默认值，而 DER 省略默认值"
        case .emptyList: "列表是空的，而它不能为空"
        case .wrongType(let wanted, let found):
            wanted.isEmpty
                ? "这里不应出现 \(found.name)" : "应为 \(DERFault.chineseAlternatives(wanted))，实为 \(found.name)"
        case .missing(let part): "它结束了，而后面应当有 \(part.name)"
        case .unexpected(let tag): "多出了 \(tag.name)：这里不应再有内容"
        case .malformedOctets: "这些字节不能组成应有的结构"
        }
    }

    private static func alternatives(_ tags: [DERTag]) -> String {
        let names = tags.map(\.name)
        return names.count < 3 ? names.joined(separator: " or ") : "one of " + names.joined(separator: ", ")
    }

    private static func chineseAlternatives(_ tags: [DERTag]) -> String {
        let names = tags.map(\.name)
        return names.count < 3 ? names.joined(separator: " 或 ") : names.joined(separator: "、") + " 之一"
    }
}

extension DERRule {
    /// Whether the octets behind the fault cannot be read.
    var isFatal: Bool {
        switch self {
        case .lengthNotMinimal, .tagNotMinimal, .emptyInteger, .integerNotMinimal: false
        case .endsInsideHeader, .endsInsideContent, .reachesPastParent, .indefiniteLength, .lengthTooLong,
            .reservedLength, .tagTooLarge, .tooDeep:
            true
        }
    }

    /// The section that sets the rule.
    var cite: Citation {
        switch self {
        case .endsInsideHeader, .endsInsideContent, .reachesPastParent, .tooDeep: Citation("X.690", "8.1.1")
        case .indefiniteLength, .lengthNotMinimal: Citation("X.690", "10.1")
        case .lengthTooLong, .reservedLength: Citation("X.690", "8.1.3.5")
        case .tagTooLarge, .tagNotMinimal: Citation("X.690", "8.1.2.4")
        case .emptyInteger, .integerNotMinimal: Citation("X.690", "8.3")
        }
    }

    /// The fault as a clause about the element.
    var english: String {
        switch self {
        case .endsInsideHeader: "the octets end inside a tag or a length"
        case .endsInsideContent(let needed, let available):
            "its length says \(needed) octets, and only \(available) are there: the certificate is cut off"
        case .reachesPastParent(let needed, let available):
            "its length says \(needed) octets, and what it stands in has only \(available) left"
        case .indefiniteLength: "its length is 80, \"until further notice\"; DER wants every length said beforehand"
        case .lengthTooLong(let octets): "its length is a number of \(counted(octets, "octet")); nothing is that long"
        case .reservedLength: "its length begins with ff, which means nothing"
        case .tagTooLarge: "the number of its tag has more than four octets"
        case .tooDeep(let limit): "more than \(limit) elements, one inside the other"
        case .lengthNotMinimal: "its length could be written in fewer octets; DER has one way to write everything"
        case .tagNotMinimal: "its tag could be written in fewer octets; DER has one way to write everything"
        case .emptyInteger: "a number without octets"
        case .integerNotMinimal: "the first octet of the number says nothing; DER has one way to write everything"
        }
    }

    /// The fault as a clause about the element, in Chinese.
    var chinese: String {
        switch self {
        case .endsInsideHeader: "字节在标记或长度的中间结束"
        case .endsInsideContent(let needed, let available):
            "它的长度写的是 \(needed) 字节，而这里只有 \(available) 字节：证书被截断了"
        case .reachesPastParent(let needed, let available):
            "它的长度写的是 \(needed) 字节，而它所在的元素只剩下 \(available) 字节"
        case .indefiniteLength: "它的长度是 80，意思是“到另行通知为止”；DER 要求事先写明每个长度"
        case .lengthTooLong(let octets): "它的长度是一个 \(octets) 字节的数；没有这么长的内容"
        case .reservedLength: "它的长度以 ff 开头，而 ff 没有意义"
        case .tagTooLarge: "它的标记的编号超过四个字节"
        case .tooDeep(let limit): "元素层层嵌套，超过 \(limit) 层"
        case .lengthNotMinimal: "它的长度可以用更少的字节写；DER 对任何内容都只有一种写法"
        case .tagNotMinimal: "它的标记可以用更少的字节写；DER 对任何内容都只有一种写法"
        case .emptyInteger: "一个没有字节的数"
        case .integerNotMinimal: "这个数的第一个字节没有意义；DER 对任何内容都只有一种写法"
        }
    }
}
