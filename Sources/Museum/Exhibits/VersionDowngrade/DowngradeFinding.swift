import Crypto
import TLSSim
import Trace

/// The steps of an attack that takes TLS 1.3 out of a hello.
package enum DowngradeFinding: Remark, Hashable, Sendable {
    case untouched(ProtocolVersion)
    /// Mallory has changed the ClientHello; its octets before and after the change.
    case helloChanged(before: Int, after: Int)
    case answered(CipherSuite)
    case signKept
    case signRemoved
    case signSeen
    case signPassedOver
    /// The sign was removed, and the client goes on; whether this client looks for the sign.
    case signMissing(DowngradeAttack.Victim)
    case signatureWrong
    case nothingSigned
    /// Mallory has found the server's exponent; the bits of the modulus.
    case exponentFound(bits: Int)
    case premasterDecrypted
    /// Mallory has computed the master secret of each side; whether the two are equal.
    case masterSecrets(same: Bool)
    case finishedWrong
    case finishedClosed
    case forged
    /// Mallory passes this number of octets on unchanged.
    case passedOn(octets: Int)
    case sealedAnew
    /// Mallory has read the request, which has this number of octets.
    case reads(octets: Int)
    case lesson(DowngradeLesson)

    package var english: String {
        switch self {
        case .untouched(let version):
            "Mallory passes everything on as it is. The connection uses \(version.name ?? "\(version)")."
        case .helloChanged(let before, let after):
            """
            The client speaks TLS 1.2 and 1.3, and one hello offers both. Mallory is in the path. She takes supported_versions, \
            key_share and psk_key_exchange_modes out of the hello: of \(counted(before, "octet")) \(after) remain. What remains is a good hello of \
            TLS 1.2, because the version field of a hello says TLS 1.2 in both versions (RFC 8446 section 4.1.2).
            """
        case .answered(let suite):
            """
            The server speaks both versions too. It reads a hello without TLS 1.3, so it answers with TLS 1.2 and \(suite.name). \
            It writes a sign into the last eight octets of its random: "DOWNGRD" and 01, the downgrade sentinel (RFC 8446 section 4.1.3). \
            The sign says: this server speaks TLS 1.3, and the hello that it has read did not offer it.
            """
        case .signKept: "Mallory passes ServerHello on as it is."
        case .signRemoved:
            "Mallory puts other octets in the place of the sign. ServerHello is in clear and has no signature of its own."
        case .signSeen:
            """
            The client has offered TLS 1.3. The sign says that the server has not read this offer. So the hello was changed on its way, \
            and the client stops at ServerHello with the alert illegal_parameter (RFC 8446 section 4.1.3). No key has been agreed on.
            """
        case .signPassedOver:
            """
            The sign is there, but this client does not look at it. RFC 8446 section 4.1.3 says that it must. The client goes on with \
            TLS 1.2.
            """
        case .signMissing(.checks): "The client looks for the sign and does not find it. It goes on with TLS 1.2."
        case .signMissing(.unchecked): "The client does not look for the sign. It goes on with TLS 1.2."
        case .signatureWrong:
            """
            ServerKeyExchange has a signature over both randoms and the parameters (RFC 5246 section 7.4.3). The server has signed the \
            random with the sign. The client has read another random, so for the client the signature is wrong. It stops with the alert \
            decrypt_error. Whether the client looks for the sign makes no difference here. Mallory cannot sign anew without the server's \
            private key.
            """
        case .nothingSigned:
            """
            RSA key transport has no ServerKeyExchange, so no signature covers the random. The client encrypts a premaster secret to the \
            key in the certificate. The secret begins with the version in the client's hello, against a rollback. This does not help: \
            the version field says TLS 1.2 before and after Mallory's change. Only Finished is left.
            """
        case .exponentFound(let bits):
            """
            The server's group has \(bits) bits, and the signature on it is genuine. Mallory finds the server's exponent while the \
            handshake waits for her. Logjam (Adrian and others 2015) did this with groups of 512 bits, after a week of preparation for \
            each group. The toy group here needs no preparation. In TLS 1.3 a server has no groups of its own (RFC 8446 section 4.2.7): \
            the two would have used x25519 there.
            """
        case .premasterDecrypted:
            "Mallory has a copy of the server's private key. She decrypts the premaster secret."
        case .masterSecrets(same: true):
            "She computes the master secret. Both sides have read the same randoms, so it is the same for both."
        case .masterSecrets(same: false):
            """
            She computes the master secret of each side. The random of the server is an input, and the two sides have read different \
            ones. So the secrets differ. She decrypts each record with the keys of its sender and encrypts it with those of its reader.
            """
        case .finishedWrong:
            """
            Both sides have the same keys, and Mallory has none. The client's Finished covers the hello that the client has sent. The \
            server computes it over the hello that it has read (RFC 5246 section 7.4.9). The two do not agree, and the server stops with \
            the alert decrypt_error. Finished has held, as the last lock and after all other messages.
            """
        case .finishedClosed:
            """
            The random of the server is an input of the master secret (RFC 5246 section 8.1). The two sides have read different randoms, so \
            they have different keys. The server cannot open the record with the client's Finished. It stops with the alert bad_record_mac, \
            before it can compare the transcripts. They differ too.
            """
        case .forged:
            """
            She opens the client's Finished, and writes one that covers the hello that the server has read. She does the same \
            with the server's Finished for the client. Each side finds what it expects. Finished is a MAC under the master secret: it \
            proves nothing against an attacker who knows this secret.
            """
        case .passedOn(let octets): "Mallory passes these \(counted(octets, "octet")) on as they are."
        case .sealedAnew: "Mallory opens what has come, and seals it with the keys that she has with the other side."
        case .reads(let octets):
            """
            Both sides have completed a handshake of TLS 1.2. Mallory reads the client's request (\(counted(octets, "octet")), with a cookie and a \
            password) and the answer, and she could change both.
            """
        case .lesson(let lesson): lesson.english
        }
    }
}

/// The conclusion of a run.
package enum DowngradeLesson: Hashable, Sendable {
    case sign
    case signature
    case finishedAlone
    case careless
    case checkMissing
    case signUnprotected

    fileprivate var english: String {
        switch self {
        case .sign:
            """
            The sign is the first of three locks. It stops the attack before any key is agreed on, so it does not matter what Mallory \
            could compute later. It stands in the random because a client of TLS 1.2 does not look at these octets. TLS_FALLBACK_SCSV (RFC \
            7507) is against another attack: there the client itself comes again with an older version. Here the client sends one hello.
            """
        case .signature:
            """
            The sign is in a field that is signed. The signature is the second lock: Mallory can change the random, but she cannot sign \
            it. The lock holds even where the group is broken, because the signature comes from the key in the certificate.
            """
        case .finishedAlone:
            """
            With RSA key transport the sign has no protection, as RFC 8446 section 4.1.3 says. Finished alone stands in the way, and \
            Finished is as good as the secrecy of the premaster secret.
            """
        case .careless:
            """
            The version is not in Finished by name. Finished covers all messages, so it covers the change. That is enough as long as \
            Mallory cannot compute the keys of TLS 1.2. The weakest exchange that both sides still accept decides.
            """
        case .checkMissing:
            """
            Finished covers the versions, and still the downgrade has succeeded. The older version had a weak exchange, and an attacker \
            who breaks the exchange can write Finished. The sign under the signature does not depend on the exchange. A client that looks \
            at it stops at ServerHello.
            """
        case .signUnprotected:
            """
            Mallory could forge Finished because the key is stolen. The sign does not protect RSA key transport (RFC 8446 section 4.1.3): \
            nothing signs it, so she can take it out. A client that wants the protection must not offer RSA key transport. TLS 1.3 has no \
            RSA key transport: a stolen key opens no exchange there.
            """
        }
    }
}
