import PKI
import TLSSim
import Trace

/// What a server sends as its certificates. They are looked at and not judged.
public enum ServerChain {
    /// Makes a handshake as far as the certificates need, and hangs up.
    ///
    /// - Returns: the certificates in DER, the leaf first.
    /// - Throws: ``NetworkError``, or ``CertificateFiles/Failure`` for an answer without certificates.
    public static func fetch(from place: Endpoint, named name: String, within seconds: Double) throws -> [[UInt8]] {
        let stop = try StopSignal()
        let probe = try ServerProbe(place, serverName: name, timeout: seconds)
        let answer = try probe.older(until: stop)
        if case .hello(_, _, let certificates) = answer, !certificates.isEmpty { return certificates }
        var why = reason(answer)
        if case .alert = answer, case .hello(.tls13, _, _) = try probe.newest(until: stop) {
            let question = Question(.anyServer, time: WallClock.microseconds / 1_000_000)
            let hidden = try probe.hidden(question, until: stop)
            if !hidden.certificates.isEmpty { return hidden.certificates }
            why =
                "it speaks TLS 1.3 alone, which encrypts its certificates, and a handshake failed: \(hidden.failure ?? ""). "
                + "Save them with 'openssl s_client -connect \(place) "
                + "-servername \(name) -showcerts </dev/null > chain.pem', and name the file"
        }
        throw CertificateFiles.Failure(path: "\(place.address):\(place.port)", why: why)
    }

    private static func reason(_ answer: HelloProbe.Answer) -> String {
        switch answer {
        case .hello: "it shows no certificate"
        case .alert(let alert): "it refuses the handshake with the alert \(alert)"
        case .closed: "it ends the connection after a ClientHello"
        case .malformed(let why): "no TLS: \(why)"
        case .foreign(let octets): "no TLS: it begins with the octets \(Hex.string(octets.prefix(8)))"
        case .silence: "no answer to a ClientHello"
        }
    }
}
