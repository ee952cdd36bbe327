import ArgumentParser
import PKI
import Trace

extension Endpoint {
    /// The host and the port in the text of an argument.
    ///
    /// - Throws: `ValidationError` if the text is not like "example.com:443".
    init(argument text: String) throws {
        if let endpoint = Endpoint(text), HostMistake(endpoint.address)?.host == nil {
            self = endpoint
            return
        }
        let example = "a host and a port, such as example.com:443"
        // The error for "https://example.com" proposes the host, with the port in the URL or that of https.
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

    /// The host and the port in the text of an argument, for a command that compares certificates with the host.
    ///
    /// - Throws: `ValidationError` if the text is not like "example.com:443", or if the host is neither a name nor an address.
    init(judged text: String) throws {
        try self.init(argument: text)
        try HostArgument.check(address, option: text + ":")
    }
}

extension Endpoint {
    /// Checks a text that names a file or a host and a port. A URL, and a host and a port that are not in ASCII, cannot be a file.
    ///
    /// - Throws: `ValidationError` with the host and the port to give instead.
    static func check(fileOrPlace text: String) throws {
        switch HostMistake(text) {
        case .url?: _ = try Endpoint(argument: text)
        case .port? where !text.utf8.allSatisfy({ $0 < 128 }): _ = try Endpoint(argument: text)
        case .port?, .brackets?, .otherScript?, .neither?, nil: return
        }
    }
}

/// The check of a host in the value of an option.
enum HostArgument {
    /// Checks a text. Nil is right.
    ///
    /// - Throws: `ValidationError` if the text is neither a name nor an address of a host. The error says what to give instead.
    static func check(_ text: String?, option: String = "--host") throws {
        guard let text, let mistake = HostMistake(text) else { return }
        throw ValidationError("\(option.quotable) \(text.quotable): \(mistake.sentence(in: .english)).")
    }
}
