import Trace

/// The reason why a text cannot be read as a session.
public struct SessionTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of the line, counted from 1; 0 if the fault is not in a single line.
    public let line: Int
    /// What is wrong.
    public let fault: SessionTextFault

    init(line: Int, _ fault: SessionTextFault) {
        self.line = line
        self.fault = fault
    }

    /// "line 3: …".
    public var description: String {
        let why = fault.sentence(in: .english)
        return line == 0 ? why : "line \(line): \(why)"
    }
}

/// The faults that the text of a session can have.
public enum SessionTextFault: Remark, Hashable {
    case heading(String)
    case form
    case unknownName(String)
    case repeated(String)
    case missing(String)
    case notHexadecimal(String)
    /// The number of octets in the value of this name is not allowed.
    case length(String, octets: Int, allowed: ClosedRange<Int>)
    case notANumber(String)
    case notAFlag(String)
    /// The server name is longer than 255 octets or contains characters that are not printable ASCII.
    case badServerName
    case badMaximumFragment
    case unknownSuite
    case nothingToResume

    public var english: String {
        switch self {
        case .heading(let heading): "the heading is not \"\(heading)\""
        case .form: "it is not of the form \"name: value\""
        case .unknownName(let name): "there is nothing called \"\(name)\""
        case .repeated(let name): "the \(name) stands twice"
        case .missing(let name): "the \(name) is missing"
        case .notHexadecimal(let name): "the \(name) is not hexadecimal"
        case .length(let name, let octets, let allowed):
            "the \(name) has \(counted(octets, "octet")); \(allowed.lowerBound) to \(allowed.upperBound) are allowed"
        case .notANumber(let name): "the \(name) is not a number that fits"
        case .notAFlag(let name): "the \(name) is neither yes nor no"
        case .badServerName: "the server name is not a host name"
        case .badMaximumFragment: "the maximum fragment is not 512 to 4096"
        case .unknownSuite: "the suite is not one that is implemented"
        case .nothingToResume: "there is neither a session ID nor a ticket"
        }
    }

    public var chinese: String {
        switch self {
        case .heading(let heading): "标题不是 \"\(heading)\""
        case .form: "形式不是 \"name: value\""
        case .unknownName(let name): "没有名为 \"\(name)\" 的项"
        case .repeated(let name): "\(name) 出现了两次"
        case .missing(let name): "缺少 \(name)"
        case .notHexadecimal(let name): "\(name) 不是十六进制"
        case .length(let name, let octets, let allowed):
            "\(name) 有 \(octets) 字节；允许的是 \(allowed.lowerBound) 到 \(allowed.upperBound) 字节"
        case .notANumber(let name): "\(name) 不是合适的数"
        case .notAFlag(let name): "\(name) 既不是 yes 也不是 no"
        case .badServerName: "server name 不是主机名"
        case .badMaximumFragment: "maximum fragment 不在 512 到 4096 之间"
        case .unknownSuite: "这个密码套件没有实现"
        case .nothingToResume: "既没有会话 ID，也没有票据"
        }
    }
}

extension ResumableSession {
    private static let heading = "HandshakeSim TLS 1.2 session"

    /// The session as lines of "name: value", with octets in hexadecimal. It contains secrets: only its owner should be able to read the file.
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

    private static let names: Set<String> = [
        "session ID", "ticket lifetime", "issued", "created", "master secret", "suite", "extended master secret",
        "verified", "ticket", "server name", "maximum fragment", "certificate",
    ]

    /// Reads a session in the form of ``text``.
    ///
    /// - Throws: ``SessionTextError`` that names the line and what is wrong with it.
    public init(text: String) throws(SessionTextError) {
        let lines = try SessionLines(text, from: 1, heading: Self.heading, names: Self.names)
        let sessionID = try lines.octets("session ID", allowed: 0...32) ?? []
        let ticket = try lines.octets("ticket", allowed: 1...65_535)
        let name = try lines.serverName()
        let fragment = try lines.number("maximum fragment", as: Int.self)
        let maximum = fragment.flatMap { MaximumFragment(octets: $0) }
        guard fragment == nil || maximum != nil else {
            throw SessionTextError(
                line: lines.value("maximum fragment")?.line ?? 0, .badMaximumFragment)
        }
        let suiteName = try lines.required("suite")
        guard let suite = CipherSuite.named(suiteName.text) else {
            throw SessionTextError(line: suiteName.line, .unknownSuite)
        }
        guard !sessionID.isEmpty || ticket != nil else {
            throw SessionTextError(line: 0, .nothingToResume)
        }
        self.init(
            sessionID: sessionID, ticket: ticket,
            ticketLifetime: try lines.number("ticket lifetime", as: UInt32.self) ?? 0,
            issued: try lines.requiredNumber("issued"), created: try lines.requiredNumber("created"),
            masterSecret: try lines.requiredOctets("master secret", count: KeySchedule.masterSecretLength),
            suite: suite, extendedMasterSecret: try lines.flag("extended master secret"), serverName: name,
            maximumFragment: maximum,
            peer: PeerIdentity(
                restoring: try lines.allOctets("certificate"), wasJudged: try lines.flag("verified")))
    }
}

/// The lines of a session's text, by name.
struct SessionLines {
    typealias Value = (text: String, line: Int)

    private var entries: [(name: String, value: Value)] = []
    private let names: Set<String>

    /// Reads lines of "name: value" below a heading.
    ///
    /// - Parameter first: the number of the heading's line.
    init(_ text: String, from first: Int, heading: String, names: Set<String>) throws(SessionTextError) {
        self.names = names
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if index == 0 {
                guard line == heading else { throw SessionTextError(line: first, .heading(heading)) }
            } else if !line.isEmpty {
                try add(line, number: index + first)
            }
        }
    }

    private mutating func add(_ line: Substring, number: Int) throws(SessionTextError) {
        guard let colon = line.firstIndex(of: ":") else {
            throw SessionTextError(line: number, .form)
        }
        let name = String(line[..<colon])
        guard names.contains(name) else {
            throw SessionTextError(line: number, .unknownName(name))
        }
        guard name == "certificate" || value(name) == nil else {
            throw SessionTextError(line: number, .repeated(name))
        }
        let text = line[line.index(after: colon)...].drop { $0 == " " }
        entries.append((name, (String(text), number)))
    }

    func value(_ name: String) -> Value? {
        entries.first { $0.name == name }?.value
    }

    /// The server name; nil if there is none.
    func serverName() throws(SessionTextError) -> String? {
        guard let name = value("server name") else { return nil }
        guard name.text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }), name.text.utf8.count < 256 else {
            throw SessionTextError(line: name.line, .badServerName)
        }
        return name.text
    }

    func required(_ name: String) throws(SessionTextError) -> Value {
        guard let value = value(name) else { throw SessionTextError(line: 0, .missing(name)) }
        return value
    }

    func octets(_ name: String, allowed: ClosedRange<Int>) throws(SessionTextError) -> [UInt8]? {
        guard let value = value(name) else { return nil }
        guard let octets = Hex.octets(value.text) else {
            throw SessionTextError(line: value.line, .notHexadecimal(name))
        }
        guard allowed.contains(octets.count) else {
            throw SessionTextError(line: value.line, .length(name, octets: octets.count, allowed: allowed))
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
                throw SessionTextError(line: entry.value.line, .notHexadecimal(name))
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
            throw SessionTextError(line: value.line, .notANumber(name))
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
        default: throw SessionTextError(line: value.line, .notAFlag(name))
        }
    }
}
