import PKI

/// How an app's bundle of pinned roots fares, in English.
extension English {
    /// What the recipe finds.
    static func sentence(_ outcome: PinnedRootsRecipe.Outcome) -> String {
        switch outcome {
        case .accepted(let pins): "accepted: \(counted(pins.count, "root")) pinned"
        case .checkMissing: "ca.check missing: length is not 32"
        case .checkLength: "ca.check: length is not 32"
        case .listMissing: "ca.txt missing: the app raises an exception"
        case .checkDiffers: "ca.check does not match ca.txt + salt"
        case .countDiffers(let pinned, let digests):
            "\(counted(pinned, "pinned certificate")) for \(counted(digests, "digest"))"
        }
    }

    /// What the manifest finds.
    static func sentence(_ outcome: PinnedRootsManifest.Outcome) -> String {
        switch outcome {
        case .accepted(let pins): "accepted: \(counted(pins.count, "root")) pinned"
        case .notAuthentic: "the manifest is not authentic"
        case .malformed: "the manifest is authentic, and not of a form that is known"
        case .rollback: "rollback: older than the version this code was built with"
        case .filesDiffer(let names): "files differ: \(names.joined(separator: ","))"
        }
    }
}
