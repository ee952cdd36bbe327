import ArgumentParser
import PKI

extension AnchorKind: ExpressibleByArgument {
    /// The kind of the anchors: `kind` if it is given. Otherwise anchors from files are an app's, and without files they are the system's.
    init(ofAnchors files: [String], given kind: AnchorKind?) { self = kind ?? (files.isEmpty ? .system : .app) }
}
