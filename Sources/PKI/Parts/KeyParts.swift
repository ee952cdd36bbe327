import Trace

/// The key that is certified (RFC 5280 section 4.1.2.7, and the RFC of each kind of key).
extension Part {
    package static let subjectPublicKeyInfo = Part(
        "subjectPublicKeyInfo", .rfc(5280, "4.1.2.7"),
        english: "The key that is certified: the purpose of the certificate.")
    package static let keyAlgorithm = Part("algorithm", .rfc(5280, "4.1.2.7"), english: "What kind of key it is.")
    package static let namedCurve = Part(
        "namedCurve", .rfc(5480, "2.1.1"),
        english: "The curve on which the key is a point.")
    package static let subjectPublicKey = Part(
        "subjectPublicKey", .rfc(5280, "4.1.2.7"),
        english: "The key itself, packed into a string of bits.")
    package static let unusedBits = Part(
        "unused bits", Citation("X.690", "8.6.2"),
        english: "How many bits at the end of the string do not count: none.")
    package static let rsaPublicKey = Part("RSAPublicKey", .rfc(8017, "A.1.1"), english: "An RSA key is two numbers.")
    package static let modulus = Part(
        "modulus", .rfc(8017, "A.1.1"),
        english: "n, the product of two secret primes. Its factors give the private key.")
    package static let publicExponent = Part(
        "publicExponent", .rfc(8017, "A.1.1"),
        english: "e, the power to which signatures are raised to verify them.")
    package static let pointForm = Part(
        "form of the point", .rfc(5480, "2.2"),
        english: "04: both coordinates follow. 02 or 03: only x follows, and this octet says which of the two y.")
    package static let pointX = Part("x", .rfc(5480, "2.2"), english: "The point's first coordinate, big-endian.")
    package static let pointY = Part(
        "y", .rfc(5480, "2.2"),
        english: "The point's second coordinate. The point must satisfy the curve's equation.")
    package static let compressedPoint = Part(
        "x", .rfc(5480, "2.2"),
        english: "The first coordinate. The second is computed from it.")
    package static let edwardsPoint = Part(
        "key", .rfc(8410, "4"),
        english: "A point on a twisted curve: y, and one bit of x.")
    package static let keyOctets = Part(
        "key", .rfc(5280, "4.1.2.7"),
        english: "A key of a kind that this program does not take apart.")
    package static let keyInteger = Part(
        "key", .rfc(3279, "2.3.2"),
        english: "A DSA key is one number: g to a secret power.")
}
