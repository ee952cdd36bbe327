import Crypto
import PKI
import Simulator
import TLSSim

/// A way to agree on keys, as popular texts tell their history: what of TLS 1.2 is left out. Each switch is a rule.
package struct Design: Hashable, Sendable {
    /// The designs of the table, in the order of the story. The raw value is the name on the command line.
    package enum Name: String, Sendable, CaseIterable {
        /// The premaster secret is the only random of a connection, and RSA carries it.
        case oneRandom = "one-random"
        /// RSA carries the premaster secret, and both hellos have fresh randoms: TLS 1.2 with RSA key transport.
        case threeRandoms = "three-randoms"
        /// Diffie–Hellman, and the client does not look at the signature.
        case unsignedDH = "unsigned-dh"
        /// Ephemeral Diffie–Hellman, signed and verified.
        case signedDHE = "signed-dhe"
    }

    /// Which of the designs it is, or was before a switch was turned.
    package let name: Name
    /// How keys are agreed on.
    package var suite: CipherSuite
    /// Whether the hellos have fresh randoms; if not, they are constants (against RFC 5246 section 7.4.1.2).
    package var isFresh: Bool
    /// Whether the client verifies the signature of ServerKeyExchange, where there is one (RFC 5246 section 7.4.3).
    package var isVerified: Bool

    /// The design of that name.
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
    /// All of them.
    package static let all = Name.allCases.map { Design($0) }

    /// What a victim draws from, if a program that has both hello randoms would draw from `source`.
    func random(_ source: any RandomSource & Sendable) -> any RandomSource & Sendable {
        isFresh ? source : GivenRandom([UInt8](repeating: 0, count: 32), then: source)
    }
}

extension Victims {
    /// The client's program on a connection.
    ///
    /// - Parameter random: what it draws from where the hellos have fresh randoms; nil for what it draws from otherwise.
    func client(
        of design: Design, _ number: Int = 0, says: [[UInt8]], judge: ChainJudge? = nil,
        random: (any RandomSource & Sendable)? = nil, configure change: (inout Client.Configuration) -> Void = { _ in }
    ) -> TLSProgram {
        client(
            number, says: says, judge: judge, random: design.random(random ?? fresh("client \(number)")),
            configure: {
                $0.verifiesServerKeyExchange = design.isVerified
                change(&$0)
            })
    }
}
