// swift-tools-version: 6.2
// How fast HandshakeSim is, apart from the package it measures: nobody who only runs it has to build this.

import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

func measured(_ product: String) -> Target.Dependency { .product(name: product, package: "HandshakeSim") }

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "HandshakeSim", path: "..")
    ],
    targets: [
        // What the C library knows of memory: octets in use, and how often some was asked for.
        .target(name: "CMemory", cSettings: [.treatAllWarnings(as: .error)]),
        .target(name: "Measurement", dependencies: ["CMemory"], swiftSettings: strict),
        // Apart from the others since it needs next to nothing built.
        .executableTarget(
            name: "TCPBenchmarks", dependencies: ["Measurement", measured("TCPSim"), measured("Trace")],
            swiftSettings: strict),
        .executableTarget(
            name: "ExplorerBenchmarks", dependencies: ["Measurement", measured("Simulator")],
            swiftSettings: strict),
    ]
)
