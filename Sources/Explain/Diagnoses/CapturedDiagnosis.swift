extension Finding {
    /// To come.
    static func captured(_ connection: EndedConnection) -> [Finding] { [] }
}
