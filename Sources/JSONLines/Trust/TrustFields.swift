import PKI
import Trace

/// Kinds of fields that only requests about trust have.
extension Fields {
    /// A time such as "2026-03-01T12:00:00Z", in seconds since 1970.
    func time(_ name: String) throws(RequestError) -> Int64 {
        let text = try text(name)
        guard let time = CivilTime.seconds(rfc3339: text) else {
            throw error(name, "\"\(text)\" is not a moment such as 2026-03-01T12:00:00Z")
        }
        return time
    }

    /// The certificates in a list of PEM texts, in DER. Each text has one or more.
    func certificates(_ name: String) throws(RequestError) -> [[UInt8]] {
        var certificates: [[UInt8]] = []
        for (index, text) in try texts(name).enumerated() {
            do {
                certificates += try CertificatePEM.decode(text)
            } catch { throw self.error("\(name)[\(index)]", "\(error)") }
        }
        return certificates
    }
}
