import Trace

extension TLS13.Ticket {
    /// The first line of a ticket's text.
    public static let heading = "HandshakeSim TLS 1.3 ticket"

    /// The ticket as lines of "name: value", with octets in hexadecimal. It has the secret, so only the file's owner may be able to read
    /// it.
    public var text: String {
        var lines = [
            Self.heading, "ticket: \(Hex.string(ticket))", "secret: \(Hex.string(psk))", "suite: \(suite.name)",
            "lifetime: \(lifetime)", "age add: \(ageAdd)", "received: \(received)",
            "verified: \(peer.isJudgedOrAnonymous ? "yes" : "no")",
        ]
        if maxEarlyData > 0 { lines.append("early data: \(maxEarlyData)") }
        if let applicationProtocol { lines.append("protocol: \(Hex.string(Array(applicationProtocol.utf8)))") }
        if let serverName { lines.append("server name: \(serverName)") }
        lines += peer.chain.map { "certificate: \(Hex.string($0))" }
        return lines.joined(separator: "\n") + "\n"
    }

    private static let names: Set<String> = [
        "ticket", "secret", "suite", "lifetime", "age add", "received", "verified", "early data", "protocol",
        "server name",
        "certificate",
    ]

    /// Reads what ``text`` wrote.
    ///
    /// - Parameter first: the number of the text's first line in its file.
    /// - Throws: ``SessionTextError`` with the line and the error in it.
    public init(text: String, from first: Int = 1) throws(SessionTextError) {
        let lines = try SessionLines(text, from: first, heading: Self.heading, names: Self.names)
        _ = try lines.required("ticket")
        let suiteName = try lines.required("suite")
        guard let suite = TLS13.CipherSuite.named(suiteName.text) else {
            throw SessionTextError(line: suiteName.line, .unknownSuite)
        }
        let name = try lines.octets("protocol", allowed: 1...255)
        _ = try lines.required("lifetime")
        _ = try lines.required("age add")
        self.init(
            ticket: try lines.octets("ticket", allowed: 1...65_535) ?? [],
            psk: try lines.requiredOctets("secret", count: suite.hash.outputLength), suite: suite,
            lifetime: try lines.number("lifetime", as: UInt32.self) ?? 0,
            ageAdd: try lines.number("age add", as: UInt32.self) ?? 0,
            received: try lines.requiredNumber("received"), serverName: try lines.serverName(),
            peer: PeerIdentity(
                restoring: try lines.allOctets("certificate"), wasJudged: try lines.flag("verified")),
            maxEarlyData: try lines.number("early data", as: UInt32.self) ?? 0,
            applicationProtocol: name.map { String(decoding: $0, as: UTF8.self) })
    }
}
