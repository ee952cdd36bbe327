import Foundation
import TestSupport
import Testing

/// Names that strangers choose outside of certificates: of protocols, of hosts, of the keys of a property list, of what a capture says of
/// itself.
@Suite struct StrangersNamesTests {
    /// Short enough for the name of a protocol (255 octets), with so many marks that a line that is wrapped begins with one.
    private static let evil =
        "Evil\n✔ end\n\(StrangersTextTests.verdict)\u{1b}[31m\u{202e}\u{200b}" + String(repeating: " ✔ end", count: 20)

    /// A self-signed certificate for localhost, and its key.
    private static let server = SharedFiles { folder in
        _ = try await Tool.output(
            "openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-keyout", folder.path(of: "key.pem"),
                "-out", folder.path(of: "cert.pem"), "-subj", "/CN=localhost", "-addext",
                "subjectAltName=DNS:localhost",
                "-addext", "extendedKeyUsage=serverAuth",
            ])
    }

    /// Expects that no text or page of `outputs` has a line of a stranger's.
    private func expectClean(_ outputs: [String], _ what: Comment) {
        for output in outputs {
            let shown = output.range(of: "<body").map { String(output[$0.lowerBound...]) } ?? output
            #expect(StrangersTextTests.fault(in: shown) == nil, what)
        }
    }

    @Test func noKeyOrValueOfAPropertyListWritesALine() async throws {
        let evil = Self.evil
        let pins: [String: Any] = [
            "NSPinnedLeafIdentities": [["SPKI-SHA256-BASE64": evil], [evil: evil]], evil: true,
        ]
        let security: [String: Any] = [
            evil: true, "NSAllowsArbitraryLoads": evil,
            "NSExceptionDomains": [
                evil: [evil: evil, "NSExceptionMinimumTLSVersion": evil],
                "localhost": [
                    "NSExceptionMinimumTLSVersion": evil, "NSTemporaryExceptionAllowsInsecureHTTPLoads" + evil: true,
                ],
            ], "NSPinnedDomains": [evil: pins, "localhost": pins],
        ]
        try await TemporaryDirectory.use { folder in
            try await Self.server.copy(to: folder)
            let (chain, list) = (folder.path(of: "cert.pem"), folder.path(of: "Info.plist"))
            // XML has no ESC; the binary form has every character.
            try PropertyListSerialization.data(
                fromPropertyList: ["NSAppTransportSecurity": security], format: .binary, options: 0
            ).write(to: URL(filePath: list))
            let server = ["--chain", chain, "--host", "localhost", "--anchors", chain, "--plist", list]
            for arguments in [["trust", "ats"], ["trust", "ats", "--json"], ["trust", "ats", "--columns", "83"]] {
                let result = try await BuiltProgram.run(arguments + server)
                #expect(result.standardOutput.contains("Evil"))
                expectClean([result.standardOutput, result.standardError], "\(arguments)")
            }
            let result = try await BuiltProgram.run(["doctor", "--json", folder.path(of: "d.json")] + server)
            expectClean(
                [
                    result.standardOutput, result.standardError,
                    try String(contentsOfFile: folder.path(of: "d.json"), encoding: .utf8),
                ],
                "doctor")
        }
    }

    /// A host or a protocol that the user has pasted from somewhere, in every command that repeats it.
    @Test(arguments: [
        ["connect", "HOST:443"], ["doctor", "HOST:443"], ["trust", "ats", "HOST:443"], ["trust", "matrix", "HOST:443"],
        ["connect", "HOST"], ["doctor", "--host", "HOST", "--chain", "x.pem"],
        ["trust", "ats", "--host", "HOST", "--chain", "x.pem"], ["trust", "evaluate", "x.pem", "--host", "HOST"],
        ["attack", "mitm", "HOST"], ["attack", "mitm", "--policy", "HOST"], ["attack", "mitm", "--attacker", "HOST"],
        ["attack", "mitm", "--leg", "HOST"], ["attack", "mitm", "--table", "--seed", "HOST"],
        ["attack", "mitm", "--json", "/HOST/x"], ["compare", "--alpn", "HOST,http/1.1"],
        ["--dh", "--alpn", "HOST,http/1.1"], ["--tls13", "--alpn", "HOST,http/1.1", "--detail", "bytes"],
    ])
    func noNameInAnArgumentWritesALine(arguments: [String]) async throws {
        let result = try await BuiltProgram.run(arguments.map { $0.replacing("HOST", with: Self.evil) })
        #expect((result.standardOutput + result.standardError).contains("Evil"))
        expectClean([result.standardOutput, result.standardError], "\(arguments)")
    }

    /// What both live commands tell and write of a protocol with such a name, and of a client that asks for such a host; then their
    /// recordings, with comments and names of interfaces, and a block of names, in every command that reads one.
    @Test func noNameInAHelloOrACaptureWritesALine() async throws {
        let script = """
            import os, signal, socket, struct, subprocess, sys, time, urllib.request
            program, folder, evil = sys.argv[1:4]
            os.chdir(folder)
            outputs = 0
            def keep(name, octets):
                global outputs
                outputs += 1
                open("%03d-%s" % (outputs, name), "wb").write(octets)
            def take(name):
                if os.path.exists(name): keep(name, open(name, "rb").read()); os.remove(name)
            def listen(version, detail, *clients):
                told = ["--detail", detail, "--summary", "--alpn", evil]
                server = subprocess.Popen([program, "listen", "--port", "0", "--cert", "cert.pem", "--key", "key.pem", "--html", "l.html",
                    "--json", "l.json", "--pcap", version + ".pcapng"] + told, stdout=open("out", "wb"), stderr=open("err", "wb"))
                while b":" not in open("out", "rb").read(): time.sleep(0.05)
                port = open("out", "rb").read().split(b"\\n")[0].rsplit(b":", 1)[1].split()[0].strip(b".").decode()
                for client in clients: client(port, told, version)
                time.sleep(0.3)
                server.send_signal(signal.SIGINT)
                server.wait(30)
                for name in ["out", "err", "l-1.html", "l-1.json", "l-2.html", "l-2.json"]: take(name)
            def ours(port, told, version):
                result = subprocess.run([program, "connect", "localhost:" + port, "--ca", "cert.pem", "--tls", version, "--send",
                    "GET / HTTP/1.0\\r\\n\\r\\n", "--html", "c.html", "--json", "c.json"] + told, capture_output=True, timeout=60)
                keep("page", result.stdout.split(b"\\r\\n\\r\\n", 1)[1])
                keep("connect", result.stderr)
                for name in ["c.html", "c.json"]: take(name)
            def hostile(port, told, version):
                subprocess.run(["openssl", "s_client", "-connect", "127.0.0.1:" + port, "-servername", evil, "-alpn", evil,
                    "-tls" + version.replace(".", "_")], stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
            def block(kind, body):
                body += bytes(-len(body) % 4)
                return struct.pack("<II", kind, len(body) + 12) + body + struct.pack("<I", len(body) + 12)
            def options(*codes):
                text = evil.encode()
                each = b"".join(struct.pack("<HH", code, len(text)) + text + bytes(-len(text) % 4) for code in codes)
                return each + bytes(4)
            # The draft of pcapng: 3 section header, 4.1 interface, 4.3 packet, 4.5 names; options 1 comment, 2 if_name, 3 if_description.
            def annotated(octets):
                at, out = 0, b""
                while at < len(octets):
                    kind, length = struct.unpack_from("<II", octets, at)
                    body = octets[at + 8:at + length - 4]
                    if kind == 0x0a0d0d0a: body = body[:16] + options(1, 2, 3, 4)
                    if kind == 1: body = body[:8] + options(1, 2, 3, 12, 15)
                    if kind == 6:
                        captured = struct.unpack_from("<I", body, 12)[0]
                        body = body[:20 + captured + -captured % 4] + options(1)
                    out += block(kind, body)
                    at += length
                name = b"\\x7f\\0\\0\\1" + evil.encode() + b"\\0"
                return out + block(4, struct.pack("<HH", 1, len(name)) + name + bytes(-len(name) % 4) + bytes(4))
            for version in ["1.2", "1.3"]:
                listen(version, "bytes", ours, hostile)
                listen(version, "story", ours)
                capture = annotated(open(version + ".pcapng", "rb").read())
                open("evil.pcapng", "wb").write(capture)
                for command in [["trust", "ats"], ["trust", "ats", "--json"], ["doctor", "--json", "d.json"], ["attack", "forward-secrecy", "--key", "key.pem"]]:
                    result = subprocess.run([program] + command + ["--capture", "evil.pcapng"], capture_output=True, timeout=60)
                    keep("capture", result.stdout + result.stderr)
                    take("d.json")
                server = subprocess.Popen([program, "serve"], stdout=subprocess.PIPE)
                url = next(word for word in server.stdout.readline().decode().split() if word.startswith("http"))
                keep("serve", urllib.request.urlopen(urllib.request.Request(url + "api/capture", data=capture,
                    headers={"Content-Type": "application/octet-stream"})).read())
                server.send_signal(signal.SIGINT)
                server.wait(30)
            """
        try await TemporaryDirectory.use { folder in
            try await Self.server.copy(to: folder)
            _ = try await Tool.output("python3", ["-c", script, try BuiltProgram.path(), folder.path, Self.evil])
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains("-") }
                .sorted()
            var naming: Set<String> = []
            for name in names where name.first?.isNumber == true && !name.hasSuffix(".pcapng") {
                let output = String(decoding: try folder.read(name), as: UTF8.self)
                expectClean([output], "\(name)")
                if output.contains("Evil") { naming.insert(String(name.dropFirst(4))) }
            }
            #expect(
                naming.isSuperset(of: ["page", "connect", "out", "c.html", "c.json", "l-1.html", "l-1.json"]))
        }
    }
}
