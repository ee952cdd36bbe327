extension Finding {
    /// To come.
    static func application(_ connection: EndedConnection) -> [Finding] { [] }
}
