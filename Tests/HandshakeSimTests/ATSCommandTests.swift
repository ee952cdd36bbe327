import Foundation
import TestSupport
import Testing

/// `trust ats` as a user runs it: against OpenSSL's server, a recording, and descriptions.
@Suite struct ATSCommandTests {
    /// An authority and a server of it, by OpenSSL.
    private static let files = SharedFiles { folder in
        try await Tool.require("openssl")
        func path(_ name: String) -> String { folder.path(of: name) }
        _ = try await Tool.output(
            "openssl",
            ["req", "-x509"] + OpenSSLKey.options(of: "ca", in: path("ca.key")) + [
                "-out", path("ca.pem"), "-subj", "/CN=Test CA", "-days", "300", "-addext",
                "keyUsage=critical,keyCertSign",
            ])
        _ = try await Tool.output(
            "openssl",
            ["req", "-x509"] + OpenSSLKey.options(of: "leaf", in: path("key.pem")) + [
                "-out", path("leaf.pem"), "-CA", path("ca.pem"), "-CAkey", path("ca.key"), "-subj",
                "/CN=api.example.com", "-days", "90", "-addext", "basicConstraints=CA:FALSE", "-addext",
                "subjectAltName=DNS:api.example.com", "-addext", "extendedKeyUsage=serverAuth",
            ])
    }

    /// The program's answers about OpenSSL's server with these options, one for each list of arguments. The server is ended.
    private static func live(
        _ folder: TemporaryDirectory, server: [String], _ runs: [[String]]
    ) async throws -> [(status: Int, output: String)] {
        try await Tool.require("python3")
        let order = try JSONSerialization.data(
            withJSONObject: [
                "server": ["-cert", folder.path(of: "leaf.pem"), "-key", folder.path(of: "key.pem")] + server,
                "program": try BuiltProgram.path(),
                "runs": runs.map { $0 + ["--host", "api.example.com", "--anchors", folder.path(of: "ca.pem")] },
            ])
        let text = try await Tool.output("python3", ["-c", script, String(decoding: order, as: UTF8.self)])
        let rows = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        return try rows.map { (try #require($0["status"] as? Int), try #require($0["output"] as? String)) }
    }

    private static let script = """
        import json, re, subprocess, sys
        order = json.loads(sys.argv[1])
        server = subprocess.Popen(["openssl", "s_server", "-accept", "127.0.0.1:0", "-www"] + order["server"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            port = None
            while port is None:
                line = server.stdout.readline()
                if not line: sys.exit("s_server did not start")
                found = re.match(rb"ACCEPT .*:(\\d+)", line)
                if found: port = found.group(1).decode()
            rows = []
            for run in order["runs"]:
                done = subprocess.run([order["program"], "trust", "ats", "127.0.0.1:" + port] + run,
                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
                rows.append({"status": done.returncode, "output": done.stdout.decode()})
            print(json.dumps(rows))
        finally:
            server.kill()
        """

    private static func letters(_ output: String) -> String {
        output.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("Result : ") else { return nil }
            return String(line.dropFirst(9).prefix(1))
        }.joined()
    }

    @Test(arguments: [
        (
            ["-tls1_2", "-cipher", "ECDHE-RSA-AES128-GCM-SHA256"], "PPFPPPPPFPPPFPPP", 0,
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"
        ),
        (
            ["-tls1_2", "-cipher", "ECDHE-RSA-AES256-SHA384"], "FFFFFFFFFFFFFFFF", 3,
            "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384"
        ),
        (
            ["-tls1_2", "-cipher", "ECDHE-RSA-CHACHA20-POLY1305"], "PPFPPPPPFPPPFPPP", 0,
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256"
        ),
        (["-tls1_2", "-cipher", "AES128-GCM-SHA256"], "FPFFFFPPFPPPFPPP", 3, "TLS_RSA_WITH_AES_128_GCM_SHA256"),
        (
            ["-tls1_2", "-cipher", "DHE-RSA-AES128-GCM-SHA256"], "FFFFFFFFFFFFFFFF", 3,
            "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256"
        ),
        ([], "PPPPPPPPPPPPPPPP", 0, "TLS_AES_256_GCM_SHA384"),
    ])
    func anOpenSSLServerIsAskedWhatEachRowOffers(options: [String], expected: String, status: Int, suite: String)
        async throws
    {
        try await TemporaryDirectory.use { folder in
            try await Self.files.copy(to: folder)
            let answers = try await Self.live(folder, server: options, [["--diagnose"], []])
            #expect(Self.letters(answers[0].output) == expected)
            for answer in answers {
                #expect(answer.status == status)
                #expect(answer.output.contains(suite))
            }
            #expect(answers[1].output.contains("A whole handshake with \(suite) was made"))
            if status == 3 { #expect(answers[0].output.contains("with the alert")) }
        }
    }

    @Test func aWholeHandshakeShowsTheCertificatesOfAServerOfTLS13Alone() async throws {
        try await TemporaryDirectory.use { folder in
            try await Self.files.copy(to: folder)
            let answers = try await Self.live(folder, server: ["-tls1_3"], [[], ["--diagnose"]])
            #expect(answers[0].status == 0)
            #expect(answers[0].output.contains("A whole handshake with TLS_AES_256_GCM_SHA384 was made"))
            #expect(Self.letters(answers[1].output) == String(repeating: "P", count: 16))
        }
    }

    /// No recorded ClientHello of Apple's systems has the scheme of a key on P-521 in TLS 1.3. In TLS 1.2 it may sign with another hash.
    @Test(arguments: [
        ("-tls1_3", 3, "FAILED   signature scheme    elliptic curve, 521 bits"),
        ("-tls1_2", 1, "unknown  signature scheme    elliptic curve, 521 bits"),
    ])
    func aServerWithAKeyOnP521IsNeverAccepted(version: String, status: Int, line: String) async throws {
        try await TemporaryDirectory.use { folder in
            try await Self.files.copy(to: folder)
            let (key, certificate) = (folder.path(of: "p521.key"), folder.path(of: "p521.pem"))
            _ = try await Tool.output(
                "openssl",
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-521", "-nodes", "-keyout", key,
                    "-out",
                    certificate, "-subj", "/CN=api.example.com", "-days", "90", "-addext",
                    "subjectAltName=DNS:api.example.com", "-addext", "extendedKeyUsage=serverAuth",
                ])
            let answers = try await Self.live(
                folder, server: [version, "-cert", certificate, "-key", key], [["--anchors", certificate]])
            #expect(answers[0].status == status && answers[0].output.contains(line), "\(answers[0].output)")
            #expect(answers[0].output.contains("met      handshake"))
        }
    }

    @Test(arguments: ["--dh", "--rsa"])
    func aRecordingIsJudgedByWhatWasAgreedOn(kind: String) async throws {
        try await TemporaryDirectory.use { folder in
            let file = folder.path(of: "run.pcapng")
            #expect(try await BuiltProgram.run([kind, "--seed", "7", "--pcap", file]).status == 0)
            let anchors = folder.path(of: "ca.pem")
            try await Self.files.copy(to: folder)
            let arguments = ["trust", "ats", "--capture", file, "--anchors", anchors, "--json"]
            let result = try await BuiltProgram.run(arguments)
            #expect(result.status == 3)
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(result.standardOutputBytes)) as? [String: Any])
            let findings = try #require(object["findings"] as? [[String: Any]])
            let suite = try #require(findings.first { $0["requirement"] as? String == "cipher suite" })
            #expect(suite["outcome"] as? String == "failed")
            #expect((suite["seen"] as? String)?.contains(kind == "--rsa" ? "TLS_RSA_" : "TLS_DHE_RSA_") == true)
            #expect(
                findings.contains {
                    $0["requirement"] as? String == "certificate chain" && $0["outcome"] as? String == "failed"
                })
            let diagnosis = try await BuiltProgram.run([
                "trust", "ats", "--capture", file, "--anchors", anchors, "--diagnose",
            ])
            #expect(Self.letters(diagnosis.standardOutput) == "FFFFFFFFFFFFFFFF")
            for bad in [["--connection", "9"], ["--host", "not a name"]] {
                let result = try await BuiltProgram.run(
                    ["trust", "ats", "--capture", file, "--anchors", anchors] + bad)
                #expect(result.status != 0 && result.status != 3 && !result.standardError.isEmpty)
            }
        }
    }

    // MARK: Descriptions and dictionaries

    private static func described(_ folder: TemporaryDirectory, _ more: [String]) async throws -> Tool.Result {
        try await BuiltProgram.run(
            [
                "trust", "ats", "--chain", folder.path(of: "leaf.pem"), "--anchors", folder.path(of: "ca.pem"),
                "--host",
                "api.example.com",
            ] + more)
    }

    @Test func certificatesMayBeInDER() async throws {
        try await TemporaryDirectory.use { folder in
            try await Self.files.copy(to: folder)
            for name in ["leaf", "ca"] {
                _ = try await Tool.output(
                    "openssl",
                    [
                        "x509", "-in", folder.path(of: name + ".pem"), "-outform", "der", "-out",
                        folder.path(of: name + ".der"),
                    ])
            }
            let suite = ["--host", "api.example.com", "--suite", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"]
            let result = try await BuiltProgram.run(
                ["trust", "ats", "--chain", folder.path(of: "leaf.der"), "--anchors", folder.path(of: "ca.der")] + suite
            )
            #expect(result.status == 0, "\(result.standardOutput)\(result.standardError)")
            #expect(result.standardOutput == (try await Self.described(folder, Array(suite.suffix(2)))).standardOutput)
        }
    }

    @Test func aDictionaryInXMLOrBinaryIsHeeded() async throws {
        try await TemporaryDirectory.use { folder in
            try await Self.files.copy(to: folder)
            let list: [String: Any] = [
                "NSAppTransportSecurity": [
                    "NSAllowsArbitraryLoads": true, "NSAllowsLocalNetworking": false,
                    "NSPinnedDomains": ["example.com": [String: Any]()],
                    "NSExceptionDomains": [
                        "example.com": ["NSIncludesSubdomains": true, "NSExceptionRequiresForwardSecrecy": false],
                        "Other.com": ["NSIncludesSubdomains": 2],
                    ],
                ]
            ]
            let rsa = ["--suite", "TLS_RSA_WITH_AES_128_CBC_SHA"]
            for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
                let data = try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
                let file = try folder.write(data, to: "Info.plist")
                let result = try await Self.described(folder, rsa + ["--plist", file])
                #expect(result.status == 0 && result.standardError.isEmpty)
                let output = result.standardOutput
                #expect(output.contains("as the entry for example.com says"))
                #expect(output.contains("NSAppTransportSecurity/NSExceptionDomains/Other.com/NSIncludesSubdomains"))
                #expect(output.contains("The number 2 counts as NO"))
                #expect(output.contains("because NSAllowsLocalNetworking is present"))
                #expect(output.contains("NSAppTransportSecurity/NSPinnedDomains/example.com"))
                #expect(output.contains("The entry has neither NSPinnedCAIdentities nor NSPinnedLeafIdentities"))
            }
            let without = try await Self.described(folder, rsa)
            #expect(without.status == 3)
            #expect(without.standardOutput.contains("<key>NSExceptionRequiresForwardSecrecy</key>"))
            #expect(without.standardOutput.contains("What it costs:"))
        }
    }

    @Test func aFileThatIsNoPropertyListOfTheRightKindIsAnError() async throws {
        try await TemporaryDirectory.use { folder in
            try await Self.files.copy(to: folder)
            let head = "<?xml version=\"1.0\"?><plist version=\"1.0\">"
            let deep = 60_000
            let texts = [
                "", "no list", "bplist00", "bplist00" + String(repeating: "\u{7f}", count: 100),
                head + "<array/></plist>",
                head + "<dict><key>x</key></plist>",
                head + String(repeating: "<array>", count: deep) + String(repeating: "</array>", count: deep)
                    + "</plist>",
                String(repeating: "(", count: deep),
            ]
            for text in texts {
                let file = try folder.write(text: text, to: "bad.plist")
                let result = try await Self.described(
                    folder, ["--suite", "TLS_RSA_WITH_AES_128_CBC_SHA", "--plist", file])
                #expect(result.status == 1, "\(text.prefix(40)): \(result.standardOutput)")
                #expect(result.standardError.contains("bad.plist"))
            }
            // Arrays within arrays, as deep as there are objects: each holds the next. Then each holds the next one twice, so that a short
            // file has more values than could ever be read.
            for (count, copies, why) in [(20_000, 1, "bad.plist"), (40, 2, "more than 100000 values")] {
                let file = try folder.write(Self.nestedArrays(count, copies), to: "bad.plist")
                let result = try await Self.described(
                    folder, ["--suite", "TLS_RSA_WITH_AES_128_CBC_SHA", "--plist", file])
                #expect(result.status == 1 && result.standardError.contains(why), "\(result.standardError)")
            }
        }
    }

    /// A doubled key, another encoding, a wrong type and a file of ten megabytes are told, and never lead to a ✔.
    @Test func whatOneFileSaysTwiceOrInAnotherEncodingIsTold() async throws {
        try await TemporaryDirectory.use { folder in
            let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n<dict>\n"
            func list(_ body: String) -> String {
                head + "<key>NSAppTransportSecurity</key>\n<dict>\n" + body + "</dict></dict></plist>"
            }
            func key(_ name: String, _ value: String) -> String { "<key>\(name)</key><\(value)/>\n" }
            func judged(_ octets: [UInt8]) async throws -> Tool.Result {
                let file = try folder.write(octets, to: "Info.plist")
                return try await BuiltProgram.run(
                    ["trust", "ats", "--plist", file, "--scheme", "http", "--host", "example.org"])
            }
            let loads = "NSAllowsArbitraryLoads"
            let twice = list(key(loads, "false") + "<!-- <key>x</key> -->" + key(loads, "true"))
            let elsewhere = head + key("CFBundleName", "true") + key("CFBundleName", "false") + "</dict></plist>"
            let wrong = head + "<key>NSAppTransportSecurity</key><string>YES</string></dict></plist>"
            let latin = list("<!-- é -->" + key(loads, "true")).replacing("UTF-8", with: "ISO-8859-1")
            let rows: [([UInt8], Int32, String)] = [
                (Array(twice.utf8), 1, "line 7: the key NSAllowsArbitraryLoads stands twice"),
                (
                    Array(
                        (head + "<key>NSAppTransportSecurity</key><dict/><key>NSAppTransportSecurity</key><dict/>").utf8
                    ), 1, "twice"
                ),
                (Array(elsewhere.utf8), 3, ""),
                (Array(wrong.utf8), 1, "NSAppTransportSecurity is a String; it must be a Dictionary"),
                (latin.unicodeScalars.map { UInt8($0.value) }, 0, ""),
                (Array(list(key(loads, "true")).replacing("UTF-8", with: "KOI8-R").utf8), 1, "KOI8-R"),
                (Array(list(key(loads, "true")).utf8) + [0xff], 1, "UTF-8"),
                ([0xff, 0xfe] + list(key(loads, "true")).utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }, 0, ""),
                (Array(list("<key>NSAllowsArbitraryLoads</key><integer>1</integer>").utf8), 0, ""),
                (Array(list(key("Allow Arbitrary Loads", "true")).utf8), 3, "Xcode shows NSAllowsArbitraryLoads"),
                ([UInt8](repeating: 0x20, count: 10_000_000), 1, "Info.plist"),
            ]
            for (octets, status, words) in rows {
                let result = try await judged(octets)
                #expect(result.status == status, "\(words): \(result.standardError)")
                let said = (result.standardOutput + result.standardError).replacing("\n    ", with: " ")
                #expect(words.isEmpty || said.contains(words), "\(said)")
            }
            // The same of a binary list: a dictionary of two members with one and the same key.
            let binary: [UInt8] =
                Array("bplist00".utf8) + [0xd2, 1, 1, 2, 2, 0x51, 0x61, 0x09] + [8, 13, 15]
                + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 3] + [0, 0, 0, 0, 0, 0, 0, 0] + [
                    0, 0, 0, 0, 0, 0, 0, 16,
                ]
            let result = try await judged(binary)
            #expect(result.status == 1 && result.standardError.contains("the key a stands twice"))
        }
    }

    /// Each verdict says for which versions of iOS it holds.
    @Test func theVersionOfIOSIsNamedAndDecides() async throws {
        let plain = ["trust", "ats", "--scheme", "http", "--host"]
        for (host, options, status, name) in [
            ("127.0.0.1", [], 0, "iOS 18.4 and later"), ("127.0.0.1", ["--ios", "9"], 3, "iOS 9"),
            ("127.0.0.1", ["--ios9"], 3, "iOS 9"), ("127.0.0.1", ["--ios", "17.2"], 1, "iOS 17 to 18.3"),
            ("203.0.113.9", ["--ios", "16.1"], 0, "iOS 15.5 to 16"), ("203.0.113.9", [], 3, "iOS 18.4 and later"),
        ] as [(String, [String], Int32, String)] {
            let result = try await BuiltProgram.run(plain + [host] + options)
            #expect(result.status == status, "\(host), \(name)")
            #expect(result.standardOutput.contains("The rules are those of \(name)."))
        }
        for wrong in [["--ios", "8"], ["--ios", "x"], ["--ios9", "--ios", "16"]] {
            #expect(try await BuiltProgram.run(plain + ["a.example"] + wrong).status == 64)
        }
    }

    /// A binary property list of arrays, each of which holds the next so many times.
    private static func nestedArrays(_ count: Int, _ copies: Int) -> [UInt8] {
        var octets = Array("bplist00".utf8)
        var offsets: [Int] = []
        for index in 0..<count {
            offsets.append(octets.count)
            let next = [UInt8((index + 1) >> 8), UInt8((index + 1) & 0xff)]
            octets +=
                index == count - 1 ? [0xa0] : [0xa0 | UInt8(copies)] + Array(repeating: next, count: copies).joined()
        }
        let table = octets.count
        for offset in offsets { octets += [UInt8(offset >> 16), UInt8(offset >> 8 & 0xff), UInt8(offset & 0xff)] }
        func eight(_ value: Int) -> [UInt8] { (0..<8).map { UInt8(value >> (56 - 8 * $0) & 0xff) } }
        return octets + [0, 0, 0, 0, 0, 0, 3, 2] + eight(count) + eight(0) + eight(table)
    }

    @Test(arguments: [
        [], ["example.com"], ["example.com:0"], ["example.com:443", "--suite", "TLS_RSA_WITH_AES_128_CBC_SHA"],
        ["--suite", "TLS_RSA_WITH_AES_128_CBC_SHA"], ["--suite", "NO_SUCH", "--host", "a.example"],
        ["--suite", "0x10000", "--host", "a.example"],
        ["--suite", "0x002f", "--host", "a.example", "--tls", "1.4"],
        ["--suite", "0x002f", "--host", "a.example", "--time", "yesterday"],
        ["--suite", "0x002f", "--host", "a.example", "--diagnose", "--plist", "x"],
        ["--suite", "0x002f", "--host", "a..example"],
    ])
    func wrongUsageIsToldOnStandardError(arguments: [String]) async throws {
        let result = try await BuiltProgram.run(["trust", "ats"] + arguments)
        #expect(result.status == 64 && result.standardOutput.isEmpty && !result.standardError.isEmpty)
    }

    @Test func whatIsMissingIsAnErrorAndWhatWasNotSeenIsNotDecided() async throws {
        let closed = try await BuiltProgram.run(["trust", "ats", "127.0.0.1:1", "--host", "a.example"])
        // As the doctor has it: an app would not connect.
        #expect(closed.status == 3 && closed.standardOutput.contains("127.0.0.1:1 failed"))
        #expect(closed.standardOutput.contains("NSURLErrorDomain -1004"))
        let noFile = try await BuiltProgram.run(["trust", "ats", "--capture", "nowhere.pcap"])
        #expect(noFile.status == 1 && noFile.standardError.contains("nowhere.pcap"))
        let noChain = try await BuiltProgram.run(["trust", "ats", "--suite", "0xc02f", "--host", "a.example"])
        #expect(noChain.status == 1 && noChain.standardError.contains("not decided"))
        let clear = try await BuiltProgram.run(["trust", "ats", "--scheme", "http", "--host", "a.example"])
        #expect(clear.status == 3 && clear.standardOutput.contains("-1022"))
        #expect(clear.standardOutput.contains("NSExceptionAllowsInsecureHTTPLoads"))
    }
}
