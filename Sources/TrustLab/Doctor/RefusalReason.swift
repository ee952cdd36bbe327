import PKI
import TLSSim
import Trace

/// A reason why an app would refuse a server, or why that cannot be told.
package enum RefusalReason: Hashable, Sendable, Remark {
    case contact(ContactProblem)
    case transport(ATSFinding)
    case handshake(HandshakeFailure)
    case request(RequestTrial)
    case chain(ChainProblem)
    case pins(PinProblem)
    case hiddenCertificates(Absence)
    case unseen(ATSRequirement)

    case unsettled(ATSFinding)

    /// Why no certificate was seen.
    package enum Absence: Hashable, Sendable {
        /// TLS 1.3 encrypts them (RFC 8446 section 4.4), and the keys are not known.
        case encrypted
        /// An earlier session is resumed, so no certificates are sent (RFC 5246 section 7.3, RFC 8446 section 2.2).
        case resumed
        /// The recording does not have the whole handshake.
        case notRecorded
        /// The server showed no certificate before the handshake ended.
        case notShown
    }

    /// The weight of a reason, the heaviest case first: the only rule by which reasons are ordered. A reason that stops a connection earlier
    /// weighs more, because the later steps are not reached. Among reasons of the same step, the one that explains the others comes first.
    /// Facts that were not seen come last.
    package enum Weight: Hashable, Sendable, CaseIterable, Comparable {
        /// Without a connection and TLS nothing else takes place.
        case contact
        /// Version and suite are negotiated before a certificate is evaluated.
        case agreement
        /// After a failed handshake no app goes on.
        case handshake
        /// A fault that no exception excuses: a revocation, a broken key or a broken signature.
        case fatal
        /// Without a path to an anchor the contents of the certificate prove nothing.
        case path
        /// A certificate outside its validity period proves nothing.
        case dates
        /// A valid certificate may be for another host.
        case name
        /// The other rules for certificates.
        case rules
        /// Pins are compared after the system has trusted the chain.
        case pins
        /// An action of the client in a recording. The heavier reasons may explain it.
        case response
        /// A fact that was not seen.
        case unseen
    }

    /// The weight of the reason.
    package var weight: Weight {
        switch self {
        case .contact: .contact
        case .transport(let finding): ATSPolicy.isNegotiation(finding.requirement) ? .agreement : .rules
        case .handshake(let failure): failure.isByClient ? .response : .handshake
        case .chain(let problem):
            switch problem {
            case .forged: .fatal
            // Whether a device fetches the certificate was not seen.
            case .missingIntermediate(_, .named), .missingIntermediate(_, .namesake): .unseen
            // Whether the server sends timestamps, or how old the device's list is, was not seen.
            case .timestampsOpen: .unseen
            case .missingIntermediate(_, .atHand), .unknownIssuer, .privateAuthority, .namesake, .selfSigned, .denied,
                .circle:
                .path
            case .expired, .notYetValid: .dates
            case .otherHost, .noHost: .name
            case .rule(let finding): finding.refusal?.isFatal == true ? .fatal : .rules
            }
        case .pins: .pins
        case .hiddenCertificates, .unseen, .unsettled, .request: .unseen
        }
    }

    /// Whether no connection was made that an app could refuse: no server answers, or the handshake fails.
    var isUnmade: Bool { weight == .contact || weight == .handshake || weight == .response }

    /// A short name for JSON, such as "expired".
    package var name: String {
        switch self {
        case .contact(let problem): problem.name
        case .handshake(let failure): failure.name
        case .request(let request): request.name
        case .transport(let finding): finding.requirement.rawValue
        case .chain(let problem): problem.name
        case .pins(let problem): problem.name
        case .hiddenCertificates: "hidden certificates"
        case .unseen(let requirement): "\(requirement.rawValue) not seen"
        case .unsettled(let finding): "\(finding.requirement.rawValue) not settled"
        }
    }

    /// The errors that an app sees: first that of the URL Loading System, then those of SecTrust.
    ///
    /// - Parameter isPinningByApp: whether the app's own code compares the pins. If not, the system does.
    func errors(isPinningByApp: Bool) -> [AppleError] {
        switch self {
        case .contact(let problem): [problem.error].compactMap { $0 }
        case .handshake(let failure): [failure.error].compactMap { $0 }
        case .transport(let finding): [finding.requirement.error]
        case .chain(let problem): [.certificateUntrusted] + problem.errors
        case .pins: isPinningByApp ? [.cancelled] : []
        case .hiddenCertificates, .unseen, .unsettled, .request: []
        }
    }

    /// The document with the rule. Nil if no document has such a rule.
    package var cite: Citation? {
        switch self {
        case .contact, .hiddenCertificates, .unseen, .unsettled: nil
        case .handshake(let failure): failure.cite
        case .request(let request): request.cite
        case .transport(let finding): finding.cite
        case .chain(let problem):
            switch problem {
            case .missingIntermediate: .rfc(5246, "7.4.2")
            case .unknownIssuer, .privateAuthority, .namesake, .selfSigned, .circle: .rfc(5280, "6.1.1")
            case .forged: .rfc(5280, "6.1.3")
            case .expired, .notYetValid: .rfc(5280, "4.1.2.5")
            case .otherHost, .noHost: .rfc(9525, "6.3")
            case .denied: nil
            case .rule(let finding), .timestampsOpen(let finding): finding.cite
            }
        case .pins(let problem):
            switch problem {
            case .renewed, .keysAbsent: .rfc(7469, "2.6")
            case .elsewhere, .policy: nil
            }
        }
    }

    package var english: String {
        switch self {
        case .contact(let problem): problem.english
        case .handshake(let failure): failure.english
        case .request(let request): request.english
        case .transport(let finding), .unsettled(let finding): finding.english
        case .chain(let problem): problem.english
        case .pins(let problem): problem.english
        case .hiddenCertificates, .unseen: englishClause.prefix(1).uppercased() + englishClause.dropFirst() + "."
        }
    }

    package var chinese: String {
        switch self {
        case .contact(let problem): problem.chinese
        case .handshake(let failure): failure.chinese
        case .request(let request): request.chinese
        case .transport(let finding), .unsettled(let finding): finding.chinese
        case .chain(let problem): problem.chinese
        case .pins(let problem): problem.chinese
        case .hiddenCertificates, .unseen: chineseClause + "。"
        }
    }

    /// The reason as the end of a sentence that begins with "… would refuse this server".
    package var englishClause: String {
        switch self {
        case .contact(let problem): problem.englishClause
        case .handshake(let failure): failure.englishClause
        case .request(let request): request.englishClause
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
        case .unsettled(let finding):
            "it is open whether an app accepts the \(finding.requirement.rawValue), \(finding.note.englishSeen)"
        }
    }

    /// The same in Chinese, as the end of a sentence that begins with "iOS 应用会拒绝这台服务器".
    package var chineseClause: String {
        switch self {
        case .contact(let problem): problem.chineseClause
        case .handshake(let failure): failure.chineseClause
        case .request(let request): request.chineseClause
        case .chain(let problem): problem.chineseClause
        case .pins(let problem): problem.chineseClause
        case .hiddenCertificates(.encrypted): "没有看到它的证书，因为 TLS 1.3 会加密证书"
        case .hiddenCertificates(.notRecorded): "录下的流量中没有它的证书"
        case .hiddenCertificates(.notShown): "没有看到它的证书：它没有出示证书"
        case .hiddenCertificates(.resumed):
            "没有看到它的证书，因为以前的会话在继续，其中不发送证书"
        case .unseen(.handshake): "没有看到握手的结尾"
        case .unseen(let requirement): spaced("没有看到", requirement.chinese)
        case .transport(let finding): finding.requirement.chineseClause(finding.note)
        case .unsettled(let finding):
            spaced("应用是否接受", finding.requirement.chinese) + "，还不能确定：\(finding.note.chineseSeen)"
        }
    }
}

extension ATSRequirement {
    /// The error that an app sees if only this requirement is not met. ``ATSJudgement/error`` gives the same error, except for
    /// `handshake`, where the cause of the failure decides.
    var error: AppleError {
        self == .scheme ? .requiresSecureConnection : isTrust ? .certificateUntrusted : .secureConnectionFailed
    }

    /// The fault as the end of a sentence.
    fileprivate func englishClause(_ note: ATSNote) -> String {
        let seen = note.englishSeen
        return switch self {
        case .scheme: "App Transport Security does not allow \(seen)"
        case .host: "App Transport Security does not allow connections to the host \(seen)"
        case .version: "App Transport Security does not accept its version, \(seen)"
        case .suite where note.lacksForwardSecrecy:
            "its cipher suite, \(seen), has no forward secrecy, which App Transport Security demands"
        case .suite where note.isRefusalOfAll: "it agrees to no cipher suite that App Transport Security offers"
        case .group: "Apple's systems do not offer its group, \(seen)"
        case .signatureScheme: "Apple's systems offer no signature that its key can make: \(seen)"
        case .handshake: "the handshake fails"
        case .suite: "App Transport Security does not accept its cipher suite, \(seen)"
        case .keyLength where note.isOfOtherKind: "its key is of a kind that Apple's systems do not use: \(seen)"
        case .keyLength: "its key is too short for App Transport Security: \(seen)"
        case .signatureHash: "its certificate is signed in a way that App Transport Security does not accept: \(seen)"
        case .trust, .subjectAltName, .extendedKeyUsage, .lifetime, .transparency:
            "its certificate does not meet a rule of the system, \(rawValue): \(seen)"
        }
    }

    /// The fault as the end of a sentence in Chinese.
    fileprivate func chineseClause(_ note: ATSNote) -> String {
        let seen = note.chineseSeen
        return switch self {
        case .scheme: "App Transport Security 不允许 \(seen)"
        case .host: "App Transport Security 不允许连接主机 \(seen)"
        case .version: "App Transport Security 不接受它的版本：\(seen)"
        case .suite where note.lacksForwardSecrecy:
            "它的密码套件 \(seen) 没有前向保密，而 App Transport Security 要求前向保密"
        case .suite where note.isRefusalOfAll: "App Transport Security 提供的密码套件，它一个也不同意"
        case .group: "Apple 的系统不提供它的群：\(seen)"
        case .signatureScheme: "Apple 的系统不提供它的密钥所能做的签名：\(seen)"
        case .handshake: "握手失败"
        case .suite: "App Transport Security 不接受它的密码套件：\(seen)"
        case .keyLength where note.isOfOtherKind: "Apple 的系统不使用它的密钥所属的种类：\(seen)"
        case .keyLength: "对 App Transport Security 来说，它的密钥太短：\(seen)"
        case .signatureHash: "App Transport Security 不接受它的证书的签名方式：\(seen)"
        case .trust, .subjectAltName, .extendedKeyUsage, .lifetime, .transparency:
            spaced("它的证书不符合系统的一条规则，即", chinese) + "：\(seen)"
        }
    }
}

extension ATSNote {
    /// Whether the note is about RSA key transport that no exception allows.
    fileprivate var lacksForwardSecrecy: Bool {
        switch self {
        case .suiteWithoutForwardSecrecy(_, let allowed): !allowed
        case .offerRefused(_, _, let otherwise?), .notAsked(let otherwise): otherwise.lacksForwardSecrecy
        default: false
        }
    }

    /// Whether a key is refused because of its kind, not because of its length.
    fileprivate var isOfOtherKind: Bool { if case .keyOfOtherKind = self { true } else { false } }

    /// Whether the server refuses the offer, and its choice among all offers has no fault that explains this.
    fileprivate var isRefusalOfAll: Bool { if case .offerRefused(_, _, nil) = self { true } else { false } }
}
