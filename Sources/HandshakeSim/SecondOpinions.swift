import SecondVerifier
import Simulator

extension Visit.Cast {
    /// The same cast with judges that add the result of a second verifier, swift-certificates, for the chains of this visit.
    ///
    /// The second verifier is asynchronous and a visit is not, so it is asked before the visit.
    func consultingLibrary() async -> Visit.Cast {
        var cast = self
        cast.judges.client = await judges.client.consultingLibrary(about: server.chain)
        if let client { cast.judges.server = await judges.server.consultingLibrary(about: client.chain) }
        return cast
    }
}
