/// An entry of the registry of extensions: "TLS ExtensionType Values".
struct ExtensionType {
    let number: UInt16
    let name: String

    init(_ number: UInt16, _ name: String) {
        self.number = number
        self.name = name
    }

    /// The type of an extension that is carried and not acted upon.
    init(notUnderstood number: UInt16) {
        let name =
            switch number {
            case 43: "supported_versions"
            case 51: "key_share"
            default: "extension"
            }
        self.init(number, name)
    }
}
