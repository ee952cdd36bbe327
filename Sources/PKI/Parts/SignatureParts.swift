import Trace

/// The signature, and the parameters of its algorithm (RFC 5280 section 4.1.1, RFC 3279, RFC 4055).
extension Part {
    package static let signatureAlgorithm = Part(
        "signatureAlgorithm", .rfc(5280, "4.1.1.2"),
        english: "The algorithm of the signature. It must equal the signature field inside.")
    package static let signatureValue = Part(
        "signatureValue", .rfc(5280, "4.1.1.3"),
        english: "The signature over tbsCertificate, packed into a string of bits.")
    package static let signatureOctets = Part(
        "signature", .rfc(5280, "4.1.1.3"),
        english: "The signature itself. With RSA it is one number, as long as the issuer's modulus.")
    package static let ecdsaSignature = Part(
        "Ecdsa-Sig-Value", .rfc(3279, "2.2.3"),
        english: "An ECDSA signature is two numbers.")
    package static let r = Part(
        "r", .rfc(3279, "2.2.3"),
        english: "The x-coordinate of a point that the signer drew at random.")
    package static let s = Part(
        "s", .rfc(3279, "2.2.3"),
        english: "Connects that point with the digest and the signer's key.")
    package static let hashAlgorithmTag = Part(
        "hashAlgorithm", .rfc(4055, "3.1"),
        english: "Tag 0 announces the hash function. Without it: SHA-1.")
    package static let hashAlgorithm = Part("hashAlgorithm", .rfc(4055, "3.1"), english: "The hash function.")
    package static let hashFunction = Part(
        "algorithm", .rfc(4055, "3.1"),
        english: "A number that names the hash function.")
    package static let hashParameters = Part(
        "parameters", .rfc(4055, "3.1"),
        english: "Hash functions have no parameters.")
    package static let maskGenAlgorithmTag = Part(
        "maskGenAlgorithm", .rfc(4055, "3.1"),
        english: "Tag 1 announces the mask. Without it: MGF1 with SHA-1.")
    package static let maskGenAlgorithm = Part(
        "maskGenAlgorithm", .rfc(4055, "3.1"),
        english: "The mask that hides the salt.")
    package static let maskGenFunction = Part(
        "algorithm", .rfc(4055, "3.1"),
        english: "MGF1: a hash function and a counter make any number of octets.")
    package static let saltLengthTag = Part(
        "saltLength", .rfc(4055, "3.1"),
        english: "Tag 2 announces the length of the salt. Without it: 20.")
    package static let saltLength = Part(
        "saltLength", .rfc(4055, "3.1"),
        english: "The number of random octets that the signer adds.")
    package static let trailerFieldTag = Part(
        "trailerField", .rfc(4055, "3.1"),
        english: "Tag 3 announces the last octet. Without it: bc.")
    package static let trailerField = Part("trailerField", .rfc(4055, "3.1"), english: "1: the last octet is bc.")
}
