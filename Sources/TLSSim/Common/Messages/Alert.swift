import Trace

/// An alert: two octets of level and description (RFC 5246 section 7.2).
public struct Alert: Hashable, Sendable, CustomStringConvertible {
    /// Whether the connection can go on.
    public let level: AlertLevel
    /// What happened.
    public let name: AlertDescription

    /// An alert of that level and description.
    public init(_ level: AlertLevel, _ description: AlertDescription) {
        self.level = level
        self.name = description
    }

    /// The two octets.
    public var bytes: [UInt8] { [level.rawValue, name.rawValue] }

    private static let rule = Citation.rfc(5246, "7.2")

    /// Reads the whole content of an alert record. A level that is neither warning nor fatal is an illegal parameter.
    static func read(_ fragment: [UInt8]) throws(TLSError) -> Alert {
        guard fragment.count == 2 else {
            throw .malformed(
                ParseError("tls.alert_message", at: 0, .length(fragment.count, allowed: 2...2), cite: rule))
        }
        guard let level = AlertLevel(rawValue: fragment[0]) else { throw .alertLevelUnknown(fragment[0]) }
        return Alert(level, AlertDescription(rawValue: fragment[1]))
    }

    /// "fatal decrypt_error".
    public var description: String { "\(level) \(name)" }
}
