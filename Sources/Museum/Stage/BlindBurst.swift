import Simulator
import TCPSim
import Trace

/// What is said of an attacker who sends many guesses and sees no answer to any of them.
enum BlindBurstNote: Remark {
    case stopped(at: Int, of: Int)
    case answered(isClient: Bool)

    var english: String {
        switch self {
        case .stopped(let count, let all):
            "She does not see which guess fits. The run stops her at number \(count), which does, and counts her tries up to there. By herself "
                + "she would send all \(all)."
        case .answered(let isClient):
            "The \(isClient ? "server" : "client") still has the connection, and sends its next segment. The \(isClient ? "client" : "server") "
                + "has none: it answers with a reset. Now the connection is gone on both sides."
        }
    }

    var chinese: String {
        switch self {
        case .stopped(let count, let all):
            "她看不出哪一次猜对了。运行让她停在第 \(count) 次，这一次猜对了；尝试次数也数到这里。若由她自己决定，她会把 \(all) 次全部发完。"
        case .answered(let isClient):
            "\(isClient ? "服务器" : "客户端")仍然保有这个连接，并发送下一个报文段。\(isClient ? "客户端" : "服务器")"
                + "已经没有这个连接，用复位回答。现在双方都没有这个连接了。"
        }
    }
}

extension Outcome {
    /// Says that the run has stopped a burst of guesses, if it has: she herself saw nothing.
    mutating func sayStop(of all: Int, reached: Bool) {
        if reached, tries < all { say(BlindBurstNote.stopped(at: tries, of: all)) }
    }

    /// Lets the peer of an attacked host say something, so that a packet shows what the attack did: a TCP without the connection answers with a
    /// reset (RFC 9293 section 3.10.7.1).
    ///
    /// - Parameters:
    ///   - host, socket: the peer, and its socket.
    ///   - victimIsClient: whether the attacked host is the client.
    mutating func showAftermath(
        on stage: Stage, peer host: Int, socket: Int?, victimIsClient: Bool, seenBy attacker: Attacker
    ) {
        guard let socket else { return }
        let first = attacker.frame() + 1
        stage.prompt(host, socket: socket, with: .answer(Array("a route\r\n".utf8)))
        stage.run(for: .seconds(1))
        guard reached, stage.isGone(host, socket) else { return }
        say(
            BlindBurstNote.answered(isClient: victimIsClient), frames: [first, attacker.frame()],
            cite: .rfc(9293, "3.10.7.1"))
    }
}
