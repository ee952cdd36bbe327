import Trace

/// Names: those of issuer and subject, their alternative names, and the names that an authority may certify.
extension Part {
    package static let issuer = Part(
        "issuer", .rfc(5280, "4.1.2.4"),
        english: "The signer. It equals the subject of the issuer's certificate, octet for octet.")
    package static let subject = Part(
        "subject", .rfc(5280, "4.1.2.6"),
        english: "The owner of the key. The names of web servers are in subjectAltName instead.")
    package static let relativeDistinguishedName = Part(
        "RelativeDistinguishedName", .rfc(5280, "4.1.2.4"),
        english: "A step of a name, the widest first. It is a set: a step may have two labels.")
    package static let attribute = Part(
        "AttributeTypeAndValue", .rfc(5280, "4.1.2.4"),
        english: "A label: its kind and its text.")
    package static let attributeType = Part("type", .rfc(5280, "4.1.2.4"), english: "The kind of label.")
    package static let attributeValue = Part(
        "value", .rfc(5280, "4.1.2.4"),
        english: "The text of the label. The tag names the character set.")
    package static let subjectAltName = Part(
        "subjectAltName", .rfc(5280, "4.2.1.6"),
        english: "The names that the certificate is for. A browser compares them with the address.")
    package static let issuerAltName = Part(
        "issuerAltName", .rfc(5280, "4.2.1.7"),
        english: "Other names of the issuer.")
    package static let otherName = Part(
        "otherName", .rfc(5280, "4.2.1.6"),
        english: "A name of a kind that an object identifier names.")
    package static let otherNameType = Part("type-id", .rfc(5280, "4.2.1.6"), english: "The kind of name.")
    package static let otherNameValue = Part("value", .rfc(5280, "4.2.1.6"), english: "The name.")
    package static let rfc822Name = Part("rfc822Name", .rfc(5280, "4.2.1.6"), english: "A mail address.")
    package static let dNSName = Part(
        "dNSName", .rfc(5280, "4.2.1.6"),
        english: "A host's name. A leading *. stands for one label.")
    package static let x400Address = Part(
        "x400Address", .rfc(5280, "4.2.1.6"),
        english: "A mail address of the X.400 network.")
    package static let directoryName = Part(
        "directoryName", .rfc(5280, "4.2.1.6"),
        english: "A name in the form of subject and issuer.")
    package static let ediPartyName = Part(
        "ediPartyName", .rfc(5280, "4.2.1.6"),
        english: "A partner's name in electronic data interchange.")
    package static let uniformResourceIdentifier = Part(
        "uniformResourceIdentifier", .rfc(5280, "4.2.1.6"),
        english: "An address on the Web.")
    package static let iPAddress = Part(
        "iPAddress", .rfc(5280, "4.2.1.6"),
        english: "An IP address: 4 octets, or 16 in version 6. In a constraint a mask follows.")
    package static let registeredID = Part(
        "registeredID", .rfc(5280, "4.2.1.6"),
        english: "A number in the tree of object identifiers.")
    package static let nameConstraints = Part(
        "nameConstraints", .rfc(5280, "4.2.1.10"),
        english: "The names that the authority may certify.")
    package static let permittedSubtrees = Part(
        "permittedSubtrees", .rfc(5280, "4.2.1.10"),
        english: "Only names in these trees are allowed.")
    package static let excludedSubtrees = Part(
        "excludedSubtrees", .rfc(5280, "4.2.1.10"),
        english: "Names in these trees are forbidden.")
    package static let generalSubtree = Part(
        "GeneralSubtree", .rfc(5280, "4.2.1.10"),
        english: "A tree: all names that end in this name.")
    package static let minimum = Part("minimum", .rfc(5280, "4.2.1.10"), english: "Always 0.")
    package static let maximum = Part("maximum", .rfc(5280, "4.2.1.10"), english: "Always absent.")
}
