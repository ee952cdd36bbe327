import Crypto
import TLSSim
import Trace

extension AttackFinding: Remark {
    /// What was found, in a sentence or two: what it means for whoever was recorded.
    public func sentence(in language: Language) -> String {
        switch language {
        case .english: english
        }
    }

    private var english: String {
        switch self {
        case .hellos, .unreadable, .octetsMissing, .packetsCut, .packetsContradict: recording
        case .keyFits, .keyDoesNotFit, .certificateKeyUnreadable, .noCertificate: key
        case .premasterDecrypted, .premasterInvalid, .cipherNotImplemented: transport
        case .masterSecret, .keyBlock, .finishedVerified, .finishedWrong, .finishedMissing: keys
        case .decrypted, .stopped, .nothingProved: plaintext
        case .publicValues, .signatureVerified, .signatureWrong, .signatureNotChecked, .nothingToDecrypt,
            .exponentNeeded, .ellipticCurve, .tls13:
            forwardSecrecy
        case .resumed, .versionNotRead, .suiteUnknown, .compressed: outOfReach
        case .exponentFound, .searchInfeasible, .notDiffieHellman, .groupUnusable: withoutKey
        }
    }

    private var recording: String {
        switch self {
        case .hellos(let suite, .tls13, _):
            "The hellos are in clear: version \(ProtocolVersion.tls13), suite \(suite). Both randoms are public."
        case .hellos(let suite, let version, let extended):
            """
            The hellos are in clear: version \(version), suite \(suite), extended master secret \
            \(extended ? "agreed" : "not agreed"). Both randoms are public.
            """
        case .unreadable(let error): "No handshake can be read from this connection: \(error)."
        case .octetsMissing(let side, let ranges, let start):
            """
            Octets of the \(side) are missing from the capture, in \(ranges) place\(ranges == 1 ? "" : "s"); the first gap is \
            at offset \(start) of its stream. The stream is read up to there.
            """
        case .packetsCut(let side, let count, let first):
            """
            \(count) packet\(count == 1 ? "" : "s") of the \(side) \(count == 1 ? "was" : "were") captured only in part \
            (snap length); the first is packet \(first).
            """
        case .packetsContradict(let side, let count, let first):
            """
            \(count) packet\(count == 1 ? "" : "s") of the \(side) repeat\(count == 1 ? "s" : "") octets of its stream with \
            other values; the first is packet \(first). What begins first is believed.
            """
        default: ""
        }
    }

    private var key: String {
        switch self {
        case .keyFits(let bits):
            "The key fits: its modulus of \(bits) bits is the one in the certificate that the server showed."
        case .keyDoesNotFit(let certificateBits, let keyBits):
            """
            The key does not fit: the certificate in the capture has another modulus. The certificate's has \
            \(certificateBits) bits, the key's \(keyBits).
            """
        case .certificateKeyUnreadable(let why):
            "No RSA key can be taken from the server's certificate in the capture: \(why)."
        case .noCertificate:
            "The capture has no certificate of the server, so there is nothing to compare the key with."
        default: ""
        }
    }

    private var transport: String {
        switch self {
        case .premasterDecrypted:
            """
            The client had encrypted the premaster secret to the certificate's key. The private key undoes it today as it did \
            then: this is what the missing forward secrecy consists of.
            """
        case .premasterInvalid(nil):
            """
            The EncryptedPreMasterSecret does not decrypt to a block of PKCS#1: the recording is damaged, or the client sent \
            rubbish, which a server must not show that it noticed (RFC 5246 section 7.4.7.1).
            """
        case .premasterInvalid(let count?):
            "The EncryptedPreMasterSecret decrypts to \(count) octets. A premaster secret of RSA has 48."
        case .cipherNotImplemented(let suite):
            """
            \(suite) has no forward secrecy and its premaster secret is out, but its cipher is not implemented here. Wireshark, \
            given the same key, opens its records.
            """
        default: ""
        }
    }

    private var keys: String {
        switch self {
        case .masterSecret(true):
            """
            The master secret follows by the PRF from the premaster secret and the hash of all handshake messages up to \
            ClientKeyExchange, which were recorded too (RFC 7627 section 4). The extended master secret ties the keys to this \
            handshake; it keeps nothing from a thief who has the recording.
            """
        case .masterSecret(false):
            """
            The master secret follows by the PRF from the premaster secret and the two randoms, which were sent in clear \
            (RFC 5246 section 8.1).
            """
        case .keyBlock: "The master secret and the randoms make the keys of both directions (RFC 5246 section 6.3)."
        case .finishedVerified(let side):
            """
            The \(side)'s Finished decrypts, and its verify_data is what these keys demand over this handshake: proof that \
            they are the keys that were in use.
            """
        case .finishedWrong(let side):
            "The \(side)'s first protected record does not open to the Finished that these keys demand."
        case .finishedMissing(let side): "The \(side)'s Finished is not in the recording."
        default: ""
        }
    }

    private var plaintext: String {
        switch self {
        case .decrypted(let side, let octets, let records, let isComplete):
            """
            \(octets) octets of application data from the \(side), out of \(records) protected \
            record\(records == 1 ? "" : "s"), each authenticated. \
            \(isComplete ? "Its close_notify shows that this is all." : "No close_notify shows whether this is all.")
            """
        case .stopped(let side, let records, let reason):
            "Of the \(side), nothing is read beyond record \(records): \(reason)."
        case .nothingProved:
            """
            Neither side's Finished could be verified, so nothing proves that these are the keys: the recording is incomplete \
            or damaged.
            """
        default: ""
        }
    }

    private var forwardSecrecy: String {
        switch self {
        case .publicValues(let group):
            """
            The key exchange was ephemeral Diffie–Hellman modulo a prime of \(group.bits) bits, \(Self.name(group)). The whole \
            of it is in the capture: the group, and each side's power of the generator.
            """
        case .signatureVerified(let scheme):
            """
            What the key did in this handshake: it signed both randoms and the server's parameters, and the signature \
            (\(scheme)) verifies with the certificate. Whoever holds the key can sign such parameters of his own from now on \
            and pass for the server. That is theft of an identity, for the future; it is no decryption of the past.
            """
        case .signatureWrong(let scheme):
            "The signature over the parameters (\(scheme)) does not verify with the certificate: the recording was altered."
        case .signatureNotChecked(let scheme):
            """
            What the key did in this handshake: it signed both randoms and the server's parameters. This signature is of the \
            scheme \(scheme), which is not verified here; that changes nothing in what follows.
            """
        case .nothingToDecrypt:
            """
            Nothing in this capture was ever encrypted with the stolen key or to it. Raising recorded numbers to its \
            exponents gives other numbers, none of which anybody used.
            """
        case .exponentNeeded(let group):
            """
            The premaster secret is g^(x·y) mod p. To compute it takes x, drawn by one side, or y, drawn by the other. They \
            were never sent, belong to no key file, and both sides should have forgotten them (RFC 7919 section 8.8). \
            \(Self.costOfExponent(group)) \
            \(group.isWithinReach ? "The stolen key does not open the recording; the group does." : "The recording stays closed.")
            """
        case .ellipticCurve(let suite):
            """
            \(suite) agrees on keys by ephemeral Diffie–Hellman on an elliptic curve. The certificate's key only signed the \
            server's point; the private scalars were drawn for this connection and forgotten. The stolen key opens nothing: \
            forward secrecy. The recording stays closed.
            """
        case .tls13(let suite):
            """
            This is TLS 1.3 (\(suite)), which has no RSA key transport at all. Keys come from ephemeral key shares, from a \
            key agreed earlier, or from both, and the certificate's key only signs; even the certificate is encrypted here. A \
            stolen certificate key opens nothing. The recording stays closed.
            """
        default: ""
        }
    }

    private var outOfReach: String {
        switch self {
        case .resumed:
            """
            This handshake is abbreviated: it takes up an earlier session with a master secret both sides had kept, and \
            contains no key exchange that a private key could be applied to. The answer is in the recording of the first \
            handshake, or in the key that the server seals its tickets with.
            """
        case .versionNotRead(let version):
            "The version is \(version); only TLS 1.2 is read here. Its key exchange decides in the same way."
        case .suiteUnknown(let suite): "The suite \(suite) is not known here, nor is its key exchange."
        case .compressed(let method):
            "The records are compressed (method \(method)), and only the null method is implemented here."
        default: ""
        }
    }

    private var withoutKey: String {
        switch self {
        case .exponentFound(let bits):
            """
            The server's exponent, \(bits) bits long, was found by search: g^x mod p is dh_Ys. With it the client's public \
            value gives the premaster secret, just as it gave it to the server. No key file was needed.
            """
        case .searchInfeasible(let error): "The exponent cannot be searched for: \(error). The recording stays closed."
        case .notDiffieHellman(let suite):
            "\(suite) uses no finite-field Diffie–Hellman: there is no such exponent to find."
        case .groupUnusable(let why): "The parameters make no usable group: \(why)."
        default: ""
        }
    }

    private static func name(_ group: RecordedGroup) -> String {
        group.name.map { "known as \($0)" } ?? "in a group of the server's own choice"
    }

    /// What finding x takes.
    private static func costOfExponent(_ group: RecordedGroup) -> String {
        let rating: String? =
            switch group.known?.codePoint {
            case 0x0100: "RFC 7919 (appendix A.1) rates this group as hard as a symmetric key of 103 bits."
            case 0x0101: "RFC 7919 (appendix A.2) rates this group as hard as a symmetric key of 125 bits."
            case 0x0102: "RFC 7919 (appendix A.3) rates this group as hard as a symmetric key of 150 bits."
            case 0x0103: "RFC 7919 (appendix A.4) rates this group as hard as a symmetric key of 175 bits."
            case 0x0104: "RFC 7919 (appendix A.5) rates this group as hard as a symmetric key of 192 bits."
            default: nil
            }
        let task = "To find one from the public values is the discrete logarithm modulo a prime of \(group.bits) bits"
        if let rating { return "\(task). \(rating)" }
        if group.isWithinReach { return "\(task), which anybody can take in this group, without any key." }
        return switch group.bits {
        case ...795: "\(task); logarithms of this size have been computed in public, 795 bits in 2019."
        case ...1024: "\(task), which is thought to be within the reach of states (Adrian and others, 2015)."
        default: "\(task)."
        }
    }
}

extension RecordingError: CustomStringConvertible {
    /// A clause that names what is missing or wrong, fit to follow a colon.
    public var description: String {
        switch self {
        case .empty: "the client sent no data"
        case .beginningMissing(let side): "the first octets of the \(side) are missing from the capture"
        case .startsMidStream: "the capture begins in the middle of the connection, after the handshake"
        case .notTLS(let octets): "not TLS: the client begins with the octets \(Hex.string(octets))"
        case .malformed(let what, let side): "the \(side)'s \(what)"
        case .unexpected(let message, let side): "\(message) from the \(side) where it has no place"
        case .ended(let alert, let side): "the handshake failed with the \(side)'s alert \(alert)"
        case .cutShort(let type, let side): "the recording ends before the \(side)'s \(type)"
        }
    }
}

extension AttackFinding.StopReason: CustomStringConvertible {
    /// A clause, fit to follow a colon.
    public var description: String {
        switch self {
        case .record(let error): "the next record cannot be opened: \(error)"
        case .endsInsideRecord(let missing): "the recording ends inside the next record, \(missing) octets short"
        case .renegotiation: "new keys are negotiated there, which is not followed here"
        case .alert(let name): "the connection ends there with the fatal alert \(name)"
        }
    }
}

extension SetAsideReason: CustomStringConvertible {
    /// A clause that says what the packet is.
    public var description: String {
        switch self {
        case .noDatagram: "no IP datagram in the frame, or a link type that is not read"
        case .notIP(let version): "IP of version \(version)"
        case .notTCP(let proto): "IP protocol \(proto), not TCP"
        case .fragment: "a fragment of a datagram"
        case .headerCut: "cut off inside the headers"
        case .malformed(let field): "lengths that contradict each other (\(field))"
        }
    }
}
