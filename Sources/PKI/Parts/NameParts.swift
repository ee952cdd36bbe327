import Trace

/// Names: those of issuer and subject, their alternative names, and the names that an authority may certify.
extension Part {
    package static let issuer = Part(
        "issuer", .rfc(5280, "4.1.2.4"),
        english: "The signer. It equals the subject of the issuer's certificate, octet for octet.",
        chinese: "签名的一方。它与颁发者证书的主体逐字节相同。")
    package static let subject = Part(
        "subject", .rfc(5280, "4.1.2.6"),
        english: "The owner of the key. The names of web servers are in subjectAltName instead.",
        chinese: "密钥的持有者。网站服务器的名称则在 subjectAltName 中。")
    package static let relativeDistinguishedName = Part(
        "RelativeDistinguishedName", .rfc(5280, "4.1.2.4"),
        english: "A step of a name, the widest first. It is a set: a step may have two labels.",
        chinese: "名称的一级，范围最大的在前。它是一个集合：一级可以有两个标签。")
    package static let attribute = Part(
        "AttributeTypeAndValue", .rfc(5280, "4.1.2.4"),
        english: "A label: its kind and its text.",
        chinese: "一个标签：它的种类和文字。")
    package static let attributeType = Part(
        "type", .rfc(5280, "4.1.2.4"),
        english: "The kind of label.",
        chinese: "标签的种类。")
    package static let attributeValue = Part(
        "value", .rfc(5280, "4.1.2.4"),
        english: "The text of the label. The tag names the character set.",
        chinese: "标签的文字。标记说明字符集。")
    package static let subjectAltName = Part(
        "subjectAltName", .rfc(5280, "4.2.1.6"),
        english: "The names that the certificate is for. A browser compares them with the address.",
        chinese: "这张证书所属的名称。浏览器把它们与地址比较。")
    package static let issuerAltName = Part(
        "issuerAltName", .rfc(5280, "4.2.1.7"),
        english: "Other names of the issuer.",
        chinese: "颁发者的其他名称。")
    package static let otherName = Part(
        "otherName", .rfc(5280, "4.2.1.6"),
        english: "A name of a kind that an object identifier names.",
        chinese: "另一种名称，种类由对象标识符指明。")
    package static let otherNameType = Part(
        "type-id", .rfc(5280, "4.2.1.6"),
        english: "The kind of name.",
        chinese: "名称的种类。")
    package static let otherNameValue = Part("value", .rfc(5280, "4.2.1.6"), english: "The name.", chinese: "名称。")
    package static let rfc822Name = Part(
        "rfc822Name", .rfc(5280, "4.2.1.6"),
        english: "A mail address.",
        chinese: "邮件地址。")
    package static let dNSName = Part(
        "dNSName", .rfc(5280, "4.2.1.6"),
        english: "A host's name. A leading *. stands for one label.",
        chinese: "主机的名称。开头的 *. 代表一个标签。")
    package static let x400Address = Part(
        "x400Address", .rfc(5280, "4.2.1.6"),
        english: "A mail address of the X.400 network.",
        chinese: "X.400 网络的邮件地址。")
    package static let directoryName = Part(
        "directoryName", .rfc(5280, "4.2.1.6"),
        english: "A name in the form of subject and issuer.",
        chinese: "形式与主体和颁发者相同的名称。")
    package static let ediPartyName = Part(
        "ediPartyName", .rfc(5280, "4.2.1.6"),
        english: "A partner's name in electronic data interchange.",
        chinese: "电子数据交换中伙伴的名称。")
    package static let uniformResourceIdentifier = Part(
        "uniformResourceIdentifier", .rfc(5280, "4.2.1.6"),
        english: "An address on the Web.",
        chinese: "Web 上的地址。")
    package static let iPAddress = Part(
        "iPAddress", .rfc(5280, "4.2.1.6"),
        english: "An IP address: 4 octets, or 16 in version 6. In a constraint a mask follows.",
        chinese: "IP 地址：4 字节，版本 6 为 16 字节。在约束中，后面还有掩码。")
    package static let registeredID = Part(
        "registeredID", .rfc(5280, "4.2.1.6"),
        english: "A number in the tree of object identifiers.",
        chinese: "对象标识符树中的一个编号。")
    package static let nameConstraints = Part(
        "nameConstraints", .rfc(5280, "4.2.1.10"),
        english: "The names that the authority may certify.",
        chinese: "这个 CA 可以签发哪些名称。")
    package static let permittedSubtrees = Part(
        "permittedSubtrees", .rfc(5280, "4.2.1.10"),
        english: "Only names in these trees are allowed.",
        chinese: "只允许这些树中的名称。")
    package static let excludedSubtrees = Part(
        "excludedSubtrees", .rfc(5280, "4.2.1.10"),
        english: "Names in these trees are forbidden.",
        chinese: "禁止这些树中的名称。")
    package static let generalSubtree = Part(
        "GeneralSubtree", .rfc(5280, "4.2.1.10"),
        english: "A tree: all names that end in this name.",
        chinese: "一棵树：以这个名称结尾的所有名称。")
    package static let minimum = Part("minimum", .rfc(5280, "4.2.1.10"), english: "Always 0.", chinese: "总是 0。")
    package static let maximum = Part("maximum", .rfc(5280, "4.2.1.10"), english: "Always absent.", chinese: "总是没有。")
}
