import Crypto

/// A GeneralName: a name of a subject or an issuer, in one of nine forms (RFC 5280 section 4.2.1.6).
package enum GeneralName: Hashable, Sendable {
    /// A name of a kind that an object identifier defines; that identifier. The name itself is not read.
    case otherName(OID)
    /// A mail address.
    case rfc822Name(String)
    /// A DNS name, which may begin with a wildcard.
    case dnsName(String)
    /// An address of X.400 mail, which is not read.
    case x400Address
    /// A distinguished name.
    case directoryName(DistinguishedName)
    /// A party to electronic data interchange, which is not read.
    case ediPartyName
    /// A URI.
    case uniformResourceIdentifier(String)
    /// An IP address of 4 or 16 octets. In a constraint it has twice as many: the address and a mask.
    case ipAddress([UInt8])
    /// An object identifier.
    case registeredID(OID)

    /// GeneralName ::= CHOICE { otherName [0] … registeredID [8] }. All tags are implicit but that of directoryName.
    package init(_ element: DERElement) throws {
        guard element.node.tag.kind == .context else { throw DERElement.Unreadable() }
        let tag = DERTag.context(element.node.tag.number)
        switch tag.number {
        case 0:
            var parts = try element.parts
            self = .otherName(try parts.next().identifier())
            if let value = parts.optional(.context(0)) {
                var inner = try value.parts
                _ = try inner.next()
                try inner.end()
            }
            try parts.end()
        case 1: self = .rfc822Name(try element.ia5(tag))
        case 2: self = .dnsName(try element.ia5(tag))
        case 3: self = .x400Address
        case 4:
            var parts = try element.parts
            self = .directoryName(try DistinguishedName(try parts.next()))
            try parts.end()
        case 5: self = .ediPartyName
        case 6: self = .uniformResourceIdentifier(try element.ia5(tag))
        case 7: self = .ipAddress(Array(try element.octetString(tag)))
        case 8: self = .registeredID(try element.identifier(tag))
        default: throw DERElement.Unreadable()
        }
    }

    /// The grammar of the value.
    static let grammar = Component(.element, .choice(kinds))

    private static let kinds: [Component] = [
        Component(
            .otherName, tagged: [.contextConstructed(0)],
            .structure([
                .identifier(.otherNameType),
                Component(
                    .otherNameValue, tagged: [.contextConstructed(0)], .structure([Component(.element, .any)])),
            ])),
        Component(.rfc822Name, tagged: [.context(1)], .value(.text)),
        Component(.dNSName, tagged: [.context(2)], .value(.text)),
        Component(.x400Address, tagged: [.contextConstructed(3)], .any),
        Component(
            .directoryName, tagged: [.contextConstructed(4)], .structure([CertificateGrammar.name(.directoryName)])),
        Component(.ediPartyName, tagged: [.contextConstructed(5)], .any),
        Component(.uniformResourceIdentifier, tagged: [.context(6)], .value(.text)),
        Component(.iPAddress, tagged: [.context(7)], .value(.address)),
        Component(.registeredID, tagged: [.context(8)], .value(.objectIdentifier)),
    ]

    /// The name in DER. The parts that are not read are not written.
    var encoded: [UInt8] {
        func text(_ number: Int, _ text: String) -> [UInt8] { DERWriter.element(.context(number), Array(text.utf8)) }
        return switch self {
        case .otherName(let type): DERWriter.tagged(0, DERWriter.identifier(type))
        case .rfc822Name(let address): text(1, address)
        case .dnsName(let name): text(2, name)
        case .x400Address: DERWriter.tagged(3, [])
        case .directoryName(let name): DERWriter.tagged(4, name.encoded)
        case .ediPartyName: DERWriter.tagged(5, [])
        case .uniformResourceIdentifier(let identifier): text(6, identifier)
        case .ipAddress(let octets): DERWriter.element(.context(7), octets)
        case .registeredID(let identifier): DERWriter.element(.context(8), identifier.octets)
        }
    }
}
