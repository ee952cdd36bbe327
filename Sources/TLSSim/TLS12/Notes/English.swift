import PKI
import Trace

extension Note: Remark {
    public func topic(in language: Language) -> String {
        if case .finding(let finding) = self { finding.topic(in: language) } else { "" }
    }

    public func sentence(in language: Language) -> String {
        switch language {
        case .english: english
        }
    }

    private var english: String {
        switch self {
        case .clientHello(let suites, let hostName):
            """
            The client opens: the highest version it speaks, 32 fresh random octets, \
            \(suites == 1 ? "one cipher suite" : "\(suites) cipher suites in order of preference"), and the name it wants (\(hostName)), so that one address can serve many names. All of it is in clear. \
            The random is no secret: it makes this handshake unlike every other, so that no recording can be played back.
            """
        case .serverHello(let suite, let extended):
            """
            The server chooses one suite, \(suite.name), and adds 32 random octets of its own. Both hello randoms are now known to \
            everyone on the path. \
            \(extended ? "It agrees to the extended master secret." : "Without the extended master secret, as here, the master "
                + "secret is made from the premaster secret and these two randoms (RFC 5246's own formula).")
            """
        case .certificate(1):
            """
            One certificate, the server's own, and none of those who certify it. Anyone may copy this message; only the owner of \
            the private key can go on from it.
            """
        case .certificate(let count):
            """
            \(count) certificates, the server's own first, each certified by the next. The root is left out: the client has it \
            already or could not trust it anyway. Anyone may copy this message; only the owner of the private key can go on from it.
            """
        case .serverKeyExchange(let group, let bits):
            """
            A group (\(group), \(bits) bits), the server's public value in it, and a signature over both randoms and these \
            parameters. The RSA key signs and does nothing else; without the signature a man in the middle could put in a value \
            of his own.
            """
        case .serverPoint(let curve, let signer):
            """
            A curve (\(curve)), the server's point on it, and a signature over both randoms and these parameters. The \
            \(signer == .rsa ? "RSA" : "ECDSA") key signs and does nothing else; without the signature a man in the middle could put \
            in a point of his own.
            """
        case .certificateStatus, .certificateRequest, .clientCertificate, .noClientCertificate, .certificateVerify,
            .handshakeSigned, .statusStapled, .clientAnonymous, .clientMaySign, .clientProved:
            englishOfClientAuthentication
        case .serverHelloDone:
            "The server's turn is over. The message is empty: it only says that nothing more of this flight will come."
        case .encryptedPremaster(let octets):
            """
            The premaster secret, encrypted to the key in the certificate: \(octets) octets, the length of the RSA modulus. Whoever \
            holds the private key can read it, today or from a recording in ten years.
            """
        case .clientPublicValue(let octets):
            """
            The client's public value, \(octets) octets, in clear. An onlooker now has p, g, Ys and Yc, and still has to take a \
            discrete logarithm to get anything from them.
            """
        case .clientPoint(let curve):
            """
            The client's point on \(curve), in clear. An onlooker now has both points, and still has to find the number behind one \
            of them, for which nobody knows a way that ends.
            """
        case .changeCipherSpec(let side):
            """
            From the next record on, the \(side) protects what it sends. This is not a handshake message: it has a content type of \
            its own and is in no transcript hash.
            """
        case .finished(let side):
            """
            The first protected record of the \(side): twelve octets that only someone who holds the master secret and saw the \
            same handshake can make. \(side == .client ? "In a full handshake the client's comes first." : "Now the handshake is "
                + "proved in both directions.")
            """
        case .applicationData(let octets, let cipher):
            """
            \(octets) octets of application data, encrypted and authenticated with \(cipher.algorithm)\(cipher.mac.map { " and HMAC-\($0.name)" } ?? "") \
            under this direction's own \(cipher.mac == nil ? "key" : "keys"). The record's number is authenticated with it: the receiver counts for itself and does not believe the wire, so dropping, repeating or \
            reordering records shows.
            """
        case .closeNotify(let first):
            first
                ? """
                "I will send no more." The alert is protected, so nobody can forge an early end of the data; a bare FIN of TCP could \
                be anybody's.
                """
                : """
                The answer to the other side's close_notify. What this direction said is now complete as well, and provably so.
                """
        case .alert(let name, let reason):
            "A fatal alert, \(name), ends the connection: \(reason)"
        case .noRenegotiation:
            "A new handshake inside this connection is declined with a warning; the connection goes on."
        case .publicValue(let side, let bits):
            """
            The \(side) draws an exponent of \(bits) bits and raises the generator to it. The exponent is used for this connection \
            and then forgotten, like the keys made from it; forward secrecy lies in that forgetting.
            """
        case .point(let side, let curve):
            """
            The \(side) draws a number of 256 bits and multiplies the base point of \(curve) by it. The number is used for this \
            connection and then forgotten, like the keys made from it; forward secrecy lies in that forgetting.
            """
        case .premasterDrawn:
            """
            The client alone makes the premaster secret: two octets of the version it offered, not the one agreed (so that a \
            rollback shows), then 46 random octets. This is the third random, and the only secret one.
            """
        case .premasterEncrypted:
            "Padded to the length of the modulus with random octets (PKCS#1 v1.5), then raised to the public exponent."
        case .premasterDecrypted:
            """
            The server decrypts with its long-term private key. If the padding were wrong it would not say so: it would go on with \
            a random value and fail at Finished, since any other answer would help Bleichenbacher's attack.
            """
        case .premasterAgreed(let side, let toy):
            """
            The \(side) raises the other's public value to its own exponent. Both sides reach the same number without its ever \
            having been on the wire. \(toy ? "In a group as small as this one, anybody can try every exponent." : "")
            """
        case .masterSecret(let extended):
            extended
                ? """
                The extended master secret: instead of the two hello randoms, the hash of all messages so far goes in, so that the \
                secret belongs to this handshake and to no other.
                """
                : """
                Three ingredients become 48 octets: the premaster secret as the key; the client's random and the server's random, \
                in this order, as the seed. Only the first of the three is secret.
                """
        case .keyBlock(let cipher):
            """
            The same function again, now with the server's random first: this is the place where implementations get the order \
            wrong. The result is cut into \(cipher.mac == nil ? "a key and a nonce part" : "a MAC key and an encryption key") for each \
            direction.
            """
        case .verifyData(let side):
            """
            Over the hash of every handshake message so far, the \(side)'s own label and the master secret. A single changed octet \
            in any of them, by anyone on the path, gives another value.
            """
        case .finding(let finding): finding.reason
        case .trusted(let name, let side, let checks): Note.trust(in: name, of: side, after: checks)
        case .refused(let finding, let failed, let count, let alert):
            """
            Refused: \(failed) of \(count) checks failed. The first of them in the order of examination, \(finding.policy), \
            decides what the other side is told\(alert.map { ": the alert \($0)" } ?? ""). The handshake ends here, before \
            \(finding.side == .server ? "anything has been encrypted to this key or agreed on with its owner"
                : "the client has proved that the key is its own, and before it is served anything").
            """
        case .keyUsage(let kind):
            kind == .rsa
                ? "The certificate lets its key encipher keys (keyEncipherment), as RSA key transport needs."
                : "The certificate lets its key sign (digitalSignature), as a signed key exchange needs."
        case .parametersSigned(let scheme):
            """
            The signature (\(scheme)) over client_random + server_random + parameters verifies with the key in the certificate: \
            these parameters come from the certificate's owner, and were made for this handshake.
            """
        case .groupAccepted(let name, let bits):
            """
            \(name), \(bits) bits, is a safe prime group, and 1 < Ys < p - 1: the peer is not pushing the exchange into a subgroup \
            of two elements.
            """
        case .toyGroup(let name, let warning):
            "\(name) is a toy and passes only because the lesson says so: \(warning)"
        case .curveAccepted(let curve):
            "\(curve) is a curve that this side has offered. Whether the point lies on it shows when it is multiplied."
        case .finishedVerified(let side):
            """
            The \(side)'s verify_data is what this side computed for itself: both have seen the same messages in the same order and \
            hold the same master secret.
            """
        case .established(let forwardSecret):
            forwardSecret
                ? """
                Secured, with forward secrecy: once this connection's keys are forgotten too, nothing that either side keeps, not \
                even the server's private key, opens a recording of it. It is as strong as the group is.
                """
                : "Secured, without forward secrecy: the server's private key opens any recording of this connection."
        case .careless:
            "The chain was accepted without any check. Everything below is encrypted, and nobody knows to whom."
        case .resumption(let note): note.english
        case .negotiation(let note): note.english
        }
    }
}

extension Note {
    /// What a chain that passed every check that was made is worth.
    private static func trust(in name: String?, of side: Role, after checks: Int) -> String {
        let all = "Trusted: all \(checks) checks are passed. "
        if let name { return all + "The key in the leaf is that of \(name)." }
        return switch side {
        case .client: all + "Whose certificate it is, is for the server's application to make something of."
        case .server:
            all
                + "No name was compared with any: the key is that of whoever the certificate is for, and nobody asked who."
        }
    }
}
