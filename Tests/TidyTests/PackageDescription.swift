import Foundation
import TestSupport

/// The targets of the package and their dependencies, as SwiftPM reads them from Package.swift.
struct PackageDescription: Decodable, Sendable {
    /// One target.
    struct Target: Decodable, Sendable {
        let name: String
        /// From the top of the project: "Sources/Trace".
        let path: String
        /// Targets of this package.
        let targetDependencies: [String]?
        /// Products of other packages.
        let productDependencies: [String]?

        private enum CodingKeys: String, CodingKey {
            case name, path
            case targetDependencies = "target_dependencies"
            case productDependencies = "product_dependencies"
        }

        /// The modules that the dependencies bring. A product has one module, called as the product is; swift-crypto's, whose
        /// name is that of a target here, is called what Package.swift makes of it.
        var modules: Set<String> {
            Set(targetDependencies ?? []).union((productDependencies ?? []).map { $0 == "Crypto" ? "SwiftCrypto" : $0 })
        }
    }

    let targets: [Target]

    /// The target of this name.
    subscript(name: String) -> Target? { targets.first { $0.name == name } }

    /// The targets of this package that `name` depends on, directly or through others.
    func reach(of name: String) -> Set<String> {
        var reached: Set<String> = []
        var waiting = self[name]?.targetDependencies ?? []
        while let next = waiting.popLast() {
            guard reached.insert(next).inserted else { continue }
            waiting += self[next]?.targetDependencies ?? []
        }
        return reached
    }

    /// What `swift package describe` says of the project.
    ///
    /// `swift test` holds the lock of .build while the tests run, and a second SwiftPM there would wait for it for ever. It gets
    /// a folder of its own. Nothing is fetched: a description needs no more than the manifest.
    static func read() async throws -> PackageDescription {
        try await TemporaryDirectory.use { directory in
            let text = try await Tool.output(
                "swift",
                [
                    "package", "--package-path", Project.root.path, "--scratch-path", directory.path(of: "build"),
                    "describe", "--type", "json",
                ])
            return try JSONDecoder().decode(PackageDescription.self, from: Data(text.utf8))
        }
    }
}
