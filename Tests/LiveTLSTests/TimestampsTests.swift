import Foundation
import TestSupport
import Testing

/// Timestamps of logs that OpenSSL's server sends in the handshake. OpenSSL has signed them, in the octets that Python has put together.
@Suite(.serialized, .startsFirst) struct TimestampsTests {
    private struct Answer: Decodable {
        let status: Int
        let output: String
    }

    private static let script = """
        import base64, hashlib, json, os, socket, subprocess, sys, time
        program, folder = sys.argv[1:3]
        os.chdir(folder)
        def run(*words, data=None):
            done = subprocess.run(words, input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            assert done.returncode == 0, (words, done.stderr)
            return done.stdout
        def key(name): run("openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", name)
        for name in ["root.key", "leaf.key", "log1.key", "log2.key"]: key(name)
        run("openssl", "req", "-x509", "-new", "-key", "root.key", "-subj", "/CN=Root", "-days", "90", "-out", "root.pem",
            "-addext", "keyUsage=critical,keyCertSign")
        run("openssl", "req", "-new", "-key", "leaf.key", "-subj", "/CN=leaf", "-out", "leaf.csr")
        open("leaf.ext", "w").write("subjectAltName=DNS:shop.example\\nextendedKeyUsage=serverAuth\\nkeyUsage=digitalSignature\\nbasicConstraints=CA:false\\n")
        run("openssl", "x509", "-req", "-in", "leaf.csr", "-CA", "root.pem", "-CAkey", "root.key", "-days", "30", "-extfile", "leaf.ext", "-out", "leaf.pem")
        der = run("openssl", "x509", "-in", "leaf.pem", "-outform", "DER")
        def promise(log):
            spki = run("openssl", "pkey", "-in", log, "-pubout", "-outform", "DER")
            moment = (int(time.time()) * 1000 - 5000).to_bytes(8, "big")
            # RFC 6962 section 3.2: v1, certificate_timestamp, the time, x509_entry, the certificate, no extensions.
            data = b"\\0\\0" + moment + b"\\0\\0" + len(der).to_bytes(3, "big") + der + b"\\0\\0"
            signature = run("openssl", "dgst", "-sha256", "-sign", log, data=data)
            return b"\\0" + hashlib.sha256(spki).digest() + moment + b"\\0\\0" + b"\\4\\3" + len(signature).to_bytes(2, "big") + signature
        def vector(octets): return len(octets).to_bytes(2, "big") + octets
        def info(name, logs):
            body = vector(b"".join(vector(promise(log)) for log in logs))
            # The message contexts: ClientHello, ServerHello of TLS 1.2, Certificate of TLS 1.3.
            octets = (0x1180).to_bytes(4, "big") + (18).to_bytes(2, "big") + vector(body)
            open(name, "w").write("-----BEGIN SERVERINFOV2 FOR CT-----\\n%s\\n-----END SERVERINFOV2 FOR CT-----\\n" % base64.encodebytes(octets).decode().strip())
        info("two.info", ["log1.key", "log2.key"])
        info("one.info", ["log1.key"])
        for log in ["log1", "log2"]: open(log + ".pub", "wb").write(run("openssl", "pkey", "-in", log + ".key", "-pubout"))
        def ask(infos, version):
            listener = socket.socket(); listener.bind(("127.0.0.1", 0)); port = listener.getsockname()[1]; listener.close()
            server = subprocess.Popen(["openssl", "s_server", "-accept", "127.0.0.1:%d" % port, "-www", "-cert", "leaf.pem", "-key", "leaf.key", version]
                + (["-serverinfo", infos] if infos else []), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                for _ in range(400):
                    try:
                        socket.create_connection(("127.0.0.1", port), 1).close()
                        break
                    except OSError: time.sleep(0.05)
                place = "127.0.0.1:%d" % port
                common = ["--anchors", "root.pem", "--anchor-kind", "system", "--host", "shop.example"]
                logs = ["--logs", "log1.pub", "--logs", "log2.pub"]
                answers = []
                for words in [["doctor", place] + common + logs, ["trust", "ats", place] + common + logs,
                        ["trust", "evaluate", place] + common + logs, ["trust", "matrix", place] + common + logs,
                        ["doctor", place] + common]:
                    done = subprocess.run([program] + words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                    answers.append({"status": done.returncode, "output": done.stdout.decode()})
                return answers
            finally:
                server.kill(); server.wait()
        result = {"%s %s" % (version, infos): ask(infos, version) for version in ["-tls1_2", "-tls1_3"] for infos in ["two.info", "one.info", None]}
        common = ["--anchors", "root.pem", "--anchor-kind", "system", "--host", "shop.example"]
        files = []
        for words in [["doctor", "--chain", "leaf.pem"] + common, ["trust", "evaluate", "leaf.pem"] + common, ["trust", "ats", "--chain", "leaf.pem"] + common]:
            done = subprocess.run([program] + words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            files.append({"status": done.returncode, "output": done.stdout.decode()})
        result["files"] = files
        print(json.dumps(result))
        """

    private static let answers = Once<String, [String: [Answer]]> { program in
        for tool in ["python3", "openssl"] { try await Tool.require(tool) }
        return try await TemporaryDirectory.use { folder in
            let text = try await Tool.output("python3", ["-c", script, program, folder.path])
            return try JSONDecoder().decode([String: [Answer]].self, from: Data(text.utf8))
        }
    }

    /// doctor, trust ats, trust evaluate and trust matrix with the keys of the logs; and doctor without them.
    @Test(arguments: ["-tls1_2", "-tls1_3"], [("two.info", true), ("one.info", false), ("None", false)])
    func theServerIsAskedForTimestamps(version: String, server: (name: String, isEnough: Bool)) async throws {
        let answers = try #require(await Self.answers[BuiltProgram.path()]["\(version) \(server.name)"])
        for (place, answer) in answers.enumerated() where place != 3 {
            #expect(answer.status == (server.isEnough ? 0 : 3), "\(answer.output)")
        }
        #expect(
            answers[3].output.contains(
                "default handling                                                                \(server.isEnough ? "accepts" : "refuses")"
            ), "\(answers[3].output)")
        #expect(answers[4].output.contains("only counted") == (server.name != "None"), "\(answers[4].output)")
    }

    /// Of a certificate in a file it is not known what the server sends: doctor, trust evaluate and trust ats.
    @Test func aFileLeavesItOpen() async throws {
        let answers = try #require(await Self.answers[BuiltProgram.path()]["files"])
        #expect(answers.count == 3)
        for answer in answers { #expect(answer.status == 1, "\(answer.output)") }
        #expect(answers[0].output.contains("whether the server sends others"))
        #expect(answers[1].output.contains("Cannot tell"))
        #expect(answers[2].output.contains("not decided"))
    }
}
