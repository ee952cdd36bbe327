import TestSupport
import Testing

/// Files as people have them, where certificates or keys in PEM are needed: they are read, or they are named with a command that works.
struct FileFormTests {
    /// A certificate `cert.pem` with its key `key.pem`, and the same in the forms of OpenSSL.
    private static let files = SharedFiles { directory in
        func openssl(_ arguments: String) async throws {
            let words = arguments.split(separator: " ").map(String.init)
            _ = try await Tool.output("bash", ["-c", "cd \"$0\" && exec openssl \"$@\"", directory.path] + words)
        }
        try await openssl(
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem -out cert.pem -days 30 -subj /CN=a.example"
        )
        try await openssl("x509 -in cert.pem -trustout -setalias mine -out trusted.pem")
        try await openssl("x509 -in cert.pem -outform der -out cert.der")
        try await openssl("pkcs12 -export -in cert.pem -inkey key.pem -passout pass:x -out store.p12")
        try await openssl(
            "pkcs12 -export -legacy -in cert.pem -inkey key.pem -passout pass:x -out old.p12")
        try await openssl("crl2pkcs7 -nocrl -certfile cert.pem -out chain.p7b")
        try await openssl("crl2pkcs7 -nocrl -certfile cert.pem -outform der -out der.p7b")
        try await openssl("req -new -key key.pem -subj /CN=a.example -out request.csr")
        try await openssl("req -in request.csr -outform der -out der.csr")
        try await openssl("pkey -in key.pem -pubout -out public.pem")
        try await openssl("pkey -in key.pem -pubout -outform der -out public.der")
        try await openssl("pkcs8 -topk8 -nocrypt -in key.pem -outform der -out pkcs8.der")
        try await openssl("ec -in key.pem -outform der -out sec1.der")
        try await openssl("pkey -in key.pem -aes256 -passout pass:x -out locked.pem")
        try await openssl("pkcs8 -topk8 -in key.pem -passout pass:x -outform der -out locked.der")
        let pem = try directory.read("cert.pem")
        let text = String(decoding: pem, as: UTF8.self)
        try directory.write([0xef, 0xbb, 0xbf] + pem, to: "bom.pem")
        try directory.write(text: text.replacing("CERTIFICATE", with: "X509 CERTIFICATE"), to: "x509.pem")
        try directory.write([0xff, 0xfe] + pem.flatMap { [$0, 0] }, to: "little.pem")
        try directory.write([0xfe, 0xff] + pem.flatMap { [0, $0] }, to: "big.pem")
        try directory.write(pem.flatMap { [$0, 0] }, to: "bare-little.pem")
        try directory.write(pem.flatMap { [0, $0] }, to: "bare-big.pem")
        let key = try directory.read("key.pem")
        try directory.write([0xff, 0xfe] + key.flatMap { [$0, 0] }, to: "little.key")
        try directory.write([0xef, 0xbb, 0xbf] + key, to: "bom.key")
    }

    private static func use(_ body: (TemporaryDirectory) async throws -> Void) async throws {
        try await Tool.require("openssl")
        try await TemporaryDirectory.use { directory in
            try await files.copy(to: directory)
            try await body(directory)
        }
    }

    private func pins(_ page: Tool.Result) -> [String] {
        page.lines.filter { $0.hasPrefix("  SPKI ") || $0.hasPrefix("SPKI ") }
            .compactMap { $0.split(separator: " ").last.map(String.init) }
    }

    /// The command in an error, which ends it. A password is added where OpenSSL would ask for one.
    private func run(
        _ error: String, in directory: TemporaryDirectory, password: Bool
    ) async throws -> Tool.Result {
        let line = error.replacing("\n", with: " ")
        let start = try #require(line.firstRange(of: ": openssl ") ?? line.firstRange(of: ": iconv "), "\(error)")
        var command = String(line[line.index(start.lowerBound, offsetBy: 2)...])
        while command.last?.isWhitespace == true { command.removeLast() }
        if password { command += " -passin pass:x" }
        return try await Tool.run("bash", ["-c", "cd \"$0\" && \(command)", directory.path])
    }

    @Test(arguments: ["bom.pem", "x509.pem", "trusted.pem"])
    func certificatesUnderOtherLabelsAreRead(name: String) async throws {
        try await Self.use { directory in
            let known = try await BuiltProgram.run(["trust", "pin", directory.path(of: "cert.pem")])
            let page = try await BuiltProgram.run(["trust", "pin", directory.path(of: name)])
            #expect(page.status == 0, "\(page.standardError)")
            #expect(pins(page) == pins(known) && pins(page).count == 1)
            let shown = try await BuiltProgram.run(["trust", "show", directory.path(of: name)])
            #expect(shown.status == 0, "\(shown.standardError)")
            // The printed commands read the file too.
            let commands = page.standardOutput.replacing("\\\n", with: "").split(separator: "\n")
                .filter { $0.hasPrefix("  $ ") }.map { String($0.dropFirst(4)) }
            #expect(commands.count == 2)
            for command in commands {
                let printed = try await Tool.output("bash", ["-c", command])
                #expect(page.standardOutput.contains(printed.dropLast()), "\(command)")
            }
        }
    }

    @Test(arguments: [
        ("store.p12", "PKCS#12"), ("old.p12", "PKCS#12"), ("chain.p7b", "PKCS#7"), ("der.p7b", "PKCS#7"),
        ("little.pem", "UTF-16"), ("big.pem", "UTF-16"), ("bare-little.pem", "UTF-16"), ("bare-big.pem", "UTF-16"),
    ])
    func aStoreOfCertificatesIsNamedWithACommand(name: String, form: String) async throws {
        try await Self.use { directory in
            let file = directory.path(of: name)
            for command in [["trust", "show", file], ["trust", "evaluate", file], ["trust", "pin", file]] {
                let result = try await BuiltProgram.run(command)
                #expect(result.status != 0 && result.standardError.contains(form), "\(result.standardError)")
                let made = try await run(result.standardError, in: directory, password: form == "PKCS#12")
                #expect(made.status == 0, "\(made.standardError)")
                let page = try await BuiltProgram.run(["trust", "pin", directory.path(of: "certificates.pem")])
                let known = try await BuiltProgram.run(["trust", "pin", directory.path(of: "cert.pem")])
                #expect(pins(page) == pins(known) && pins(page).count == 1, "\(page.standardError)")
            }
        }
    }

    @Test(arguments: [
        ("key.pem", "a private key (PRIVATE KEY)", false), ("pkcs8.der", "a private key (PKCS#8)", false),
        ("sec1.der", "a private key (SEC 1)", false), ("locked.der", "a private key (encrypted PKCS#8)", true),
        ("locked.pem", "a private key (ENCRYPTED PRIVATE KEY)", true), ("request.csr", "certification request", false),
        ("der.csr", "certification request", false), ("public.der", "a public key", false),
    ])
    func aFileWithoutCertificatesIsNamedWithACommand(name: String, form: String, password: Bool) async throws {
        try await Self.use { directory in
            let result = try await BuiltProgram.run(["trust", "evaluate", directory.path(of: name)])
            #expect(result.status != 0 && result.standardError.contains(form), "\(result.standardError)")
            let shown = try await run(result.standardError, in: directory, password: password)
            #expect(shown.status == 0, "\(shown.standardError)")
        }
    }

    @Test(arguments: [
        ("store.p12", "PKCS#12", true), ("old.p12", "PKCS#12", true), ("pkcs8.der", "PKCS#8", false),
        ("sec1.der", "SEC 1", false), ("locked.der", "encrypted", true), ("locked.pem", "encrypted", true),
        ("little.key", "UTF-16", false),
    ])
    func aKeyInAnotherFormIsNamedWithACommand(name: String, form: String, password: Bool) async throws {
        try await Self.use { directory in
            let certificate = directory.path(of: "cert.pem")
            let listen = ["listen", "--port", "1", "--cert", certificate, "--key"]
            let result = try await BuiltProgram.run(listen + [directory.path(of: name)])
            #expect(result.status != 0 && result.standardError.contains(form), "\(result.standardError)")
            try directory.write([], to: "key.pem")
            let made = try await run(result.standardError, in: directory, password: password)
            #expect(made.status == 0, "\(made.standardError)")
            // The key is the certificate's.
            let page = try await BuiltProgram.run(["trust", "pin", directory.path(of: "key.pem")])
            let known = try await BuiltProgram.run(["trust", "pin", certificate])
            #expect(pins(page) == pins(known) && pins(page).count == 1, "\(page.standardError)")
        }
    }

    @Test func aKeyWithAByteOrderMarkIsRead() async throws {
        try await Self.use { directory in
            let page = try await BuiltProgram.run(["trust", "pin", directory.path(of: "bom.key")])
            let known = try await BuiltProgram.run(["trust", "pin", directory.path(of: "key.pem")])
            #expect(pins(page) == pins(known) && pins(page).count == 1, "\(page.standardError)")
        }
    }

    /// A file with neither a certificate nor a key pins nothing, wherever pins are named.
    @Test(arguments: ["store.p12", "der.p7b", "five", "damaged.der", "damaged.pem", "text"])
    func aFileWithoutAKeyIsNoPin(name: String) async throws {
        try await Self.use { directory in
            try directory.write([0x30, 3, 2, 1, 5], to: "five")
            try directory.write(try directory.read("cert.der").dropLast(9), to: "damaged.der")
            try directory.write(
                text: "-----BEGIN CERTIFICATE-----\nMAMCAQU=\n-----END CERTIFICATE-----\n", to: "damaged.pem")
            try directory.write(text: "no pin\n", to: "text")
            let (chain, file) = (directory.path(of: "cert.pem"), directory.path(of: name))
            let server = ["--chain", chain, "--anchors", chain, "--host", "a.example"]
            for command in [
                ["doctor", "--pin", file] + server, ["trust", "pin", file], ["trust", "pin", chain, "--pin", file],
                ["trust", "matrix", "--chain", chain, "--anchors", chain, "--host", "a.example", "--pin", file],
            ] {
                let result = try await BuiltProgram.run(command)
                #expect(result.status != 0, "\(command) \(result.standardOutput)")
                #expect(result.standardOutput.isEmpty && result.standardError.contains(name), "\(result.standardError)")
            }
        }
    }
}
