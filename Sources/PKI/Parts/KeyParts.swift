import Trace

/// The key that is certified (RFC 5280 section 4.1.2.7, and the RFC of each kind of key).
extension Part {
    package static let subjectPublicKeyInfo = Part(
        "subjectPublicKeyInfo", .rfc(5280, "4.1.2.7"),
        english: "The key that is certified: the purpose of the certificate.",
        chinese: "所证明的密钥：证书的目的就在于此。")
    package static let keyAlgorithm = Part(
        "algorithm", .rfc(5280, "4.1.2.7"),
        english: "What kind of key it is.",
        chinese: "密钥的种类。")
    package static let namedCurve = Part(
        "namedCurve", .rfc(5480, "2.1.1"),
        english: "The curve on which the key is a point.",
        chinese: "密钥是这条曲线上的一个点。")
    package static let subjectPublicKey = Part(
        "subjectPublicKey", .rfc(5280, "4.1.2.7"),
        english: "The key itself, packed into a string of bits.",
        chinese: "密钥本身，装在位串中。")
    package static let unusedBits = Part(
        "unused bits", Citation("X.690", "8.6.2"),
        english: "How many bits at the end of the string do not count: none.",
        chinese: "位串末尾有多少位不算数：没有。")
    package static let rsaPublicKey = Part(
        "RSAPublicKey", .rfc(8017, "A.1.1"),
        english: "An RSA key is two numbers.",
        chinese: "RSA 密钥是两个数。")
    package static let modulus = Part(
        "modulus", .rfc(8017, "A.1.1"),
        english: "n, the product of two secret primes. Its factors give the private key.",
        chinese: "n，两个秘密素数的乘积。由它的因数可以得到私钥。")
    package static let publicExponent = Part(
        "publicExponent", .rfc(8017, "A.1.1"),
        english: "e, the power to which signatures are raised to verify them.",
        chinese: "e，验证签名时，把签名自乘到这个次数。")
    package static let pointForm = Part(
        "form of the point", .rfc(5480, "2.2"),
        english: "04: both coordinates follow. 02 or 03: only x follows, and this octet says which of the two y.",
        chinese: "04：后面有两个坐标。02 或 03：后面只有 x，这个字节说明两个 y 中是哪一个。")
    package static let pointX = Part(
        "x", .rfc(5480, "2.2"),
        english: "The point's first coordinate, big-endian.",
        chinese: "点的第一个坐标，大端序。")
    package static let pointY = Part(
        "y", .rfc(5480, "2.2"),
        english: "The point's second coordinate. The point must satisfy the curve's equation.",
        chinese: "点的第二个坐标。这个点必须满足曲线的方程。")
    package static let compressedPoint = Part(
        "x", .rfc(5480, "2.2"),
        english: "The first coordinate. The second is computed from it.",
        chinese: "第一个坐标。第二个由它算出。")
    package static let edwardsPoint = Part(
        "key", .rfc(8410, "4"),
        english: "A point on a twisted curve: y, and one bit of x.",
        chinese: "扭曲曲线上的一个点：y，以及 x 的一个位。")
    package static let keyOctets = Part(
        "key", .rfc(5280, "4.1.2.7"),
        english: "A key of a kind that this program does not take apart.",
        chinese: "这个程序不拆解这一种密钥。")
    package static let keyInteger = Part(
        "key", .rfc(3279, "2.3.2"),
        english: "A DSA key is one number: g to a secret power.",
        chinese: "DSA 密钥是一个数：g 的秘密次幂。")
}
