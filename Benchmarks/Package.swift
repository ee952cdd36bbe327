// swift-tools-version: 6.2
// How fast HandshakeSim is, apart from the package it measures: nobody who only runs it has to build this.

import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// HandshakeSim calls swift-crypto's module Crypto by another name, its own being Crypto as well. When HandshakeSim is not the root of
/// the build, SwiftPM loses that in about every third run unless it is said here again.
let alias = ["Crypto": "SwiftCrypto"]
let aliased: [Target.Dependency] = [
    .product(name: "Crypto", package: "swift-crypto", moduleAliases: alias),
    .product(name: "X509", package: "swift-certificates", moduleAliases: alias),
]

func measured(_ product: String) -> Target.Dependency { .product(name: product, package: "HandshakeSim") }

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "HandshakeSim", path: ".."),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    ],
    targets: [
        // What the C library knows of this process: its time, octets in use, and how often some were asked for.
        .target(name: "CProcess", cSettings: [.treatAllWarnings(as: .error)]),
        .target(name: "Measurement", dependencies: ["CProcess"], swiftSettings: strict),
        // Apart from the others since it needs next to nothing built.
        .executableTarget(
            name: "TCPBenchmarks", dependencies: ["Measurement", measured("TCPSim"), measured("Trace")],
            swiftSettings: strict),
        .executableTarget(
            name: "ExplorerBenchmarks", dependencies: ["Measurement", measured("Simulator")] + aliased,
            swiftSettings: strict),
        .executableTarget(
            name: "TLSBenchmarks", dependencies: ["Measurement", measured("TLSSim")] + aliased, swiftSettings: strict),
        .executableTarget(
            name: "TrustBenchmarks", dependencies: ["Measurement", measured("TLSSim")] + aliased, swiftSettings: strict),
    ]
)
