import ArgumentParser
import Trace

extension Endpoint {
    /// The host and the port that the user names.
    ///
    /// - Throws: `ValidationError` where the text is not like "example.com:443".
    init(argument text: String) throws {
        guard let endpoint = Endpoint(text) else {
            throw ValidationError("\(text): a host and a port, such as example.com:443.")
        }
        self = endpoint
    }
}
