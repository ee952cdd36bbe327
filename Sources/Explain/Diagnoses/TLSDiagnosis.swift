extension Finding {
    /// To come.
    static func tls(_ connection: EndedConnection) -> [Finding] { [] }
}
