import TLSSim

/// What puppets of both versions send.
enum PuppetData {
    /// A whole request, so that a server of HTTP has something to answer.
    static let request = Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
    /// A whole answer to a request of HTTP.
    static let response = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)
    /// The content of a record with a warning.
    static let warning = Alert(.warning, .userCanceled).bytes
    /// The content of a record with close_notify.
    static let closeNotify = Alert(.warning, .closeNotify).bytes
    /// A KeyUpdate that asks for another.
    static let keyUpdate = {
        var update = KeyUpdate.blank
        update.isRequested = true
        return update
    }()
}
