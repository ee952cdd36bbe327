import Crypto
import Trace

/// A distinguished name (RFC 5280 section 4.1.2.4): a path from the top of a directory downwards. Each step of the path, a
/// RelativeDistinguishedName, has one or more attributes.
package struct DistinguishedName: Hashable, Sendable {
    /// An attribute of a step: its type and its value.
    package struct Attribute: Hashable, Sendable {
        /// The type.
        package let type: OID
        /// The value with its tag, in DER.
        let value: [UInt8]
        /// The type of the string; nil for a type that is not read here.
        var stringType: DERTag? {
            [.utf8String, .printableString, .ia5String].first { UInt8(truncatingIfNeeded: $0.number) == value.first }
        }
        /// The value as text; nil for a type of string that is not read here, and for octets that are no characters of the type.
        package let text: String?
    }

    /// The steps, the topmost first.
    package let relativeNames: [[Attribute]]
    /// The whole name in DER.
    package let encoded: [UInt8]
    /// The text that stands for the name in a sentence: the first common name, or the whole name if there is none. A stranger has
    /// written it, so it is made `quotable`.
    package let label: String

    /// Whether the name has no steps.
    package var isEmpty: Bool { relativeNames.isEmpty }

    /// Reads a Name. The attributes of a step must be in ascending order, because a step is a SET OF (X.690 section 11.6).
    package init(_ element: DERElement) throws {
        encoded = Array(element.encoded)
        let relativeNames = try element.parts(.sequence).all { step in
            let attributes = try step.parts(.set).all { $0 }
            guard DERContent.isAscending(attributes.map(\.encoded)) else { throw DERElement.Unreadable() }
            return try attributes.map { try Attribute($0) }
        }
        self.relativeNames = relativeNames
        label = DistinguishedName.label(relativeNames)
    }

    /// A name with one of these attributes in each step. Each value has the type of string that RFC 5280 appendix A prescribes,
    /// or UTF8String where it leaves a choice.
    package init(_ attributes: [(type: OID, text: String)]) {
        let relativeNames = attributes.map { type, text in
            let tag: DERTag =
                switch type {
                case .countryName: .printableString
                case .emailAddress, .domainComponent: .ia5String
                default: .utf8String
                }
            return [Attribute(type: type, value: DERWriter.element(tag, Array(text.utf8)), text: text)]
        }
        self.relativeNames = relativeNames
        label = DistinguishedName.label(relativeNames)
        encoded = DERWriter.sequence(
            relativeNames.map { step in
                DERWriter.set(step.map { DERWriter.sequence(DERWriter.identifier($0.type), $0.value) })
            })
    }

    /// A name without steps.
    package init() { self.init([]) }

    /// The name that this program gives to a subject: the organization HandshakeSim, and below it a common name.
    package init(commonName: String) {
        self.init([(.organizationName, "HandshakeSim"), (.commonName, commonName)])
    }

    /// The values of all attributes of a type, as far as they are text, the topmost first.
    package func values(of type: OID) -> [String] {
        relativeNames.flatMap { $0.filter { $0.type == type }.compactMap(\.text) }
    }

    private static func label(_ names: [[Attribute]]) -> String {
        let commonName = names.joined().lazy.filter { $0.type == .commonName }.compactMap(\.text).first
        return commonName?.quotable ?? text(names)
    }
}

extension DistinguishedName.Attribute {
    /// AttributeTypeAndValue ::= SEQUENCE { type OBJECT IDENTIFIER, value ANY }
    fileprivate init(_ element: DERElement) throws {
        var parts = try element.parts(.sequence)
        type = try parts.next().identifier()
        let value = try parts.next()
        try parts.end()
        self.value = Array(value.encoded)
        text = DistinguishedName.Attribute.text(value)
    }

    private static func text(_ value: DERElement) -> String? {
        guard !value.node.tag.isConstructed else { return nil }
        let isText =
            switch value.node.tag {
            case .utf8String: true
            case .printableString: value.content.allSatisfy(isPrintable)
            case .ia5String: value.content.allSatisfy { $0 < 0x80 }
            default: false
            }
        return isText ? String(decoding: value.content, as: UTF8.self) : nil
    }

    /// Whether an octet is a character of PrintableString (X.680 section 41.4).
    private static func isPrintable(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "'")...UInt8(ascii: ")"),
            UInt8(ascii: "+")...UInt8(ascii: "/"), UInt8(ascii: " "), UInt8(ascii: ":"), UInt8(ascii: "="),
            UInt8(ascii: "?"):
            true
        default: false
        }
    }
}

// MARK: - Compared as SecTrust compares

extension DistinguishedName {
    /// The name in the form in which SecTrust compares names: only in a PrintableString case and blanks do not count, and the type of each
    /// string counts.
    var bySecTrust: [[UInt8]] {
        relativeNames.joined().map { attribute in
            guard attribute.stringType == .printableString, let text = attribute.text else {
                return attribute.type.octets + attribute.value
            }
            return attribute.type.octets + Array(text.split(separator: " ").joined(separator: " ").uppercased().utf8)
        }
    }

    /// The kinds of strings in the name: "UTF8String", "PrintableString and UTF8String".
    var stringTypes: Phrase {
        var names: [Phrase] = []
        for attribute in relativeNames.joined() {
            let name =
                attribute.stringType.map { Phrase(same: $0.name) }
                ?? Phrase(english: "a string of another kind", chinese: "另一种字符串")
            if !names.contains(name) { names.append(name) }
        }
        return Phrase(
            english: listed(names.map(\.english), "and"), chinese: listedInChinese(names.map(\.chinese)))
    }
}

// MARK: - As text

extension DistinguishedName: CustomStringConvertible {
    /// "CN=www.example.com,O=Example": the last step first (RFC 4514 section 2.1).
    package var description: String { DistinguishedName.text(relativeNames) }

    private static func text(_ names: [[Attribute]]) -> String {
        names.reversed().map { $0.map(\.description).joined(separator: "+") }.joined(separator: ",")
    }
}

extension DistinguishedName.Attribute: CustomStringConvertible {
    /// "CN=www.example.com". A value that is no text is written in hexadecimal (RFC 4514 section 2.4).
    package var description: String {
        let key = DistinguishedName.Attribute.abbreviations[type] ?? type.description
        return key + "=" + (text.map(DistinguishedName.Attribute.escaped) ?? "#" + Hex.string(value))
    }

    /// The abbreviations of RFC 4514 section 3, and the common abbreviation E.
    private static let abbreviations: [OID: String] = [
        .commonName: "CN", .countryName: "C", .localityName: "L", .stateOrProvinceName: "ST", .organizationName: "O",
        .organizationalUnitName: "OU", .streetAddress: "STREET", .domainComponent: "DC", .emailAddress: "E",
    ]

    /// A value with a backslash before each character that has a meaning in a name, before spaces at the ends and number signs at
    /// the start (RFC 4514 section 2.4). A character that is not `quotable` is written as the octets of its UTF-8 in hexadecimal,
    /// each with a backslash.
    private static func escaped(_ text: String) -> String {
        let octets = Array(text.utf8)
        let start = octets.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "#") }.count
        let end = octets.dropFirst(start).reversed().prefix { $0 == UInt8(ascii: " ") }.count
        let special = Array(",+\"\\<>;".utf8)
        var result = ""
        var place = 0
        for scalar in text.unicodeScalars {
            let character = String(scalar)
            let count = character.utf8.count
            let isAtEnd = place < start || place >= octets.count - end
            if character.quotable != character {
                result += character.utf8.map { "\\" + Hex.string([$0]).uppercased() }.joined()
            } else {
                result += isAtEnd || special.contains(octets[place]) ? "\\" + character : character
            }
            place += count
        }
        return result
    }
}
