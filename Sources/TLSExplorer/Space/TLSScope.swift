/// What is explored: the version, the options of both ends, what is wrong with them, and how much the attacker may do.
package struct TLSScope: Hashable, Sendable {
    /// The version that both ends speak.
    package enum Version: String, Hashable, Sendable, CaseIterable {
        /// TLS 1.2 (RFC 5246).
        case tls12 = "1.2"
        /// TLS 1.3 (RFC 8446).
        case tls13 = "1.3"
    }

    /// The version.
    package var version: Version
    /// How many moves the attacker has.
    package var moves: Int
    /// Whether the server demands a certificate of the client.
    package var clientCertificate = false
    /// Whether the connection resumes the session of an earlier one, which the attacker left alone.
    package var resumes = false
    /// Whether the client resumes and sends early data with its hello. TLS 1.2 has none.
    package var earlyData = false
    /// What is wrong with the ends on purpose.
    package var mistakes: [TLSMistake] = []

    /// A space of that version, with so many moves.
    package init(_ version: Version, moves: Int) {
        self.version = version
        self.moves = moves
    }

    /// The largest number of moves.
    package static let mostMoves = 15
}
