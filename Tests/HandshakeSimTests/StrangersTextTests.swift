import Foundation
import TestSupport
import Testing

/// What strangers wrote, in everything that the program says of it: no name writes a line, and none steers a terminal.
@Suite struct StrangersTextTests {
    /// What a name tries to say on a line of its own.
    static let verdict = "INJECTED an iOS app would connect"

    /// Line feed, carriage return, NEL, separators of lines and paragraphs, ESC, CSI, bell, turns of direction, zero widths, a tag, a soft
    /// hyphen, and the program's own mark.
    static let hostile =
        "Evil\n\(verdict)\r\(verdict)\u{85}\(verdict)\u{2028}\(verdict)\u{2029}\(verdict)\u{1b}[2J\u{9b}1m\u{7}"
        + "\u{202e}\u{2066}\u{200b}\u{e0041}\u{ad}\u{feff} ✔ end"

    /// A root and a server's certificate whose every text is hostile.
    private static let chain = SharedFiles { folder in
        // openssl's configuration knows \n and \r; IA5String takes controls and nothing beyond ASCII.
        func value(_ text: String) -> String {
            "\"" + text.replacing("\n", with: "\\n").replacing("\r", with: "\\r") + "\""
        }
        let ascii = String(hostile.unicodeScalars.filter { $0.isASCII }.map(Character.init))
        // A name of a subject has at most 64 characters (RFC 5280 appendix A.1): each carries a few of them.
        let kinds = ["CN", "O", "L", "ST", "street", "title", "GN", "SN"]
        let names =
            kinds.map { "\($0)=\(value("Evil\n\(verdict)\u{202e}"))" }
            + hostile.unicodeScalars.filter { !$0.isASCII || $0.value < 32 }.enumerated().map { place, scalar in
                "\(place).OU=\(value("Evil\(scalar)\(verdict)"))"
            }
        let uri = value("http://evil.example/\(ascii)")
        try folder.write(
            text: """
                [req]
                distinguished_name=dn
                prompt=no
                utf8=yes
                string_mask=utf8only
                [dn]
                \(names.joined(separator: "\n"))
                [root]
                basicConstraints=critical,CA:TRUE
                keyUsage=critical,keyCertSign
                [leaf]
                subjectAltName=@names
                crlDistributionPoints=lists
                authorityInfoAccess=@access
                certificatePolicies=@policies
                nsComment=\(value(ascii))
                [lists]
                fullname=URI:\(uri)
                [names]
                DNS.1=\(value(ascii))
                DNS.2=shop.example
                email.1=\(value(ascii))
                URI.1=\(uri)
                dirName.1=dn
                [access]
                OCSP;URI.1=\(uri)
                caIssuers;URI.1=\(uri)
                [policies]
                policyIdentifier=1.2.3.4
                CPS.1=\(uri)
                userNotice.1=@notice
                [notice]
                explicitText=UTF8:\(value(hostile))
                organization=\(value(hostile))
                noticeNumbers=1,2
                """, to: "evil.cnf")
        func openssl(_ arguments: String) async throws {
            _ = try await Tool.output("sh", ["-c", "cd \"$0\" && openssl \(arguments)", folder.path])
        }
        try await openssl("genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out key.pem")
        try await openssl(
            "req -x509 -config evil.cnf -extensions root -key key.pem -days 30 -set_serial 1 -out root.pem")
        try await openssl("req -new -config evil.cnf -key key.pem -out leaf.csr")
        try await openssl(
            "x509 -req -in leaf.csr -CA root.pem -CAkey key.pem -days 30 -set_serial 2 -extfile evil.cnf -extensions leaf "
                + "-out leaf.pem")
        try folder.write(try folder.read("leaf.pem") + folder.read("root.pem"), to: "chain.pem")
    }

    /// Why an output is none that a stranger cannot write into; nil where it is one.
    static func fault(in output: String) -> String? {
        for scalar in output.unicodeScalars where scalar != "\n" {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: return "U+\(String(scalar.value, radix: 16))"
            default: continue
            }
        }
        for line in output.split(separator: "\n") {
            let words = line.drop { $0 == " " || $0 == "|" || $0 == "│" }
            if words.hasPrefix("INJECTED") || words.hasPrefix("✔ end") { return "the line \(line)" }
        }
        return nil
    }

    @Test(arguments: [
        ["doctor", "--chain", "chain.pem", "--host", "shop.example"],
        ["doctor", "--chain", "chain.pem", "--host", "shop.example", "--anchors", "root.pem", "--pin", "root.pem"],
        [
            "doctor", "--chain", "chain.pem", "--host", "other.example", "--anchors", "root.pem", "--compare",
            "root.pem",
        ],
        ["trust", "ats", "--chain", "chain.pem", "--host", "shop.example"],
        ["trust", "ats", "--chain", "chain.pem", "--host", "shop.example", "--anchors", "root.pem", "--diagnose"],
        ["trust", "evaluate", "chain.pem", "--host", "other.example", "--anchors", "root.pem", "--all"],
        ["trust", "evaluate", "leaf.pem", "--host", "shop.example", "--all"],
        ["trust", "matrix", "--chain", "chain.pem", "--host", "shop.example", "--anchors", "root.pem"],
        ["trust", "matrix", "--chain", "chain.pem", "--host", "shop.example", "--why", "--html", "page.html"],
        ["trust", "show", "chain.pem", "--html", "page.html"], ["trust", "show", "chain.pem", "--detail", "bytes"],
        ["trust", "show", "chain.pem", "--json"], ["trust", "pin", "chain.pem"],
        ["trust", "pin", "chain.pem", "--snippet", "trustkit", "--host", "shop.example"],
    ])
    func noNameInACertificateWritesALine(arguments: [String]) async throws {
        try await TemporaryDirectory.use { folder in
            try await Self.chain.copy(to: folder)
            let result = try await BuiltProgram.run(
                arguments.map {
                    $0.hasSuffix(".pem") || $0.hasSuffix(".html") ? folder.path(of: $0) : $0
                })
            #expect(
                result.standardOutput.contains("Evil")
                    || !arguments.allSatisfy { $0 != "trustkit" && $0 != "--diagnose" })
            #expect(Self.fault(in: result.standardOutput) == nil)
            #expect(Self.fault(in: result.standardError) == nil)
            guard arguments.contains("page.html") else { return }
            let page = String(decoding: try folder.read("page.html"), as: UTF8.self)
            #expect(page.contains("Evil"))
            let article = try #require(page.range(of: "<body")).lowerBound
            #expect(Self.fault(in: String(page[article...])) == nil)
        }
    }

    /// A file's name is a stranger's text, too: of a download, or out of an archive. What is printed to be pasted still names the file.
    @Test func aFileNameWithALineFeedStaysInItsLineAndItsCommandsWork() async throws {
        try await TemporaryDirectory.use { folder in
            try await Self.chain.copy(to: folder)
            let name = folder.path(of: "it's\n\(Self.verdict)\u{202e}.pem")
            try folder.write(try folder.read("root.pem"), to: "it's\n\(Self.verdict)\u{202e}.pem")
            for arguments in [
                ["trust", "show", name], ["trust", "pin", name], ["doctor", "--chain", name, "--host", "a.example"],
            ] {
                let result = try await BuiltProgram.run(arguments)
                #expect(Self.fault(in: result.standardOutput + result.standardError) == nil, "\(arguments)")
            }
            for missing in [
                ["trust", "show", name + "x"], ["--dh", "--json", "/no\nwhere\u{1b}[1m/x"],
                ["--dh", "no\n\(Self.verdict)"],
            ] {
                let result = try await BuiltProgram.run(missing)
                #expect(result.status != 0)
                #expect(Self.fault(in: result.standardError) == nil, "\(result.standardError)")
                #expect(result.standardError.contains("\\n"))
            }
            let shown = try await BuiltProgram.run(["trust", "pin", name, "--columns", "500"]).standardOutput
            let command = try #require(
                shown.split(separator: "\n").first { $0.contains("-outform der |") && !$0.contains("pkey") })
            let digest = try await Tool.output("bash", ["-c", String(command.drop { $0 == " " || $0 == "$" })])
            #expect(shown.contains(digest.trimmingCharacters(in: .whitespacesAndNewlines)), "\(command)")
        }
    }

    /// A server's name in a hello, its certificate, its protocol and its page, in the story that the client tells of them.
    @Test func noWordOfAServerWritesALineIntoTheStoryOfAConnection() async throws {
        let script = """
            import ssl, socket, subprocess, sys, threading, os
            program, folder, evil = sys.argv[1:4]
            listener = socket.create_server(("127.0.0.1", 0))
            port = listener.getsockname()[1]
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(folder + "/chain.pem", folder + "/key.pem")
            def serve():
                for _ in range(2):
                    connection, _ = listener.accept()
                    try:
                        secure = context.wrap_socket(connection, server_side=True)
                        secure.recv(65536)
                        secure.sendall(("HTTP/1.1 200 OK " + evil + "\\r\\nX: " + evil + "\\r\\nContent-Length: 5\\r\\n\\r\\nhello").encode())
                        secure.unwrap()
                    except OSError: pass
            threading.Thread(target=serve, daemon=True).start()
            for version in ["1.2", "1.3"]:
                result = subprocess.run([program, "connect", "127.0.0.1:%d" % port, "--trust", "none", "--tls", version, "--send", "GET",
                    "--detail", "bytes", "--html", folder + "/page.html"], capture_output=True, timeout=60)
                sys.stdout.buffer.write(result.stderr)
                page = open(folder + "/page.html", encoding="utf8").read()
                sys.stdout.buffer.write(page[page.index("<body"):].encode())
            """
        try await TemporaryDirectory.use { folder in
            try await Self.chain.copy(to: folder)
            let program = try BuiltProgram.path()
            let story = try await Tool.output("python3", ["-c", script, program, folder.path, Self.hostile])
            #expect(story.contains("Evil"))
            #expect(Self.fault(in: story) == nil)
        }
    }
}
