import PKI
import Trace

/// A comparison of a certificate that an app has bundled with the certificate that the server shows in its place.
package struct Renewal: Hashable, Sendable {
    /// The certificate in the app.
    package let bundled: CertificatePins
    /// The certificate that the server shows in its place. Nil if the server shows none that could be compared.
    package let shown: CertificatePins?
    /// The kind of the change.
    package let kind: Kind

    /// A kind of change. The raw value is its name in JSON.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The server shows the same certificate.
        case unchanged
        /// The server shows another certificate with the same key.
        case sameKey = "same key"
        /// The server shows another certificate for the same owner, with another key.
        case newKey = "new key"
        /// The certificate is an authority's, and the chain now goes through another authority.
        case otherAuthority = "other authority"
        /// The certificate is for another host.
        case otherHost = "other host"
    }

    /// Compares a bundled certificate with a chain. Nil if `bundled` is not a certificate.
    ///
    /// - Parameters:
    ///   - bundled: the app's certificate in DER.
    ///   - chain: the server's certificates in DER, the leaf first.
    ///   - host: the host of the URL; nil if it is not known.
    package init?(of bundled: [UInt8], in chain: [[UInt8]], host: String?) {
        guard let own = TrustMemory.structure(of: bundled) else { return nil }
        let structures = chain.compactMap { TrustMemory.structure(of: $0) }
        let shown = structures.enumerated().map { index, structure in
            CertificatePins(structure, as: index == 0 ? .leaf : structure.isSelfIssued ? .root : .intermediate)
        }
        func found(_ index: Int?, _ kind: Kind) -> (CertificatePins, Kind)? { index.map { (shown[$0], kind) } }
        let isAuthority = own.meaning.basicConstraints?.value?.isAuthority == true
        let rank: CertificatePins.Role = !isAuthority ? .leaf : own.isSelfIssued ? .root : .intermediate
        let names = Set(own.dnsNames.map { $0.lowercased() })
        let isForHost =
            switch host.flatMap({ HostName($0) }) {
            case .dns(let labels)?: names.contains { HostName.dnsName($0, fits: labels) }
            case .address?, nil: false
            }
        let sharesName = structures.first.map { !names.isDisjoint(with: $0.dnsNames.map { $0.lowercased() }) } ?? false
        let match =
            found(structures.firstIndex { $0.der == bundled }, .unchanged)
            ?? found(structures.firstIndex { $0.publicKeyInfo == own.publicKeyInfo }, .sameKey)
            ?? found(structures.firstIndex { !own.subject.isEmpty && $0.subject == own.subject }, .newKey)
            ?? found(isForHost || sharesName ? shown.indices.first : nil, .newKey)
        if let match {
            (self.shown, kind) = match
        } else if isAuthority {
            // The first authority of the same rank, or else the first authority of the chain.
            self.shown = shown.dropFirst().first { $0.role == rank } ?? shown.dropFirst().first
            kind = .otherAuthority
        } else {
            self.shown = shown.first
            kind = .otherHost
        }
        self.bundled = CertificatePins(own, as: self.shown?.role ?? rank)
    }

    /// The comparisons of all of an app's certificates, the smallest change first. Octets that are not a certificate are left out.
    package static func all(of pins: [[UInt8]], in chain: [[UInt8]], host: String?) -> [Renewal] {
        let found = pins.compactMap { Renewal(of: $0, in: chain, host: host) }
        return Kind.allCases.flatMap { kind in found.filter { $0.kind == kind } }
    }

    /// The smallest change, which explains best why no pin is in the chain. Nil if a pin is in the chain, and if there are no pins.
    static func explaining(_ pins: [[UInt8]], absentFrom chain: [[UInt8]], host: String?) -> Renewal? {
        all(of: pins, in: chain, host: host).first.flatMap { $0.kind == .unchanged ? nil : $0 }
    }
}

extension Renewal: Remark {
    /// The renewal in words, with the names of the old and the new certificate.
    package var english: String {
        let old = Renewal.text(bundled)
        guard let shown else {
            return "The certificate you bundled (\(old)) has nothing beside it: no certificate is shown."
        }
        let new = Renewal.text(shown)
        return switch kind {
        case .unchanged: "The certificate you bundled (\(old)) is the one that is shown."
        case .sameKey:
            "The certificate you bundled (\(old)) is not the one that is shown (\(new)). Both have the same key: it was renewed "
                + "with the same key."
        case .newKey:
            "The certificate you bundled (\(old)) is not the one that is shown (\(new)). Their keys differ: it was renewed with "
                + "a new key, unless another server answers in its place."
        case .otherAuthority:
            "The certificate you bundled (\(old)) is an authority's that is no longer in the chain. In its place stands another "
                + "one (\(new))."
        case .otherHost:
            "The certificate you bundled (\(old)) is neither this server's nor an authority's above it. The server shows another "
                + "one (\(new))."
        }
    }

    package var chinese: String {
        let old = Renewal.chinese(bundled)
        guard let shown else {
            return "随应用打包的证书（\(old)）没有可比的对象：没有出示证书。"
        }
        let new = Renewal.chinese(shown)
        return switch kind {
        case .unchanged: "随应用打包的证书（\(old)）就是出示的那一张。"
        case .sameKey:
            "随应用打包的证书（\(old)）不是出示的那一张（\(new)）。两者的密钥相同：它用同一个密钥续签了。"
        case .newKey:
            "随应用打包的证书（\(old)）不是出示的那一张（\(new)）。两者的密钥不同：它用新密钥续签了，除非应答的是另一台服务器。"
        case .otherAuthority:
            "随应用打包的证书（\(old)）属于一个已不在证书链中的 CA。现在那里是另一个 CA（\(new)）。"
        case .otherHost:
            "随应用打包的证书（\(old)）既不是这台服务器的，也不是它上面的 CA 的。服务器出示的是另一张（\(new)）。"
        }
    }

    /// A certificate by the values that tell it from another certificate of the same owner: name, serial number, dates and key.
    private static func text(_ pins: CertificatePins) -> String {
        let serial = pins.serialNumber.count > 16 ? pins.serialNumber.prefix(16) + "…" : pins.serialNumber[...]
        return "\(pins.label), serial \(serial), \(English.day(pins.notBefore)) to \(English.day(pins.notAfter)), "
            + "key \(pins.publicKeyPin.base64.prefix(8))…"
    }

    private static func chinese(_ pins: CertificatePins) -> String {
        let serial = pins.serialNumber.count > 16 ? pins.serialNumber.prefix(16) + "…" : pins.serialNumber[...]
        return "\(pins.label)，序列号 \(serial)，\(English.day(pins.notBefore)) 到 \(English.day(pins.notAfter))，"
            + "密钥 \(pins.publicKeyPin.base64.prefix(8))…"
    }
}

extension Renewal.Kind: Wording {
    package var english: String { rawValue }

    package var chinese: String {
        switch self {
        case .unchanged: "没有变化"
        case .sameKey: "密钥不变"
        case .newKey: "新密钥"
        case .otherAuthority: "另一个 CA"
        case .otherHost: "另一台主机"
        }
    }
}
