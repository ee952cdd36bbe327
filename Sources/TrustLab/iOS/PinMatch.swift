/// The search for a pinned key in a chain.
struct PinMatch {
    /// Whether a key is pinned.
    let isFound: Bool
    /// Which, or that none is.
    let reason: PolicyReason

    /// Looks for the first certificate with a key that is pinned.
    ///
    /// - Parameter bundled: the certificates that the pins are from, where they are from certificates.
    init(_ chain: some Collection<[UInt8]>, pins: [PublicKeyPin], of bundled: [[UInt8]] = [], host: String? = nil) {
        for certificate in chain {
            guard let pin = PublicKeyPin(ifOfCertificate: certificate), pins.contains(pin) else { continue }
            isFound = true
            reason = .keyPinned(certificate.label, pin)
            return
        }
        isFound = false
        reason = .noKeyPinned(
            chain: chain.count, pins: pins.count,
            renewal: .explaining(bundled, absentFrom: Array(chain), host: host))
    }
}
