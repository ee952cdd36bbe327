import Crypto

/// An element that the grammar of a certificate (RFC 5280 appendix A) expects at a place: its tags and its shape.
package struct Component: Sendable {
    /// The part of the certificate.
    package let part: Part
    /// The tags that the element may have; empty where every tag is allowed.
    package let tags: [DERTag]
    /// The form of the element's content.
    package let shape: Shape
    /// Whether the element may be absent.
    package let isOptional: Bool
    /// The content of the default value: DER leaves an element with this content out (X.690 section 11.5). Nil for an element
    /// without a default.
    package let defaultContent: [UInt8]?

    /// A component. One with a default is optional.
    package init(
        _ part: Part, tagged tags: [DERTag] = [], _ shape: Shape, optional: Bool = false,
        default defaultContent: [UInt8]? = nil
    ) {
        self.part = part
        self.tags = tags
        self.shape = shape
        isOptional = optional || defaultContent != nil
        self.defaultContent = defaultContent
    }

    /// A SEQUENCE.
    package static func sequence(_ part: Part, _ parts: [Component], optional: Bool = false) -> Component {
        Component(part, tagged: [.sequence], .structure(parts), optional: optional)
    }

    /// A SEQUENCE OF.
    package static func sequence(_ part: Part, of item: Component, optional: Bool = false) -> Component {
        Component(part, tagged: [.sequence], .list(item), optional: optional)
    }

    /// An INTEGER.
    static func integer(_ part: Part) -> Component { Component(part, tagged: [.integer], .value(.integer)) }

    /// An OBJECT IDENTIFIER.
    static func identifier(_ part: Part) -> Component {
        Component(part, tagged: [.objectIdentifier], .value(.objectIdentifier))
    }

    /// Whether an element with this tag can stand here.
    package func matches(_ tag: DERTag) -> Bool {
        tags.isEmpty || tags.contains { $0.kind == tag.kind && $0.number == tag.number }
    }
}

/// The form of an element's content.
package indirect enum Shape: Sendable {
    /// Octets that have a meaning, which the reading says.
    case value(Reading)
    /// A SEQUENCE, or an explicit tag around one element: these components in this order.
    case structure([Component])
    /// SEQUENCE OF.
    case list(Component)
    /// SET OF: like SEQUENCE OF, with the elements in ascending order (X.690 section 11.6).
    case set(Component)
    /// CHOICE: the first of these components whose tag matches.
    case choice([Component])
    /// An OCTET STRING or a BIT STRING that holds DER.
    case wrapping(Component)
    /// The shape depends on an object identifier that stands before the element.
    case dependent(Dependency)
    /// Elements of any kind. They get no names of their own.
    case any
}

/// How the content of an element is read.
package enum Reading: Sendable, Hashable {
    /// INTEGER: one less than the version (RFC 5280 section 4.1.2.1).
    case version
    /// INTEGER.
    case integer
    /// BOOLEAN.
    case boolean
    /// NULL.
    case null
    /// OBJECT IDENTIFIER.
    case objectIdentifier
    /// UTCTime or GeneralizedTime.
    case time
    /// A string of characters, of any string type.
    case text
    /// Octets without a meaning.
    case octets
    /// A BIT STRING without a meaning.
    case bits
    /// An IP address, with or without a mask.
    case address
    /// A BIT STRING whose bits have names, from bit 0 on.
    case namedBits([String])
    /// INTEGER: the number of a TLS extension (RFC 7633 section 4).
    case tlsFeature
    /// BIT STRING: a point on a curve, as 04, x, y or in the compressed form (RFC 5480 section 2.2).
    case point
    /// BIT STRING: a key on an Edwards or Montgomery curve (RFC 8410 section 4).
    case edwardsKey
    /// BIT STRING: a key or a signature that is not taken apart.
    case bitOctets
    /// Signed certificate timestamps in the presentation language of TLS (RFC 6962 section 3.3).
    case timestamps
}

/// An element whose shape depends on an object identifier.
package enum Dependency: Sendable {
    /// The content of an extension: its extnID decides.
    case extensionValue
    /// The parameters of an algorithm: the identifier of the algorithm decides.
    case parameters
    /// The octets of a key: the algorithm of the key decides.
    case publicKey
    /// The octets of a signature: the algorithm of the signature decides.
    case signature
    /// The qualifier of a policy: policyQualifierId decides.
    case qualifier
}
