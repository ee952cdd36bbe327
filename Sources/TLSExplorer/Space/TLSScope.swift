import TLSSim
import Trace

/// What is explored: the version, the options of both ends, what is wrong with them, and how much the attacker may do.
package struct TLSScope: Hashable, Sendable {
    /// The version that both ends speak.
    package enum Version: String, Hashable, Sendable, CaseIterable {
        /// TLS 1.2 (RFC 5246).
        case tls12 = "1.2"
        /// TLS 1.3 (RFC 8446).
        case tls13 = "1.3"
        /// Either: the first hello of the other side decides (RFC 8446 section 4.2.1).
        case both

        /// Whether a peer may speak `version`.
        func speaks(_ version: Version) -> Bool { self == version || self == .both }

        /// "TLS 1.2"; "TLS 1.2 and TLS 1.3" for both.
        package var name: String { words.english }

        /// The name in each language.
        var words: Words {
            self == .both
                ? Words(english: "TLS 1.2 and TLS 1.3", chinese: "TLS 1.2 和 TLS 1.3") : Words(same: "TLS \(rawValue)")
        }
    }

    /// The version.
    package var version: Version
    /// How many moves the attacker has.
    package var moves: Int
    /// Whether the server demands a certificate of the client.
    package var clientCertificate = false
    /// Whether the connection resumes the session of an earlier one, which the attacker left alone.
    package var resumes = false
    /// How many connections are explored, one after the other: 1 or 2. Of two, the second resumes the session of the first one if
    /// ``resumes`` is true.
    package var sessions = 1
    /// Whether the attacker leaves the first of two connections alone, and only records it.
    package var sparesFirst = false
    /// Whether the client resumes and sends early data with its hello. TLS 1.2 has none.
    package var earlyData = false
    /// Whether the client visits the attacker's own name, and she has a connection of her own with the server. It is a space of TLS 1.2.
    package var visitsHer = false
    /// Whether the client's host is a server as well, and the attacker can lead the client back to it. Client and server have an external
    /// pre-shared key. It is a space of TLS 1.3.
    package var hasBothRoles = false
    /// Whether a weakness of TLS as it is specified counts as a violation.
    package var isStrict = false
    /// The code point of the one suite that both ends have in its version; nil for the usual two.
    package var suite: UInt16?
    /// What the ends do besides.
    package var habits: Set<TLSHabit> = []
    /// What is wrong with the ends on purpose.
    package var mistakes: [TLSMistake] = []

    /// A space of that version, with so many moves.
    package init(_ version: Version, moves: Int) {
        self.version = version
        self.moves = moves
    }

    /// Makes the space so wide that its mistakes can show.
    package mutating func widen() { for mistake in mistakes { mistake.widen(&self) } }

    /// The largest number of moves.
    package static let mostMoves = 15
}

/// Something that the ends do besides, so that more edges are passed.
package enum TLSHabit: String, Hashable, Sendable, CaseIterable, Remark {
    case tickets
    case sessionIDs = "session-ids"
    case stapling
    case noCertificate = "no-certificate"
    case retry
    case keyUpdate = "key-update"

    /// The version that has it; nil if both have.
    package var version: TLSScope.Version? {
        switch self {
        case .tickets, .sessionIDs, .stapling: .tls12
        case .retry, .keyUpdate: .tls13
        case .noCertificate: nil
        }
    }

    package var english: String {
        switch self {
        case .tickets: "the server gives tickets; one that is resumed has passed half of its lifetime"
        case .sessionIDs: "the server keeps sessions, and one is resumed by its id"
        case .stapling: "the client asks for an OCSP response about the server's certificate, and gets one"
        case .noCertificate: "the server asks for a certificate, and the client has none"
        case .retry: "the server takes no group of which the client sends a share at once"
        case .keyUpdate: "the client's program changes its keys once, and asks for the same"
        }
    }

    package var chinese: String {
        switch self {
        case .tickets: "服务器发放票据；用来恢复会话的票据，寿命已经过了一半"
        case .sessionIDs: "服务器保存会话，用会话标识恢复其中一个"
        case .stapling: "客户端要求关于服务器证书的 OCSP 响应，并且得到了"
        case .noCertificate: "服务器要求证书，而客户端没有"
        case .retry: "客户端一开始发送了份额的那些群，服务器一个也不接受"
        case .keyUpdate: "客户端的程序更换一次密钥，并要求对方也更换"
        }
    }
}
