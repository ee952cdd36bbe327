import Trace

/// Names: of issuer and subject, other names of theirs, and those that an authority may certify.
extension Part {
    package static let issuer = Part(
        "issuer", .rfc(5280, "4.1.2.4"),
        english: "Who signed it: the subject of the issuer's own certificate, octet for octet.")
    package static let subject = Part(
        "subject", .rfc(5280, "4.1.2.6"),
        english: "Whose key it is. Web servers are named in subjectAltName instead.")
    package static let relativeDistinguishedName = Part(
        "RelativeDistinguishedName", .rfc(5280, "4.1.2.4"),
        english: "A step in a name, the widest first; a set, because a step may have two labels.")
    package static let attribute = Part(
        "AttributeTypeAndValue", .rfc(5280, "4.1.2.4"),
        english: "A label: what kind, and what it says.")
    package static let attributeType = Part("type", .rfc(5280, "4.1.2.4"), english: "What kind of label.")
    package static let attributeValue = Part(
        "value", .rfc(5280, "4.1.2.4"),
        english: "What the label says; the tag tells in which characters.")
    package static let subjectAltName = Part(
        "subjectAltName", .rfc(5280, "4.2.1.6"),
        english: "The names for which the certificate speaks: what browsers compare with the address.")
    package static let issuerAltName = Part(
        "issuerAltName", .rfc(5280, "4.2.1.7"),
        english: "Other names of the issuer.")
    package static let otherName = Part(
        "otherName", .rfc(5280, "4.2.1.6"),
        english: "A name of a kind that is identified by a number.")
    package static let otherNameType = Part("type-id", .rfc(5280, "4.2.1.6"), english: "Which kind of name.")
    package static let otherNameValue = Part("value", .rfc(5280, "4.2.1.6"), english: "The name.")
    package static let rfc822Name = Part("rfc822Name", .rfc(5280, "4.2.1.6"), english: "A mail address.")
    package static let dNSName = Part(
        "dNSName", .rfc(5280, "4.2.1.6"),
        english: "A host's name; *. in front stands for one label.")
    package static let x400Address = Part(
        "x400Address", .rfc(5280, "4.2.1.6"),
        english: "A mail address of the X.400 network.")
    package static let directoryName = Part(
        "directoryName", .rfc(5280, "4.2.1.6"),
        english: "A name like subject and issuer.")
    package static let ediPartyName = Part(
        "ediPartyName", .rfc(5280, "4.2.1.6"),
        english: "A partner's name in electronic data interchange.")
    package static let uniformResourceIdentifier = Part(
        "uniformResourceIdentifier", .rfc(5280, "4.2.1.6"),
        english: "An address on the Web.")
    package static let iPAddress = Part(
        "iPAddress", .rfc(5280, "4.2.1.6"),
        english: "An IP address: 4 octets, or 16 in version 6; with a mask in a constraint.")
    package static let registeredID = Part(
        "registeredID", .rfc(5280, "4.2.1.6"),
        english: "A number in the tree of object identifiers.")
    package static let nameConstraints = Part(
        "nameConstraints", .rfc(5280, "4.2.1.10"),
        english: "For which names the authority may certify.")
    package static let permittedSubtrees = Part(
        "permittedSubtrees", .rfc(5280, "4.2.1.10"),
        english: "Only names in these trees.")
    package static let excludedSubtrees = Part(
        "excludedSubtrees", .rfc(5280, "4.2.1.10"),
        english: "No names in these trees.")
    package static let generalSubtree = Part(
        "GeneralSubtree", .rfc(5280, "4.2.1.10"),
        english: "A tree: everything that ends in this name.")
    package static let minimum = Part("minimum", .rfc(5280, "4.2.1.10"), english: "Always 0.")
    package static let maximum = Part("maximum", .rfc(5280, "4.2.1.10"), english: "Always absent.")
}
