import Simulator
import TLSSim
import Trace

/// What is done or found when an attacker stands in the middle.
public enum InterceptionFinding: Remark, Hashable, Sendable {
    /// Where Mallory is.
    case place
    /// What she shows for a certificate.
    case shows(Interception.Attacker)
    /// The victim has refused it.
    case refused(policy: String, check: String, reason: String, alert: AlertDescription?)
    /// The victim has found nothing wrong.
    case passed(policy: String, checks: Int)
    /// The victim has not looked.
    case unchecked(policy: String)
    /// What she would need and does not have.
    case holdsNothing(lacking: [SecretID])
    /// Why it did not work.
    case defence(Interception.Attacker, policy: String)
    /// She has keys with the victim.
    case agreedWithVictim(KeyExchangeKind)
    /// She has keys with the server.
    case agreedWithServer
    /// She reads the request.
    case reads(octets: Int)
    /// The victim reads what she has written.
    case alters(octets: Int)
    /// Why Finished does not give her away.
    case finishedIsRight
    /// Why forward secrecy does not help.
    case forwardSecrecy(Bool)
    /// What would have helped.
    case remedy(Interception.Attacker)

    /// What it means, in a sentence or several.
    public func sentence(in language: Language) -> String {
        switch language {
        case .english: english
        }
    }

    private var english: String {
        switch self {
        case .place:
            """
            Mallory is on the path: she owns the wireless network, or has lied to ARP or to DNS. The victim's SYN for \
            \(Visit.hostName) reaches her, and she answers it. TCP proves nothing about who is there. Nor does ClientHello: \
            it is in clear, and she reads in it which name she has to show a certificate for.
            """
        case .shows(let attacker): shows(attacker)
        case .refused(let policy, let check, let reason, let alert):
            """
            The victim's policy is \(policy). The check "\(check)" fails: \(reason) So the handshake ends at the Certificate \
            message\(alert.map { ", with the alert \($0)" } ?? ""). The victim has said nothing but its hello.
            """
        case .passed(let policy, let checks):
            "The victim's policy is \(policy): \(checks) checks, and the chain passes them all. The victim goes on."
        case .unchecked(let policy):
            "The victim's policy is \(policy): nobody looks at the chain. The victim goes on with the key in it, whosever it is."
        case .holdsNothing(let lacking):
            """
            What Mallory holds: her own key, two public randoms, and nothing else. For the premaster secret she lacks \
            \(lacking.map(\.name).joined(separator: " and ")), which the victim sends after it has accepted the Certificate. No \
            secret was agreed on and no request was written, so there is nothing to decrypt, now or later.
            """
        case .defence(let attacker, let policy): defence(attacker, policy)
        case .agreedWithVictim(let kind):
            """
            The handshake goes on, with Mallory. \(agreement(kind)) Nothing was broken for this: she is one of its two ends.
            """
        case .agreedWithServer:
            """
            With the request in her hands, Mallory calls the genuine server, as any client does, and checks its chain with care: \
            she does not want to be intercepted. The keys there are others, and they are hers as well.
            """
        case .reads(let octets):
            "Between the two she has \(octets) octets of plaintext: the victim's request with its cookie and its password."
        case .alters(let octets):
            """
            She passes the request on word for word. In the answer she puts her own account in the place of the right one. The \
            victim's TLS finds every record of these \(octets) octets intact: intact since Mallory.
            """
        case .finishedIsRight:
            """
            Both Finished messages of both connections verify. Each covers the messages of its own handshake, and both ends of \
            each have seen the same: there are two handshakes, and nobody has seen a mixture. So three randoms and Finished are no \
            defence by themselves (RFC 5246 appendix F.1.1.1).
            """
        case .forwardSecrecy(true):
            """
            Nor is Diffie–Hellman, and forward secrecy does not help: it protects recordings against a key that is lost later, and \
            here nobody waits for later. An exponent agrees with whoever sent the other value. That ServerKeyExchange is \
            signed helps only as far as the certificate says whose key has signed it (RFC 5246 appendix F.1.1.3).
            """
        case .forwardSecrecy(false):
            """
            Nor is there a difference to Diffie–Hellman here. Forward secrecy protects recordings against a key that is lost later; \
            an interceptor does not wait for later.
            """
        case .remedy(let attacker): remedy(attacker)
        }
    }

    private func shows(_ attacker: Interception.Attacker) -> String {
        switch attacker {
        case .ownAuthority:
            "She has made an authority, and it has issued her a certificate for \(Visit.hostName). The victim has never heard of it."
        case .installedAuthority:
            """
            She has a certificate for \(Visit.hostName), by an authority that somebody has had installed among those that the \
            victim trusts: so do debugging proxies such as Charles, and companies on the devices they own.
            """
        case .samePublicAuthority:
            """
            She has a good certificate of the very authority that the server has its own from, for \
            \(InterceptionStage.ownHost): the authority has checked that this name is hers. It is not the name that the victim asks for.
            """
        case .selfSigned: "She has signed a certificate for \(Visit.hostName) herself, with the key that is in it."
        }
    }

    private func agreement(_ kind: KeyExchangeKind) -> String {
        kind == .rsa
            ? "The victim encrypts its premaster secret to the key in her certificate, and she decrypts it."
            : "She signs her Diffie–Hellman value with the key in her certificate, the signature verifies, and the two agree."
    }

    private func defence(_ attacker: Interception.Attacker, _ policy: String) -> String {
        switch attacker {
        case .ownAuthority, .selfSigned:
            "Anyone can write a certificate. It counts for nothing unless somebody has signed it whom the victim trusts already."
        case .samePublicAuthority:
            "A certificate is about a name. The authority's signature is good, and it says that this key is someone else's."
        case .installedAuthority:
            """
            The chain is good as far as its authorities go. The victim also knows beforehand which key it has to meet, and \
            no authority can vouch that away. The price: when the pinned key is replaced, an app without a backup pin \
            locks itself out (RFC 7469 section 4.3).
            """
        }
    }

    private func remedy(_ attacker: Interception.Attacker) -> String {
        switch attacker {
        case .ownAuthority, .selfSigned:
            """
            Any check at all would have helped. Whoever switches checks off for a test server should make that server's authority \
            a trusted one in the test, and nowhere else.
            """
        case .samePublicAuthority:
            """
            To compare the name would have helped (RFC 9525 section 6). An app that checks the chain and not the name accepts \
            whoever has any certificate of any public authority, and everybody can have one for a name of his own.
            """
        case .installedAuthority:
            """
            No check of the chain finds this out: by the decision of whoever rules the device, this authority may vouch for every \
            name. A pin on the key of the leaf, or of the authority that issues it, does find it out. A sound design asks whom it is \
            meant to keep out: where the owner of the device may look inside, nothing is wrong; where even the owner must not, \
            pin, with a backup key, and know that the owner can still change the app.
            """
        }
    }
}
