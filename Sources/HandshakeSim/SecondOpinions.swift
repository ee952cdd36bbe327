import SecondVerifier
import Simulator

extension Visit {
    /// Runs the visit with certificates made for it, and has the verifier of swift-certificates asked about them.
    static func consulted(_ options: Options) async throws -> Visit {
        await consulted(options, try Cast(options))
    }

    /// Runs the visit with those who take part in it, and has the verifier of swift-certificates asked about their chains.
    static func consulted(_ options: Options, _ cast: Cast) async -> Visit {
        var cast = cast
        cast.judges.client = await cast.judges.client.consultingLibrary(about: cast.server.chain)
        if let client = cast.client {
            cast.judges.server = await cast.judges.server.consultingLibrary(about: client.chain)
        }
        return run(options, cast)
    }
}
