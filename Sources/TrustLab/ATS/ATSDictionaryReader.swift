import PKI
import TLSSim

extension ATSDictionary {
    /// Reads the dictionary out of an Info.plist.
    ///
    /// - Returns: nil for a property list that is not a dictionary. An Info.plist must be one.
    package init?(infoPlist: PropertyValue) {
        guard case .dictionary(let top) = infoPlist else { return nil }
        var reader = ATSDictionaryReader()
        if let flag = top["SecTrustPinningRequired"] {
            reader.dictionary.requiresSystemPins = flag.flag == true
            reader.report(["SecTrustPinningRequired"], .systemPins)
        }
        if let value = top["NSAppTransportSecurity"] {
            reader.read(value)
            var loose = ATSDictionaryReader(isLoose: true)
            loose.dictionary.requiresSystemPins = reader.dictionary.requiresSystemPins
            loose.read(value)
            loose.dictionary.problems = reader.dictionary.problems
            if loose.dictionary != reader.dictionary { reader.dictionary.readLoosely = [loose.dictionary] }
        } else {
            for key in ATSDictionaryReader.appKeys where top[key] != nil { reader.report([key], .notInside) }
            for key in top.keys.sorted() {
                if let real = XcodeName.key(behind: key) { reader.report([key], .displayName(use: real)) }
            }
        }
        self = reader.dictionary
    }
}

/// Reads a dictionary and collects its problems.
private struct ATSDictionaryReader {
    var dictionary = ATSDictionary()
    /// Whether a text and any number count as Booleans.
    var isLoose = false

    static let root = "NSAppTransportSecurity"
    static let appKeys = [
        "NSAllowsArbitraryLoads", "NSAllowsArbitraryLoadsForMedia", "NSAllowsArbitraryLoadsInWebContent",
        "NSAllowsLocalNetworking", "NSExceptionDomains", "NSPinnedDomains",
    ]
    static let entryKeys = [
        "NSExceptionAllowsInsecureHTTPLoads", "NSExceptionMinimumTLSVersion", "NSExceptionRequiresForwardSecrecy",
        "NSIncludesSubdomains", "NSRequiresCertificateTransparency",
    ]
    static let pinKeys = ["NSIncludesSubdomains", "NSPinnedCAIdentities", "NSPinnedLeafIdentities"]
    static let pinKey = "SPKI-SHA256-BASE64"
    /// The prefixes of the keys in the first documentation of iOS 9 and in early tutorials.
    static let formerPrefixes = ["NSThirdPartyException", "NSTemporaryThirdPartyException", "NSTemporaryException"]

    mutating func report(_ path: [String], _ kind: ATSDictionary.Problem.Kind) {
        dictionary.problems.append(ATSDictionary.Problem(path: path.joined(separator: "/"), kind: kind))
    }

    mutating func read(_ value: PropertyValue) {
        guard let entries = members(of: value, at: [Self.root]) else { return }
        dictionary.allowsArbitraryLoads = boolean("NSAllowsArbitraryLoads", in: entries, at: [Self.root])
        dictionary.allowsArbitraryLoadsForMedia = boolean(
            "NSAllowsArbitraryLoadsForMedia", in: entries, at: [Self.root])
        dictionary.allowsArbitraryLoadsInWebContent = boolean(
            "NSAllowsArbitraryLoadsInWebContent", in: entries, at: [Self.root])
        dictionary.allowsLocalNetworking = boolean("NSAllowsLocalNetworking", in: entries, at: [Self.root])
        if dictionary.allowsArbitraryLoads == true, let key = dictionary.overridesArbitraryLoads {
            report([Self.root, "NSAllowsArbitraryLoads"], .arbitraryLoadsIgnored(because: key))
        }
        if let value = entries["NSExceptionDomains"] {
            let path = [Self.root, "NSExceptionDomains"]
            for (name, value) in sorted(members(of: value, at: path)) { readDomain(name, value, at: path + [name]) }
        }
        if let value = entries["NSPinnedDomains"] {
            let path = [Self.root, "NSPinnedDomains"]
            for (name, value) in sorted(members(of: value, at: path)) { readPins(name, value, at: path + [name]) }
        }
        reportUnknown(entries, known: Self.appKeys, elsewhere: Self.entryKeys, at: [Self.root])
    }

    private mutating func readDomain(_ name: String, _ value: PropertyValue, at path: [String]) {
        if let kind = Self.problem(ofName: name) { report(path, kind) }
        guard let entries = members(of: value, at: path) else { return }
        var domain = ATSDictionary.Domain(name)
        domain.allowsInsecureHTTPLoads = boolean("NSExceptionAllowsInsecureHTTPLoads", in: entries, at: path)
        readVersion(of: &domain, in: entries, at: path)
        domain.requiresForwardSecrecy = boolean("NSExceptionRequiresForwardSecrecy", in: entries, at: path)
        domain.includesSubdomains = boolean("NSIncludesSubdomains", in: entries, at: path)
        if boolean("NSRequiresCertificateTransparency", in: entries, at: path) != nil {
            report(path + ["NSRequiresCertificateTransparency"], .obsoleteTransparency)
        }
        reportUnknown(entries, known: Self.entryKeys, elsewhere: [], at: path)
        dictionary.domains.append(domain)
    }

    // MARK: Pins

    private mutating func readPins(_ name: String, _ value: PropertyValue, at path: [String]) {
        if let problem = Self.problem(ofPinned: name) { report(path, problem) }
        guard let entries = members(of: value, at: path) else { return }
        var domain = NSPinnedDomains.Domain(name)
        switch entries["NSIncludesSubdomains"] {
        case .boolean(let flag)?: domain.includesSubdomains = flag
        case let other?:
            report(path + ["NSIncludesSubdomains"], .wrongType(expected: "Boolean", found: other.kind))
        case nil: break
        }
        domain.pinnedCAIdentities = pins(.authorities, in: entries, at: path)
        domain.pinnedLeafIdentities = pins(.leaves, in: entries, at: path)
        reportUnknown(entries, known: Self.pinKeys, elsewhere: [], at: path)
        guard domain.pinnedCAIdentities != nil || domain.pinnedLeafIdentities != nil else {
            report(path, .nothingPinned)
            return
        }
        dictionary.pinnedDomains.append(domain)
    }

    /// The pins of a list that can be read. Nil if the list is absent.
    private mutating func pins(
        _ kind: PinnedKind, in entries: [String: PropertyValue], at path: [String]
    ) -> [PublicKeyPin]? {
        let path = path + [kind.rawValue]
        guard let value = entries[kind.rawValue] else { return nil }
        guard case .array(let items) = value else {
            report(path, .noArrayOfPins(found: value.kind))
            return []
        }
        var pins: [PublicKeyPin] = []
        for (index, item) in items.enumerated() {
            let place = path + ["\(index)"]
            guard let identity = members(of: item, at: place) else { continue }
            reportUnknown(identity, known: [Self.pinKey], elsewhere: [], at: place)
            guard let text = identity[Self.pinKey] else { continue }
            guard case .string(let text) = text else {
                report(place + [Self.pinKey], .wrongType(expected: "String", found: text.kind))
                continue
            }
            do throws(PublicKeyPin.Problem) {
                pins.append(try PublicKeyPin(propertyList: text))
            } catch { report(place + [Self.pinKey], .notAPin(error)) }
        }
        if pins.isEmpty { report(path, .noKeyFits) }
        return pins
    }

    /// The problem of a name in NSPinnedDomains; nil for a name that matches hosts. Capitals and addresses match, in contrast to a range
    /// of addresses.
    private static func problem(ofPinned name: String) -> ATSDictionary.Problem.Kind? {
        if case .address? = HostName(name) { return nil }
        if name.contains("/") { return .notOnlyAName }
        if name.hasSuffix(".") { return .pinnedTrailingDot }
        return problem(ofName: name.lowercased())
    }

    // MARK: Names

    /// The problem of a domain's name; nil for a name that matches hosts. Apple demands a name in lower case without a port, a dot at
    /// the end or a wildcard; since iOS 17 an address or a range is allowed too.
    private static func problem(ofName name: String) -> ATSDictionary.Problem.Kind? {
        if name.isEmpty { return .noName }
        if name.contains("*") { return .wildcard }
        if let range = ATSAddressRange(name) { return range.oddity.map { .oddRange($0) } ?? .address }
        if case .address? = HostName(name) { return .address }
        if let slash = name.split(separator: "/").first, case .address? = HostName(String(slash)) { return .notARange }
        if name.contains(where: { ":/@?#".contains($0) }) { return .notOnlyAName }
        if name.contains(where: \.isUppercase) { return .upperCase }
        if name.hasSuffix(".") { return .trailingDot }
        return HostName(name) == nil ? .noName : nil
    }

    // MARK: Values

    private mutating func members(of value: PropertyValue, at path: [String]) -> [String: PropertyValue]? {
        guard case .dictionary(let members) = value else {
            report(path, .wrongType(expected: "Dictionary", found: value.kind))
            return nil
        }
        return members
    }

    private mutating func boolean(
        _ key: String, in entries: [String: PropertyValue], at path: [String]
    ) -> Bool? {
        guard let value = entries[key] else { return nil }
        if isLoose { return value.looseFlag }
        guard let flag = value.flag else {
            report(
                path + [key],
                value.looseFlag == nil ? .wrongType(expected: "Boolean", found: value.kind) : .textAsBoolean)
            return nil
        }
        switch value {
        case .integer(let number) where number != 0 && number != 1: report(path + [key], .numberIsNo("\(number)"))
        case .real(let number) where number != 0 && number != 1: report(path + [key], .numberIsNo("\(number)"))
        case .boolean, .integer, .real, .string, .array, .dictionary, .other: break
        }
        return flag
    }

    private mutating func readVersion(
        of domain: inout ATSDictionary.Domain, in entries: [String: PropertyValue], at path: [String]
    ) {
        let key = "NSExceptionMinimumTLSVersion"
        guard let value = entries[key] else { return }
        guard case .string(let text) = value else {
            report(path + [key], .wrongType(expected: "String", found: value.kind))
            return
        }
        domain.minimumVersion = ProtocolVersion(minimumTLSVersion: text)
        domain.hasDatagramMinimum = text == "DTLSv1.0" || text == "DTLSv1.2"
        if domain.minimumVersion == nil {
            report(path + [key], domain.hasDatagramMinimum ? .datagramVersion(text) : .unknownVersion(text))
        }
    }

    private mutating func reportUnknown(
        _ entries: [String: PropertyValue], known: [String], elsewhere: [String], at path: [String]
    ) {
        for (key, _) in sorted(entries) where !known.contains(key) {
            if elsewhere.contains(key) {
                report(path + [key], .belongsIntoAnEntry)
            } else if let prefix = Self.formerPrefixes.first(where: key.hasPrefix) {
                report(path + [key], .formerKey(use: "NSException" + key.dropFirst(prefix.count)))
            } else if let real = XcodeName.key(behind: key) {
                report(path + [key], .displayName(use: real))
            } else if key == "NSRequiresNIAPTLSPackageVersion" {
                report(path + [key], .notRead)
            } else {
                report(path + [key], .unknownKey)
            }
        }
    }

    /// The members by name. A dictionary has no order, and the order of the problems must not change from run to run.
    private func sorted(_ members: [String: PropertyValue]?) -> [(key: String, value: PropertyValue)] {
        (members ?? [:]).sorted { $0.key < $1.key }
    }
}

/// The names under which Xcode shows the keys. In the file itself they have no meaning.
private enum XcodeName {
    private static let names = [
        "App Transport Security Settings": "NSAppTransportSecurity", "Allow Arbitrary Loads": "NSAllowsArbitraryLoads",
        "Allows Arbitrary Loads for Media": "NSAllowsArbitraryLoadsForMedia",
        "Allow Arbitrary Loads in Web Content": "NSAllowsArbitraryLoadsInWebContent",
        "Allows Local Networking": "NSAllowsLocalNetworking", "Exception Domains": "NSExceptionDomains",
        "Pinned Domains": "NSPinnedDomains",
    ]

    /// The key behind the name. Nil for a text that Xcode does not show. "Allow" and "Allows", and capitals, are not told apart.
    static func key(behind shown: String) -> String? {
        func plain(_ text: String) -> String { text.lowercased().replacing("allows ", with: "allow ") }
        return names.first { plain($0.key) == plain(shown) }?.value
    }
}
