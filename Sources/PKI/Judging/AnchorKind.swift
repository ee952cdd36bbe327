/// On whose word an anchor is trusted. What a platform asks of the certificates below it depends on that.
public enum AnchorKind: String, Sendable, Hashable, CaseIterable {
    /// The system came with it.
    case system
    /// An app has supplied it.
    case app
    /// The user, or the administrator of the device, has installed it.
    case user
}
