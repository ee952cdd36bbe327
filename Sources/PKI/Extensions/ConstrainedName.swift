import Crypto

/// A name that name constraints apply to, or the base of a constraint, in the form in which the two are compared (RFC 5280
/// section 4.2.1.10).
struct ConstrainedName: Sendable {
    /// The name as it stands in the certificate.
    let original: GeneralName
    /// The name in the form in which it is compared.
    let form: Form

    /// A form in which names are compared. The parts of a name stand from the top of its tree down: "com", "example", "www".
    enum Form: Sendable {
        /// The labels of a host.
        case host([[UInt8]])
        /// The octets of an address.
        case address([UInt8])
        /// The relative names of a directory name, as ``ComparableName`` has them.
        case directory([[UInt8]])
        /// The whole mailbox, with its host in lower case, and the labels of the host.
        case mailbox([UInt8], host: [[UInt8]])
        /// The labels of the host in a URI.
        case identifier(host: [[UInt8]])
        /// A name that cannot be compared with any constraint of its kind.
        case incomparable
    }

    /// The kinds of names. A constraint applies to the names of its own kind only.
    enum Kind: Hashable, Sendable {
        case host, address, directory, mailbox, identifier, other, x400, ediParty, registered

        init(_ name: GeneralName) {
            switch name {
            case .dnsName: self = .host
            case .ipAddress: self = .address
            case .directoryName: self = .directory
            case .rfc822Name: self = .mailbox
            case .uniformResourceIdentifier: self = .identifier
            case .otherName: self = .other
            case .x400Address: self = .x400
            case .ediPartyName: self = .ediParty
            case .registeredID: self = .registered
            }
        }
    }

    var kind: Kind { Kind(original) }

    private init(original: GeneralName, form: Form) {
        self.original = original
        self.form = form
    }

    /// A GeneralName as it stands in an extension.
    init(_ element: DERElement) throws {
        let name = try GeneralName(element)
        // The tag [4] of directoryName is explicit: the Name is the element inside.
        guard case .directoryName = name else {
            self.init(name)
            return
        }
        var parts = try element.parts
        let inner = try parts.next()
        self.init(original: name, form: .directory(try ComparableName(inner).parts))
    }

    private init(_ name: GeneralName) {
        original = name
        switch name {
        case .dnsName(let host): form = .host(ConstrainedName.labels(host))
        case .ipAddress(let octets): form = .address(octets)
        case .rfc822Name(let mailbox):
            if let at = mailbox.utf8.lastIndex(of: UInt8(ascii: "@")) {
                let host = mailbox[mailbox.index(after: at)...].lowercased()
                form = .mailbox(Array(mailbox[...at].utf8) + Array(host.utf8), host: ConstrainedName.labels(host))
            } else {
                form = .incomparable
            }
        case .uniformResourceIdentifier(let identifier):
            form = ConstrainedName.host(ofIdentifier: identifier).map { .identifier(host: $0) } ?? .incomparable
        default: form = .incomparable
        }
    }

    /// The names of a certificate that constraints apply to: the subject, if it is not empty, and the alternative names. If no
    /// alternative name is a mail address, the mail addresses in the subject count too.
    static func all(
        subject: DistinguishedName, _ comparable: ComparableName, alternatives: [ConstrainedName]
    ) -> [ConstrainedName] {
        let own =
            subject.isEmpty
            ? [] : [ConstrainedName(original: .directoryName(subject), form: .directory(comparable.parts))]
        guard !alternatives.contains(where: { $0.kind == .mailbox }) else { return own + alternatives }
        let mails = subject.values(of: .emailAddress)
        return own + alternatives + mails.map { ConstrainedName(.rfc822Name($0)) }
    }

    /// The labels of a host in lower case, the topmost first, without the empty label of the root.
    static func labels(_ host: String) -> [[UInt8]] {
        let octets = Array(host.lowercased().utf8)
        let name = octets.last == UInt8(ascii: ".") ? octets.dropLast() : octets[...]
        guard !name.isEmpty else { return [] }
        return name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).reversed().map { Array($0) }
    }

    /// The labels of the host in a URI, without user and port. Nil for a URI without a host, and for an address, to which no
    /// constraint on URIs can apply.
    private static func host(ofIdentifier identifier: String) -> [[UInt8]]? {
        guard let start = identifier.firstRange(of: "://") else { return nil }
        let authority = identifier[start.upperBound...].prefix { !"/?#".contains($0) }
        let place = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        guard !place.hasPrefix("[") else { return nil }
        let host = String(place.prefix { $0 != ":" })
        guard case .dns? = HostName(host) else { return nil }
        return labels(host)
    }
}
