import Testing
import Trace

@testable import PKI

/// What people write for a host.
@Suite struct HostMistakeTests {
    @Test(arguments: [
        "www.example.com", "localhost", "192.0.2.1", "::1", "a.example.", "xn--bcher-kva.example", "_x.example",
    ])
    func aHostIsNoMistake(text: String) { #expect(HostMistake(text) == nil) }

    @Test(
        arguments: [
            ("https://a.example", HostMistake.url(host: "a.example", port: nil)),
            ("https://a.example/path?x#y", .url(host: "a.example", port: nil)),
            ("https://user@a.example:8443/", .url(host: "a.example", port: 8443)),
            ("https://bücher.example", .url(host: "xn--bcher-kva.example", port: nil)),
            ("https://[::1]:443/", .url(host: "::1", port: 443)),
            ("a.example:443", .port(host: "a.example")), ("[::1]:443", .port(host: "::1")), ("[::1]", .brackets("::1")),
            ("bücher.example", .otherScript("xn--bcher-kva.example")),
            ("BÜCHER.example", .otherScript("xn--bcher-kva.example")),
            ("bu\u{308}cher.example", .otherScript(nil)), ("a b", .neither), ("", .neither), ("a..example", .neither),
            ("https://", .neither), ("☃.example", .otherScript(nil)),
        ] as [(String, HostMistake)])
    func aMistakeIsNamed(text: String, mistake: HostMistake) { #expect(HostMistake(text) == mistake) }

    /// Forms as registries list them; the last four are of RFC 3492 section 7.1.
    @Test(arguments: [
        ("bücher", "xn--bcher-kva"), ("münchen", "xn--mnchen-3ya"), ("россия", "xn--h1alffa9f"),
        ("日本語", "xn--wgv71a119e"),
        ("straße", "xn--strae-oqa"), ("他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"),
        ("почемужеонинеговорятпорусски", "xn--b1abfaaepdrnnbgefbadotcwatmq2g4l"),
        ("למההםפשוטלאמדבריםעברית", "xn--4dbcagdahymbxekheh6e0a7fei0b"),
        ("ليهمابتكلموشعربي؟", "xn--egbpdaj6bu4bxfgehfvwxn"),
    ])
    func aLabelHasItsFormInASCII(label: String, ascii: String) {
        #expect(Punycode.encode(label) == ascii)
        #expect(Punycode.decode(ascii.dropFirst(4).utf8) == label)
    }

    @Test func aLabelThatIsTooLongHasNone() {
        #expect(Punycode.encode(String(repeating: "ü", count: 64)) == nil)
        #expect(Punycode.encode("a" + String(repeating: "ü\u{10ffff}", count: 31)) == nil)
        #expect(HostMistake(String(repeating: "ü", count: 5000)) == .neither)
    }
}
