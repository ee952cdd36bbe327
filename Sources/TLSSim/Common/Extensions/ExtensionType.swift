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
        self.init(number, Self.names[number] ?? "extension")
    }

    /// Names of the registry for extensions that have no body of their own here, or not in every message.
    private static let names: [UInt16: String] = [
        41: "pre_shared_key", 42: "early_data", 43: "supported_versions", 44: "cookie", 45: "psk_key_exchange_modes",
        47: "certificate_authorities", 49: "post_handshake_auth", 50: "signature_algorithms_cert", 51: "key_share",
    ]
}
