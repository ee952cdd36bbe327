extension Finding {
    /// To come.
    static func data(_ connection: EndedConnection) -> [Finding] { [] }
}
