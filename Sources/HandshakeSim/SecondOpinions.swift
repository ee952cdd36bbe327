import SecondVerifier
import Simulator

extension Visit.Cast {
    /// The same cast, whose judges repeat what the verifier of swift-certificates says about the chains that will be shown.
    func consultingLibrary() async -> Visit.Cast {
        var cast = self
        cast.judges.client = await judges.client.consultingLibrary(about: server.chain)
        if let client { cast.judges.server = await judges.server.consultingLibrary(about: client.chain) }
        return cast
    }
}
