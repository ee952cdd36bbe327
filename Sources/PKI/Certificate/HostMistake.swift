import Trace

/// A mistake in a text that should be the name or the address of a host, and the text to give instead.
public enum HostMistake: Hashable, Sendable, Remark {
    /// The text is a URL; its host, and its port if the URL has one.
    case url(host: String, port: UInt16?)
    case port(host: String)
    case brackets(String)
    /// The text has letters beyond ASCII; the ASCII form of the name (RFC 5890 section 2.3.2.1), nil if it cannot be computed here.
    case otherScript(String?)
    case neither

    /// The mistake in `text`; nil for a text without a mistake.
    public init?(_ text: String) {
        guard HostName(text) == nil else { return nil }
        self =
            HostMistake.ofURL(text) ?? HostMistake.ofPort(text) ?? HostMistake.ofBrackets(text)
            ?? HostMistake.ofScript(text) ?? .neither
    }

    /// Whether a text is an address.
    package static func isAddress(_ text: String) -> Bool {
        if case .address? = HostName(text) { true } else { false }
    }

    private static func ofURL(_ text: String) -> HostMistake? {
        guard let mark = text.firstRange(of: "://"), text[..<mark.lowerBound].allSatisfy(\.isLetter) else { return nil }
        let authority = text[mark.upperBound...].prefix { !"/?#".contains($0) }
        let place = String(authority.split(separator: "@").last ?? "")
        if let endpoint = Endpoint(place), HostMistake.isHost(endpoint.address) {
            return .url(host: ascii(endpoint.address), port: endpoint.port)
        }
        return HostMistake.isHost(place) ? .url(host: ascii(place), port: nil) : nil
    }

    private static func ofPort(_ text: String) -> HostMistake? {
        guard let endpoint = Endpoint(text), isHost(endpoint.address) else { return nil }
        return .port(host: ascii(endpoint.address))
    }

    private static func ofBrackets(_ text: String) -> HostMistake? {
        guard text.hasPrefix("["), text.hasSuffix("]"), HostName(String(text.dropFirst().dropLast())) != nil else {
            return nil
        }
        return .brackets(String(text.dropFirst().dropLast()))
    }

    private static func ofScript(_ text: String) -> HostMistake? {
        guard !text.utf8.allSatisfy({ $0 < 128 }), text.utf8.count <= 1024 else { return nil }
        return .otherScript(asciiForm(text))
    }

    private static func isHost(_ text: String) -> Bool { HostName(text) != nil || asciiForm(text) != nil }

    private static func ascii(_ text: String) -> String { HostName(text) == nil ? asciiForm(text) ?? text : text }

    /// The name with A-labels (RFC 5891 section 4.4). Nil for a name in ASCII, and for a name that would need Unicode
    /// normalization: only lower-case letters, letters without case and digits are taken, and combining marks are not. Nil also
    /// if the result is no host name.
    private static func asciiForm(_ text: String) -> String? {
        guard text.utf8.count <= 1024 else { return nil }
        let name = text.lowercased()
        let isPlain = name.unicodeScalars.allSatisfy { scalar in
            if scalar.isASCII { return true }
            switch scalar.properties.generalCategory {
            case .lowercaseLetter, .otherLetter, .decimalNumber: return true
            default: return false
            }
        }
        guard isPlain, !name.utf8.allSatisfy({ $0 < 128 }) else { return nil }
        var labels: [String] = []
        for label in name.split(separator: ".", omittingEmptySubsequences: false) {
            guard let ascii = label.utf8.allSatisfy({ $0 < 128 }) ? String(label) : Punycode.encode(label) else {
                return nil
            }
            labels.append(ascii)
        }
        let form = labels.joined(separator: ".")
        return HostName(form) == nil ? nil : form
    }

    /// The text to give instead; nil if it is not known.
    public var host: String? {
        switch self {
        case .url(let host, _), .port(let host), .brackets(let host), .otherScript(let host?): host
        case .otherScript(nil), .neither: nil
        }
    }

    /// The mistake as a clause without a full stop: what the text is, or what to give instead.
    public var english: String {
        switch self {
        case .url(let host, _): "this is a URL; give its host alone: \(host)"
        case .port(let host): "this has a port; give the host alone: \(host)"
        case .brackets(let host): "an address stands without brackets here: \(host)"
        case .otherScript(let host?): "give the name in its ASCII form (A-labels): \(host)"
        case .otherScript(nil):
            "give the name in its ASCII form, with labels that begin with xn--; a browser's address line or a registrar shows it"
        case .neither: "neither a host name nor an address"
        }
    }

    public var chinese: String {
        switch self {
        case .url(let host, _): "这是一个 URL；请只给出其中的主机：\(host)"
        case .port(let host): "这里带有端口；请只给出主机：\(host)"
        case .brackets(let host): "这里的地址不带方括号：\(host)"
        case .otherScript(let host?): "请给出名称的 ASCII 形式（A-label）：\(host)"
        case .otherScript(nil): "请给出名称的 ASCII 形式，其中的标签以 xn-- 开头；浏览器的地址栏或注册商会显示它"
        case .neither: "既不是主机名，也不是地址"
        }
    }
}
