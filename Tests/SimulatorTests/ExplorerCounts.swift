import Simulator
import Testing

/// How many states and transitions a space has. A change of the TCP may change them; they all stand here.
struct ExplorerCount: Sendable, CustomTestStringConvertible {
    let name: String
    var bounds = TCPSpace.Bounds()
    var scope = TCPSpace.Scope(data: 0)
    /// What is met that TCP as it is specified does not prevent.
    var weaknesses: Set<TCPSpace.Weakness> = []
    let states: Int
    let transitions: Int

    var testDescription: String { name }

    static let all = [
        ExplorerCount(name: "no faults, no data", states: 406, transitions: 761),
        ExplorerCount(name: "no faults", scope: .init(data: 1), states: 2999, transitions: 6263),
        ExplorerCount(name: "a timeout", bounds: .init(timeouts: 1), states: 3048, transitions: 6279),
        ExplorerCount(name: "a loss", bounds: .init(loss: 1), states: 921, transitions: 2131),
        ExplorerCount(name: "a copy", bounds: .init(duplicate: 1), states: 3185, transitions: 6892),
        ExplorerCount(
            name: "a change of order", bounds: .init(reorder: 1), scope: .init(data: 1), states: 12667,
            transitions: 28075),
        ExplorerCount(name: "a forged segment", bounds: .init(forged: 1), states: 3137, transitions: 11120),
        ExplorerCount(name: "slow readers", scope: slow, states: 5662, transitions: 14833),
        ExplorerCount(name: "another connection", scope: reopening, states: 718, transitions: 1285),
        ExplorerCount(
            name: "another connection, and a copy", bounds: .init(duplicate: 1), scope: reopening, states: 5959,
            transitions: 12565),
        ExplorerCount(name: "aborts", scope: aborting, states: 5333, transitions: 11561),
    ]

    /// Where TCP as it is specified is weak: on a wire that loses, and where a connection is opened anew.
    static let weak = [
        ExplorerCount(
            name: "aborts, and a loss", bounds: .init(loss: 1), scope: aborting, weaknesses: [.halfOpen], states: 19710,
            transitions: 58527),
        ExplorerCount(
            name: "slow readers, and a loss", bounds: .init(loss: 1), scope: slow, states: 21482, transitions: 60878),
        ExplorerCount(
            name: "another connection, a loss and a timeout", bounds: .init(loss: 1, timeouts: 1), scope: reopening,
            states: 15420, transitions: 38441),
        ExplorerCount(
            name: "another connection, an old SYN and a loss", bounds: .init(loss: 1), scope: reopeningBesideAnOldSYN,
            weaknesses: [.oldSYN], states: 10644, transitions: 30457),
        ExplorerCount(
            name: "crossed SYNs beside an old one", scope: crossing, weaknesses: [.oldSYN], states: 5820,
            transitions: 12287),
    ]

    static let reopeningBesideAnOldSYN = {
        var scope = TCPSpace.Scope(data: 0)
        scope.mayReopen = true
        return scope
    }()

    static let crossing = {
        var scope = TCPSpace.Scope(data: 1, oldSYN: 100_000)
        scope.mayCross = true
        return scope
    }()

    /// Windows of one octet, which close: of two octets one waits.
    static let slow = {
        var scope = TCPSpace.Scope(data: 2, oldSYN: nil)
        scope.buffer = 1
        return scope
    }()

    static let reopening = {
        var scope = TCPSpace.Scope(data: 0, oldSYN: nil)
        scope.mayReopen = true
        return scope
    }()

    /// Users who open once more, and read when they like.
    static let unread = {
        var scope = TCPSpace.Scope(data: 1, oldSYN: nil)
        scope.mayReopen = true
        scope.buffer = 9
        return scope
    }()

    static let aborting = {
        var scope = TCPSpace.Scope(data: 1, oldSYN: nil)
        scope.mayAbort = true
        return scope
    }()
}
