import TLSSim
import Trace

/// The reason why an attacker has or has not reached her goal against a design.
package enum DesignFinding: Remark {
    /// An eavesdropper holds the secrets of these names. `hasKeys`: the master secret follows from them.
    case listened([String], hasKeys: Bool)
    /// The attacker replayed a recorded payment. `twice`: the server carried it out again.
    case paid(twice: Bool)
    /// The client accepts the replayed octets of a server.
    case believed
    /// The client refuses the replayed octets, and the attacker answers it with a public value of her own. `isTaken`:
    /// the client accepts this value. The text is the error of the attacker's TLS otherwise.
    case answered(isTaken: Bool, String)
    case stoodBetween(Shown)
    case turnedAway([String])
    /// The stolen key decrypts that many octets of the recorded request; nil if it decrypts none.
    case opened(octets: Int?)
    /// The attacker searches for the process number that seeded the generator of a side. `isFound`: a number explains
    /// the recording. `hasKeys`: all keys follow from it.
    case guessed(Role, isFound: Bool, hasKeys: Bool)

    /// The certificate that an attacker in the middle shows.
    package enum Shown: Sendable {
        /// The server's own certificate, with a key that does not belong to it.
        case foreignKey
        /// A certificate for the server's name from an authority of her own.
        case ownAuthority
    }

    /// The property that the design lacks, if the attacker has reached her goal.
    var lackedProperty: DesignProperty {
        switch self {
        case .listened: .secrecy
        case .paid, .believed: .freshness
        case .answered, .stoodBetween, .turnedAway: .authentication
        case .opened: .forwardSecrecy
        case .guessed(let side, _, _): .generator(side)
        }
    }

    package var english: String {
        switch self {
        case .listened(let known, let hasKeys):
            "After the visit an eavesdropper holds: \(known.joined(separator: ", ")). By the rules of derivation the master secret "
                + "\(hasKeys ? "follows from that." : "does not follow from that.")"
        case .paid(twice: true):
            "Nothing that the server draws is new in the second connection. It computes the recorded keys again and carries out the "
                + "recorded payment a second time."
        case .paid(twice: false):
            "The server draws something new in each connection. Other keys follow, and the recorded Finished does not open under them."
        case .believed:
            "The client draws nothing new in the second connection. It computes the recorded keys again and takes the recorded answer for "
                + "a new one."
        case .answered(isTaken: true, _):
            "The recorded octets do not help her, because the client's secret or random is new. She needs no recording: she shows the "
                + "server's certificate and sends a public value of her own, under a signature that is wrong. The client does not look "
                + "at it."
        case .answered(isTaken: false, let error):
            "The client's secret or random is new, so it refuses the recorded octets. Then she shows the server's certificate and puts "
                + "in what she has herself. The handshake fails too. Her TLS reports: \(error)."
        case .stoodBetween(.foreignKey):
            "She shows the server's certificate, which is public, and signs her public value with a key that does not belong to it. The "
                + "client goes on. She reads the request and changes the answer."
        case .stoodBetween(.ownAuthority):
            "She shows a certificate for the server's name from an authority of her own, which the client does not know. The client goes "
                + "on. She reads the request and changes the answer."
        case .turnedAway(let errors):
            "She shows the server's certificate and has no key to it; then one from an authority of her own. The client goes on with "
                + "neither. Her TLS reports: \(errors.joined(separator: "; then "))."
        case .opened(.some(let octets)):
            "The premaster secret is in the recording, encrypted to the key that she has now. She decrypts it, computes the keys and reads "
                + "the \(counted(octets, "octet")) of the request."
        case .opened(nil):
            "The key has signed, and has encrypted nothing. Both exponents are forgotten. The key opens nothing in the recording."
        case .guessed(let side, isFound: true, hasKeys: true):
            "She finds the number of the process, and lets the \(side)'s generator run once more. It gives the secret of the \(side), "
                + "and all keys follow."
        case .guessed(let side, isFound: true, hasKeys: false):
            "She finds the number of the process. What the \(side)'s generator gives is public already: the secret comes from the other side."
        case .guessed(let side, isFound: false, hasKeys: _):
            "No process number gives anything of the recording: nothing that the \(side) has sent comes from its generator."
        }
    }
}

/// A security property that a design can have.
enum DesignProperty: Wording, Hashable {
    case secrecy, freshness, authentication, forwardSecrecy
    case generator(Role)

    var english: String {
        switch self {
        case .secrecy: "secrecy from those who listen"
        case .freshness: "freshness"
        case .authentication: "authentication"
        case .forwardSecrecy: "forward secrecy"
        case .generator(let side): "strength against a weak generator of the \(side)"
        }
    }
}

/// The names of the designs and attackers, and the other texts of the table.
enum DesignWords: Wording {
    case title
    case design(Design)
    case attacker(DesignAttacker)
    case outcome(falls: Bool)
    case legend(withVariations: Bool)
    case about(Design)
    case byColumn
    case step(Design, Design, gained: [DesignProperty], lost: [DesignProperty])
    case byRow
    case everywhere([DesignAttacker], falls: Bool)
    case certificate(needed: [Design], useless: [Design])
    case commands
    case cell(DesignAttacker, [Design], falls: Bool)

    var english: String {
        switch self {
        case .title: "Four designs against seven attackers"
        case .design(let design):
            switch design.name {
            case .oneRandom: "one random"
            case .threeRandoms: "three randoms"
            case .unsignedDH: "DH unsigned"
            case .signedDHE: "DHE signed"
            }
        case .attacker(let attacker): Self.english(attacker)
        case .outcome(falls: true): "FALLS"
        case .outcome(falls: false): "stops"
        case .legend(let withVariations):
            "Each cell is a run. \"stops\": she does not reach her goal. \"FALLS\": she does."
                + (withVariations
                    ? " A row that stands further in is the attacker above it, and the victims make one more mistake."
                    : "")
        case .about(let design): "\(Self.design(design).english): \(Self.englishClause(design.name))."
        case .byColumn: "Read by column"
        case .step(let from, let to, let gained, let lost):
            "From \(Self.design(from).english) to \(Self.design(to).english): gained \(Self.list(gained)), lost \(Self.list(lost))."
        case .byRow: "Read by row"
        case .everywhere(let attackers, let falls):
            "\(falls ? "No design stops" : "Every design stops") her who \(attackers.map(Self.englishClause).joined(separator: "; or who "))."
        case .certificate(let needed, let useless):
            Self.certificate(needed.map { Self.design($0).english }, useless.map { Self.design($0).english })
        case .commands: "See it in full"
        case .cell(let attacker, let designs, let falls):
            "\(Self.english(attacker)), \(designs.map { Self.design($0).english }.joined(separator: ", ")): "
                + Self.outcome(falls: falls).english
        }
    }

    /// The description of a design, for the text after its name.
    private static func englishClause(_ name: Design.Name) -> String {
        switch name {
        case .oneRandom: "RSA key transport, and the randoms of both hellos are constants"
        case .threeRandoms: "RSA key transport as in TLS 1.2"
        case .unsignedDH: "ephemeral Diffie–Hellman, and the client does not verify the signature"
        case .signedDHE: "ephemeral Diffie–Hellman, and the client verifies the signature"
        }
    }

    private static func english(_ attacker: DesignAttacker) -> String {
        switch attacker {
        case .listens: "listens"
        case .replaysClient: "replays a client"
        case .replaysServer: "replays a server"
        case .repeatedSecret: "client repeats a secret"
        case .middle: "stands in the middle"
        case .uncheckedMiddle: "certificate not checked"
        case .thief: "steals the key later"
        case .weakClient: "client's generator weak"
        case .weakServer: "server's generator weak"
        case .repeatedSeed: "same seed twice, replay"
        }
    }

    /// The attacker's action, for the text after "who".
    private static func englishClause(_ attacker: DesignAttacker) -> String {
        switch attacker {
        case .listens: "only listens"
        case .replaysClient: "sends a recorded client to the server"
        case .replaysServer: "answers a client with a recorded server"
        case .repeatedSecret: "answers, with a recorded server, a client that repeats its secret"
        case .middle: "stands in the middle with keys of her own"
        case .uncheckedMiddle: "stands in the middle of a client that does not check the certificate"
        case .thief: "steals the server's key later"
        case .weakClient: "has a client before her whose generator is weak"
        case .weakServer: "has a server before her whose generator is weak"
        case .repeatedSeed: "replays to a server whose generator has had the same seed twice"
        }
    }

    private static func list(_ properties: [DesignProperty]) -> String {
        properties.isEmpty ? "nothing" : properties.map(\.english).joined(separator: ", ")
    }

    private static func certificate(_ needed: [String], _ useless: [String]) -> String {
        var sentences: [String] = []
        if !needed.isEmpty {
            sentences.append(
                "If the client does not check the certificate, an attacker in the middle wins against \(needed.joined(separator: ", ")). If it "
                    + "does, she loses.")
        }
        if !useless.isEmpty {
            sentences.append("The check alone does not stop her against \(useless.joined(separator: ", ")).")
        }
        return sentences.joined(separator: " ")
    }
}
