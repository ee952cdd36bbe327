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

    /// The alert as the content of a record: two octets.
    public var bytes: [UInt8] {
        var writer = ByteWriter()
        var octets = AlertOctets(level: level.rawValue, name: name)
        octets.code(with: &writer)
        return writer.bytes
    }

    /// Reads the whole content of an alert record.
    ///
    /// - Throws: ``TLSError/malformed(_:)`` for another length; ``TLSError/alertLevelUnknown(_:)`` for a level that is neither warning nor
    ///   fatal.
    public static func read(_ fragment: [UInt8]) throws(TLSError) -> Alert {
        var octets = AlertOctets()
        var reader = ByteReader(fragment, recording: false)
        guard fragment.count == AlertOctets.count, (try? octets.code(with: &reader)) != nil else {
            let allowed = AlertOctets.count...AlertOctets.count
            throw .malformed(
                ParseError(
                    "tls.alert_message", at: 0, .length(fragment.count, allowed: allowed), cite: AlertOctets.rule))
        }
        guard let level = AlertLevel(rawValue: octets.level) else { throw .alertLevelUnknown(octets.level) }
        return Alert(level, octets.name)
    }

    /// "fatal decrypt_error".
    public var description: String { "\(level) \(name)" }
}

/// The two octets of an alert on the wire. The level may have a value that ``AlertLevel`` does not know.
struct AlertOctets {
    var level: UInt8 = 0
    var name = AlertDescription(rawValue: 0)

    static let count = 2
    static let rule = Citation.rfc(5246, "7.2")

    mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        try coder.integer("tls.alert_message.level", &level, cite: Self.rule) { code in
            AlertLevel(rawValue: code).map { "\(code) \($0)" } ?? String(code)
        }
        var code = name.rawValue
        try coder.integer("tls.alert_message.desc", &code, cite: Self.rule) {
            "\($0) \(AlertDescription(rawValue: $0))"
        }
        name = AlertDescription(rawValue: code)
    }
}
