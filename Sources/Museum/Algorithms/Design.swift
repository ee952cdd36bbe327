import Crypto
import PKI
import Simulator
import TLSSim

/// A design of a key exchange: TLS 1.2 with some of its rules left out, as popular texts tell the history. Each switch
/// is a rule.
package struct Design: Hashable, Sendable {
    /// The designs of the table, in the order of the story. The raw value is the name on the command line.
    package enum Name: String, Sendable, CaseIterable {
        /// The premaster secret is the only random value of a connection, and it is sent encrypted by RSA.
        case oneRandom = "one-random"
        /// The premaster secret is sent encrypted by RSA, and both hellos have fresh randoms: TLS 1.2 with RSA key
        /// transport.
        case threeRandoms = "three-randoms"
        /// Ephemeral Diffie–Hellman. The client does not verify the signature.
        case unsignedDH = "unsigned-dh"
        /// Ephemeral Diffie–Hellman. The client verifies the signature.
        case signedDHE = "signed-dhe"
    }

    /// The name of the design. It stays when a switch is changed.
    package let name: Name
    /// The cipher suite, which decides about the key exchange.
    package var suite: CipherSuite
    /// Whether the randoms of the hellos are fresh. If not, they are constants (against RFC 5246 section 7.4.1.2).
    package var isFresh: Bool
    /// Whether the client verifies the signature of ServerKeyExchange, if the suite has this message (RFC 5246 section
    /// 7.4.3).
    package var isVerified: Bool

    /// The design of a name.
    package init(_ name: Name) {
        self.name = name
        suite = name == .oneRandom || name == .threeRandoms ? .rsaAES128GCM : .dheRSAAES128GCM
        isFresh = name != .oneRandom
        isVerified = name != .unsignedDH
    }

    /// TLS 1.2 with RSA key transport.
    static let threeRandoms = Design(.threeRandoms)
    /// TLS 1.2 with ephemeral Diffie–Hellman.
    static let signedDHE = Design(.signedDHE)
    /// All designs, in the order of the names.
    package static let all = Name.allCases.map { Design($0) }

    /// The random source of a victim: `source`, or a source that begins with a constant hello random of 32 octets of
    /// zero.
    func random(_ source: any RandomSource & Sendable) -> any RandomSource & Sendable {
        isFresh ? source : GivenRandom([UInt8](repeating: 0, count: 32), then: source)
    }
}

extension Victims {
    /// The client's program on a connection of a design.
    ///
    /// - Parameter random: the random source before ``Design/random(_:)`` changes it; nil for ``Victims/source(of:)``.
    func client(
        of design: Design, _ number: Int = 0, says: [[UInt8]], judge: ChainJudge? = nil,
        random: (any RandomSource & Sendable)? = nil, configure change: (inout Client.Configuration) -> Void = { _ in }
    ) -> TLSProgram {
        client(
            number, says: says, judge: judge, random: design.random(random ?? source(of: "client \(number)")),
            configure: {
                if !design.isVerified { $0.missingRules = .verifyingServerKeyExchange }
                change(&$0)
            })
    }
}
