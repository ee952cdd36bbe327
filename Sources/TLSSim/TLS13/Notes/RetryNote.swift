import Trace

/// What there is to say about HelloRetryRequest.
public enum RetryNote: StepNote, Hashable {
    /// The server asks for a second hello, with a share of `group` if that is not nil.
    case request(group: String?, cookie: Bool)
    case secondHello(shares: [String])
    case messageHash

    public var reference: (step: String, cite: Citation) {
        switch self {
        case .request: ("tls.hello_retry_request", .rfc(8446, "4.1.4"))
        case .secondHello: ("tls.client_hello", .rfc(8446, "4.1.2"))
        case .messageHash: ("tls.message_hash", .rfc(8446, "4.4.1"))
        }
    }

    public var english: String {
        switch self {
        case .request(let group, let cookie):
            """
            The server asks the client to come again\(group.map { " with a share of \($0)" } ?? "")\
            \(cookie ? " and with this cookie" : ""). This is no error: \
            \(group == nil ? "" : "the client's bet was wrong, and the client has said that it knows this group. ")\
            The message is a ServerHello whose random has a fixed value. The client has to wait for one more answer. It may happen once only.
            """
        case .secondHello(let shares):
            """
            The same hello again: same random, same suites, same order\
            \(shares.isEmpty ? "" : ", with a share of \(shares.joined(separator: " and "))"). The RFC lets the client change few fields: the \
            share, if the server has named a group, the cookie, the padding, early_data, a ticket's age and binder. Both hellos are in the transcript, so a hello that an attacker \
            has changed is found when Finished is checked. This program's server also compares the second hello with the first.
            """
        case .messageHash:
            """
            In the transcript the hash of the first hello stands in the place of the hello. So a server can forget the first \
            hello: a cookie can carry the hash. The first hello is protected all the same.
            """
        }
    }
}
