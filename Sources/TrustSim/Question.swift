/// What is asked of a chain: whether it proves, at a moment, that a key belongs to the host of a name.
///
/// The time is part of the question and never taken from a clock: the same question has the same answer forever.
public struct Question: Sendable, Hashable {
    /// The name, or the address, that the client wanted to talk to: the reference identifier of RFC 9525.
    public let hostName: String
    /// The moment, in seconds since 1970.
    public let time: Int64

    /// Asks for `hostName` at `time`.
    public init(hostName: String, time: Int64) {
        self.hostName = hostName
        self.time = time
    }
}
