import Trace

/// Parts without a name in the ASN.1 module of an RFC.
extension Part {
    package static let element = Part(
        "element", Citation("X.690", "8.1"),
        english: "An element without a name here. Its type says how to read it.")
    package static let unexpected = Part(
        "(not expected here)", Citation("X.690", "8.1"),
        english: "The structure does not allow this here.")
    package static let octets = Part("octets", Citation("X.690", "8.1"), english: "Octets without a structure.")
    package static let afterTheEnd = Part(
        "(after the end)", .rfc(5280, "4.1"),
        english: "Octets after the end of the certificate.")
    package static let unread = Part(
        "(not read)", Citation("X.690", "8.1"),
        english: "From here on this program can read nothing.")
}
