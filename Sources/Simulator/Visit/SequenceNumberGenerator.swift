import TCPSim
import Trace

/// How the hosts of a visit choose their initial sequence numbers.
package enum SequenceNumberGenerator: String, Hashable, Wording, CaseIterable {
    case rfc6528
    case clock
    case constant
    case plus64000

    /// The generator of a host.
    ///
    /// - Parameters:
    ///   - secret: the host's secret key, for ``rfc6528``.
    ///   - connections: how many connections the host has opened since it was started, for ``plus64000``.
    package func generator(secret: SipHash.Key, connections: UInt32 = 0) -> InitialSequenceNumber {
        switch self {
        case .rfc6528: .generated(secret: secret)
        case .clock: .clock
        case .constant: .forced(Variant.constant)
        case .plus64000: .counted(connections: connections)
        }
    }

    /// What an outsider who has seen the numbers of one connection knows about the next one.
    package var english: String {
        switch self {
        case .rfc6528:
            "An outsider who has seen the numbers of one connection knows nothing of another: its F comes from other sockets, "
                + "and the secret behind F is not known."
        case .clock:
            "The initial sequence numbers are the clock alone. An outsider who has seen one number can compute the next from the "
                + "time that has passed: 250 numbers are left for each millisecond of doubt, out of 2^32."
        case .constant:
            "Every connection begins with the same number. An outsider who has seen one connection knows the number of each."
        case .plus64000:
            "The initial sequence numbers are a counter. An outsider who has seen one connection can compute the number of the "
                + "next: 64,000 more for each connection since, and 128,000 more for each second."
        }
    }

    /// The same in Chinese.
    package var chinese: String {
        switch self {
        case .rfc6528:
            "外人看到一次连接的序号，对另一次连接仍一无所知：那里的 F 由别的套接字得到，F 背后的秘密也没人知道。"
        case .clock:
            "初始序号就是时钟。外人看到一个序号，就能用经过的时间算出下一个："
                + "时间上每差一毫秒，2^32 个序号中就剩下 250 个候选。"
        case .constant:
            "每次连接都从同一个序号开始。外人看到一次连接，就知道每次连接的序号。"
        case .plus64000:
            "初始序号是一个计数器。外人看到一次连接，就能算出下一次连接的序号："
                + "此后每有一次连接加 64,000，每过一秒加 128,000。"
        }
    }
}
