import Trace

extension TCPSpace: ExploredSpace {
    /// Bounds, users and the old SYN, as rows of a name and a value.
    public var settings: [(name: String, value: String)] {
        var rows = [("bounds", "\(bounds), data \(scope.data)")]
        var users: [String] = []
        if let buffer = scope.buffer {
            users.append("read when they like, from buffers of \(counted(buffer, "octet"))")
        }
        if scope.mayAbort { users.append("may abort") }
        if scope.mayReopen { users.append("may open once more") }
        if !users.isEmpty { rows.append(("users", users.joined(separator: "; "))) }
        return rows + [("old SYN", scope.oldSYN.map { "\($0) numbers before A's" } ?? "none")]
    }

    /// The weaknesses of TCP as it is specified that were met, by name.
    public func excuses(_ numbers: Set<UInt8>) -> [(name: String, value: String)] {
        Weakness.allCases.filter { numbers.contains($0.rawValue) }.map {
            ("\($0)", "\($0.sentence(in: .english)) (\($0.citation))")
        }
    }

    /// Two rows: which arrows of figure 5 (RFC 9293 3.3.2) were passed, and which beyond it.
    public func passed(_ landmarks: Set<Arrow>) -> [(name: String, value: String)] {
        [("figure 5", TCPSpace.coverage(landmarks)), ("beyond it", TCPSpace.beyond(landmarks))]
    }
}
