import Trace

/// Parts without a name in the ASN.1 module of an RFC.
extension Part {
    package static let element = Part(
        "element", Citation("X.690", "8.1"),
        english: "An element without a name here. Its type says how to read it.",
        chinese: "一个在这里没有名称的元素。由它的类型可知怎样读它。")
    package static let unexpected = Part(
        "(not expected here)", Citation("X.690", "8.1"),
        english: "The structure does not allow this here.",
        chinese: "这里的结构不允许有它。")
    package static let octets = Part(
        "octets", Citation("X.690", "8.1"),
        english: "Octets without a structure.",
        chinese: "没有结构的字节。")
    package static let afterTheEnd = Part(
        "(after the end)", .rfc(5280, "4.1"),
        english: "Octets after the end of the certificate.",
        chinese: "证书结束之后的字节。")
    package static let unread = Part(
        "(not read)", Citation("X.690", "8.1"),
        english: "From here on this program can read nothing.",
        chinese: "从这里起，这个程序什么也读不出来。")
}
