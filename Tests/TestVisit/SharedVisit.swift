import PKI
import Simulator
import Synchronization
import TLSSim

/// Visits that several tests look at: each is run once, and keys are made once for the visits that share them.
package enum SharedVisit {
    private static let visits = Mutex<[Visit.Options: Visit]>([:])
    private static let casts = Mutex<[Visit.Options: Visit.Cast]>([:])

    /// The visit with these options: what `Visit.run` gives each time.
    package static func run(_ options: Visit.Options) throws -> Visit {
        if let known = visits.withLock({ $0[options] }) { return known }
        let visit = Visit.run(options, try cast(options))
        visits.withLock { $0[options] = visit }
        return visit
    }

    /// Keys and certificates as `Visit.Cast` makes them for these options. They follow from few of the options.
    private static func cast(_ options: Visit.Options) throws -> Visit.Cast {
        let isOnCurve = options.suite.keyExchange == .ecdheECDSA
        let decisive = Visit.Options(
            seed: options.seed, suite: isOnCurve ? .ecdheECDSAAES128GCM : .dheRSAAES128GCM,
            clientCertificate: options.clientCertificate, serverChain: options.serverChain)
        let cast = try casts.withLock({ $0[decisive] }) ?? Visit.Cast(decisive)
        casts.withLock { $0[decisive] = cast }
        return Visit.Cast(options, pki: cast.pki, server: cast.server, client: cast.client)
    }
}
