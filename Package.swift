// swift-tools-version: 6.2
// HandshakeSim: how HTTPS works, run byte for byte.

import PackageDescription

/// Warnings are errors where the project is tested: "make test" sets the trait. A user's compiler may be newer and warn of more. It builds
/// the program, and the warnings are seen.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error, .when(traits: ["Tested"]))]
/// The same for C.
let strictC: [CSetting] = [.treatAllWarnings(as: .error, .when(traits: ["Tested"]))]
/// Cores are pure: no I/O, no clock. They also build with strict memory safety.
let core: [SwiftSetting] = strict + [.strictMemorySafety()]
/// A debug build does not optimize: a run takes a third of a second as it is, and the optimizer would take longer than all the rest. But the tests
/// spend most of their time in a few rooms, and for them these are optimized, each as a whole.
let optimizedForTests: [SwiftSetting] = [
    .unsafeFlags(
        ["-O", "-whole-module-optimization", "-disable-batch-mode", "-num-threads", "2"],
        .when(configuration: .debug, traits: ["Tested"]))
]
let hot = core + optimizedForTests

/// swift-crypto's module is called Crypto, as ours is; ours keeps the name.
let alias = ["Crypto": "SwiftCrypto"]
let swiftCrypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto", moduleAliases: alias)
let cryptoExtras: Target.Dependency = .product(
    name: "CryptoExtras", package: "swift-crypto", moduleAliases: alias)
let x509: Target.Dependency = .product(name: "X509", package: "swift-certificates", moduleAliases: alias)
let asn1: Target.Dependency = .product(name: "SwiftASN1", package: "swift-asn1")
let subprocess: Target.Dependency = .product(name: "Subprocess", package: "swift-subprocess")

let package = Package(
    name: "HandshakeSim",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "HandshakeSim", targets: ["HandshakeSim"])],
    traits: [.trait(name: "Tested", description: "A build for the tests: optimized where they spend their time, and warnings are errors.")],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    ],
    targets: [
        // MARK: Leaves
        .target(
            name: "Trace", dependencies: [.product(name: "HeapModule", package: "swift-collections")],
            swiftSettings: hot),
        .systemLibrary(
            name: "CGMP", pkgConfig: "gmp", providers: [.apt(["libgmp-dev"]), .brew(["gmp"])]),
        .target(name: "Crypto", dependencies: ["CGMP", swiftCrypto, cryptoExtras], swiftSettings: hot),

        // MARK: Protocol cores: event in, actions out
        .target(
            name: "TCPSim", dependencies: ["Trace", .product(name: "DequeModule", package: "swift-collections")],
            swiftSettings: hot),
        .target(name: "TCPHost", dependencies: ["Trace", "TCPSim"], swiftSettings: hot),
        .target(name: "PKI", dependencies: ["Trace", "Crypto"], swiftSettings: core),
        .target(name: "TLSSim", dependencies: ["Trace", "Crypto", "PKI"], swiftSettings: hot),
        .target(name: "Capture", dependencies: ["Trace"], swiftSettings: core),
        .target(
            name: "Simulator",
            dependencies: ["Trace", "Crypto", "TCPSim", "TCPHost", "PKI", "TLSSim", "Render"], swiftSettings: hot),

        // MARK: Laboratories above the cores
        // What an onlooker reads out of recorded and live connections.
        .target(
            name: "Recordings", dependencies: ["Trace", "Crypto", "TLSSim", "Explain", "Render"],
            swiftSettings: core),
        // Attacks on rules: each with the rule missing and in place, on the machines of this program, and what it costs.
        .target(
            name: "Museum",
            dependencies: [
                "Trace", "Crypto", "TCPSim", "TCPHost", "PKI", "TLSSim", "Simulator", "Recordings", "Explain", "Capture", "Render",
            ], swiftSettings: hot),
        .target(
            name: "TrustLab", dependencies: ["Trace", "Crypto", "PKI", "TLSSim", "Render"],
            swiftSettings: core),

        // Every order of events on a TLS client, a TLS server and an attacker between them, up to bounds.
        .target(
            name: "TLSExplorer", dependencies: ["Trace", "Crypto", "PKI", "TCPSim", "TLSSim", "Simulator", "Render"], swiftSettings: hot),

        // The state machine of another program's TLS, found out by asking it.
        .target(
            name: "Learning", dependencies: ["Trace", "Crypto", "PKI", "TLSSim", "Render"],
            swiftSettings: core),

        // What many people say about all this, and the run that settles it: words alone.
        .target(name: "Misconceptions", dependencies: ["Trace"], swiftSettings: core),

        // What went on in a capture, what went wrong in it, and whose it is.
        .target(
            name: "Explain",
            dependencies: ["Trace", "Crypto", "TCPSim", "PKI", "TLSSim", "Capture", "Render"],
            swiftSettings: core),

        // Questions that runs answer, papers and marks; and the keys of the lessons' exercises, taken from runs.
        .target(
            name: "Classroom",
            dependencies: [
                "Trace", "Crypto", "TCPSim", "PKI", "TLSSim", "Simulator", "TrustLab", "Museum", "Misconceptions", "Learning",
                "Render",
            ], swiftSettings: core),

        // What programs outside drive: a line in, lines out.
        .target(
            name: "JSONLines", dependencies: ["Trace", "Crypto", "TCPSim", "TCPHost", "PKI", "TLSSim", "TrustLab"],
            swiftSettings: core),

        // MARK: Renderings and the outside world
        // The lessons' texts, compiled in by #embed: a program that is copied elsewhere still has them.
        .target(name: "CLessons", cSettings: strictC),
        // The page that shows a run in a browser, compiled in likewise.
        .target(name: "CWeb", cSettings: strictC),
        .target(
            name: "Render", dependencies: ["CWeb", "Trace", "Capture", swiftCrypto], swiftSettings: strict + optimizedForTests),
        .target(
            name: "LiveIO",
            dependencies: [
                "Trace", "Crypto", "TCPSim", "TCPHost", "PKI", "TLSSim", "Simulator", "Recordings", "TrustLab", "Learning",
                "Capture", "Explain", "Render",
            ], swiftSettings: strict),
        // The one asynchronous verifier, outside the targets that are pure.
        .target(name: "SecondVerifier", dependencies: ["Trace", "PKI", x509, asn1], swiftSettings: strict),
        .executableTarget(
            name: "HandshakeSim",
            dependencies: [
                "CLessons", "Trace", "Crypto", "TCPSim", "TCPHost", "PKI", "TLSSim", "Simulator", "TrustLab", "JSONLines",
                "Recordings", "Misconceptions", "Museum", "Classroom", "Learning", "Explain", "Capture", "Render", "LiveIO",
                "SecondVerifier", "TLSExplorer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: strict),

        // MARK: Tests
        // Random numbers, and damage done by them.
        .target(name: "Chance", path: "Tests/Chance", swiftSettings: strict),
        .target(
            name: "TestSupport", dependencies: ["Chance", "Trace", "Crypto", subprocess], path: "Tests/TestSupport",
            exclude: ["Traces"], swiftSettings: strict),
        .testTarget(name: "TraceTests", dependencies: ["Trace", "TestSupport"], swiftSettings: strict),
        // OpenSSL gets the keys as PEM, which PKI writes.
        .testTarget(
            name: "CryptoTests", dependencies: ["Crypto", "PKI", "TestSupport", swiftCrypto], swiftSettings: strict),
        .testTarget(name: "TCPSimTests", dependencies: ["TCPSim", "Trace", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "TCPHostTests", dependencies: ["TCPHost", "TCPSim", "Trace", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "JSONLinesTests", dependencies: ["JSONLines", "Crypto", "PKI", "TCPSim", "Trace", "TestSupport"],
            swiftSettings: strict),
        // A world of trust that the tests of both share.
        .target(
            name: "TestPKI", dependencies: ["Crypto", "PKI"], path: "Tests/TestPKI", swiftSettings: strict),
        .testTarget(
            name: "PKITests", dependencies: ["PKI", "Crypto", "SecondVerifier", "Trace", "TestPKI", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "TLSSimTests", dependencies: ["TLSSim", "Crypto", "PKI", "Trace", "TrustLab", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "LearningTests", dependencies: ["Learning", "Trace", "Crypto", "PKI", "TLSSim", "TestPKI", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "TrustLabTests",
            dependencies: ["TrustLab", "Crypto", "PKI", "Render", "TLSSim", "Trace", "TestPKI", "TestSupport"],
            swiftSettings: strict),
        // Connections of OpenSSL, recorded; and whole captures.
        .target(
            name: "TestRecording", dependencies: ["Capture", "Crypto", "PKI", "TCPSim", "Trace", "TestSupport"],
            path: "Tests/TestRecording", swiftSettings: strict),
        .testTarget(
            name: "CaptureTests", dependencies: ["Capture", "Trace", "TestRecording", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "RenderTests", dependencies: ["Render", "Capture", "Trace", "TestRecording", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "LiveIOTests",
            dependencies: [
                "LiveIO", "Render", "Simulator", "TCPHost", "TCPSim", "TLSSim", "TrustLab", "PKI", "Museum", "Recordings", "Capture",
                "Crypto", "Explain", "Trace", "TestPKI", "TestSupport",
            ],
            swiftSettings: strict),
        // Visits that several tests look at, each run once.
        .target(
            name: "TestVisit", dependencies: ["Simulator", "PKI", "TLSSim"], path: "Tests/TestVisit",
            swiftSettings: strict),
        .testTarget(
            name: "SimulatorTests",
            dependencies: [
                "Simulator", "Crypto", "PKI", "TCPHost", "TCPSim", "TLSSim", "Trace", "Render", "TestSupport", "TestVisit",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "TLSExplorerTests", dependencies: ["TLSExplorer", "Museum", "Trace", "Simulator", "TLSSim", "Render", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "MuseumTests",
            dependencies: [
                "Museum", "Recordings", "Explain", "Capture", "Crypto", "PKI", "Render", "Simulator", "TCPSim", "TLSSim",
                "Trace", "TestRecording", "TestSupport", "TestVisit",
            ], swiftSettings: strict),
        .testTarget(
            name: "ExplainTests",
            dependencies: [
                "Explain", "Capture", "Crypto", "PKI", "Render", "Simulator", "TCPHost", "TCPSim", "TLSSim", "Trace",
                "TestRecording", "TestSupport", "TestVisit",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "HandshakeSimTests",
            dependencies: [
                "HandshakeSim", "LiveIO", "Misconceptions", "Museum", "PKI", "Simulator", "Render", "Trace", "TrustLab",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "LessonTests", dependencies: ["HandshakeSim", "Classroom", "Simulator", "Render", "Trace", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ClassroomTests",
            dependencies: ["HandshakeSim", "Classroom", "Misconceptions", "Render", "Simulator", "Trace", "TestSupport"],
            swiftSettings: strict),
        // Against Linux's own TCP: needs a TUN device, and is asked for (see LiveNetwork).
        .testTarget(
            name: "LiveTests", dependencies: ["HandshakeSim", "TestSupport"], exclude: ["healthy.py", "kernel.py", "Shapes", "stack.py"],
            swiftSettings: strict),
        // Against other people's TLS, on the loopback interface.
        .testTarget(
            name: "LiveTLSTests", dependencies: ["HandshakeSim", "TLSSim", "TestSupport"],
            exclude: ["causes.py", "failures.py", "commands.py", "learn.py", "matrix.py", "matrix13.py", "peers.py", "soak.py", "torment.py"],
            swiftSettings: strict),
        // Everything that reads what comes from outside, given what does not belong there.
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                "Chance", "Trace", "Crypto", "TCPSim", "TCPHost", "PKI", "TLSSim", "Simulator", "Museum", "TrustLab",
                "JSONLines", "Capture", "Explain", "Render", "LiveIO", swiftCrypto,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], path: "Tests/Fuzz", swiftSettings: strict),
        .testTarget(name: "FuzzTests", dependencies: ["Fuzz", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "TidyTests", dependencies: ["TestSupport", swiftCrypto], exclude: ["translations.json"], swiftSettings: strict),

        // MARK: Benchmarks
        // What the C library knows of this process: its time, octets in use, and how often some were asked for.
        .target(name: "CProcess", path: "Benchmarks/CProcess", cSettings: strictC),
        .target(
            name: "Measurement", dependencies: ["CProcess"], path: "Benchmarks/Measurement", swiftSettings: strict),
        .executableTarget(
            name: "TCPBenchmarks", dependencies: ["Measurement", "TCPHost", "TCPSim", "Trace"],
            path: "Benchmarks/TCPBenchmarks", swiftSettings: strict),
        .executableTarget(
            name: "ExplorerBenchmarks", dependencies: ["Measurement", "Simulator"],
            path: "Benchmarks/ExplorerBenchmarks", swiftSettings: strict),
        .executableTarget(
            name: "ExplainBenchmarks", dependencies: ["Measurement", "Explain"],
            path: "Benchmarks/ExplainBenchmarks", swiftSettings: strict),
        .executableTarget(
            name: "TLSBenchmarks",
            dependencies: ["Measurement", "Trace", "Crypto", "PKI", "TLSSim", swiftCrypto],
            path: "Benchmarks/TLSBenchmarks", swiftSettings: strict),
        .executableTarget(
            name: "TrustBenchmarks",
            dependencies: ["Measurement", "PKI", x509],
            path: "Benchmarks/TrustBenchmarks", swiftSettings: strict),
    ]
)
