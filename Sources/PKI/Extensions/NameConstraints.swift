import Crypto

/// nameConstraints: the subtrees of names in which the names below an authority must be, and those in which they must not be (RFC
/// 5280 section 4.2.1.10).
package struct NameConstraints: Sendable {
    private let permitted: NameSubtrees
    private let excluded: NameSubtrees
    /// Whether a dNSName constraint begins with a dot. RFC 5280 defines that for mail addresses and URIs only.
    let hasLeadingDot: Bool
    /// Whether a subtree writes the minimum 0, which DER leaves out.
    let writesDefault: Bool

    /// NameConstraints ::= SEQUENCE { permittedSubtrees [0], excludedSubtrees [1] }
    ///
    /// A subtree must have a base and nothing else: RFC 5280 allows no minimum but 0, which DER leaves out, and no maximum. A minimum of 0
    /// is read all the same. At least one of the two lists must be there.
    init(_ element: DERElement) throws {
        var lists: [Int: [ConstrainedName]] = [:]
        var last: Int?
        var isWritten = false
        for list in try element.list({ $0 }) {
            let tag = list.node.tag
            guard tag.kind == .context, tag.number <= 1, last.map({ $0 < tag.number }) ?? true else {
                throw DERElement.Unreadable()
            }
            last = tag.number
            lists[tag.number] = try NameConstraints.subtrees(list, &isWritten)
        }
        writesDefault = isWritten
        let bases = (lists[0] ?? []) + (lists[1] ?? [])
        guard bases.allSatisfy({ NameConstraints.isWellFormed($0.original) }) else { throw DERElement.Unreadable() }
        hasLeadingDot = bases.contains {
            if case .dnsName(let name) = $0.original { name.hasPrefix(".") } else { false }
        }
        permitted = NameSubtrees(lists[0] ?? [])
        excluded = NameSubtrees(lists[1] ?? [])
    }

    /// The grammar of the value.
    static let grammar = Component.sequence(
        .nameConstraints, [grammar(0, .permittedSubtrees), grammar(1, .excludedSubtrees)])

    private static func grammar(_ number: Int, _ part: Part) -> Component {
        Component(
            part, tagged: [.contextConstructed(number)],
            .list(
                .sequence(
                    .generalSubtree,
                    [
                        GeneralName.grammar,
                        Component(.minimum, tagged: [.context(0)], .value(.integer), default: [0]),
                        Component(.maximum, tagged: [.context(1)], .value(.integer), optional: true),
                    ])),
            optional: true)
    }

    /// The extension with these subtrees. It is critical, as RFC 5280 requires.
    package static func asExtension(permitted: [GeneralName] = [], excluded: [GeneralName] = []) -> CertificateExtension
    {
        func list(_ number: Int, _ bases: [GeneralName]) -> [UInt8] {
            bases.isEmpty ? [] : DERWriter.tagged(number, bases.flatMap { DERWriter.sequence($0.encoded) })
        }
        return CertificateExtension(
            .nameConstraints, critical: true, value: DERWriter.sequence(list(0, permitted), list(1, excluded)))
    }

    /// The bases of a list of subtrees, which must not be empty.
    ///
    /// - Parameter writesDefault: set to true if a subtree has a minimum of 0.
    private static func subtrees(_ element: DERElement, _ writesDefault: inout Bool) throws -> [ConstrainedName] {
        let bases = try element.parts.all { subtree in
            var parts = try subtree.parts(.sequence)
            let base = try ConstrainedName(try parts.next())
            if let minimum = parts.optional(.context(0)) {
                guard try minimum.integer(.context(0)).elementsEqual([0]) else { throw DERElement.Unreadable() }
                writesDefault = true
            }
            try parts.end()
            return base
        }
        guard !bases.isEmpty else { throw DERElement.Unreadable() }
        return bases
    }

    /// Whether a base has the right form: for addresses an address and a mask of one bits followed by zero bits, for a dNSName a
    /// host name, an empty one or one with a dot before it.
    private static func isWellFormed(_ base: GeneralName) -> Bool {
        switch base {
        case .ipAddress(let octets):
            guard octets.count == 8 || octets.count == 32 else { return false }
            return NameConstraints.isMask(octets.dropFirst(octets.count / 2))
        case .dnsName(let name):
            if name.isEmpty { return true }
            guard case .dns? = HostName(name.hasPrefix(".") ? String(name.dropFirst()) : name) else { return false }
            return true
        default: return true
        }
    }

    private static func isMask(_ octets: ArraySlice<UInt8>) -> Bool {
        let rest = octets.drop { $0 == 0xff }
        guard let first = rest.first else { return true }
        // An octet is ones and then zeros if its complement is one less than a power of two.
        return ~first & (~first &+ 1) == 0 && rest.dropFirst().allSatisfy { $0 == 0 }
    }

    /// The largest product of names and constraints that is accepted. No real authority comes near it.
    ///
    /// A program that compares each name with each constraint can be kept busy for long, so nearly every program has a limit like this.
    /// The comparison here is fast (``NameTree``), and the limit is kept all the same, so that the verdict is that of other programs.
    static let mostComparisons = 1 << 17

    /// The first name that is not allowed, with the constraint that it breaks; nil if all names are allowed.
    ///
    /// A name of a kind without a constraint is allowed. If a kind has a constraint and cannot be compared, no name of that kind
    /// is allowed: a constraint must not be ignored (RFC 5280 section 4.2.1.10).
    func offence(among names: [ConstrainedName]) -> Offence? {
        let count = permitted.bases.count + excluded.bases.count
        guard names.count.multipliedReportingOverflow(by: count).partialValue <= NameConstraints.mostComparisons else {
            return .tooMany
        }
        for name in names {
            if case .incomparable = name.form, excluded.hasBases(for: name.kind) || permitted.hasBases(for: name.kind) {
                return .incomparable(name.original)
            }
            if let base = excluded.base(reaching: name) { return .excluded(name.original, by: base) }
            if permitted.hasBases(for: name.kind), !permitted.covers(name) { return .notPermitted(name.original) }
        }
        return nil
    }

    /// The way in which the names break the constraints.
    enum Offence {
        /// A name is within the excluded subtree of this base.
        case excluded(GeneralName, by: GeneralName)
        /// A name is within no permitted subtree of its kind.
        case notPermitted(GeneralName)
        /// There is a constraint for names of this kind, and the name cannot be compared with any.
        case incomparable(GeneralName)
        /// There are more names and constraints than ``mostComparisons`` allows.
        case tooMany
    }
}

/// A list of subtrees, either permitted or excluded, indexed by kind. A subtree is known by its mark: the place of its base in
/// ``bases``.
struct NameSubtrees: Sendable {
    let bases: [GeneralName]
    /// The mark of the first base of each kind.
    private var kinds: [ConstrainedName.Kind: Int] = [:]
    private var hosts = NameTree()
    private var directories = NameTree()
    private var mailHosts = NameTree()
    private var identifiers = NameTree()
    private var mailboxes: [[UInt8]: Int] = [:]
    private var ranges: [(address: [UInt8], mask: [UInt8], mark: Int)] = []

    init(_ bases: [ConstrainedName]) {
        self.bases = bases.map(\.original)
        for (mark, base) in bases.enumerated() {
            kinds[base.kind] = kinds[base.kind] ?? mark
            insert(base, mark)
        }
    }

    private mutating func insert(_ base: ConstrainedName, _ mark: Int) {
        switch base.original {
        case .dnsName(let host):
            // With a dot before it, the base stands for the names below it and not for itself, as in OpenSSL.
            hosts.insert(
                ConstrainedName.labels(NameSubtrees.withoutDot(host)), host.hasPrefix(".") ? .below : .subtree,
                mark: mark)
        case .ipAddress(let octets):
            let half = octets.count / 2
            ranges.append((Array(octets.prefix(half)), Array(octets.dropFirst(half)), mark))
        case .directoryName:
            if case .directory(let parts) = base.form { directories.insert(parts, .subtree, mark: mark) }
        case .rfc822Name(let text):
            // The base is one mailbox, or a host and stands for its mailboxes, or begins with a dot and stands for the mailboxes
            // of all hosts in that domain.
            if case .mailbox(let mailbox, _) = base.form {
                mailboxes[mailbox] = mailboxes[mailbox] ?? mark
            } else {
                mailHosts.insert(
                    ConstrainedName.labels(NameSubtrees.withoutDot(text)),
                    text.isEmpty ? .subtree : text.hasPrefix(".") ? .below : .itself, mark: mark)
            }
        case .uniformResourceIdentifier(let text):
            identifiers.insert(
                ConstrainedName.labels(NameSubtrees.withoutDot(text)), text.hasPrefix(".") ? .below : .itself,
                mark: mark)
        default: break
        }
    }

    private static func withoutDot(_ text: String) -> String {
        text.hasPrefix(".") ? String(text.dropFirst()) : text
    }

    /// Whether there is a subtree of this kind.
    func hasBases(for kind: ConstrainedName.Kind) -> Bool { kinds[kind] != nil }

    /// Whether a name is within one of the subtrees. A name that cannot be compared is within none.
    func covers(_ name: ConstrainedName) -> Bool { mark(covering: name) != nil }

    /// The base of an excluded subtree that forbids a name; nil if none does. A subtree forbids a name within it, a wildcard that
    /// can stand for a name within it.
    func base(reaching name: ConstrainedName) -> GeneralName? {
        if let mark = mark(covering: name) { return bases[mark] }
        // *.example.com can stand for www.example.com.
        guard case .host(let labels) = name.form, labels.last == [UInt8(ascii: "*")] else { return nil }
        return hosts.mark(ofChildOf: labels.dropLast()).map { bases[$0] }
    }

    /// The mark of a subtree that a name is within; nil if there is none.
    private func mark(covering name: ConstrainedName) -> Int? {
        switch name.form {
        case .host(let labels): hosts.mark(covering: labels)
        case .directory(let parts): directories.mark(covering: parts)
        case .mailbox(let mailbox, let host): mailboxes[mailbox] ?? mailHosts.mark(covering: host)
        case .identifier(let host): identifiers.mark(covering: host)
        case .address(let octets):
            ranges.first { range in
                range.address.count == octets.count
                    && zip(zip(range.address, range.mask), octets).allSatisfy { ($0.0 ^ $1) & $0.1 == 0 }
            }?.mark
        case .incomparable: nil
        }
    }
}
