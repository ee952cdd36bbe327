import PKI
import Simulator
import TLSSim
import Trace

/// The steps of an attack by a machine in the middle.
package enum InterceptionFinding: Remark, Hashable, Sendable {
    case place
    case shows(Interception.Attacker)
    case refused(policy: String, CheckResult?, alert: AlertDescription?)
    case passed(policy: String, checks: Int)
    case unchecked(policy: String)
    /// Mallory has no secret; the inputs of the premaster secret that she lacks.
    case holdsNothing(lacking: [SecretID])
    case defence(Interception.Attacker, policy: String)
    case agreedWithVictim(KeyExchangeKind)
    case agreedWithServer
    /// She reads the victim's request; its octets.
    case reads(octets: Int)
    /// The victim reads the answer that she has changed; its octets.
    case alters(octets: Int)
    case finishedIsRight
    /// Why forward secrecy does not help; whether the suite has it.
    case forwardSecrecy(Bool)
    case remedy(Interception.Attacker)

    package var english: String {
        switch self {
        case .place:
            """
            Mallory is on the path: she owns the wireless network, or she has forged ARP or DNS answers. The victim's SYN for \
            \(Visit.hostName) reaches her, and she answers it. TCP does not prove who answers. ClientHello is in clear: Mallory reads \
            there for which name she has to show a certificate.
            """
        case .shows(let attacker): shows(attacker)
        case .refused(let policy, let finding, let alert):
            """
            The victim's policy is \(policy). The check "\(finding?.policy ?? "chain")" fails: \
            \(finding?.english ?? "No reason was given.") So the handshake ends at the Certificate \
            message\(alert.map { ", with the alert \($0)" } ?? ""). The victim has sent only its hello.
            """
        case .passed(let policy, let checks):
            "The victim's policy is \(policy). The chain passes all \(counted(checks, "check")). The victim goes on."
        case .unchecked(let policy):
            "The victim's policy is \(policy): it does not check the chain. The victim goes on with the key in it."
        case .holdsNothing(let lacking):
            """
            Mallory holds only her own key and two public randoms. For the premaster secret she lacks \
            \(lacking.map(\.name).joined(separator: " and ")), which the victim sends only after it has accepted the Certificate. The two \
            have agreed on no secret, and the victim has written no request. So there is nothing to decrypt, now or later.
            """
        case .defence(let attacker, let policy): defence(attacker, policy)
        case .agreedWithVictim(let kind):
            """
            The handshake goes on, with Mallory. \(agreement(kind)) She breaks no cipher for this: she is one of the two ends.
            """
        case .agreedWithServer:
            """
            Mallory has the request. Now she connects to the genuine server like any client, and checks its chain with care: she does \
            not want to be intercepted. The keys of this second connection are different, and she has them too.
            """
        case .reads(let octets):
            "Between the two connections she has \(counted(octets, "octet")) of plaintext: the victim's request with its cookie and password."
        case .alters(let octets):
            """
            She forwards the request unchanged. In the answer she replaces the right account with her own. The victim's TLS finds \
            every record of these \(counted(octets, "octet")) intact. They are intact, but only since Mallory sent them.
            """
        case .finishedIsRight:
            """
            Both Finished messages of both connections verify. There are two handshakes. A Finished covers the messages of its own \
            handshake, and the two ends of each handshake have seen the same messages. So the three randoms and Finished alone do not \
            stop an interceptor (RFC 5246 appendix F.1.1.1).
            """
        case .forwardSecrecy(true):
            """
            Diffie–Hellman alone does not stop her either. Forward secrecy does not help: it protects recordings against a key that is \
            stolen later, but Mallory attacks now. An exponent agrees with any sender of the other value. The signature of \
            ServerKeyExchange helps only if the certificate proves the owner of the key (RFC 5246 appendix F.1.1.3).
            """
        case .forwardSecrecy(false):
            """
            Diffie–Hellman would not change this. Forward secrecy protects recordings against a key that is stolen later, but Mallory \
            attacks now.
            """
        case .remedy(let attacker): remedy(attacker)
        }
    }

    private func shows(_ attacker: Interception.Attacker) -> String {
        switch attacker {
        case .ownAuthority:
            "She has made an authority of her own, which issued a certificate for \(Visit.hostName). The victim does not know this authority."
        case .installedAuthority:
            """
            She has a certificate for \(Visit.hostName), from an authority that was installed on the victim's device. Debugging proxies \
            such as Charles work in this way, and companies on the devices that they own.
            """
        case .samePublicAuthority:
            """
            She has a valid certificate for \(InterceptionStage.ownHost), from the same authority as the server. The authority has \
            checked that this name is hers. It is not the name that the victim asks for.
            """
        case .selfSigned: "She has a self-signed certificate for \(Visit.hostName)."
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
            "Anyone can write a certificate. It proves nothing unless an authority that the victim trusts has signed it."
        case .samePublicAuthority:
            "A certificate is for a name. The authority's signature is valid, and the certificate says that this key belongs to another host."
        case .installedAuthority:
            """
            The authorities of the chain are trusted. But the victim also knows beforehand which key to expect, and no authority can \
            change that. The price: when the pinned key is replaced, an app without a backup pin locks itself out (RFC 7469 section \
            4.3).
            """
        }
    }

    private func remedy(_ attacker: Interception.Attacker) -> String {
        switch attacker {
        case .ownAuthority, .selfSigned:
            """
            Any check would have helped. Do not switch checks off for a test server. Instead, trust the test server's authority in the \
            test, and only there.
            """
        case .samePublicAuthority:
            """
            A comparison of the name would have helped (RFC 9525 section 6). An app that checks the chain but not the name accepts any \
            certificate of any public authority, and everyone can get one for a name of his own.
            """
        case .installedAuthority:
            """
            No check of the chain finds this: the owner of the device has decided that this authority may certify every name. A pin on \
            the key of the leaf, or of the authority that issues it, does find it. First decide whom the app must keep out. If the \
            owner of the device may read the traffic, nothing is wrong. If even the owner must not, use pins, with a backup key. But \
            the owner can still change the app.
            """
        }
    }
}

/// The text under the table of all attackers and policies.
enum InterceptionWords: Wording {
    /// The meaning of the cells; whether the cells show the victim's alerts.
    case legend(showsAlerts: Bool)

    var english: String {
        switch self {
        case .legend(let showsAlerts):
            "EVERYTHING: both master secrets and the request with cookie and password; and the victim reads an answer that she has "
                + "changed. In the other cells she gets nothing"
                + (showsAlerts ? ": they show the alert with which the victim refused her certificate." : ".")
        }
    }
}
