/// The party that made an anchor trusted. A platform's rules for the certificates below the anchor depend on it.
public enum AnchorKind: String, Sendable, Hashable, CaseIterable {
    /// The anchor came with the system.
    case system
    /// An app has supplied the anchor.
    case app
    /// The user, or the administrator of the device, has installed the anchor.
    case user
}
