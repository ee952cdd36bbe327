import Crypto
import TestPKI
import TestSupport
import Testing
import Trace

@testable import PKI
@testable import TrustLab

/// Pinned roots in a bundle: the recipe, its attacks and what comes after it, against vectors made with other tools.
struct PinnedRootsTests {
    static let secrets = PinnedRootsBundle.Secrets(salt: "HandshakeSim-salt", key: Array(0...31))
    static let version = 7
    private static let evil = Array("a certificate of the attacker's".utf8)

    /// md5sum, sha256sum and a shell made these.
    @Test func theVectorsAreReproduced() throws {
        let files = PublicRoots.files()
        let built = PinnedRootsRecipe.build(files, salt: PinnedRootsTests.secrets.salt)
        #expect(built.map(\.name) == files.map(\.name) + ["ca.txt", "ca.check"])
        #expect(
            String(decoding: built[3].octets, as: UTF8.self) == """
                43c6bfaeecfead2f18c6886830fcc8e6
                d474de575c39b2d39c8583c5c065498a
                173574af7b611cebf4f93ce2ee40f9a2

                """)
        #expect(String(decoding: built[4].octets, as: UTF8.self) == "dbc960506ed377f2c0ef9ce01e6689e7\n")

        let manifest = PinnedRootsManifest(files, version: PinnedRootsTests.version).text
        #expect(
            String(decoding: manifest, as: UTF8.self) == """
                HANDSHAKESIM-PINS v1
                version 7
                8ecde6884f3d87b1125ba31ac3fcb13d7016de7f57cc904fe1cb97c6ae98196e  sys_AmazonRootCA1.cer
                7431e5f4c3c1ce4690774f0b61e05440883ba9a01ed00ba6abd7806ed3b118cf  sys_DigiCertHAEV.cer
                568d6905a2c88708a4b3025190edcfedb1974a606a13c6e5290fcb2ae63edab5  sys_StarfieldServicesG2.cer

                """)
        #expect(
            Hex.string(PinnedRootsManifest.tag(manifest, key: PinnedRootsTests.secrets.key))
                == "b07a290d042bb88411391200e0d2f33f7f7e43f08aaea88e59dc02c4285f1593")
    }

    /// The attack, what the recipe says, whether the attacker's root is pinned, what the manifest says.
    static let table: [(PinnedRootsAttack, recipe: String, isEvilPinned: Bool, manifest: String)] = [
        (.none, "ok", false, "ok"),
        (.replaceCertificate, "2 pinned certificates for 3 digests", false, "files differ: sys_AmazonRootCA1.cer"),
        (
            .replaceCertificateAndLine, "ca.check does not match ca.txt + salt", false,
            "files differ: sys_AmazonRootCA1.cer"
        ),
        (
            .replaceAllSaltUnknown, "ca.check does not match ca.txt + salt", false,
            "files differ: sys_AmazonRootCA1.cer"
        ),
        (.replaceAllSaltKnown, "ok", true, "files differ: sys_AmazonRootCA1.cer"),
        (.replaceAllKeyKnown, "ok", true, "ok"),
        (.delete, "2 pinned certificates for 3 digests", false, "files differ: sys_AmazonRootCA1.cer"),
        (.add, "ok", false, "files differ: evil.cer"),
        (.copy, "ok", false, "files differ: copy.cer"),
        (.rename, "ok", false, "files differ: renamed.cer,sys_AmazonRootCA1.cer"),
        (.extensionInCapitals, "2 pinned certificates for 3 digests", false, "files differ: sys_AmazonRootCA1.cer"),
        (.checkInCapitals, "ca.check does not match ca.txt + salt", false, "ok"),
        (.listWithCarriageReturns, "ca.check does not match ca.txt + salt", false, "ok"),
        (.listWithSpaces, "ok", false, "ok"),
        (.listEmpty, "ca.check does not match ca.txt + salt", false, "ok"),
        (.checkMissing, "ca.check missing: length is not 32", false, "ok"),
        (.checkTruncated, "ca.check: length is not 32", false, "ok"),
        (.rollBack, "ok", false, "rollback: older than the version this code was built with"),
        (.repeatedAtBuild, "3 pinned certificates for 4 digests", false, "ok"),
    ]

    @Test(arguments: table)
    func everyAttackEndsAsTheTableSays(
        attack: PinnedRootsAttack, recipe: String, isEvilPinned: Bool, manifest: String
    ) {
        let (secrets, files) = (PinnedRootsTests.secrets, PublicRoots.files())
        let bundle = PinnedRootsBundle.attacked(
            by: attack, files, older: Array(files.dropLast()), evil: PinnedRootsTests.evil,
            version: PinnedRootsTests.version, secrets: secrets)
        let found = PinnedRootsRecipe.verify(bundle.files, salt: secrets.salt)
        #expect((found.pins == nil ? found.sentence(in: .english) : "ok") == recipe)
        #expect((found.pins?.contains(PinnedRootsTests.evil) ?? false) == isEvilPinned)
        let after = PinnedRootsManifest.verify(
            bundle.files, text: bundle.manifest, mark: bundle.tag, seal: .hmac(key: secrets.key),
            least: PinnedRootsTests.version)
        #expect((after.pins == nil ? after.sentence(in: .english) : "ok") == manifest)
    }

    @Test func everyAttackIsInTheTable() {
        #expect(PinnedRootsTests.table.map(\.0) == PinnedRootsAttack.allCases)
    }

    @Test func aListThatIsMissingRaises() {
        let built = PinnedRootsRecipe.build(PublicRoots.files(), salt: "s").filter { $0.name != "ca.txt" }
        #expect(PinnedRootsRecipe.verify(built, salt: "s") == .listMissing)
    }

    @Test func noOctetOfAManifestCanBeChanged() {
        let (secrets, files) = (PinnedRootsTests.secrets, PublicRoots.files())
        let bundle = PinnedRootsBundle(files, version: 7, secrets: secrets)
        for index in bundle.manifest.indices {
            var text = bundle.manifest
            text[index] ^= 1
            let outcome = PinnedRootsManifest.verify(
                bundle.files, text: text, mark: bundle.tag, seal: .hmac(key: secrets.key), least: 7)
            #expect(outcome == .notAuthentic)
        }
    }

    @Test(arguments: [
        "", "HANDSHAKESIM-PINS v1\n", "HANDSHAKESIM-PINS v1\nversion -1\n", "HANDSHAKESIM-PINS v2\nversion 1\n",
    ])
    func whatIsAuthenticAndNoManifestIsRefused(text: String) {
        let text = Array(text.utf8)
        let outcome = PinnedRootsManifest.verify(
            [], text: text, mark: PinnedRootsManifest.tag(text, key: [1]), seal: .hmac(key: [1]), least: 0)
        #expect(outcome == .malformed)
    }

    /// With the public key alone in the binary, whoever reads it can make nothing that passes.
    @Test func aSignedManifestNeedsAKeyThatIsElsewhere() throws {
        var random = SeededRandomSource(seed: 8)
        let (releases, attackers) = (
            EllipticCurvePrivateKey.generate(using: &random), EllipticCurvePrivateKey.generate(using: &random)
        )
        let files = PublicRoots.files()
        let text = PinnedRootsManifest(files, version: 7).text
        let seal = PinnedRootsManifest.Seal.signature(by: releases.publicKey)
        let own = PinnedRootsManifest.verify(
            files, text: text, mark: PinnedRootsManifest.signature(text, by: releases), seal: seal, least: 7)
        #expect(own == .accepted(files.map(\.octets)))

        let replaced = [BundledFile("sys_AmazonRootCA1.cer", PinnedRootsTests.evil)] + files.dropFirst()
        let forged = PinnedRootsManifest(replaced, version: 8).text
        for mark in [PinnedRootsManifest.signature(forged, by: attackers), [], [0x30, 0x00]] {
            #expect(
                PinnedRootsManifest.verify(replaced, text: forged, mark: mark, seal: seal, least: 7) == .notAuthentic)
        }
    }

    /// The excuse for expired certificates lets in whoever has a certificate of a pinned authority.
    @Test func theExcuseAcceptsEveryHostUnderAPinnedRoot() throws {
        let recipe = PinnedRootsPolicy(roots: [try PinningWorld.root()])
        let strict = AFSecurityPolicy(pinningMode: .certificate, pinnedCertificates: recipe.roots)
        let thief = try PinningWorld.attempt(
            PinningWorld.chain(host: PinningWorld.otherHost), host: PinningWorld.host)
        #expect(recipe.decide(thief).accepts)
        #expect(!strict.decide(thief).accepts)
        #expect(recipe.decide(try PinningWorld.attempt(PinningWorld.genuine())).accepts)
        #expect(recipe.decide(try PinningWorld.attempt(PinningWorld.expired())).accepts)
        let stranger = try PinningWorld.attempt(PinningWorld.chain(by: Sample.untrusted()))
        #expect(!recipe.decide(stranger).accepts)
    }
}
