/// One element of a DER encoding, where it lies in the octets: tag, length, content (X.690 section 8.1).
///
/// Judging a certificate uses the values in the nodes; the annotated certificate shows where each value stands.
public struct DERNode: Hashable, Sendable {
    /// The tag of the element.
    public let tag: DERTag
    /// The place of its tag, in octets from the start of the buffer.
    public let offset: Int
    /// The number of elements around it.
    public let depth: Int
    /// The octets of tag and length.
    public let headerLength: Int
    /// The length of the content in octets, as the header claims it.
    public let length: Int
    /// The octets of content that are there: fewer than ``length`` claims where the input ends too early.
    public let content: Range<Int>
    /// The elements inside a constructed element.
    public let children: [DERNode]

    /// Whether the content is all there and could be read to its end.
    public let isComplete: Bool

    /// From the tag to the last octet of the content.
    public var range: Range<Int> { offset..<content.upperBound }
}

/// The tag of an element: its class, its number, and whether the element is constructed from elements (X.690 section 8.1.2).
public struct DERTag: Hashable, Sendable {
    /// The class of a tag: it says who has defined the number.
    public enum Class: UInt8, Hashable, Sendable {
        /// Defined by X.680: 2 is INTEGER everywhere.
        case universal = 0
        /// Defined by an application's standard. X.509 does not use it.
        case application = 1
        /// Defined by the structure around the element: [0] in TBSCertificate is its version.
        case context = 2
        /// Defined by private agreement.
        case `private` = 3
    }

    /// The class.
    public let kind: Class
    /// Whether the content is elements rather than octets.
    public let isConstructed: Bool
    /// The number.
    public let number: Int

    /// A tag.
    public init(_ kind: Class, _ number: Int, constructed: Bool = false) {
        self.kind = kind
        self.number = number
        isConstructed = constructed
    }

    package static let boolean = DERTag(.universal, 1)
    package static let integer = DERTag(.universal, 2)
    package static let bitString = DERTag(.universal, 3)
    package static let octetString = DERTag(.universal, 4)
    package static let null = DERTag(.universal, 5)
    package static let objectIdentifier = DERTag(.universal, 6)
    package static let enumerated = DERTag(.universal, 10)
    package static let utf8String = DERTag(.universal, 12)
    package static let sequence = DERTag(.universal, 16, constructed: true)
    package static let set = DERTag(.universal, 17, constructed: true)
    package static let printableString = DERTag(.universal, 19)
    package static let ia5String = DERTag(.universal, 22)
    package static let utcTime = DERTag(.universal, 23)
    package static let generalizedTime = DERTag(.universal, 24)
    package static let visibleString = DERTag(.universal, 26)
    package static let bmpString = DERTag(.universal, 30)

    /// A context-specific tag of a primitive element.
    package static func context(_ number: Int) -> DERTag { DERTag(.context, number) }
    /// A context-specific tag of a constructed element.
    package static func contextConstructed(_ number: Int) -> DERTag { DERTag(.context, number, constructed: true) }

    /// The type's name as X.680 writes it: "SEQUENCE", "INTEGER", "[0]".
    public var name: String {
        switch kind {
        case .universal: DERTag.names[number] ?? "UNIVERSAL \(number)"
        case .application: "[APPLICATION \(number)]"
        case .context: "[\(number)]"
        case .private: "[PRIVATE \(number)]"
        }
    }

    /// The type as `openssl asn1parse` prints it: "SEQUENCE", "cont [ 0 ]".
    public var opensslName: String {
        switch kind {
        case .universal:
            DERTag.opensslNames[number] ?? DERTag.names[number]?.uppercased() ?? "<ASN1 \(number)>"
        case .application: "appl [ \(number) ]"
        case .context: "cont [ \(number) ]"
        case .private: "priv [ \(number) ]"
        }
    }

    private static let names: [Int: String] = [
        0: "end-of-contents", 1: "BOOLEAN", 2: "INTEGER", 3: "BIT STRING", 4: "OCTET STRING", 5: "NULL",
        6: "OBJECT IDENTIFIER", 7: "ObjectDescriptor", 8: "EXTERNAL", 9: "REAL", 10: "ENUMERATED", 11: "EMBEDDED PDV",
        12: "UTF8String", 16: "SEQUENCE", 17: "SET", 18: "NumericString", 19: "PrintableString", 20: "TeletexString",
        21: "VideotexString", 22: "IA5String", 23: "UTCTime", 24: "GeneralizedTime", 25: "GraphicString",
        26: "VisibleString", 27: "GeneralString", 28: "UniversalString", 30: "BMPString",
    ]

    /// The names of OpenSSL that differ from those of X.680.
    private static let opensslNames: [Int: String] = [
        0: "EOC", 6: "OBJECT", 7: "OBJECT DESCRIPTOR", 11: "<ASN1 11>", 20: "T61STRING", 29: "<ASN1 29>",
    ]
}
