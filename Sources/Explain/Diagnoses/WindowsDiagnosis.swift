extension Finding {
    /// To come.
    static func windows(_ connection: EndedConnection) -> [Finding] { [] }
}
