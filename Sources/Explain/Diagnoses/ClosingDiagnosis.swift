extension Finding {
    /// To come.
    static func closing(_ connection: EndedConnection) -> [Finding] { [] }
}
