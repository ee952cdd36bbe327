import Foundation
import TestSupport
import Testing
import Trace

/// `HandshakeSim trust show` as a user runs it.
@Suite struct TrustShowTests {
    /// A root with an RSA key, and a server certificate on P-256 below it that ended in 2021.
    private static let chain = SharedFiles { folder in
        func openssl(_ arguments: String) async throws {
            _ = try await Tool.output(
                "sh", ["-c", "cd \"$0\" && openssl \(arguments)", folder.path])
        }
        try await openssl("req -x509 -newkey rsa:2048 -nodes -keyout root.key -out root.pem -subj '/CN=Lab Root'")
        try await openssl("ecparam -name prime256v1 -genkey -noout -out leaf.key")
        try await openssl("req -new -key leaf.key -out leaf.csr -subj /CN=www.example.com")
        try folder.write(text: "subjectAltName=DNS:www.example.com\n", to: "leaf.cnf")
        try folder.write(text: "", to: "index.txt")
        try folder.write(text: "01\n", to: "serial")
        try folder.write(
            text: """
                [ca]
                default_ca=a
                [a]
                database=index.txt
                serial=serial
                new_certs_dir=.
                default_md=sha256
                policy=p
                [p]
                commonName=supplied
                """, to: "ca.cnf")
        try await openssl(
            "ca -batch -config ca.cnf -cert root.pem -keyfile root.key -in leaf.csr -out leaf.pem -extfile leaf.cnf "
                + "-startdate 20210101000000Z -enddate 20210201000000Z -notext")
        let both = try folder.read("leaf.pem") + folder.read("root.pem")
        try folder.write(both, to: "chain.pem")
        try await openssl("x509 -in leaf.pem -outform der -out leaf.der")
    }

    @Test func aChainIsShownWithin100ColumnsTheSameFromPEMAndDER() async throws {
        try await TemporaryDirectory.use { folder in
            try await Self.chain.copy(to: folder)
            let whole = try await BuiltProgram.run(["trust", "show", folder.path(of: "chain.pem")])
            #expect(whole.status == 0 && whole.standardError.isEmpty)
            let words = whole.standardOutput.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains("valid 2021-01-01 00:00:00 UTC to 2021-02-01 00:00:00 UTC"))
            #expect(words.contains("issued by certificate 2, Lab Root, which follows it"))
            #expect(words.contains("proves only that: possession of a key, not identity"))
            #expect(words.components(separatedBy: "The two digests are equal").count == 3)
            let bytes = try await BuiltProgram.run([
                "trust", "show", folder.path(of: "leaf.der"), folder.path(of: "root.pem"), "--detail", "bytes",
            ])
            #expect(bytes.status == 0)
            #expect(bytes.standardOutput.contains("x509.serialNumber.header"))
            #expect(!bytes.standardOutput.contains("(no field covers these)"))
            for line in (whole.standardOutput + bytes.standardOutput).split(separator: "\n") where line.count > 100 {
                Issue.record("\(line.count) columns: \(line)")
            }
            let alone = try await BuiltProgram.run(
                ["trust", "show", folder.path(of: "leaf.der"), "--detail", "summary"])
            let story = alone.standardOutput.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(alone.status == 0 && story.contains("The issuer's certificate is not here."))
            #expect(!alone.standardOutput.contains("hl="))
        }
    }

    @Test func theCommandsOfTheOutputGiveWhatTheOutputSays() async throws {
        try await TemporaryDirectory.use { folder in
            try await Self.chain.copy(to: folder)
            let text = try await Tool.output(
                "sh", ["-c", "cd \"$0\" && exec \"$1\" trust show chain.pem", folder.path, BuiltProgram.path()])
            let sections = text.components(separatedBy: "The same with OpenSSL:\n")
            let signatures = sections.dropFirst().map { section in
                section.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("    ") }
                    .joined(separator: "\n")
            }
            #expect(signatures.count == 2)
            for (index, script) in signatures.enumerated() {
                let output = try await Tool.output("sh", ["-e", "-c", "cd \"$0\"\n" + script, folder.path])
                let digest = try #require(output.firstMatch(of: /= ([0-9a-f]{64})/)).1
                let story = sections[index].split(separator: "\n")
                for name in ["digest in the block", "digest of the octets"] {
                    let line = try #require(story.last { $0.contains(name) })
                    #expect(line.contains(digest), "\(line)")
                }
                // asn1parse of DigestInfo, which dumps the digest in two groups of eight octets a line; then the block.
                let octets = try #require(Hex.octets(digest)).prefix(8)
                let beginning = octets.map { Hex.string([$0]) }.joined(separator: " ")
                #expect(output.contains(":sha256") && output.contains("0000 - " + beginning))
                #expect(output.contains("0000 - 00 01 ff ff"))
            }
            let left = try #require(text.components(separatedBy: "prints the left column with:\n").dropFirst().first)
            let script = left.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("    ") }
            let parsed = try await Tool.output(
                "sh", ["-e", "-c", "cd \"$0\"\n" + script.joined(separator: "\n"), folder.path])
            for line in parsed.split(separator: "\n") {
                // Up to the type, and without the indentation that -i makes.
                let place = line.prefix { $0 != "c" && $0 != "p" }
                #expect(text.contains(place), "\(line)")
            }
        }
    }

    @Test func theJSONIsAnArrayOfElementsWithTheirPlaces() async throws {
        try await TemporaryDirectory.use { folder in
            try await Self.chain.copy(to: folder)
            let result = try await BuiltProgram.run(["trust", "show", folder.path(of: "leaf.pem"), "--json"])
            #expect(result.status == 0)
            let array = try #require(
                JSONSerialization.jsonObject(with: Data(result.standardOutputBytes)) as? [[String: Any]])
            let der = try folder.read("leaf.der")
            #expect(array.first?["name"] as? String == "Certificate")
            #expect(array.first?["length"] as? Int == der.count - 4)
            #expect(array.contains { $0["path"] as? String == "Certificate.tbsCertificate.serialNumber" })
            #expect(
                array.contains { $0["name"] as? String == "dNSName" && $0["value"] as? String == "www.example.com" })
            for object in array {
                for key in ["offset", "header_length", "length", "depth"] { #expect(object[key] is Int, "\(object)") }
                for key in ["tag", "name", "value", "meaning", "cite"] { #expect(object[key] is String, "\(object)") }
            }
        }
    }

    @Test func whatIsWrongWithAFileIsSaidWithItsOffset() async throws {
        try await TemporaryDirectory.use { folder in
            try await Self.chain.copy(to: folder)
            let der = try folder.read("leaf.der")
            try folder.write(der.prefix(200), to: "cut.der")
            try folder.write(der + [1, 2], to: "long.der")
            try folder.write(text: "-----BEGIN CERTIFICATE-----\nAAAA\n", to: "open.pem")
            try folder.write(text: "", to: "empty")
            _ = try await Tool.output(
                "sh",
                [
                    "-c", "cd \"$0\" && openssl pkcs8 -topk8 -nocrypt -in leaf.key -outform der -out key.der",
                    folder.path,
                ])
            let cases: [(String, [String], Bool)] = [
                ("cut.der", ["cut.der: Certificate at offset 0", "cut off", "X.690"], true),
                ("long.der", ["at offset \(der.count)", "2 octets follow"], true),
                ("open.pem", ["open.pem", "END CERTIFICATE"], false), ("empty", ["empty: the file is empty"], false),
                ("root.key", ["private key", "secret"], false), ("leaf.key", ["private key", "secret"], false),
                ("key.der", ["private key", "PKCS#8"], false), ("leaf.csr", ["certification request"], false),
                ("leaf.cnf", ["leaf.cnf", "offset 0"], true), ("nothing", ["no such file"], false),
                (".", ["directory"], false),
            ]
            for (name, words, isShown) in cases {
                let result = try await BuiltProgram.run(["trust", "show", folder.path(of: name)])
                #expect(result.status != 0, "\(name)")
                #expect(!result.standardOutput.isEmpty == isShown, "\(name)")
                for word in words { #expect(result.standardError.contains(word), "\(name): \(result.standardError)") }
            }
            // What stands before the cut is shown.
            let cut = try await BuiltProgram.run(["trust", "show", folder.path(of: "cut.der")])
            #expect(cut.standardOutput.contains("issuer  CN=Lab Root"))
        }
    }

    @Test func colourIsOnlyForATerminal() async throws {
        try await TemporaryDirectory.use { folder in
            try await Self.chain.copy(to: folder)
            let result = try await BuiltProgram.run(["trust", "show", folder.path(of: "leaf.pem"), "--no-color"])
            #expect(result.status == 0 && !result.standardOutput.contains("\u{1b}"))
        }
    }
}
