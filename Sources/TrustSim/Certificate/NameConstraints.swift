internal import SwiftASN1
internal import X509

/// Within which names the subjects below an authority have to be, and within which they must not (RFC 5280 section
/// 4.2.1.10).
struct NameConstraints: Sendable {
    let permitted: [GeneralName]
    let excluded: [GeneralName]

    private struct Wrong: Error {}

    /// NameConstraints ::= SEQUENCE { permittedSubtrees [0], excludedSubtrees [1] }
    ///
    /// A base must be all of a subtree: RFC 5280 allows no minimum but 0 and no maximum. One of the two lists must be there.
    init(_ node: ASN1Node) throws {
        var parts = try Parts(node, tagged: .sequence)
        var lists: [UInt: [GeneralName]] = [:]
        var last: UInt?
        while let list = parts.nextIfAny() {
            guard list.identifier.tagClass == .contextSpecific, list.identifier.tagNumber <= 1,
                last.map({ $0 < list.identifier.tagNumber }) ?? true
            else { throw Wrong() }
            last = list.identifier.tagNumber
            lists[list.identifier.tagNumber] = try NameConstraints.subtrees(list)
        }
        guard last != nil else { throw Wrong() }
        permitted = (lists[0] ?? []).map(NameConstraints.folded)
        excluded = (lists[1] ?? []).map(NameConstraints.folded)
        guard (permitted + excluded).allSatisfy(NameConstraints.isWellFormed) else { throw Wrong() }
    }

    private static func subtrees(_ node: ASN1Node) throws -> [GeneralName] {
        var list = try Parts(node)
        var bases: [GeneralName] = []
        while let subtree = list.nextIfAny() {
            var parts = try Parts(subtree, tagged: .sequence)
            bases.append(try GeneralName(derEncoded: try parts.next()))
            guard parts.nextIfAny() == nil else { throw Wrong() }
        }
        guard !bases.isEmpty else { throw Wrong() }
        return bases
    }

    /// A range of addresses is an address and a mask of one bits followed by zero bits; a dNSName is a name.
    private static func isWellFormed(_ base: GeneralName) -> Bool {
        switch base {
        case .ipAddress(let octets):
            guard octets.bytes.count == 8 || octets.bytes.count == 32 else { return false }
            return NameConstraints.isMask(octets.bytes.dropFirst(octets.bytes.count / 2))
        case .dnsName(let name):
            return name.isEmpty || HostName(name.hasPrefix(".") ? String(name.dropFirst()) : name) != nil
        default: return true
        }
    }

    private static func isMask(_ octets: ArraySlice<UInt8>) -> Bool {
        let rest = octets.drop { $0 == 0xff }
        guard let first = rest.first else { return true }
        // Ones and then zeros: the complement is one less than a power of two.
        return ~first & (~first &+ 1) == 0 && rest.dropFirst().allSatisfy { $0 == 0 }
    }

    /// Whether a dNSName constraint is written with a dot before it, which RFC 5280 has for mail addresses and URIs only.
    var hasLeadingDot: Bool {
        (permitted + excluded).contains { if case .dnsName(let name) = $0 { name.hasPrefix(".") } else { false } }
    }

    /// Whether somebody has to compare more than is reasonable: names times constraints.
    static let mostComparisons = 1 << 17

    /// The first name that is not allowed, with the constraint that it breaks, if there is one.
    ///
    /// A name of a kind for which there is no constraint is free. Where a kind is constrained and cannot be compared, no
    /// name of that kind is allowed: a constraint must not be passed over (RFC 5280 section 4.2.1.10).
    func offence(among names: [GeneralName]) -> Offence? {
        guard names.count * (permitted.count + excluded.count) <= NameConstraints.mostComparisons else {
            return .tooMany
        }
        for name in names.lazy.map(NameConstraints.folded) {
            let kind = Kind(name)
            if let base = excluded.first(where: { Kind($0) == kind && NameConstraints.covers($0, name, orPartOf: true) }
            ) {
                return .excluded(name, by: base)
            }
            let bases = permitted.filter { Kind($0) == kind }
            if !bases.isEmpty, !bases.contains(where: { NameConstraints.covers($0, name, orPartOf: false) }) {
                return .notPermitted(name)
            }
        }
        return nil
    }

    /// Hosts in lower case, without the dot of the root: once, and not at each comparison.
    private static func folded(_ name: GeneralName) -> GeneralName {
        guard case .dnsName(let name) = name else { return name }
        return .dnsName(trimmed(name.lowercased()))
    }

    /// What is wrong with a name.
    enum Offence {
        case excluded(GeneralName, by: GeneralName)
        case notPermitted(GeneralName)
        case tooMany
    }

    /// The kinds of names, each with constraints of its own.
    private enum Kind {
        case dns, address, directory, mail, identifier, other

        init(_ name: GeneralName) {
            switch name {
            case .dnsName: self = .dns
            case .ipAddress: self = .address
            case .directoryName: self = .directory
            case .rfc822Name: self = .mail
            case .uniformResourceIdentifier: self = .identifier
            default: self = .other
            }
        }
    }

    /// Whether a name is within the subtree of a base.
    ///
    /// - Parameter orPartOf: whether it is enough that a name with a wildcard can stand for one within: what is excluded
    ///   must not be reachable at all.
    private static func covers(_ base: GeneralName, _ name: GeneralName, orPartOf: Bool) -> Bool {
        switch (base, name) {
        case (.dnsName(let base), .dnsName(let name)):
            if covers(host: base, name) { return true }
            guard orPartOf, name.hasPrefix("*.") else { return false }
            // *.example.com can stand for www.example.com.
            return base.split(separator: ".").dropFirst().joined(separator: ".") == name.dropFirst(2)
        case (.ipAddress(let base), .ipAddress(let name)):
            guard base.bytes.count == 2 * name.bytes.count else { return false }
            let mask = base.bytes.dropFirst(name.bytes.count)
            return zip(zip(base.bytes, mask), name.bytes).allSatisfy { ($0.0 ^ $1) & $0.1 == 0 }
        case (.directoryName(let base), .directoryName(let name)): return NameComparison.isPrefix(base, of: name)
        case (.rfc822Name(let base), .rfc822Name(let name)): return covers(mailbox: base, name, orPartOf)
        case (.uniformResourceIdentifier(let base), .uniformResourceIdentifier(let name)):
            guard let host = host(ofIdentifier: name) else { return orPartOf }
            return base.hasPrefix(".")
                ? host.count > base.utf8.count && host.hasSuffix(base.lowercased()) : host == base.lowercased()
        default: return true
        }
    }

    /// A host fits the name itself and every name below it; the empty name fits all. A dot before it leaves out the name
    /// itself, as OpenSSL has it.
    private static func covers(host base: String, _ name: String) -> Bool {
        if base.isEmpty { return true }
        if base.hasPrefix(".") { return name.hasSuffix(base) && name.utf8.count > base.utf8.count }
        return name == base || name.hasSuffix("." + base)
    }

    private static func trimmed(_ name: String) -> String { name.hasSuffix(".") ? String(name.dropLast()) : name }

    /// A mailbox, a host whose mailboxes are meant, or with a dot before it a domain whose hosts' are.
    private static func covers(mailbox base: String, _ name: String, _ orPartOf: Bool) -> Bool {
        guard let at = name.lastIndex(of: "@") else { return orPartOf }
        let host = name[name.index(after: at)...].lowercased()
        if let baseAt = base.lastIndex(of: "@") {
            return base[..<baseAt] == name[..<at] && base[base.index(after: baseAt)...].lowercased() == host
        }
        let wanted = base.lowercased()
        if wanted.isEmpty { return true }
        return wanted.hasPrefix(".") ? host.hasSuffix(wanted) && host.count > wanted.count : host == wanted
    }

    /// The host of a URI, without user and port; nil where it has none or an address, which no constraint can fit.
    private static func host(ofIdentifier identifier: String) -> String? {
        guard let start = identifier.firstRange(of: "://") else { return nil }
        let authority = identifier[start.upperBound...].prefix { !"/?#".contains($0) }
        let place = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        guard !place.hasPrefix("[") else { return nil }
        let host = place.prefix { $0 != ":" }.lowercased()
        guard case .dns? = HostName(host) else { return nil }
        return trimmed(host)
    }
}
