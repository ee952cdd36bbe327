import Trace

/// The words of a ladder beside the remarks of its run: labels, and what a line says of its event.
enum LadderNote: Wording {
    // Packets
    case packet(Int)
    case frame(Int)
    /// A frame, and when it arrives; nil for at once.
    case arrives(Int, at: String?)
    case underWay(Int)
    case frameArrives(Int)
    case frameLost(Int, why: any Wording)
    case lost(any Wording)
    case copyArrives(Int)
    case relative(String)
    case carries(String)
    case arrivesHead
    case moreRows(Int)

    // Messages
    case message(machine: String, label: String, octets: Int, isEncrypted: Bool)
    case inside(String)
    case range(String, of: Principal)
    case inFrames(String, isOne: Bool)
    case inNoPacket
    case seeStep(String, Int)
    case whole(String, octets: Int)
    case part(String, octets: String, of: Int)
    case partOf(String, octets: String, of: Int)
    case again(String)
    case moreOf(String)
    case data
    case lostOf(Int, of: Int)
    case hashOfAll
    case reads(machine: String, label: String)

    // Labels
    case rule
    case step(String)
    case changed
    case so
    case input
    case between
    case output
    case hash
    case shell
    case field
    case value
    case offset
    case nothing
    case noField
    case octets(Int)
    case closing(Int, of: Int)
    case partTitle(Int, String)

    // What an event is
    case checked(Words, because: String)
    case failed(Words)
    case failedBecause(Words, String)
    case givesUp(any Wording)
    case timerRunsOut(Words)
    case timerSet(Words, until: String)
    case timerStopped(Words)
    case hasToSend(Words)
    case draws(Words)
    case drawsFor(Int, Words)
    case obtainsStolen(Words, how: any Wording)
    case obtainsBroken(Words, how: any Wording)
    case holds(Words, octets: String, origin: any Wording)
    case sameValue(step: Int, isOne: Bool, sign: String)
    case learned([Words])
    case canCompute([Words])
    case who([Principal])

    // How a quantity came to be known
    case drawn
    case handedOver
    case made(Int)
    case readAt(Int)
    case sentAt(Int)
    case exchangedAt(Int)
    case by(Words)
    case owned
    case stolen(any Wording)
    case broken(any Wording)

    var english: String {
        switch self {
        case .packet(let number): "packet \(number)"
        case .frame(let number): "frame \(number)"
        case .arrives(let number, let time): "frame \(number), arrives\(time.map { " \($0)" } ?? "")"
        case .underWay(let number): "frame \(number), still under way"
        case .frameArrives(let number): "frame \(number) arrives"
        case .frameLost(let number, let why): "frame \(number) is lost: \(why.english)"
        case .lost(let why): "lost: \(why.english)"
        case .copyArrives(let number): "a copy of frame \(number), made by the wire, arrives"
        case .relative(let label): "relative \(label)"
        case .carries(let cargo): "carries \(cargo)"
        case .arrivesHead: "arrives:"
        case .moreRows(let count): "\(count) more rows"
        case .message(let machine, let label, let count, let isEncrypted):
            "[\(machine) \(label) \(count) B\(isEncrypted ? ", encrypted" : "")]"
        case .inside(let text): "inside: \"\(text)\""
        case .range(let range, let who): "octets \(range) of the \(who)'s stream"
        case .inFrames(let numbers, let isOne): "in frame\(isOne ? "" : "s") \(numbers)"
        case .inNoPacket: "in no packet yet"
        case .seeStep(let label, let step): "\(label); see step \(step)"
        case .whole(let label, let count): "\(label), \(counted(count, "octet"))"
        case .part(let label, let part, let total): "\(label) (octets \(part) of \(total))"
        case .partOf(let label, let part, let total): "octets \(part) of the \(total) of \(label)"
        case .again(let name): "again \(name)"
        case .moreOf(let name): "more of \(name)"
        case .data: "data"
        case .lostOf(let lost, let count): "(\(lost) of \(count) lost)"
        case .hashOfAll: "of all handshake messages so far:"
        case .reads(let machine, let label): "\(machine) reads \(label)"
        case .rule: "rule"
        case .step(let id): "step \(id)"
        case .changed: "changed"
        case .so: "so"
        case .input: "in"
        case .between: "between"
        case .output: "out"
        case .hash: "hash"
        case .shell: "the same in a shell:"
        case .field: "field"
        case .value: "value"
        case .offset: "offset"
        case .nothing: "(empty)"
        case .noField: "(no field covers these)"
        case .octets(let count): counted(count, "octet")
        case .closing(let place, let count): "CLOSE \(place) OF \(count)"
        case .partTitle(let number, let about): "Part \(number): \(about)"
        case .checked(let what, let why): "\(what.english): \(why)"
        case .failed(let what): "\(what.english): FAILED"
        case .failedBecause(let what, let why): "\(what.english), FAILED: \(why)"
        case .givesUp(let reason): "GIVES UP: \(reason.english)"
        case .timerRunsOut(let name): "timer runs out: \(name.english)"
        case .timerSet(let name, let until): "timer set: \(name.english), until \(until) ms"
        case .timerStopped(let name): "timer stopped: \(name.english)"
        case .hasToSend(let name): "has \(name.english) to send"
        case .draws(let name): "draws \(name.english) at random"
        case .drawsFor(let count, let name): "draws \(counted(count, "random octet")) for the \(name.english)"
        case .obtainsStolen(let name, let how): "obtains \(name.english): stolen, \(how.english)"
        case .obtainsBroken(let name, let how): "obtains \(name.english): broken, \(how.english)"
        case .holds(let name, let octets, let origin): "holds \(name.english)\(octets), \(origin.english)"
        case .sameValue(let step, let isOne, let sign): "the same value\(isOne ? "" : "s") as in step \(step) \(sign)"
        case .learned(let names): "learned \(names.map(\.english).joined(separator: ", "))"
        case .canCompute(let names): "can compute \(names.map(\.english).joined(separator: ", "))"
        case .who(let parties): listed(parties.map(\.english))
        case .drawn: "drawn at random"
        case .handedOver: "handed over by the application"
        case .made(let count): "made of \(counted(count, "random octet"))"
        case .readAt(let event): "read from the wire, step \(event)"
        case .sentAt(let event): "sent in its own message, step \(event)"
        case .exchangedAt(let event): "sent in part, read in part, step \(event)"
        case .by(let words): "by \(words.english)"
        case .owned: "owned from the start"
        case .stolen(let how): "stolen, \(how.english)"
        case .broken(let how): "broken, \(how.english)"
        }
    }

    var chinese: String {
        switch self {
        case .packet(let number): "数据包 \(number)"
        case .frame(let number): "第 \(number) 帧"
        case .arrives(let number, let time): "第 \(number) 帧，\(time.map { "\($0) " } ?? "")到达"
        case .underWay(let number): "第 \(number) 帧，还在途中"
        case .frameArrives(let number): "第 \(number) 帧到达"
        case .frameLost(let number, let why): "第 \(number) 帧丢失：\(why.chinese)"
        case .lost(let why): "丢失：\(why.chinese)"
        case .copyArrives(let number): "第 \(number) 帧的副本到达，由线路复制"
        case .relative(let label): label.first == "（" ? "相对\(label)" : "相对 \(label)"
        case .carries(let cargo): "携带 \(cargo)"
        case .arrivesHead: "到达："
        case .moreRows(let count): "还有 \(count) 行"
        case .message(let machine, let label, let count, let isEncrypted):
            "[\(machine) \(label) \(count) B\(isEncrypted ? "，已加密" : "")]"
        case .inside(let text): "内容：\"\(text)\""
        case .range(let range, let who): spaced(who.chinese, "字节流的第 \(range) 字节")
        case .inFrames(let numbers, _): "在第 \(numbers) 帧中"
        case .inNoPacket: "还不在任何数据包中"
        case .seeStep(let label, let step): "\(label)；见步骤 \(step)"
        case .whole(let label, let count): "\(label)，\(count) 字节"
        case .part(let label, let part, let total): "\(label)（第 \(part) 字节，共 \(total) 字节）"
        case .partOf(let label, let part, let total): spaced(label, "的第 \(part) 字节，共 \(total) 字节")
        case .again(let name): spaced("再次", name)
        case .moreOf(let name): spaced(name, "的后续部分")
        case .data: "数据"
        case .lostOf(let lost, let count): "（丢失 \(lost) 个，共 \(count) 个）"
        case .hashOfAll: "到此为止所有握手消息的哈希："
        case .reads(let machine, let label): "\(machine) 读取 \(label)"
        case .rule: "依据"
        case .step(let id): "步骤 \(id)"
        case .changed: "变化"
        case .so: "于是"
        case .input: "输入"
        case .between: "中间值"
        case .output: "输出"
        case .hash: "哈希"
        case .shell: "在 shell 中计算："
        case .field: "字段"
        case .value: "值"
        case .offset: "偏移"
        case .nothing: "（空）"
        case .noField: "（这些字节不属于任何字段）"
        case .octets(let count): "\(count) 字节"
        case .closing(let place, let count): "关闭 \(place)/\(count)"
        case .partTitle(let number, let about): "第 \(number) 部分：\(about)"
        case .checked(let what, let why): "\(what.chinese)：\(why)"
        case .failed(let what): "\(what.chinese)：失败（FAILED）"
        case .failedBecause(let what, let why): "\(what.chinese)，失败（FAILED）：\(why)"
        case .givesUp(let reason): "放弃（GIVES UP）：\(reason.chinese)"
        case .timerRunsOut(let name): "计时器到时：\(name.chinese)"
        case .timerSet(let name, let until): "启动计时器：\(name.chinese)，到 \(until) ms"
        case .timerStopped(let name): "停止计时器：\(name.chinese)"
        case .hasToSend(let name): spaced("要发送", name.chinese)
        case .draws(let name): spaced("随机产生", name.chinese)
        case .drawsFor(let count, let name): spaced(spaced("为", name.chinese), "产生 \(count) 个随机字节")
        case .obtainsStolen(let name, let how): "\(spaced("得到", name.chinese))：窃取，\(how.chinese)"
        case .obtainsBroken(let name, let how): "\(spaced("得到", name.chinese))：破解，\(how.chinese)"
        case .holds(let name, let octets, let origin): "\(spaced("持有", name.chinese))\(octets)，\(origin.chinese)"
        case .sameValue(let step, _, let sign): "与步骤 \(step) 的值相同 \(sign)"
        case .learned(let names): spaced("得知", Self.list(names))
        case .canCompute(let names): spaced("可以算出", Self.list(names))
        case .who(let parties): listedInChinese(parties.map(\.chinese))
        case .drawn: "随机产生"
        case .handedOver: "由应用程序交来"
        case .made(let count): "由 \(count) 个随机字节组成"
        case .readAt(let event): "从线路读到，步骤 \(event)"
        case .sentAt(let event): "在自己的消息中发送，步骤 \(event)"
        case .exchangedAt(let event): "一部分发送，一部分读到，步骤 \(event)"
        case .by(let words): spaced("来自", words.chinese)
        case .owned: "一开始就持有"
        case .stolen(let how): "窃取，\(how.chinese)"
        case .broken(let how): "破解，\(how.chinese)"
        }
    }

    private static func list(_ names: [Words]) -> String { names.map(\.chinese).joined(separator: "、") }
}
