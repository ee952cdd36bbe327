import Crypto
import Trace

/// Gives the elements of a certificate their names: it walks through the elements and the grammar side by side.
struct CertificateMap {
    private let bytes: [UInt8]
    /// The broken rules, in the order in which they were found.
    private(set) var faults: [DERFault] = []
    /// The object identifier that was read last. It decides on the shape of the element behind it (``Dependency``).
    private var identifier: OID?
    /// The algorithm that was read last. ``identifier`` may no longer be it: the parameters of an algorithm hold identifiers too.
    private var algorithm: OID?

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Names an element that stands where the grammar has this component, and all elements inside it.
    mutating func element(_ node: DERNode, as component: Component) -> AnatomyElement {
        checkForm(node, component)
        switch component.shape {
        case .value(let reading): return value(node, as: component.part, reading: reading)
        case .structure(let parts):
            let elements = structure(node, parts)
            return branch(
                node, as: component.part, elements, title: CertificateMap.title(component.part, elements))
        case .list(let item):
            // No list but a name may be empty (RFC 5280 section 4.1.2.6).
            if node.children.isEmpty, node.isComplete, item.part != .relativeDistinguishedName {
                fault(node, .emptyList)
            }
            return branch(node, as: component.part, list(node, item))
        case .set(let item):
            let elements = list(node, item)
            checkOrder(node)
            return branch(node, as: component.part, elements)
        case .choice(let kinds):
            guard let kind = kinds.first(where: { $0.matches(node.tag) }) else {
                fault(node, .wrongType(wanted: kinds.flatMap(\.tags), found: node.tag))
                return unnamed(node, as: component.part == .element ? .unexpected : component.part)
            }
            return element(node, as: kind)
        case .wrapping(let inner): return wrapping(node, as: component.part, around: inner)
        case .dependent(let dependency): return dependent(node, as: component, on: dependency)
        case .any: return unnamed(node, as: component.part)
        }
    }

    // MARK: Structures

    private mutating func structure(_ node: DERNode, _ components: [Component]) -> [AnatomyElement] {
        var elements: [AnatomyElement] = []
        var rest = node.children[...]
        for component in components {
            if let next = rest.first, component.matches(next.tag) {
                if let content = component.defaultContent, Array(bytes[next.content]) == content {
                    fault(next, .defaultEncoded)
                }
                elements.append(element(next, as: component))
                rest = rest.dropFirst()
            } else if !component.isOptional {
                // An element that is cut off has a fault already: a missing part is no further fault.
                guard node.isComplete else { break }
                guard let next = rest.first else {
                    fault(node, .missing(component.part))
                    break
                }
                fault(next, .wrongType(wanted: component.tags, found: next.tag))
                break
            }
        }
        for next in rest {
            if faults.last?.offset != next.offset { fault(next, .unexpected(next.tag)) }
            elements.append(unnamed(next, as: .unexpected))
        }
        return elements
    }

    private mutating func list(_ node: DERNode, _ item: Component) -> [AnatomyElement] {
        node.children.map { child in
            guard item.matches(child.tag) else {
                fault(child, .wrongType(wanted: item.tags, found: child.tag))
                return unnamed(child, as: .unexpected)
            }
            return element(child, as: item)
        }
    }

    /// An element without a place in the grammar: its type says how it is read.
    private mutating func unnamed(_ node: DERNode, as part: Part) -> AnatomyElement {
        value(node, as: part, reading: CertificateMap.reading(of: node.tag))
    }

    private static func reading(of tag: DERTag) -> Reading {
        guard tag.kind == .universal else { return .octets }
        return switch tag.number {
        case 1: .boolean
        case 2, 10: .integer
        case 3: .bits
        case 5: .null
        case 6: .objectIdentifier
        case 12, 18, 19, 20, 22, 26, 27, 28, 30: .text
        case 23, 24: .time
        default: .octets
        }
    }

    // MARK: Values

    private mutating func value(_ node: DERNode, as part: Part, reading: Reading) -> AnatomyElement {
        guard !node.tag.isConstructed else {
            return branch(node, as: part, node.children.map { unnamed($0, as: .element) })
        }
        let octets = bytes[node.content]
        let value: ElementValue
        switch reading {
        case .version: value = ElementValue.version(octets)
        case .integer: value = ElementValue.integer(octets)
        case .boolean: value = ElementValue.boolean(octets)
        case .null: value = ElementValue.null(octets)
        case .objectIdentifier: value = ElementValue.objectIdentifier(octets)
        case .time: value = ElementValue.time(octets, tag: node.tag)
        case .text: value = text(node, octets)
        case .octets: value = ElementValue.hexadecimal(octets)
        case .bits: value = ElementValue.bits(octets)
        case .address: value = ElementValue.address(octets)
        case .namedBits(let names): value = ElementValue.namedBits(octets, names: names)
        case .tlsFeature: value = ElementValue.tlsFeature(octets)
        case .point, .edwardsKey, .bitOctets: return bitString(node, as: part, reading: reading)
        case .timestamps: return timestamps(node, as: part)
        }
        // An element that is cut off has a fault already.
        if let rule = value.fault, node.isComplete { fault(node, rule) }
        if let oid = value.identifier {
            identifier = oid
            if part == .algorithm { algorithm = oid }
        }
        return AnatomyElement(
            part: part, node: node, range: node.range, depth: node.depth, value: value.text, remark: value.remark,
            identifier: value.identifier, children: [], isWrapper: false)
    }

    /// The value of an attribute: text of any string type. A value of another type is read as its type says.
    private func text(_ node: DERNode, _ octets: ArraySlice<UInt8>) -> ElementValue {
        guard node.tag.kind == .universal else { return ElementValue.text(octets, tag: .ia5String) }
        return switch CertificateMap.reading(of: node.tag) {
        case .text: ElementValue.text(octets, tag: node.tag)
        case .bits: ElementValue.bits(octets)
        case .objectIdentifier: ElementValue.objectIdentifier(octets)
        default: ElementValue.hexadecimal(octets)
        }
    }

    private func branch(
        _ node: DERNode, as part: Part, _ children: [AnatomyElement], title: String = "", isWrapper: Bool = false
    ) -> AnatomyElement {
        // Octets behind the last element that could be read get an element of their own.
        let end = children.last?.range.upperBound ?? node.content.lowerBound
        var children = children
        if end < node.content.upperBound, node.tag.isConstructed || isWrapper {
            children.append(octets(end..<node.content.upperBound, as: .unread, depth: node.depth + 1))
        }
        return AnatomyElement(
            part: part, node: node, range: node.range, depth: node.depth, value: title, remark: "", identifier: nil,
            children: children, isWrapper: isWrapper)
    }

    /// The value that is shown with an extension, its name: "keyUsage, critical". Empty for another part.
    private static func title(_ part: Part, _ elements: [AnatomyElement]) -> String {
        guard part == .extensionItem, let name = elements.first(where: { $0.part == .extnID })?.value else { return "" }
        return elements.contains { $0.part == .critical && $0.value == "TRUE" } ? name + ", critical" : name
    }

    private func octets(
        _ range: Range<Int>, as part: Part, depth: Int, value: String? = nil, remark: Words = ""
    ) -> AnatomyElement {
        AnatomyElement(
            part: part, node: nil, range: range, depth: depth, value: value ?? Hex.string(bytes[range]), remark: remark,
            identifier: nil, children: [], isWrapper: false)
    }

    // MARK: Inside octets

    private mutating func dependent(
        _ node: DERNode, as component: Component, on dependency: Dependency
    ) -> AnatomyElement {
        let resolved: Component =
            switch dependency {
            case .extensionValue:
                Component(component.part, tagged: component.tags, .wrapping(ExtensionGrammar.content(of: identifier)))
            case .parameters: CertificateGrammar.parameters(of: identifier)
            case .publicKey:
                Component(component.part, tagged: component.tags, CertificateGrammar.publicKey(of: algorithm))
            case .signature:
                Component(component.part, tagged: component.tags, CertificateGrammar.signature(of: algorithm))
            case .qualifier: ExtensionGrammar.qualifier(of: identifier)
            }
        guard resolved.matches(node.tag) else {
            fault(node, .wrongType(wanted: resolved.tags, found: node.tag))
            return unnamed(node, as: component.part)
        }
        return element(node, as: resolved)
    }

    /// DER in an OCTET STRING or a BIT STRING. Octets that cannot be read as DER stay octets.
    private mutating func wrapping(_ node: DERNode, as part: Part, around inner: Component) -> AnatomyElement {
        guard !node.tag.isConstructed else { return unnamed(node, as: part) }
        var start = node.content.lowerBound
        var children: [AnatomyElement] = []
        if node.tag.number == DERTag.bitString.number {
            guard bytes[node.content].first == 0 else { return value(node, as: part, reading: .bits) }
            children.append(octets(start..<start + 1, as: .unusedBits, depth: node.depth + 1, value: "0"))
            start += 1
        }
        var reader = DERReader(bytes)
        let found = reader.elements(in: start..<node.content.upperBound, depth: node.depth + 1)
        let isUnknown = inner.part == .element
        guard let first = found.first, !(isUnknown && (reader.isStopped || !reader.faults.isEmpty)) else {
            // An extension that is unknown here need not hold DER.
            if !isUnknown, node.isComplete {
                faults += DERFault.all(reader.faults) + [DERFault(at: node.offset, .missing(inner.part))]
            }
            return value(node, as: part, reading: node.tag.number == DERTag.bitString.number ? .bits : .octets)
        }
        if node.isComplete { faults += DERFault.all(reader.faults) }
        if inner.matches(first.tag) {
            children.append(element(first, as: inner))
        } else {
            fault(first, .wrongType(wanted: inner.tags, found: first.tag))
            children.append(unnamed(first, as: .unexpected))
        }
        for other in found.dropFirst() {
            if !isUnknown { fault(other, .unexpected(other.tag)) }
            children.append(unnamed(other, as: isUnknown ? .element : .unexpected))
        }
        return branch(node, as: part, children, isWrapper: true)
    }

    /// A BIT STRING whose octets have a meaning and are not DER: a point, a key, a signature.
    private mutating func bitString(_ node: DERNode, as part: Part, reading: Reading) -> AnatomyElement {
        let content = node.content
        guard bytes[content].first == 0, content.count > 1 else { return value(node, as: part, reading: .bits) }
        let start = content.lowerBound + 1
        let depth = node.depth + 1
        var children = [octets(content.lowerBound..<start, as: .unusedBits, depth: depth, value: "0")]
        let key = start..<content.upperBound
        switch (reading, bytes[start]) {
        case (.point, 4) where key.count % 2 == 1 && key.count > 2:
            let middle = start + 1 + key.count / 2
            children += [
                octets(
                    start..<start + 1, as: .pointForm, depth: depth, value: "04",
                    remark: Words(english: "uncompressed", chinese: "未压缩")),
                octets(start + 1..<middle, as: .pointX, depth: depth),
                octets(middle..<key.upperBound, as: .pointY, depth: depth),
            ]
        case (.point, 2), (.point, 3):
            children += [
                octets(
                    start..<start + 1, as: .pointForm, depth: depth,
                    remark: Words(english: "compressed", chinese: "已压缩")),
                octets(start + 1..<key.upperBound, as: .compressedPoint, depth: depth),
            ]
        case (.edwardsKey, _): children.append(octets(key, as: .edwardsPoint, depth: depth))
        default: children.append(octets(key, as: part == .signatureValue ? .signatureOctets : .keyOctets, depth: depth))
        }
        return branch(node, as: part, children.filter { !$0.range.isEmpty }, isWrapper: true)
    }

    private mutating func timestamps(_ node: DERNode, as part: Part) -> AnatomyElement {
        let reading = TimestampList(bytes, in: node.content)
        if reading.isMalformed, node.isComplete { fault(node, .malformedOctets) }
        let children = reading.parts.map {
            octets($0.range, as: $0.part, depth: node.depth + $0.depth, value: $0.value, remark: Words(same: $0.remark))
        }
        return branch(node, as: part, children.filter { !$0.range.isEmpty }, isWrapper: true)
    }

    // MARK: Rules

    private mutating func fault(_ node: DERNode, _ rule: DERFault.Rule) {
        faults.append(DERFault(at: node.offset, rule))
    }

    /// Finds an element that is constructed and should be primitive, or the other way round (X.690 sections 8.2 to 8.12 and 10.2).
    private mutating func checkForm(_ node: DERNode, _ component: Component) {
        guard let wanted = component.tags.first(where: { $0.kind == node.tag.kind && $0.number == node.tag.number }),
            wanted.isConstructed != node.tag.isConstructed
        else { return }
        fault(node, .wrongForm(constructed: node.tag.isConstructed))
    }

    private mutating func checkOrder(_ node: DERNode) {
        if !DERContent.isAscending(node.children.map { bytes[$0.range] }) { fault(node, .setOrder) }
    }
}
