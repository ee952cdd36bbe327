import Trace

/// The request and the answer of the two ends of HTTPS, and the order of events around them.
package struct Exchange: Sendable {
    /// The octets of the client's request.
    let request: [UInt8]
    /// The octets of the server's answer, in the parts in which its application writes them; nil if the answer comes from outside the
    /// world.
    let response: [[UInt8]]?
    /// Whose application closes first: the client's after it has the answer, or the server's after it has written the answer.
    let closesFirst: Role
    /// Whether an attacker on the path cuts the answer off after its first part.
    let isCut: Bool
    /// Whether the client's TLS has the request already, and sends it as early data.
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
