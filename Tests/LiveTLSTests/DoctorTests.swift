import Foundation
import TestSupport
import Testing

/// `doctor` before servers that answer: OpenSSL's, this program's own, some that speak no TLS, and none.
@Suite(.serialized, .startsFirst) struct DoctorTests {
    struct Answer {
        let status: Int
        let text: String
        let verdict: String
        let errors: [Int]
        /// The status and the text of each other command.
        let others: [(status: Int, text: String)]
    }

    /// What the doctor says of a server.
    ///
    /// - Parameters:
    ///   - server: the command that listens on the port PORT of 127.0.0.1; what is no command there is a way to answer without TLS.
    ///   - options: of the doctor.
    ///   - others: other commands, asked about the same server as TARGET.
    static func examine(
        _ server: [String], _ options: [String], others: [[String]] = []
    ) async throws -> Answer {
        for tool in ["python3", "openssl"] { try await Tool.require(tool) }
        return try await TemporaryDirectory.use { folder in
            try await ShopFiles.copy(to: folder)
            let order = try JSONSerialization.data(
                withJSONObject: [
                    "folder": folder.path, "server": server, "program": try BuiltProgram.path(),
                    "others": others,
                    "options": ["--json", "doctor.json", "--timeout", "2"] + options,
                ])
            let text = try await Tool.output("python3", ["-c", script, String(decoding: order, as: UTF8.self)])
            let row = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
            let object = row["json"] as? [String: Any] ?? [:]
            let errors = (object["reasons"] as? [[String: Any]] ?? []).flatMap {
                $0["errors"] as? [[String: Any]] ?? []
            }
            return Answer(
                status: try #require(row["status"] as? Int), text: try #require(row["output"] as? String),
                verdict: object["verdict"] as? String ?? "", errors: errors.compactMap { $0["code"] as? Int },
                others: (row["others"] as? [[String: Any]] ?? []).map {
                    ($0["status"] as? Int ?? -1, $0["output"] as? String ?? "")
                })
        }
    }

    private static let script = """
        import json, os, socket, subprocess, sys, threading, time
        order = json.loads(sys.argv[1])
        os.chdir(order["folder"])
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        greetings = {"http": b"HTTP/1.1 400 Bad Request\\r\\n\\r\\n", "ssh": b"SSH-2.0-OpenSSH_9.2\\r\\n", "silent": None, "closed": b""}
        kind = order["server"][0]
        server = None
        def half(hello):
            # RFC 8446 section 4.1.3: ServerHello of TLS 1.3, and nothing behind it; protocol_version to a client of TLS 1.2.
            if b"\\x03\\x04" not in hello[76:]: return bytes([21, 3, 3, 0, 2, 2, 70])
            share = bytes([0, 43, 0, 2, 3, 4, 0, 51, 0, 36, 0, 29, 0, 32, 9]) + bytes(31)
            body = bytes([3, 3]) + bytes(range(32)) + hello[43:44 + hello[43]] + bytes([0x13, 1, 0]) + len(share).to_bytes(2, "big") + share
            message = bytes([2]) + len(body).to_bytes(3, "big") + body
            return bytes([22, 3, 3]) + len(message).to_bytes(2, "big") + message
        greetings["half"] = half
        if kind in greetings:
            listener.listen(16)
            held = []
            def serve():
                while True:
                    connection, _ = listener.accept()
                    held.append(connection)
                    if greetings[kind] is not None:
                        hello = connection.recv(4096)
                        if hello: connection.sendall(greetings[kind](hello) if callable(greetings[kind]) else greetings[kind])
                        # To close with something unread would be a reset.
                        connection.shutdown(socket.SHUT_WR)
            threading.Thread(target=serve, daemon=True).start()
        else:
            listener.close()
            if kind != "none":
                command = [word.replace("PORT", str(port)).replace("PROGRAM", order["program"]) for word in order["server"]]
                server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                for _ in range(1200):
                    try:
                        socket.create_connection(("127.0.0.1", port), 1).close()
                        break
                    except OSError: time.sleep(0.05)
        try:
            done = subprocess.run([order["program"], "doctor", "127.0.0.1:%d" % port] + order["options"],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
            answer = json.load(open("doctor.json")) if os.path.exists("doctor.json") else {}
            others = []
            for run in order.get("others", []):
                words = [word.replace("TARGET", "127.0.0.1:%d" % port) for word in run]
                other = subprocess.run([order["program"]] + words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
                others.append({"status": other.returncode, "output": other.stdout.decode()})
            print(json.dumps({"status": done.returncode, "output": done.stdout.decode(), "json": answer, "others": others}))
        finally:
            if server: server.kill()
        """

    /// OpenSSL's server with a certificate of the shop and its chain.
    private static func openssl(_ name: String, key: String, chain: String? = "r3.pem", _ more: [String] = [])
        -> [String]
    {
        ["openssl", "s_server", "-accept", "127.0.0.1:PORT", "-www", "-cert", name, "-key", key]
            + (chain.map { ["-cert_chain", $0] } ?? []) + more
    }

    static let shop = ["--host", "shop.example", "--anchors", "root.pem"]

    @Test(
        arguments: [
            (
                openssl("old.cer", key: "leaf.key"), shop + ["--pin", "old.cer"], 0,
                "An iOS app with these pins would connect to this server.", []
            ),
            (
                openssl("same.cer", key: "leaf.key"), shop + ["--pin", "old.cer"], 3,
                "An iOS app that compares keys would connect to this server, and one that compares whole certificates would refuse it: the certificate was renewed with the same key.",
                [-999]
            ),
            (
                openssl("new.cer", key: "new.key"), shop + ["--pin", "old.cer"], 3,
                "An iOS app with these pins would refuse this server: the certificate was renewed with a new key.",
                [-999]
            ),
            (
                openssl("moved.cer", key: "leaf.key", chain: "r4.pem"), shop + ["--pin", "r3.pem"], 3,
                "An iOS app with these pins would refuse this server: its certificate now comes from another intermediate, Shop R4; the pinned one, Shop R3, is no longer in the chain.",
                [-999]
            ),
            (
                openssl("old.cer", key: "leaf.key"), shop + ["--time", "2040-01-01T00:00:00Z"], 3,
                "An iOS app would refuse this server: its certificate expired on ",
                [-1202, -67818, -1202, -67818, -1202, -67818]
            ),
            (
                openssl("other.cer", key: "leaf.key"), shop, 3,
                "An iOS app would refuse this server: its certificate is for other.example, not for shop.example.",
                [-1202, -67602]
            ),
            (
                openssl("old.cer", key: "leaf.key", chain: nil), shop, 3,
                "An iOS app would refuse this server: it does not send the certificate of Shop R3, which issued its own, and the device does not know Shop R3.",
                [-1202, -25318]
            ),
            (
                openssl("old.cer", key: "leaf.key", chain: nil), shop + ["--compare", "old.pem"], 3,
                "An iOS app would refuse this server: it does not send the intermediate certificate of Shop R3.",
                [-1202, -25318]
            ),
            (
                openssl("self.cer", key: "self.key", chain: nil), shop, 3,
                "An iOS app would refuse this server: its certificate is signed with its own key, and the device does not trust it.",
                [-1202, -67843]
            ),
            (
                openssl("rsa.cer", key: "rsa.key", ["-tls1_2", "-cipher", "AES128-GCM-SHA256"]), shop, 3,
                "An iOS app would refuse this server: its cipher suite, TLS_RSA_WITH_AES_128_GCM_SHA256 (0x009c), has no forward secrecy, which App Transport Security demands.",
                [-1200]
            ),
            (
                openssl("old.cer", key: "leaf.key", ["-tls1_3"]), shop, 0,
                "An iOS app would connect to this server.", []
            ),
            (
                ["PROGRAM", "listen", "--port", "PORT", "--cert", "rsa.pem", "--key", "rsa.key"],
                shop + ["--pin", "rsa.cer"], 0,
                "An iOS app with these pins would connect to this server.", []
            ),
            (
                openssl("old.cer", key: "leaf.key", ["-Verify", "1"]), shop, 3,
                "An iOS app would not connect to this server: it demands a certificate of the client.", [-1206]
            ),
            (
                openssl("old.cer", key: "leaf.key", ["-Verify", "1", "-tls1_2"]), shop, 3,
                "An iOS app would not connect to this server: it demands a certificate of the client.", [-1206]
            ),
            // The curve of the certificate has to be among the groups that are offered.
            (
                openssl("old.cer", key: "leaf.key", ["-tls1_2"]), shop, 0,
                "An iOS app would connect to this server.", []
            ),
            (
                openssl("old.cer", key: "leaf.key", ["-verify", "1"]), shop, 0,
                "An iOS app would connect to this server.", []
            ),
            (
                openssl("old.cer", key: "leaf.key", ["-status_file", "revoked.der"]), shop, 3,
                "An iOS app would refuse this server: its certificate was revoked on ", [-1202, -67820]
            ),
            (
                openssl("old.cer", key: "leaf.key", ["-status_file", "revoked.der", "-tls1_2"]), shop, 3,
                "An iOS app would refuse this server: its certificate was revoked on ", [-1202, -67820]
            ),
            (
                openssl("rsa.cer", key: "rsa.key", ["-tls1_2", "-cipher", "DHE-RSA-AES128-GCM-SHA256"]), shop, 3,
                "An iOS app would refuse this server: App Transport Security does not accept its cipher suite, TLS_DHE_RSA_WITH_AES_128_GCM_SHA256 (0x009e).",
                [-1200]
            ),
            (
                openssl("rsa.cer", key: "rsa.key", ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"]), shop, 3,
                "An iOS app would refuse this server: App Transport Security does not accept its version, TLS 1.1.",
                [-1200]
            ),
            (
                openssl("rsa.cer", key: "rsa.key", ["-tls1_2", "-curves", "X448"]), shop, 3,
                "An iOS app would refuse this server: Apple's systems do not offer its group, x448.", [-1200]
            ),
            (
                openssl("rsa.cer", key: "rsa.key", ["-tls1_2", "-cipher", "ECDHE-RSA-AES256-SHA"]), shop, 0,
                "An iOS app would connect to this server.", []
            ),
            (
                openssl("rsa.cer", key: "rsa.key", ["-tls1_2", "-cipher", "ECDHE-RSA-AES256-SHA384"]),
                shop + ["--ios", "15.4"], 0, "An iOS app would connect to this server.", []
            ),
            (
                openssl("rsa.cer", key: "rsa.key", ["-tls1_2", "-cipher", "ECDHE-RSA-AES256-SHA384"]), shop, 3,
                "An iOS app would refuse this server: App Transport Security does not accept its cipher suite, TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384 (0xc028).",
                [-1200]
            ),
            (["none"], shop, 3, "An iOS app would not connect to this server: nothing listens on port ", [-1004]),
            (
                ["http"], shop, 3, "An iOS app would not connect to this server: it answers in HTTP without TLS.",
                [-1200]
            ),
            (
                ["ssh"], shop, 3, "An iOS app would not connect to this server: it answers in SSH, which is not TLS.",
                [-1200]
            ),
            (
                ["silent"], shop, 3,
                "An iOS app would not connect to this server: it accepts the connection and does not answer a ClientHello.",
                [-1001]
            ),
            (
                ["half"], shop, 3,
                "An iOS app would not connect to this server: it ends the connection during the handshake.", []
            ),
            (
                ["closed"], shop, 3,
                "An iOS app would not connect to this server: it ends the connection when it gets a ClientHello.", []
            ),
        ] as [([String], [String], Int, String, [Int])])
    func aServerHasOneSentence(
        server: [String], options: [String], status: Int, verdict: String, errors: [Int]
    ) async throws {
        let answer = try await Self.examine(server, options)
        #expect(answer.verdict.hasPrefix(verdict), "\(answer.text)")
        #expect(answer.status == status)
        #expect(answer.errors == errors, "\(answer.text)")
        #expect(answer.text.contains("What to do") == (answer.status != 0), "\(answer.text)")
    }

    /// One server, every command: each sees the same certificates and comes to the same result.
    @Test(arguments: [("old.cer", "leaf.key", 0), ("other.cer", "leaf.key", 3), ("self.cer", "self.key", 3)])
    func theCommandsAgree(certificate: String, key: String, status: Int) async throws {
        let asked = ["TARGET", "--host", "shop.example", "--anchors", "root.pem"]
        let answer = try await Self.examine(
            Self.openssl(certificate, key: key), Self.shop,
            others: [
                ["trust", "evaluate"] + asked + ["--json", "evaluate.json"], ["trust", "ats"] + asked,
                ["trust", "matrix"] + asked, ["trust", "pin", "TARGET", "--host", "shop.example"],
            ])
        #expect(answer.status == status)
        #expect(answer.others.map(\.status) == [status, status, 0, 0], "\(answer.others)")
        let matrix = try #require(answer.others.dropFirst(2).first).text
        let row = try #require(matrix.split(separator: "\n").first { $0.contains(" default handling ") })
        #expect(row.hasSuffix("accepts") == (status == 0))
        let evaluate = try #require(answer.others.first).text
        for code in answer.errors { #expect(evaluate.contains("(\(code))"), "\(evaluate)") }
    }

    /// Its certificates are encrypted: each command makes a whole handshake for them.
    @Test func aServerOfTLS13AloneShowsEachCommandItsCertificates() async throws {
        let asked = ["TARGET", "--host", "shop.example", "--anchors", "root.pem"]
        let answer = try await Self.examine(
            Self.openssl("old.cer", key: "leaf.key", ["-tls1_3"]), Self.shop,
            others: [
                ["trust", "evaluate"] + asked, ["trust", "matrix"] + asked,
                ["trust", "pin", "TARGET", "--host", "shop.example"],
                ["trust", "pin", "old.cer", "--host", "shop.example"],
            ])
        #expect(answer.status == 0)
        #expect(answer.others.map(\.status) == [0, 0, 0, 0], "\(answer.others)")
        func pins(_ text: String) -> [String] {
            text.split { $0 == " " || $0 == "\n" || $0 == "\"" }.map(String.init)
                .filter { $0.count == 44 && $0.hasSuffix("=") }
        }
        let (live, file) = (answer.others[2].text, answer.others[3].text)
        #expect(!pins(file).isEmpty)
        #expect(Set(pins(file)).isSubset(of: Set(pins(live))), "\(live)")
    }
}
