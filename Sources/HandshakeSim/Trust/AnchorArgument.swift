import ArgumentParser
import PKI

extension AnchorKind: ExpressibleByArgument {
    /// What anchors count as in every command: those of the system as the system's, and those in files as an app's, unless
    /// something else is said.
    init(ofAnchors files: [String], given kind: AnchorKind?) { self = kind ?? (files.isEmpty ? .system : .app) }
}
