import Trace

/// What the two ends of HTTPS say to each other.
package struct Exchange: Sendable {
    /// What the client asks.
    let request: [UInt8]
    /// What the server answers, in the parts in which its application writes it; nil if the answer comes from outside.
    let response: [[UInt8]]?
    /// Whose application closes first: the client's when it has the answer, the server's when it has written the answer.
    let closesFirst: Role
    /// Whether an attacker on the path cuts the answer off behind its first part.
    let isCut: Bool
    /// Whether the client's TLS has been given the request to send with its hello.
    let isEarly: Bool
    /// Whether the client changes its keys before the request, and asks the server to do the same.
    let updatesKeys: Bool

    /// A request and its answer.
    package init(
        request: [UInt8], response: [[UInt8]]?, closesFirst: Role = .client, isCut: Bool = false,
        isEarly: Bool = false, updatesKeys: Bool = false
    ) {
        self.request = request
        self.response = response
        self.closesFirst = closesFirst
        self.isCut = isCut
        self.isEarly = isEarly
        self.updatesKeys = updatesKeys
    }
}
