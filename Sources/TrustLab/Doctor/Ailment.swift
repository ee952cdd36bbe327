import PKI
import TLSSim
import Trace

/// A reason why an app would refuse a server, or why that cannot be told.
package enum Ailment: Hashable, Sendable, Remark {
    /// There was no TLS at all.
    case contact(ContactProblem)
    /// App Transport Security asks for something that the server does not give.
    case transport(ATSFinding)
    /// The handshake failed.
    case handshake(HandshakeFailure)
    /// The device does not believe the chain.
    case chain(ChainProblem)
    /// The app's pins do not fit.
    case pins(PinProblem)
    /// No certificate was seen, for this reason.
    case hiddenCertificates(Absence)
    /// A fact that App Transport Security looks at was not seen.
    case unseen(ATSRequirement)

    /// Why no certificate was seen.
    package enum Absence: Hashable, Sendable {
        /// TLS 1.3 encrypts them (RFC 8446 section 4.4), and the keys are not known.
        case encrypted
        /// An earlier session goes on, in which none are sent (RFC 5246 section 7.3, RFC 8446 section 2.2).
        case resumed
        /// The recording does not have the whole handshake.
        case notRecorded
        /// The server has shown none before the handshake ended.
        case notShown
    }

    /// What weighs how much: the one rule by which reasons are ordered. What stops a connection earlier weighs more, since nothing
    /// later is reached; of what is judged together, what explains the rest comes first. What was not seen comes last.
    package enum Weight: Int, Hashable, Sendable, CaseIterable, Comparable {
        /// Without a connection and TLS nothing else takes place.
        case contact
        /// Version and suite are settled before a certificate is looked at.
        case agreement
        /// A handshake that fails: no app gets further.
        case handshake
        /// A fault that no exception excuses: a revocation, a broken key or a broken signature.
        case fatal
        /// Without a path to an authority nothing in the certificate is worth anything.
        case path
        /// A certificate out of its dates says nothing any more.
        case dates
        /// A certificate in force may be for another host.
        case name
        /// The other rules for certificates.
        case rules
        /// Pins are compared once the system believes the chain.
        case pins
        /// An action of the client in a recording, which the reasons before it may explain.
        case response
        /// A fact that was not seen.
        case unseen

        /// A reason that stops a connection earlier, or that explains the others, comes first.
        package static func < (one: Weight, other: Weight) -> Bool { one.rawValue < other.rawValue }
    }

    /// How much it weighs.
    package var weight: Weight {
        switch self {
        case .contact: .contact
        case .transport(let finding): ATSPolicy.isNegotiation(finding.requirement) ? .agreement : .rules
        case .handshake(let failure): failure.isClients ? .response : .handshake
        case .chain(let problem):
            switch problem {
            case .forged: .fatal
            case .missingIntermediate, .unknownIssuer, .privateAuthority, .namesake, .selfSigned, .denied: .path
            case .expired, .notYetValid: .dates
            case .otherHost, .noHost: .name
            case .rule(let finding): finding.refusal?.isFatal == true ? .fatal : .rules
            }
        case .pins: .pins
        case .hiddenCertificates, .unseen: .unseen
        }
    }

    /// Whether there is no connection to refuse: nothing answers, or no handshake comes to its end.
    var isUnmade: Bool { weight == .contact || weight == .handshake || weight == .response }

    /// A short name for programs, such as "expired".
    package var name: String {
        switch self {
        case .contact(let problem): problem.name
        case .handshake(let failure): failure.name
        case .transport(let finding): finding.requirement.rawValue
        case .chain(let problem): problem.name
        case .pins(let problem): problem.name
        case .hiddenCertificates: "hidden certificates"
        case .unseen(let requirement): "\(requirement.rawValue) not seen"
        }
    }

    /// The errors that an app sees: that of the URL Loading System first, then that of SecTrust.
    ///
    /// - Parameter isPolicys: whether code of the app's own compares the pins, and not the system.
    func errors(pinsByApp isPolicys: Bool) -> [AppleError] {
        switch self {
        case .contact(let problem): [problem.error].compactMap { $0 }
        case .handshake(let failure): [failure.error].compactMap { $0 }
        case .transport(let finding): [finding.requirement.error]
        case .chain(let problem): [.certificateUntrusted] + problem.errors
        case .pins: isPolicys ? [.cancelled] : []
        case .hiddenCertificates, .unseen: []
        }
    }

    /// The document with the rule; nil where no document has it.
    package var cite: Citation? {
        switch self {
        case .contact, .hiddenCertificates, .unseen: nil
        case .handshake(let failure): failure.cite
        case .transport(let finding): finding.cite
        case .chain(let problem):
            switch problem {
            case .missingIntermediate: .rfc(5246, "7.4.2")
            case .unknownIssuer, .privateAuthority, .namesake, .selfSigned: .rfc(5280, "6.1.1")
            case .forged: .rfc(5280, "6.1.3")
            case .expired, .notYetValid: .rfc(5280, "4.1.2.5")
            case .otherHost, .noHost: .rfc(9525, "6.3")
            case .denied: nil
            case .rule(let finding): finding.cite
            }
        case .pins(let problem):
            switch problem {
            case .renewed, .keysAbsent: .rfc(7469, "2.6")
            case .policy: nil
            }
        }
    }

    /// The fault, or the fact that was not seen, as the doctor tells it.
    package var english: String {
        switch self {
        case .contact(let problem): problem.english
        case .handshake(let failure): failure.english
        case .transport(let finding): finding.english
        case .chain(let problem): problem.english
        case .pins(let problem): problem.english
        case .hiddenCertificates, .unseen: englishClause.prefix(1).uppercased() + englishClause.dropFirst() + "."
        }
    }

    /// The reason as the end of a sentence that begins with "… would refuse this server".
    package var englishClause: String {
        switch self {
        case .contact(let problem): problem.englishClause
        case .handshake(let failure): failure.englishClause
        case .chain(let problem): problem.englishClause
        case .pins(let problem): problem.englishClause
        case .hiddenCertificates(.encrypted): "its certificates were not seen, because TLS 1.3 encrypts them"
        case .hiddenCertificates(.notRecorded): "its certificates are not in the recording"
        case .hiddenCertificates(.notShown): "its certificates were not seen: it has shown none"
        case .hiddenCertificates(.resumed):
            "its certificates were not seen, because an earlier session goes on, in which none are sent"
        case .unseen(.handshake): "the end of the handshake was not seen"
        case .unseen(let requirement): "the \(requirement.rawValue) was not seen"
        case .transport(let finding): finding.requirement.englishClause(finding.note)
        }
    }
}

extension ATSRequirement {
    /// What a URL ends with where it is not met: the same as of a whole judgement.
    var error: AppleError {
        self == .scheme ? .requiresSecureConnection : isTrust ? .certificateUntrusted : .secureConnectionFailed
    }

    /// The fault as the end of a sentence.
    fileprivate func englishClause(_ note: ATSNote) -> String {
        let seen = note.englishSeen
        return switch self {
        case .scheme: "App Transport Security lets no \(seen) out"
        case .host: "the host \(seen) is none that it may connect to"
        case .version: "App Transport Security does not accept its version, \(seen)"
        case .suite where note.lacksForwardSecrecy:
            "its cipher suite, \(seen), has no forward secrecy, which App Transport Security demands"
        case .suite where note.isRefusalOfAll: "it agrees to no cipher suite that App Transport Security offers"
        case .group: "Apple's systems do not offer its group, \(seen)"
        case .handshake: "the handshake fails"
        case .suite: "App Transport Security does not accept its cipher suite, \(seen)"
        case .keyLength where note.isOfOtherKind: "its key is of a kind that Apple's systems do not use: \(seen)"
        case .keyLength: "its key is too short for App Transport Security: \(seen)"
        case .signatureHash: "its certificate is signed in a way that App Transport Security does not accept: \(seen)"
        case .trust, .subjectAltName, .extendedKeyUsage, .lifetime, .transparency:
            "its certificate does not meet a rule of the system, \(rawValue): \(seen)"
        }
    }
}

extension ATSNote {
    /// Whether it is about RSA key transport, which an exception does not allow.
    fileprivate var lacksForwardSecrecy: Bool {
        switch self {
        case .suiteWithoutForwardSecrecy(_, let allowed): !allowed
        case .offerRefused(_, _, let otherwise?), .notAsked(let otherwise): otherwise.lacksForwardSecrecy
        default: false
        }
    }

    /// Whether a key is refused for what it is, not for its length.
    fileprivate var isOfOtherKind: Bool { if case .keyOfOtherKind = self { true } else { false } }

    /// Whether the server refuses an offer, and it is not known what it would agree to.
    fileprivate var isRefusalOfAll: Bool { if case .offerRefused(_, _, nil) = self { true } else { false } }
}
