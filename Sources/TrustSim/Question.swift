/// What is asked of a chain: whether it proves, at a moment, that a key belongs to whom it should.
///
/// The time is part of the question and never taken from a clock: the same question has the same answer forever.
public struct Question: Sendable, Hashable {
    /// Whose certificate it is.
    public enum Subject: Sendable, Hashable {
        /// A server's, which has to be for this name or address, the reference identifier of RFC 9525.
        case server(hostName: String)
        /// A server's, whatever its name: what a client asks that never compares names.
        case anyServer
        /// A client's. Who it is, is for the application to make something of; there is no name it has to have.
        case client
    }

    /// Whose certificate it is.
    public let subject: Subject
    /// The moment, in seconds since 1970.
    public let time: Int64

    /// Asks about `subject` at `time`.
    public init(_ subject: Subject, time: Int64) {
        self.subject = subject
        self.time = time
    }

    /// Asks for a server called `hostName` at `time`.
    public init(hostName: String, time: Int64) {
        self.init(.server(hostName: hostName), time: time)
    }

    /// The name the certificate has to be for; nil for a client's.
    public var hostName: String? {
        if case .server(let name) = subject { name } else { nil }
    }
}
