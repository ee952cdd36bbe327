/// Which module may import which: the plan of the house. An import that is not listed here is a finding.
///
/// Swift modules that need no import line (Swift, _Concurrency) are not listed.
enum Arrows {
    /// What every target may import.
    static let allowed: [String: Set<String>] = [
        // The leaf: what can be said about a run. It knows no protocol and needs nobody.
        "Trace": ["HeapModule"],
        "Crypto": ["CGMP", "SwiftCrypto", "CryptoExtras", "SwiftASN1"],
        // One JSON object a line, for programs that are driven from outside.
        "JSONLines": [],
        // TCP knows no cryptography, TLS knows no TCP: it sees a stream of octets.
        "TCPSim": ["Trace", "DequeModule"],
        // Many connections in one host; the language in which it is driven from outside knows nothing else.
        "TCPHost": ["Trace", "TCPSim"],
        "TCPDrive": ["Trace", "JSONLines", "TCPSim", "TCPHost"],
        "CryptoCheck": ["Trace", "JSONLines", "Crypto"],
        "TrustSim": ["Trace", "Crypto", "X509", "SwiftASN1", "SwiftCrypto"],
        "TLSSim": ["Trace", "Crypto", "TrustSim"],
        "Capture": ["Trace"],
        "Simulator": ["Trace", "Crypto", "TCPSim", "TrustSim", "TLSSim"],
        "Attacks": ["Trace", "Crypto", "TCPSim", "TrustSim", "TLSSim", "Capture"],
        // A new way to show a run cannot touch protocol code.
        "Render": ["Trace", "Capture", "Rainbow"],
        // The only target with file descriptors and a real clock.
        "LiveIO": [
            "Trace", "Crypto", "TCPSim", "TCPHost", "TrustSim", "TLSSim", "Synchronization", "Foundation",
            "Glibc", "Darwin",
        ],
        // What is asked of swift-certificates is asked here: its verifier is asynchronous.
        "SecondVerifier": ["TrustSim", "X509", "SwiftASN1", "FoundationEssentials", "Foundation"],
        "HandshakeSim": [
            "CLessons", "Trace", "Crypto", "CryptoCheck", "TCPSim", "TCPHost", "TCPDrive", "TrustSim", "TLSSim",
            "Simulator", "Attacks", "Capture", "Render",
            "LiveIO", "SecondVerifier",
            "ArgumentParser", "Foundation",
        ],
        "CGMP": [],
    ]

    /// Files that may import more, each with the reason.
    static let exceptions: [String: (imports: Set<String>, reason: String)] = [
        "Sources/TrustSim/Certificate/CertificateTime.swift": (
            ["FoundationEssentials", "Foundation"], "X509 has Foundation.Date"
        ),
        "Sources/TrustSim/IssuerKey.swift": (
            ["FoundationEssentials", "Foundation"], "X509 signs a Foundation.DataProtocol"
        ),
    ]

    /// The module that a line imports: "Trace" for `@testable import struct Trace.Field`.
    static func module(importedBy line: String) -> String? {
        var words = line.split(separator: " ").map(String.init)[...]
        let before: Set<String> = ["public", "package", "internal", "fileprivate", "private", "unsafe"]
        while let word = words.first, word.hasPrefix("@") || before.contains(word) { words = words.dropFirst() }
        guard words.first == "import" else { return nil }
        words = words.dropFirst()
        let kinds: Set<String> = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
        if let word = words.first, kinds.contains(word) { words = words.dropFirst() }
        return words.first.map { String($0.prefix { $0 != "." && $0 != ";" }) }
    }

    /// Imports that the plan of the house does not allow.
    static func examine(_ file: SourceFile) -> [Finding] {
        guard let target = file.target else { return [] }
        guard var modules = allowed[target] else { return [file.finding(0, "target \(target) has no arrows")] }
        modules.formUnion(exceptions[file.path]?.imports ?? [])
        return file.code.enumerated().compactMap { index, line in
            guard let module = module(importedBy: line), !modules.contains(module) else { return nil }
            return file.finding(index, "\(target) must not import \(module)")
        }
    }
}
