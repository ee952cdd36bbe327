import Trace

/// What has no name in the ASN.1 module of an RFC.
extension Part {
    package static let element = Part(
        "element", Citation("X.690", "8.1"),
        english: "An element that has no name here; its type says how to read it.")
    package static let unexpected = Part(
        "(not expected here)", Citation("X.690", "8.1"),
        english: "The structure has no place for this here.")
    package static let octets = Part("octets", Citation("X.690", "8.1"), english: "Octets without a structure.")
    package static let afterTheEnd = Part(
        "(after the end)", .rfc(5280, "4.1"),
        english: "Octets after the certificate, which belong to nothing.")
    package static let unread = Part(
        "(not read)", Citation("X.690", "8.1"),
        english: "From here on nothing can be read.")
}
