import Crypto
import PKI
import TestSupport
import Testing
import Trace

@testable import TLSSim

/// Every octet of every message of a recorded handshake, changed before it is delivered.
@Suite struct CorruptionTests {
    /// The places a change may go unnoticed, and why.
    ///
    /// RFC 5246 appendix E.1: the version in the record of the first ClientHello has to be ignored as long as its major octet
    /// is 3, and record headers are in no transcript.
    private func isToBeIgnored(flight: Int, offset: Int) -> Bool { flight == 0 && offset == 2 }

    /// Each key exchange and each way to protect records at least once.
    private static let suites: [CipherSuite] = [
        .rsaAES128GCM, .dheRSAAES256GCM, .ecdheRSAAES128GCM, .ecdheECDSAChaCha20, .rsaAES128CBCSHA,
    ]

    @Test(arguments: suites)
    func oneChangedOctetEndsInATypedErrorAndAnAlert(suite: CipherSuite) async throws {
        // ClientHello; ServerHello to ServerHelloDone; ClientKeyExchange to Finished; ChangeCipherSpec and Finished; a word
        // each way; close_notify each way.
        let flights = await Exchange.flights(of: try await Pair.able(suite))
        #expect(flights.map(\.flight) == Array(0..<8))
        for (flight, octets, before) in flights {
            for offset in octets.indices where !isToBeIgnored(flight: flight, offset: offset) {
                let mask = UInt8(truncatingIfNeeded: 1 << (offset % 8))
                var changed = octets
                changed[offset] ^= mask
                var exchange = before
                exchange.deliver(changed)
                await exchange.finish()
                let outcome = exchange.outcome
                let place = "flight \(flight), offset \(offset), mask \(mask)"
                let noticed = !outcome.errors.isEmpty
                #expect(noticed, "\(place): not noticed")
                // After close_notify nothing more may be said: the client is silent when the server's goes wrong.
                let told = !outcome.alerts.isEmpty || flight == 7
                #expect(told, "\(place): no alert, \(outcome.errors)")
                // Only the peer's alert or its absence may have ended the other side.
                for error in outcome.errors.values {
                    if case .internalFault(let what) = error { Issue.record("\(place): internal fault \(what)") }
                }
            }
        }
    }

    @Test(arguments: [CipherSuite.rsaAES128GCM, .dheRSAAES128GCM])
    func aFlightCutOffAnywhereEndsInAnError(suite: CipherSuite) async throws {
        for (flight, octets, before) in await Exchange.flights(of: try await Pair.able(suite)) {
            for count in octets.indices {
                var exchange = before
                exchange.deliver(Array(octets.prefix(count)))
                await exchange.finish()
                #expect(!exchange.outcome.errors.isEmpty, "flight \(flight) cut to \(count)")
            }
        }
    }
}
