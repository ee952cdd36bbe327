import Trace

/// The signature, and the parameters of its algorithm (RFC 5280 section 4.1.1, RFC 3279, RFC 4055).
extension Part {
    package static let signatureAlgorithm = Part(
        "signatureAlgorithm", .rfc(5280, "4.1.1.2"),
        english: "The algorithm of the signature. It must equal the signature field inside.",
        chinese: "签名的算法。它必须与里面的 signature 字段相同。")
    package static let signatureValue = Part(
        "signatureValue", .rfc(5280, "4.1.1.3"),
        english: "The signature over tbsCertificate, packed into a string of bits.",
        chinese: "对 tbsCertificate 的签名，装在位串中。")
    package static let signatureOctets = Part(
        "signature", .rfc(5280, "4.1.1.3"),
        english: "The signature itself. With RSA it is one number, as long as the issuer's modulus.",
        chinese: "签名本身。用 RSA 时它是一个数，与颁发者的模数一样长。")
    package static let ecdsaSignature = Part(
        "Ecdsa-Sig-Value", .rfc(3279, "2.2.3"),
        english: "An ECDSA signature is two numbers.",
        chinese: "ECDSA 签名是两个数。")
    package static let r = Part(
        "r", .rfc(3279, "2.2.3"),
        english: "The x-coordinate of a point that the signer drew at random.",
        chinese: "签名者随机取的一个点的 x 坐标。")
    package static let s = Part(
        "s", .rfc(3279, "2.2.3"),
        english: "Connects that point with the digest and the signer's key.",
        chinese: "把那个点与摘要和签名者的密钥联系起来。")
    package static let hashAlgorithmTag = Part(
        "hashAlgorithm", .rfc(4055, "3.1"),
        english: "Tag 0 announces the hash function. Without it: SHA-1.",
        chinese: "标记 0 表示后面是哈希函数。没有它：SHA-1。")
    package static let hashAlgorithm = Part(
        "hashAlgorithm", .rfc(4055, "3.1"),
        english: "The hash function.",
        chinese: "哈希函数。")
    package static let hashFunction = Part(
        "algorithm", .rfc(4055, "3.1"),
        english: "A number that names the hash function.",
        chinese: "指明哈希函数的编号。")
    package static let hashParameters = Part(
        "parameters", .rfc(4055, "3.1"),
        english: "Hash functions have no parameters.",
        chinese: "哈希函数没有参数。")
    package static let maskGenAlgorithmTag = Part(
        "maskGenAlgorithm", .rfc(4055, "3.1"),
        english: "Tag 1 announces the mask. Without it: MGF1 with SHA-1.",
        chinese: "标记 1 表示后面是掩码。没有它：MGF1 和 SHA-1。")
    package static let maskGenAlgorithm = Part(
        "maskGenAlgorithm", .rfc(4055, "3.1"),
        english: "The mask that hides the salt.",
        chinese: "隐藏盐的掩码。")
    package static let maskGenFunction = Part(
        "algorithm", .rfc(4055, "3.1"),
        english: "MGF1: a hash function and a counter make any number of octets.",
        chinese: "MGF1：用哈希函数和计数器产生任意多个字节。")
    package static let saltLengthTag = Part(
        "saltLength", .rfc(4055, "3.1"),
        english: "Tag 2 announces the length of the salt. Without it: 20.",
        chinese: "标记 2 表示后面是盐的长度。没有它：20。")
    package static let saltLength = Part(
        "saltLength", .rfc(4055, "3.1"),
        english: "The number of random octets that the signer adds.",
        chinese: "签名者加入的随机字节数。")
    package static let trailerFieldTag = Part(
        "trailerField", .rfc(4055, "3.1"),
        english: "Tag 3 announces the last octet. Without it: bc.",
        chinese: "标记 3 表示后面是最后一个字节。没有它：bc。")
    package static let trailerField = Part(
        "trailerField", .rfc(4055, "3.1"),
        english: "1: the last octet is bc.",
        chinese: "1：最后一个字节是 bc。")
}
