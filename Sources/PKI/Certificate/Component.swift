/// An element that the grammar of a certificate expects at a place: its tags and its shape.
package struct Component: Sendable {
    /// The part of the certificate.
    package let part: Part
    /// The tags that announce it; empty where any tag is taken.
    package let tags: [DERTag]
    /// The form of its content.
    package let shape: Shape
    /// Whether it may be absent.
    package let isOptional: Bool
    /// The content that it must not have because absence means the same (X.690 section 11.5).
    package let defaultContent: [UInt8]?

    package init(
        _ part: Part, _ tags: [DERTag], _ shape: Shape, optional: Bool = false, default defaultContent: [UInt8]? = nil
    ) {
        self.part = part
        self.tags = tags
        self.shape = shape
        isOptional = optional || defaultContent != nil
        self.defaultContent = defaultContent
    }

    /// A SEQUENCE.
    package static func sequence(_ part: Part, _ parts: [Component], optional: Bool = false) -> Component {
        Component(part, [.sequence], .structure(parts), optional: optional)
    }

    /// A SEQUENCE OF.
    package static func sequence(_ part: Part, of item: Component, optional: Bool = false) -> Component {
        Component(part, [.sequence], .list(item), optional: optional)
    }

    /// An OBJECT IDENTIFIER.
    static func identifier(_ part: Part) -> Component {
        Component(part, [.objectIdentifier], .value(.objectIdentifier))
    }

    /// Whether an element with this tag can stand here.
    package func matches(_ tag: DERTag) -> Bool {
        tags.isEmpty || tags.contains { $0.kind == tag.kind && $0.number == tag.number }
    }
}

/// The form of an element's content.
package indirect enum Shape: Sendable {
    /// Octets with a reading.
    case value(Reading)
    /// SEQUENCE, or a tag around one element: these components in this order.
    case structure([Component])
    /// SEQUENCE OF.
    case list(Component)
    /// SET OF: as a list, in ascending order.
    case set(Component)
    /// CHOICE: the first of these with a matching tag.
    case choice([Component])
    /// OCTET STRING or BIT STRING with DER inside.
    case wrapping(Component)
    /// The type depends on an object identifier before it.
    case dependent(Dependency)
    /// Anything, without names.
    case any
}

/// The reading of an element's octets.
package enum Reading: Sendable, Hashable {
    /// A number that is one less than the version.
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
    /// A string of characters, whichever type it has.
    case text
    /// Octets without a meaning.
    case octets
    /// A BIT STRING without a meaning.
    case bits
    /// An IP address, with or without a mask.
    case address
    /// A BIT STRING whose bits have names, from bit 0 on.
    case namedBits([String])
    /// An INTEGER whose values have names.
    case tlsFeature
    /// Octets of a point: 04, x, y.
    case point
    /// Octets of a key on an Edwards or Montgomery curve.
    case edwardsKey
    /// The octets of a BIT STRING, whatever they mean.
    case bitOctets
    /// Signed certificate timestamps in the presentation language of TLS.
    case timestamps
}

/// Which object identifier decides on a shape.
package enum Dependency: Sendable {
    /// The content of an extension, on its extnID.
    case extensionValue
    /// The parameters of an algorithm.
    case parameters
    /// The key, on its algorithm.
    case publicKey
    /// The signature, on its algorithm.
    case signature
    /// The qualifier of a policy.
    case qualifier
}
