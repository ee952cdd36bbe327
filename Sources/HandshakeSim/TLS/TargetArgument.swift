import ArgumentParser
import PKI
import Trace

extension Endpoint {
    /// The host and the port that the user names.
    ///
    /// - Throws: `ValidationError` where the text is not like "example.com:443".
    init(argument text: String) throws {
        if let endpoint = Endpoint(text), HostMistake(endpoint.address)?.host == nil {
            self = endpoint
            return
        }
        let example = "a host and a port, such as example.com:443"
        // Of "https://example.com" the host is meant, and the port of https.
        if case .url(let host, let port)? = HostMistake(text) {
            throw ValidationError(
                "\(text): this is a URL; give \(example): \(Endpoint(address: host, port: port ?? 443)).")
        }
        if let endpoint = Endpoint(text), let host = HostMistake(endpoint.address)?.host {
            throw ValidationError("\(text): give the name in its ASCII form: \(host):\(endpoint.port).")
        }
        if HostMistake(text) == nil { throw ValidationError("\(text): the port is missing; give \(text):443.") }
        throw ValidationError("\(text): \(example).")
    }

    /// The same, where certificates are compared with the host.
    ///
    /// - Throws: `ValidationError` also where the host is neither a name nor an address.
    init(judged text: String) throws {
        try self.init(argument: text)
        try HostArgument.check(address, option: text + ":")
    }
}

extension Endpoint {
    /// Checks a text that is a file or a place: a URL, and a place whose name is not in ASCII, are no files.
    ///
    /// - Throws: `ValidationError` with the place that was meant.
    static func check(fileOrPlace text: String) throws {
        switch HostMistake(text) {
        case .url?: _ = try Endpoint(argument: text)
        case .port? where !text.utf8.allSatisfy({ $0 < 128 }): _ = try Endpoint(argument: text)
        case .port?, .brackets?, .otherScript?, .neither?, nil: return
        }
    }
}

/// The name that an option gives.
enum HostArgument {
    /// - Throws: `ValidationError` where the text is no host's name or address, with what to give instead.
    static func check(_ text: String?, option: String = "--host") throws {
        guard let text, let mistake = HostMistake(text) else { return }
        throw ValidationError("\(option.quotable) \(text.quotable): \(mistake.sentence(in: .english)).")
    }
}
