import Foundation
import Testing

@testable import PKI
@testable import TrustLab

/// Public suffixes, by the rules of publicsuffix.org.
@Suite struct PublicSuffixListTests {
    private static let list = PublicSuffixList(
        """
        // a comment
        com
        uk
        co.uk   and something behind it
        *.ck
        !www.ck
        公司.cn
        """)

    @Test(arguments: [
        ("com", true), ("COM.", true), ("example.com", false), ("co.uk", true), ("example.co.uk", false), ("uk", true),
        ("anything.ck", true), ("www.ck", false), ("a.www.ck", false), ("ck", true),
        // A name of one label that no rule has: the rule is "*".
        ("unlisted", true), ("example.unlisted", false),
        ("公司.cn", true), ("xn--55qx5d.cn", true), ("example.xn--55qx5d.cn", false), ("com.cn", false),
    ])
    func theLongestRuleDecides(domain: String, isSuffix: Bool) {
        #expect(Self.list.contains(domain) == isSuffix)
    }

    @Test func theWholeListIsReadWhereItIsInstalled() throws {
        let path = "/usr/share/publicsuffix/public_suffix_list.dat"
        // Without the Debian package publicsuffix there is nothing to read.
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return }
        let list = PublicSuffixList(text)
        #expect(list.count > 8_000)
        for domain in ["co.uk", "github.io", "k12.ca.us", "foo.ck"] {
            #expect(list.contains(domain), "\(domain)")
        }
        for domain in ["example.co.uk", "www.ck", "handshakesim.github.io", "city.kawasaki.jp"] {
            #expect(!list.contains(domain), "\(domain)")
        }
        // What stands here for where the list is missing is a part of it.
        for domain in ["co.uk", "com.au", "co.jp", "pages.dev", "s3.amazonaws.com"] {
            #expect(list.contains(domain) && PublicSuffixList.few.contains(domain), "\(domain)")
        }
    }
}
