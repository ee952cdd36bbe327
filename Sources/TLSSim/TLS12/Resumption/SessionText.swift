import Trace

/// Why a text is no session.
public struct SessionTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, counted from 1; 0 when something is missing from the whole.
    public let line: Int
    /// What is wrong, as a clause.
    public let why: String

    /// "line 3: …".
    public var description: String { line == 0 ? why : "line \(line): \(why)" }
}

extension ResumableSession {
    private static let heading = "HandshakeSim TLS 1.2 session"

    /// The session as lines of "name: value", octets in hexadecimal: for a file that only its owner may read.
    public var text: String {
        var lines = [
            Self.heading, "session ID: \(Hex.string(sessionID))", "ticket lifetime: \(ticketLifetime)",
            "issued: \(issued)", "created: \(created)", "master secret: \(Hex.string(masterSecret))",
            "suite: \(suite.name)", "extended master secret: \(Self.word(extendedMasterSecret))",
            "verified: \(Self.word(peer.isJudgedOrAnonymous))",
        ]
        if let ticket { lines.append("ticket: \(Hex.string(ticket))") }
        if let serverName { lines.append("server name: \(serverName)") }
        if let maximumFragment { lines.append("maximum fragment: \(maximumFragment.octets)") }
        lines += peer.chain.map { "certificate: \(Hex.string($0))" }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func word(_ flag: Bool) -> String { flag ? "yes" : "no" }

    /// Reads what ``text`` wrote.
    ///
    /// - Throws: ``SessionTextError`` that names the line and what is wrong with it.
    public init(text: String) throws(SessionTextError) {
        var lines = SessionLines()
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if index == 0 {
                guard line == Self.heading else {
                    throw SessionTextError(line: 1, why: "the heading is not \"\(Self.heading)\"")
                }
            } else if !line.isEmpty {
                try lines.add(line, number: index + 1)
            }
        }
        let sessionID = try lines.octets("session ID", allowed: 0...32) ?? []
        let ticket = try lines.octets("ticket", allowed: 1...65_535)
        let name = lines.value("server name")
        guard name.map({ $0.text.utf8.allSatisfy { (0x21...0x7e).contains($0) } && $0.text.utf8.count < 256 }) ?? true
        else { throw SessionTextError(line: name?.line ?? 0, why: "the server name is not a host name") }
        let fragment = try lines.number("maximum fragment", as: Int.self)
        let maximum = fragment.flatMap { MaximumFragment(octets: $0) }
        guard fragment == nil || maximum != nil else {
            throw SessionTextError(
                line: lines.value("maximum fragment")?.line ?? 0, why: "the maximum fragment is not 512 to 4096")
        }
        let suiteName = try lines.required("suite")
        guard let suite = CipherSuite.named(suiteName.text) else {
            throw SessionTextError(line: suiteName.line, why: "the suite is not one that is implemented")
        }
        guard !sessionID.isEmpty || ticket != nil else {
            throw SessionTextError(line: 0, why: "there is neither a session ID nor a ticket")
        }
        self.init(
            sessionID: sessionID, ticket: ticket,
            ticketLifetime: try lines.number("ticket lifetime", as: UInt32.self) ?? 0,
            issued: try lines.requiredNumber("issued"), created: try lines.requiredNumber("created"),
            masterSecret: try lines.requiredOctets("master secret", count: KeySchedule.masterSecretLength),
            suite: suite, extendedMasterSecret: try lines.flag("extended master secret"), serverName: name?.text,
            maximumFragment: maximum,
            peer: PeerIdentity(
                restoring: try lines.allOctets("certificate"), wasJudged: try lines.flag("verified")))
    }
}

/// The lines of a session's text by name.
private struct SessionLines {
    typealias Value = (text: String, line: Int)

    private var entries: [(name: String, value: Value)] = []

    private static let names: Set<String> = [
        "session ID", "ticket lifetime", "issued", "created", "master secret", "suite", "extended master secret",
        "verified", "ticket", "server name", "maximum fragment", "certificate",
    ]

    mutating func add(_ line: Substring, number: Int) throws(SessionTextError) {
        guard let colon = line.firstIndex(of: ":") else {
            throw SessionTextError(line: number, why: "it is not of the form \"name: value\"")
        }
        let name = String(line[..<colon])
        guard Self.names.contains(name) else {
            throw SessionTextError(line: number, why: "there is nothing called \"\(name)\"")
        }
        guard name == "certificate" || value(name) == nil else {
            throw SessionTextError(line: number, why: "the \(name) stands twice")
        }
        let text = line[line.index(after: colon)...].drop { $0 == " " }
        entries.append((name, (String(text), number)))
    }

    func value(_ name: String) -> Value? {
        entries.first { $0.name == name }?.value
    }

    func required(_ name: String) throws(SessionTextError) -> Value {
        guard let value = value(name) else { throw SessionTextError(line: 0, why: "the \(name) is missing") }
        return value
    }

    func octets(_ name: String, allowed: ClosedRange<Int>) throws(SessionTextError) -> [UInt8]? {
        guard let value = value(name) else { return nil }
        guard let octets = Hex.octets(value.text) else {
            throw SessionTextError(line: value.line, why: "the \(name) is not hexadecimal")
        }
        guard allowed.contains(octets.count) else {
            throw SessionTextError(
                line: value.line,
                why:
                    "the \(name) has \(octets.count) octets; \(allowed.lowerBound) to \(allowed.upperBound) are allowed"
            )
        }
        return octets
    }

    func requiredOctets(_ name: String, count: Int) throws(SessionTextError) -> [UInt8] {
        _ = try required(name)
        return try octets(name, allowed: count...count) ?? []
    }

    func allOctets(_ name: String) throws(SessionTextError) -> [[UInt8]] {
        var all: [[UInt8]] = []
        for entry in entries where entry.name == name {
            guard let octets = Hex.octets(entry.value.text), !octets.isEmpty else {
                throw SessionTextError(line: entry.value.line, why: "the \(name) is not hexadecimal")
            }
            all.append(octets)
        }
        return all
    }

    func number<Number: FixedWidthInteger>(
        _ name: String, as type: Number.Type
    ) throws(SessionTextError) -> Number? {
        guard let value = value(name) else { return nil }
        guard let number = Number(value.text), number >= 0 else {
            throw SessionTextError(line: value.line, why: "the \(name) is not a number that fits")
        }
        return number
    }

    func requiredNumber(_ name: String) throws(SessionTextError) -> Int64 {
        _ = try required(name)
        return try number(name, as: Int64.self) ?? 0
    }

    func flag(_ name: String) throws(SessionTextError) -> Bool {
        let value = try required(name)
        switch value.text {
        case "yes": return true
        case "no": return false
        default: throw SessionTextError(line: value.line, why: "the \(name) is neither yes nor no")
        }
    }
}
