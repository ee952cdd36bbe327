import TLSSim

extension RegisteredSuite {
    /// The suite with this registry name, or with this number, such as "0xc02f"; nil for a name that is not known here.
    init?(registered text: String) {
        if text.hasPrefix("0x") {
            guard let number = UInt16(text.dropFirst(2), radix: 16) else { return nil }
            self.init(number)
            return
        }
        guard let suite = RegisteredSuite.named(text) else { return nil }
        self = suite
    }
}
