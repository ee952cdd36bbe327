import Crypto
import Trace

/// Gives the elements of a certificate their names, by walking through the grammar beside them.
struct CertificateMap {
    private let bytes: [UInt8]
    /// Broken rules, in the order in which they were met.
    private(set) var faults: [DERFault] = []
    /// The object identifier that was read last: it decides on the form of the value beside it.
    private var identifier: OID?
    /// The identifier of the algorithm read last, which parameters may have followed.
    private var algorithm: OID?

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// An element as this component of the grammar.
    mutating func element(_ node: DERNode, as component: Component) -> AnatomyElement {
        checkForm(node, component)
        switch component.shape {
        case .value(let reading): return value(node, component.part, reading)
        case .structure(let parts):
            let elements = structure(node, parts)
            return branch(node, component.part, elements, title: CertificateMap.title(component.part, elements))
        case .list(let item):
            // Of all lists only a name may be empty (RFC 5280 section 4.1.2.6).
            if node.children.isEmpty, node.isComplete, item.part != .relativeDistinguishedName {
                fault(node, .emptyList)
            }
            return branch(node, component.part, list(node, item))
        case .set(let item):
            let elements = list(node, item)
            checkOrder(node)
            return branch(node, component.part, elements)
        case .choice(let kinds):
            guard let kind = kinds.first(where: { $0.matches(node.tag) }) else {
                fault(node, .wrongType(wanted: kinds.flatMap(\.tags), found: node.tag))
                return unnamed(node, component.part == .element ? .unexpected : component.part)
            }
            return element(node, as: kind)
        case .wrapping(let inner): return wrapping(node, component.part, inner)
        case .dependent(let dependency): return dependent(node, component, dependency)
        case .any: return unnamed(node, component.part)
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
                // What an element that is cut off lacks is no fault of its own.
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
            elements.append(unnamed(next, .unexpected))
        }
        return elements
    }

    private mutating func list(_ node: DERNode, _ item: Component) -> [AnatomyElement] {
        node.children.map { child in
            guard item.matches(child.tag) else {
                fault(child, .wrongType(wanted: item.tags, found: child.tag))
                return unnamed(child, .unexpected)
            }
            return element(child, as: item)
        }
    }

    /// An element without a place in the grammar: its type says how it is read.
    private mutating func unnamed(_ node: DERNode, _ part: Part) -> AnatomyElement {
        if node.tag.isConstructed {
            return branch(node, part, node.children.map { unnamed($0, .element) })
        }
        return value(node, part, CertificateMap.reading(of: node.tag))
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

    private mutating func value(_ node: DERNode, _ part: Part, _ reading: Reading) -> AnatomyElement {
        guard !node.tag.isConstructed else {
            return branch(node, part, node.children.map { unnamed($0, .element) })
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
        case .point, .edwardsKey, .bitOctets: return bitString(node, part, reading)
        case .timestamps: return timestamps(node, part)
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

    /// The value of an attribute is text of whatever type; anything else is read as its type says.
    private func text(_ node: DERNode, _ octets: ArraySlice<UInt8>) -> ElementValue {
        guard node.tag.kind == .universal else { return ElementValue.text(octets, tag: .ia5String) }
        return switch node.tag.number {
        case 12, 18, 19, 20, 22, 26, 27, 28, 30: ElementValue.text(octets, tag: node.tag)
        case 3: ElementValue.bits(octets)
        case 6: ElementValue.objectIdentifier(octets)
        default: ElementValue.hexadecimal(octets)
        }
    }

    private func branch(
        _ node: DERNode, _ part: Part, _ children: [AnatomyElement], title: String = "", isWrapper: Bool = false
    ) -> AnatomyElement {
        // What lies behind the last element that could be read.
        let end = children.last?.range.upperBound ?? node.content.lowerBound
        var children = children
        if end < node.content.upperBound, node.tag.isConstructed || isWrapper {
            children.append(octets(end..<node.content.upperBound, .unread, depth: node.depth + 1))
        }
        return AnatomyElement(
            part: part, node: node, range: node.range, depth: node.depth, value: title, remark: "", identifier: nil,
            children: children, isWrapper: isWrapper)
    }

    /// The name of an extension, at its beginning: "keyUsage, critical".
    private static func title(_ part: Part, _ elements: [AnatomyElement]) -> String {
        guard part == .extensionItem, let name = elements.first(where: { $0.part == .extnID })?.value else { return "" }
        return elements.contains { $0.part == .critical && $0.value == "TRUE" } ? name + ", critical" : name
    }

    private func octets(
        _ range: Range<Int>, _ part: Part, depth: Int, value: String? = nil, remark: String = ""
    ) -> AnatomyElement {
        AnatomyElement(
            part: part, node: nil, range: range, depth: depth, value: value ?? Hex.string(bytes[range]), remark: remark,
            identifier: nil, children: [], isWrapper: false)
    }

    // MARK: Inside octets

    private mutating func dependent(
        _ node: DERNode, _ component: Component, _ dependency: Dependency
    ) -> AnatomyElement {
        let resolved: Component =
            switch dependency {
            case .extensionValue:
                Component(component.part, component.tags, .wrapping(ExtensionGrammar.content(of: identifier)))
            case .parameters: CertificateGrammar.parameters(of: identifier)
            case .publicKey:
                Component(component.part, component.tags, CertificateGrammar.publicKey(of: algorithm))
            case .signature:
                Component(component.part, component.tags, CertificateGrammar.signature(of: algorithm))
            case .qualifier: ExtensionGrammar.qualifier(of: identifier)
            }
        guard resolved.matches(node.tag) else {
            fault(node, .wrongType(wanted: resolved.tags, found: node.tag))
            return unnamed(node, component.part)
        }
        return element(node, as: resolved)
    }

    /// DER in an OCTET STRING or a BIT STRING. Octets that cannot be read as DER stay octets.
    private mutating func wrapping(_ node: DERNode, _ part: Part, _ inner: Component) -> AnatomyElement {
        guard !node.tag.isConstructed else { return unnamed(node, part) }
        var start = node.content.lowerBound
        var children: [AnatomyElement] = []
        if node.tag.number == DERTag.bitString.number {
            guard bytes[node.content].first == 0 else { return value(node, part, .bits) }
            children.append(octets(start..<start + 1, .unusedBits, depth: node.depth + 1, value: "0"))
            start += 1
        }
        var reader = DERReader(bytes)
        let found = reader.elements(in: start..<node.content.upperBound, depth: node.depth + 1)
        let isUnknown = inner.part == .element
        guard let first = found.first, !(isUnknown && (reader.isStopped || !reader.faults.isEmpty)) else {
            // An extension that is unknown here need not hold DER.
            if !isUnknown, node.isComplete {
                faults += reader.faults + [DERFault(at: node.offset, .missing(inner.part))]
            }
            return value(node, part, node.tag.number == DERTag.bitString.number ? .bits : .octets)
        }
        if node.isComplete { faults += reader.faults }
        if inner.matches(first.tag) {
            children.append(element(first, as: inner))
        } else {
            fault(first, .wrongType(wanted: inner.tags, found: first.tag))
            children.append(unnamed(first, .unexpected))
        }
        for other in found.dropFirst() {
            if !isUnknown { fault(other, .unexpected(other.tag)) }
            children.append(unnamed(other, isUnknown ? .element : .unexpected))
        }
        return branch(node, part, children, isWrapper: true)
    }

    /// A BIT STRING whose octets have a meaning that is not DER's.
    private mutating func bitString(_ node: DERNode, _ part: Part, _ reading: Reading) -> AnatomyElement {
        let content = node.content
        guard bytes[content].first == 0, content.count > 1 else { return value(node, part, .bits) }
        let start = content.lowerBound + 1
        let depth = node.depth + 1
        var children = [octets(content.lowerBound..<start, .unusedBits, depth: depth, value: "0")]
        let key = start..<content.upperBound
        switch (reading, bytes[start]) {
        case (.point, 4) where key.count % 2 == 1 && key.count > 2:
            let middle = start + 1 + key.count / 2
            children += [
                octets(start..<start + 1, .pointForm, depth: depth, value: "04", remark: "uncompressed"),
                octets(start + 1..<middle, .pointX, depth: depth),
                octets(middle..<key.upperBound, .pointY, depth: depth),
            ]
        case (.point, 2), (.point, 3):
            children += [
                octets(start..<start + 1, .pointForm, depth: depth, remark: "compressed"),
                octets(start + 1..<key.upperBound, .compressedPoint, depth: depth),
            ]
        case (.edwardsKey, _): children.append(octets(key, .edwardsPoint, depth: depth))
        default: children.append(octets(key, part == .signatureValue ? .signatureOctets : .keyOctets, depth: depth))
        }
        return branch(node, part, children.filter { !$0.range.isEmpty }, isWrapper: true)
    }

    private mutating func timestamps(_ node: DERNode, _ part: Part) -> AnatomyElement {
        let reading = TimestampList(bytes, in: node.content)
        if reading.isMalformed, node.isComplete { fault(node, .malformedOctets) }
        let children = reading.parts.map {
            octets($0.range, $0.part, depth: node.depth + $0.depth, value: $0.value, remark: $0.remark)
        }
        return branch(node, part, children.filter { !$0.range.isEmpty }, isWrapper: true)
    }

    // MARK: Rules

    private mutating func fault(_ node: DERNode, _ rule: DERFault.Rule) {
        faults.append(DERFault(at: node.offset, rule))
    }

    /// DER has strings in one piece and structures in pieces (X.690 section 10.2).
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
