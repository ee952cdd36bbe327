import TLSSim
import Trace

/// The steps of an attack that copies early data.
package enum EarlyDataReplayFinding: Remark, Hashable, Sendable {
    /// The client sends its order with its ClientHello, and the attacker records the flight; the octets of the flight and of the order, and
    /// whether the server carries the order out at once.
    case recorded(octets: Int, order: Int, isCarriedOut: Bool)
    case sent(EarlyDataReplay.Scene)
    /// The keys of the early data are the same as for the original; the keys of the handshake are not.
    case keys
    case accepted(EarlyDataReplay.Defence)
    /// The server rejects the early data of the copy; its defence and the scene, from which the reason follows.
    case rejected(EarlyDataReplay.Defence, EarlyDataReplay.Scene)
    /// The attacker cannot go on; the state in which the server waits, or the alert with which it ended the connection.
    case stuck(state: String, alert: AlertDescription?)
    case askedAgain
    /// The flight of an honest client arrives late; whether the server accepts its early data.
    case late(EarlyDataOutcome)
    case limit(EarlyDataReplay.Defence)

    package var english: String {
        switch self {
        case .recorded(let octets, let order, let isCarriedOut):
            """
            A client comes back with a ticket. It sends its hello and its order (\(counted(order, "octet")): pay 100) in one flight, as early \
            data. \(isCarriedOut ? "The server carries the order out. " : "")The attacker records this flight, \(counted(octets, "octet")). She has no key, and she cannot read \
            the order.
            """
        case .sent(.soon): "One second later she opens a connection of her own to the same server, and sends the copy."
        case .sent(.late):
            "Half a minute later she opens a connection of her own to the same server, and sends the copy."
        case .sent(.otherServer):
            """
            One second later she sends the copy to another server of the same site. It has the same ticket key, so that every server can \
            open every ticket. It does not share what it remembers of early data.
            """
        case .sent(.sharedMemory):
            """
            One second later she sends the copy to another server of the same site. Both servers ask one common register before they take \
            early data.
            """
        case .sent(.restarted):
            """
            The server has been restarted half a second before the copy comes. It has kept its ticket key, and it has lost what it \
            remembered of early data.
            """
        case .sent(.heldUp):
            "Nothing is copied this time. The network holds the flight up for eleven seconds. The client is honest."
        case .sent(.clientRepeats):
            """
            The attacker lets the flight pass and drops the server's answer. The client's application waits in vain. It opens a new \
            connection, with a full handshake, and sends the same order again.
            """
        case .keys:
            """
            The keys of the early data come from the ticket's secret and the hello. Both are the same in the copy, so the keys are, and \
            the copy opens if the server tries. The server's share and its random are new, so the keys of the handshake and of all later \
            data are not the same.
            """
        case .accepted(.none):
            """
            This server remembers nothing. It takes the early data of the copy, and its application carries the order out a second time. \
            TCP's sequence numbers do not help: they belong to one connection, and the copy comes in another.
            """
        case .accepted(let defence):
            """
            The server's defence (\(defence.rawValue)) finds nothing: its register has not seen this flight. It takes the early data, and the \
            order is carried out a second time. A defence is only as wide as the memory that it shares (RFC 8446 section 8.2).
            """
        case .rejected(_, .late):
            """
            The hello tells how old its ticket is. The server adds this age to the time at which it made the ticket: so it knows when this \
            hello should have arrived. It comes half a minute late, and ten seconds are allowed (RFC 8446 section 8.3). The early data is \
            rejected. The server does not even have to look into its register.
            """
        case .rejected(.singleUse, .restarted):
            """
            The ticket is older than the register. The server cannot know whether the ticket has been used, so it rejects the early \
            data. After a restart only new tickets buy early data.
            """
        case .rejected(.window, .restarted):
            """
            The register is younger than its window. The server cannot know what came just before the restart, so it rejects early \
            data until the window has passed.
            """
        case .rejected(.singleUse, _):
            """
            The ticket has brought early data before. A ticket buys early data once (RFC 8446 section 8.1), so the server rejects this. \
            It skips the records that it cannot open, and it sends no alert.
            """
        case .rejected(.window, _):
            """
            A hello with this binder has come within the last ten seconds. The server has kept it (RFC 8446 section 8.2), so it rejects the \
            early data. It skips the records that it cannot open, and it sends no alert.
            """
        case .rejected(.none, _): "The server does not take the early data."
        case .stuck(let state, let alert):
            """
            The server goes on with the handshake and sends its flight. The client's Finished has to be made with the new handshake keys. \
            She has no part in the exchange, so she cannot make it, and she cannot read the answer. She sends what else she has recorded: \
            the old EndOfEarlyData and the old Finished. \
            \(alert.map { "The old Finished does not open under the new keys: \($0)." }
                ?? "They do not open, and the server passes over them as more early data. It waits in the state \(state).")
            """
        case .askedAgain:
            """
            The order is carried out a second time, whatever the server remembers of early data: for TLS this is a new connection with \
            a new order. Only the application can tell the two apart, for example by a number in each order.
            """
        case .late(.rejected):
            """
            For the server the flight looks like a copy: its age does not fit. It rejects the early data. The handshake goes on, and the \
            client's application sends the order after it. The order is carried out once. The price of the defence is one round trip \
            for honest clients that are slow or whose clock is wrong.
            """
        case .late: "The server looks at no age. It takes the early data, and the order is carried out once."
        case .limit(.none):
            """
            Without a defence there is no limit: each copy is carried out as long as the ticket is good. A server without a defence must \
            take no early data, or only requests that do no harm when they are carried out twice (RFC 8470 has the status 425 for all \
            others).
            """
        case .limit(.singleUse):
            """
            Single-use tickets (RFC 8446 section 8.1) cost memory: each used ticket is remembered as long as tickets are good. All servers \
            that have the ticket key must ask the same memory before they answer, or each of them takes one copy. The wait for it can \
            cost what early data saves.
            """
        case .limit(.window):
            """
            A window (RFC 8446 section 8.2) needs less memory: a hello is remembered for seconds, and what comes later is refused by its \
            age. So clocks must agree, and slow honest clients lose their early data. Each server with a memory of its own takes one \
            copy. A flight whose original never arrived can be sent within the window once.
            """
        }
    }

    package var chinese: String {
        switch self {
        case .recorded(let octets, let order, let isCarriedOut):
            """
            一个客户端带着票据回来。它把 hello 消息和指令（\(order) 字节：pay 100）放在同一批里，作为早期数据发送。\
            \(isCarriedOut ? "服务器执行这条指令。" : "")攻击者录下这一批记录，共 \(octets) 字节。她没有密钥，读不懂指令。
            """
        case .sent(.soon): "一秒之后，她自己向同一台服务器打开一个连接，发送拷贝。"
        case .sent(.late): "半分钟之后，她自己向同一台服务器打开一个连接，发送拷贝。"
        case .sent(.otherServer):
            """
            一秒之后，她把拷贝发给同一网站的另一台服务器。它的票据密钥相同，因此每台服务器都能打开每张票据。\
            但服务器之间并不共用关于早期数据的记忆。
            """
        case .sent(.sharedMemory):
            """
            一秒之后，她把拷贝发给同一网站的另一台服务器。两台服务器在接受早期数据之前，都查询同一个公共的登记表。
            """
        case .sent(.restarted):
            """
            拷贝到来之前半秒，服务器重启了。它保留了票据密钥，却丢失了关于早期数据的记忆。
            """
        case .sent(.heldUp): "这一次什么也没有复制。网络把这批消息耽搁了十一秒。客户端是诚实的。"
        case .sent(.clientRepeats):
            """
            攻击者让这批消息通过，丢掉服务器的应答。客户端的应用程序白等一场。它用完整握手打开一个新的连接，再次发送同一条指令。
            """
        case .keys:
            """
            早期数据的密钥来自票据的秘密和 hello 消息。两者在拷贝中都相同，所以密钥也相同；服务器只要去试，拷贝就能解开。\
            服务器的密钥份额和随机数是新的，所以握手和以后所有数据的密钥都不相同。
            """
        case .accepted(.none):
            """
            这台服务器什么也不记住。它接受拷贝中的早期数据，它的应用程序第二次执行指令。TCP 的序号没有用：\
            序号属于一个连接，而拷贝来自另一个连接。
            """
        case .accepted(let defence):
            """
            服务器的防御（\(defence.rawValue)）没有发现问题：它的登记表里没有这批消息。它接受早期数据，指令第二次执行。\
            共用的记忆有多大，防御的范围就只有多大（RFC 8446 8.2 节）。
            """
        case .rejected(_, .late):
            """
            hello 消息说明它的票据有多旧。服务器把这个年龄加到制作票据的时间上，就知道这个 hello 消息本应何时到达。\
            它晚了半分钟，而允许的是十秒（RFC 8446 8.3 节）。服务器拒绝早期数据，甚至不必去查登记表。
            """
        case .rejected(.singleUse, .restarted):
            """
            票据比登记表更旧。服务器无法知道票据是否用过，所以拒绝早期数据。重启之后，只有新的票据才能换来早期数据。
            """
        case .rejected(.window, .restarted):
            """
            登记表比它的时间窗口更新。服务器无法知道重启前不久来过什么，所以拒绝早期数据，直到时间窗口过去。
            """
        case .rejected(.singleUse, _):
            """
            这张票据已经带来过早期数据。一张票据只能带来一次早期数据（RFC 8446 8.1 节），所以服务器拒绝这一次。\
            它跳过自己解不开的记录，不发送警报。
            """
        case .rejected(.window, _):
            """
            最近十秒之内，来过一个带有同一个 binder 的 hello 消息。服务器保存了它（RFC 8446 8.2 节），所以拒绝早期数据。\
            它跳过自己解不开的记录，不发送警报。
            """
        case .rejected(.none, _): "服务器不接受早期数据。"
        case .stuck(let state, let alert):
            """
            服务器继续握手，发送自己的一批消息。客户端的 Finished 必须用新的握手密钥生成。她没有参与密钥交换，\
            所以生成不了它，也读不懂应答。她发送录下的其余内容：旧的 EndOfEarlyData 和旧的 Finished。\
            \(alert.map { "用新的密钥解不开旧的 Finished：\($0)。" }
                ?? "它们解不开，服务器把它们当作更多的早期数据略过。它在状态 \(state) 中等待。")
            """
        case .askedAgain:
            """
            不管服务器记住了早期数据的什么，指令都第二次执行：对 TLS 来说，这是一个新的连接，带着一条新的指令。\
            只有应用程序能区分两者，例如给每条指令一个编号。
            """
        case .late(.rejected):
            """
            在服务器看来，这批消息像是拷贝：它的年龄不合适。服务器拒绝早期数据。握手继续，随后客户端的应用程序发送指令。\
            指令执行一次。防御的代价是：诚实但慢的客户端，或时钟不准的客户端，要多用一个往返。
            """
        case .late: "服务器不看年龄。它接受早期数据，指令执行一次。"
        case .limit(.none):
            """
            没有防御，就没有限度：只要票据有效，每个拷贝都会执行。没有防御的服务器不得接受早期数据，\
            或只接受执行两次也无害的请求（对所有其他请求，RFC 8470 有状态码 425）。
            """
        case .limit(.singleUse):
            """
            一次性票据（RFC 8446 8.1 节）要花内存：每张用过的票据，在票据有效期内都要记住。持有同一个票据密钥的所有服务器，\
            应答之前必须查询同一份记忆，否则每台都会接受一个拷贝。等待查询的时间，可能抵消早期数据省下的时间。
            """
        case .limit(.window):
            """
            时间窗口（RFC 8446 8.2 节）需要的内存较少：hello 消息只记住几秒，更晚到的因年龄而拒绝。\
            所以时钟必须一致，诚实但慢的客户端会失去早期数据。各有记忆的服务器，每台都会接受一个拷贝。\
            如果原件从未到达，这批消息在时间窗口之内可以发送一次。
            """
        }
    }
}

extension EarlyDataReplay {
    /// The story of the run, step by step.
    package var steps: [AttackStep] {
        func step(_ finding: EarlyDataReplayFinding, _ quantities: [Calculation.Quantity] = []) -> AttackStep {
            AttackStep(remark: finding, quantities: quantities)
        }
        let recorded = EarlyDataReplayFinding.recorded(
            octets: flight.count, order: Self.order.count, isCarriedOut: scene != .heldUp)
        var steps = [step(recorded), step(.sent(scene))]
        switch scene {
        case .heldUp: steps.append(step(.late(original.outcome)))
        case .clientRepeats: steps.append(step(.askedAgain))
        case .soon, .late, .otherServer, .sharedMemory, .restarted:
            guard let second else { break }
            steps.append(step(.keys, keys(of: second)))
            steps.append(step(second.outcome == .accepted ? .accepted(defence) : .rejected(defence, scene)))
            steps.append(step(.stuck(state: second.state, alert: second.alert)))
        }
        return steps + [step(.limit(defence))]
    }

    private func keys(of second: Reception) -> [Calculation.Quantity] {
        var list: [Calculation.Quantity] = []
        for name in [SecretName.early, .clientEarlyTraffic, .clientHandshakeTraffic] {
            if let then = original.secrets[name] { list.append(.init("\(name) then", then)) }
            if let now = second.secrets[name] { list.append(.init("\(name) now", now)) }
        }
        return list
    }
}
