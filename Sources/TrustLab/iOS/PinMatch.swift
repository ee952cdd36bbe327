/// The search for a pinned key in a chain.
struct PinMatch {
    /// Whether a key of the chain is pinned.
    let isFound: Bool
    /// Which key is pinned, or that no key is.
    let reason: PolicyReason

    /// Looks for the first certificate with a key that is pinned.
    ///
    /// - Parameters:
    ///   - chain: certificates in DER.
    ///   - bundled: the certificates in DER from which the pins were taken, if any. They explain a failure.
    ///   - host: the host of the connection, for the same explanation.
    init(_ chain: some Collection<[UInt8]>, pins: [PublicKeyPin], of bundled: [[UInt8]] = [], host: String? = nil) {
        for certificate in chain {
            guard let pin = PublicKeyPin(ifOfCertificate: certificate), pins.contains(pin) else { continue }
            isFound = true
            reason = .keyPinned(certificate.nameInWords, pin)
            return
        }
        isFound = false
        reason = .noKeyPinned(
            chain: chain.count, pins: pins.count,
            renewal: .explaining(bundled, absentFrom: Array(chain), host: host))
    }
}
