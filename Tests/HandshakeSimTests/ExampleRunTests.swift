import Foundation
import TestSupport
import Testing

@testable import HandshakeSim

/// Every example of every help page, pasted into a shell and run to its end.
///
/// It runs in a folder that has the files it names. Where it names a server, one answers on this machine.
@Suite struct ExampleRunTests {
    /// A kind of example that is not run here, and why.
    private enum Skipped: String, CaseIterable {
        case device = "it needs a device that root has made: the tests of `tcp tun` make one in a network of their own"
        case questions = "it asks a server or a client for a minute: the tests of `learn` do that"
        case wholeSite = "it takes most of a minute: the tests of `site` run it, and look at every page"

        init?(_ example: String) {
            if example.contains(" --device ") {
                self = .device
            } else if example.hasPrefix("HandshakeSim learn "), !example.hasPrefix("HandshakeSim learn self") {
                self = .questions
            } else if example.hasPrefix("HandshakeSim site ") {
                self = .wholeSite
            } else {
                return nil
            }
        }
    }

    /// The commands that pass a judgement: of a server that no system trusts, of a TCP or a TLS that is wrong on purpose, of answers that are
    /// missing. Their status 3 is no failure of the example.
    private static let judges = [
        "doctor", "trust evaluate", "trust ats", "trust loaders", "explore", "quiz", "explain", "learn self",
    ]

    /// The certificates are those of a server of this machine, which has the names of the examples too.
    private static let files = SharedFiles { folder in
        try await Tool.require("openssl")
        let text = try await Tool.run("bash", ["-c", setUp, "bash", folder.path, try BuiltProgram.path()])
        guard text.status == 0 else { throw ToolError("the files of the examples: \(text.standardError)") }
    }

    private static let setUp = #"""
        set -e
        cd "$1"
        key=(-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes)
        openssl req -x509 "${key[@]}" -keyout ca.key -out ca.pem -subj "/CN=Example Root" -days 3000 \
          -addext keyUsage=critical,keyCertSign
        openssl req -x509 "${key[@]}" -keyout server.key -CA ca.pem -CAkey ca.key -out leaf.pem -subj /CN=www.example.com \
          -days 90 -addext basicConstraints=CA:FALSE -addext extendedKeyUsage=serverAuth -addext \
          subjectAltName=DNS:www.example.com,DNS:api.example.com,DNS:example.com,DNS:localhost
        cat leaf.pem ca.pem > server.pem
        for name in chain new old; do cp server.pem $name.pem; done
        cp ca.pem root.pem
        cp server.key spare.key
        openssl x509 -in leaf.pem -outform DER -out bundled.cer
        openssl x509 -in ca.pem -outform DER -out root.cer
        openssl req -x509 "${key[@]}" -keyout other.key -out other.cer -outform DER -subj "/CN=Other Root" -days 3000
        printf 'student,name\ns4,Ada\ns7,Bo\n' > roster.csv
        printf 'student,q1\ns4,1\ns7,2\n' > all.csv
        printf '%s' '{"schema":"handshakesim.course","version":1,"id":"net","items":[{"id":"q1","template":"tcp.ack-of-syn"}]}' \
          > course.json
        "$2" class secret --out secret
        for seed in 1 2 3; do "$2" --dh --seed $seed --only tls.client_hello --pcap $seed.pcapng; done
        cat 1.pcapng 2.pcapng 3.pcapng > trace.pcapng
        cp 1.pcapng run.pcapng
        cp 1.pcapng trace.pcap0
        gzip -c 2.pcapng > trace.pcap1.gz
        echo '<?xml version="1.0"?><plist version="1.0"><dict/></plist>' > Info.plist
        """#

    /// The programs that an example finds in PATH: ours, and those that it names. None of them opens a window or listens to a network.
    private static let tools = #"""
        mkdir bin
        ln -s "$1" bin/HandshakeSim
        put() { printf '#!/bin/sh\n%s\n' "$2" > "bin/$1"; chmod +x "bin/$1"; }
        put less cat
        put tcpdump "cat trace.pcapng"
        put xdg-open :
        put open :
        """#

    /// Runs the example in $1. A server is stopped by Ctrl-C as soon as it has said where it listens.
    private static let shell = #"""
        export PATH="$PWD/bin:$PATH" PAGER=cat
        if [ "$2" != server ]; then eval "$1"; exit; fi
        rm -f said
        eval "$1 > said &"
        while [ ! -s said ] && kill -0 $!; do sleep 0.05; done
        kill -INT $!
        wait $!
        """#

    /// A server that answers connections until it goes.
    private final class Answering {
        private let process = Process()
        let port: String

        init(in folder: TemporaryDirectory) throws {
            let output = Pipe()
            process.executableURL = URL(filePath: try BuiltProgram.path())
            process.arguments = [
                "listen", "--port", "0", "--cert", folder.path(of: "server.pem"), "--key",
                folder.path(of: "server.key"),
                "--quiet",
            ]
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            var said = ""
            while !said.contains("\n") {
                let piece = output.fileHandleForReading.availableData
                guard !piece.isEmpty else { throw ToolError("listen has ended: \(said)") }
                said += String(decoding: piece, as: UTF8.self)
            }
            port = String(try #require(said.firstMatch(of: #/:(\d+)\./#), "\(said)").output.1)
        }

        deinit { process.terminate() }
    }

    /// The example that makes a file of a folder, by the folder's name: "papers".
    private static func maker(of folder: Substring) -> String? {
        CatalogueTests.commands().flatMap { HelpTests.examples(of: $0.words) }.first { $0.contains("--out \(folder)") }
    }

    /// Runs an example in a folder. What it names is there: the shared files, or what an earlier example makes.
    private static func run(
        _ example: String, in folder: TemporaryDirectory, of files: TemporaryDirectory
    ) async throws -> Tool.Result {
        let manager = FileManager.default
        let words: [Substring] = example.split(separator: " ") + ["ca.pem"]
        for (option, word) in zip([""] + words, words) where !["--out", "--pcap", "--html", "--json"].contains(option) {
            let path = folder.path(of: String(word))
            guard !manager.fileExists(atPath: path), !example.contains("--out \(word)") else { continue }
            if word == "handed-in" || word == "bundle" {
                try manager.createDirectory(atPath: path, withIntermediateDirectories: false)
                for root in word == "bundle" ? ["root.cer", "other.cer"] : [] {
                    try folder.write(try files.read(root), to: "bundle/\(root)")
                }
            } else if let shared = try? files.read(String(word)) {
                try folder.write(shared, to: String(word))
            } else if word.contains("/"), let top = word.split(separator: "/").first, let maker = maker(of: top) {
                _ = try await run(maker, in: folder, of: files)
            }
        }
        let isServer = ["serve", "listen"].contains(words.dropFirst().first ?? "")
        var line = example.replacing(#/--port \d+/#, with: "--port 0")
        if let place = line.firstMatch(of: #/(www\.)?example\.com:443|localhost:4433/#), !isServer {
            let server = try Answering(in: files)
            line.replaceSubrange(place.range, with: "localhost:\(server.port)")
            // A public authority stands for the server of the example, and this one for ours.
            if line.contains(" connect "), !line.contains("--ca ") { line += " --ca ca.pem" }
            defer { withExtendedLifetime(server) {} }
            return try await shell(line, "", in: folder)
        }
        return try await shell(line, isServer ? "server" : "", in: folder)
    }

    private static func shell(_ line: String, _ kind: String, in folder: TemporaryDirectory) async throws -> Tool.Result
    {
        try await Tool.run("bash", ["-c", "cd \"$3\"; \(shell)", "bash", line, kind, folder.path])
    }

    @Test(arguments: CatalogueTests.commands().map(\.words)) func eachExampleEndsAsItShould(command: [String])
        async throws
    {
        let examples = HelpTests.examples(of: command).filter { Skipped($0) == nil }
        guard !examples.isEmpty else { return }
        try await TemporaryDirectory.use { files in
            try await Self.files.copy(to: files)
            try await TemporaryDirectory.use { folder in
                let program = try BuiltProgram.path()
                _ = try await Tool.output("bash", ["-c", "cd \"$2\"; \(Self.tools)", "bash", program, folder.path])
                for example in examples {
                    let result = try await Self.run(example, in: folder, of: files)
                    let judges = Self.judges.contains { example.contains("HandshakeSim \($0)") }
                    #expect(
                        result.status == 0 || judges && result.status == 3,
                        "\(example): \(result.status) \(result.standardError)")
                    #expect(!result.standardError.contains("Error:"), "\(example): \(result.standardError)")
                }
            }
        }
    }

    /// Each reason is still one of an example. The rest is run.
    @Test func fewExamplesAreSkipped() {
        let examples = CatalogueTests.commands().flatMap { HelpTests.examples(of: $0.words) }
        let skipped = examples.compactMap { Skipped($0) }
        #expect(Set(skipped) == Set(Skipped.allCases))
        #expect(examples.count > 140 && skipped.count <= 10)
    }
}
