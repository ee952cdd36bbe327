extension Finding {
    /// To come.
    static func path(_ connection: EndedConnection) -> [Finding] { [] }
}
