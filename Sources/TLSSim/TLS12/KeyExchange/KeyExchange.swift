import Crypto
import PKI
import Trace

/// What both sides agree on: everything else follows from it and from public values (RFC 5246 section 8.1).
public struct PremasterSecret: Hashable, Sendable {
    /// Its octets: 48 for RSA; the shared value for Diffie–Hellman, without leading zeros in a finite field (section
    /// 8.1.2), with them on a curve (RFC 8422 section 5.10).
    public let octets: [UInt8]
}

/// Key exchange in three moves: the server may offer, the client answers, the server concludes.
///
/// Forward secrecy is visible in one associated type: what does the server have to *remember* between its two moves? For RSA it
/// is the long-term private key, which still opens a recording years later. For DHE it is an exponent that is then forgotten.
public protocol KeyExchange {
    /// What the server keeps between offer and conclusion.
    associatedtype Memory: Hashable, Sendable
    /// What the client must have verified of the offer before it may answer.
    associatedtype Offer: Hashable, Sendable

    /// The server's move: its parameters, signed; nil where the certificate says it all.
    static func offer<R: RandomSource>(
        _ terms: ServerTerms, using random: inout R
    ) throws(TLSError) -> (message: ServerKeyExchange?, memory: Memory)

    /// The client's move. It demands a verified chain: encrypting to a key nobody has judged does not type-check.
    static func answer<R: RandomSource>(
        _ offer: Offer, to peer: VerifiedChain, offeredVersion: ProtocolVersion, using random: inout R
    ) throws(TLSError) -> KeyExchangeAnswer

    /// The server's conclusion: the same premaster secret, from the answer and what it remembered.
    static func conclude<R: RandomSource>(
        _ answer: ClientKeyExchange, remembering memory: Memory, offeredVersion: ProtocolVersion, using random: inout R
    ) throws(TLSError) -> PremasterSecret
}

/// What the client's move yields.
public struct KeyExchangeAnswer: Sendable {
    /// What goes to the server.
    let message: ClientKeyExchange
    /// What stays here.
    let premaster: PremasterSecret
    /// The client's own ephemeral key; nil for RSA key transport, which has none.
    let ephemeral: EphemeralKey?
}

/// A key that is made for one handshake and then forgotten.
enum EphemeralKey: Hashable, Sendable {
    /// An exponent in a finite field.
    case finiteField(DiffieHellmanKey)
    /// A number that multiplies points of a curve.
    case curve(KeyAgreementKey)
}
