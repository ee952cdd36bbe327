import Trace

/// A segment that is sent again, and why its sender has no acknowledgment yet. The integers are numbers of events.
struct Retransmission: Hashable, Sendable {
    /// Why no acknowledgment has come.
    enum Reason: Hashable, Sendable {
        /// No copy has arrived, and the last one was lost in that event.
        case lost(Int)
        /// No copy has arrived, and the wire has damaged the last one in that event. The receiver has dropped it in the event `dropped`; nil
        /// if it has not arrived yet.
        case damaged(Int, dropped: Int?)
        /// The copy takes longer than its sender waits. `heldUp` is the event in which the wire delayed it, if it did.
        case underWay(heldUp: Int?)
        /// The copy arrived, but its last acknowledgment, sent in the event `answer`, was lost in the event of the last number.
        case answerLost(arrived: Int, answer: Int, Int)
        /// The copy arrived, but the wire damaged its last acknowledgment in the event of the last number.
        case answerDamaged(arrived: Int, answer: Int, Int, dropped: Int?)
        /// The copy arrived, but its acknowledgment takes longer than the sender waits.
        case answerUnderWay(arrived: Int, answer: Int, heldUp: Int?)
        /// The copy arrived, and its last acknowledgment arrived in the event of the last number. The sender has not taken that one.
        case answerUnused(arrived: Int, answer: Int, Int)
        /// The copy arrived, and no acknowledgment covers it yet.
        case unanswered(arrived: Int)
    }

    /// The event in which the copy was sent that the reason is about.
    let original: Int
    /// Which copy that is, counted from 1.
    let copy: Int
    /// How many copies were sent so far.
    let copies: Int
    /// Whether that copy was a probe of a closed window.
    let isProbe: Bool
    /// Why no acknowledgment has come.
    let reason: Reason

    /// The event that has led to the retransmission.
    var event: Int {
        switch reason {
        case .lost(let event), .answerLost(_, _, let event), .answerUnused(_, _, let event), .unanswered(let event):
            event
        case .damaged(let event, let dropped), .answerDamaged(_, _, let event, let dropped): dropped ?? event
        case .underWay(let incident): incident ?? original
        case .answerUnderWay(_, let answer, let incident): incident ?? answer
        }
    }

    var english: String {
        // The name of the copy, and what is said of a copy that has arrived.
        let name = "the \(ordinal(copy)) copy, \(isProbe ? "the probe " : "")#\(original)"
        func arrival(_ event: Int) -> String { "Sent again, although \(name), arrived at #\(event)" }
        // The event after the sending needs no number: it stands next to it.
        func place(_ event: Int, after sent: Int) -> String { event == sent + 1 ? "" : " at #\(event)" }
        switch reason {
        // The event of the loss says why the copy was lost.
        case .lost: return missing("lost", name)
        case .damaged(let event, _): return missing("damaged\(place(event, after: original))", name)
        case .underWay(let incident):
            return """
                Sent again too early: \(name), is still in the network\(Self.delay(incident)). This is a spurious \
                retransmission.
                """
        case .answerLost(let arrived, let answer, let event):
            return "\(arrival(arrived)): its last acknowledgment, #\(answer), was lost\(place(event, after: answer))."
        case .answerDamaged(let arrived, let answer, let event, _):
            let place = place(event, after: answer)
            return "\(arrival(arrived)): its last acknowledgment, #\(answer), was damaged\(place)."
        case .answerUnderWay(let arrived, let answer, let incident):
            return """
                Sent again too early: \(name), arrived at #\(arrived), and an acknowledgment of it, #\(answer), is still in the \
                network\(Self.delay(incident)). This is a spurious retransmission.
                """
        case .answerUnused(let arrived, let answer, let event):
            return """
                \(arrival(arrived)): its last acknowledgment, #\(answer), came at #\(event), and the sender did not take it.
                """
        case .unanswered(let arrived):
            return "\(arrival(arrived)): no acknowledgment covers it yet."
        }
    }

    var chinese: String {
        let name = spaced(ordinalInChinese(copy), "份") + "（\(isProbe ? "探测 " : "")#\(original)）"
        func arrival(_ event: Int) -> String { "再次发送，虽然\(name)已在 #\(event) 到达" }
        func place(_ event: Int, after sent: Int) -> String { event == sent + 1 ? "" : "在 #\(event) " }
        switch reason {
        case .lost: return chineseMissing("丢失了", name)
        case .damaged(let event, _): return chineseMissing("\(place(event, after: original))损坏了", name)
        case .underWay(let incident):
            return """
                再次发送得太早：\(name)还在网络中\(Self.chineseDelay(incident))。这是不必要的重传。
                """
        case .answerLost(let arrived, let answer, let event):
            return "\(arrival(arrived))：对它的最后一个确认 #\(answer) \(place(event, after: answer))丢失了。"
        case .answerDamaged(let arrived, let answer, let event, _):
            let place = place(event, after: answer)
            return "\(arrival(arrived))：对它的最后一个确认 #\(answer) \(place)损坏了。"
        case .answerUnderWay(let arrived, let answer, let incident):
            return """
                再次发送得太早：\(name)已在 #\(arrived) 到达，对它的确认 #\(answer) 还在网络中\
                \(Self.chineseDelay(incident))。这是不必要的重传。
                """
        case .answerUnused(let arrived, let answer, let event):
            return """
                \(arrival(arrived))：对它的最后一个确认 #\(answer) 在 #\(event) 到达，发送方没有接受。
                """
        case .unanswered(let arrived):
            return "\(arrival(arrived))：还没有确认覆盖它。"
        }
    }

    /// The sentence about copies of which none has arrived.
    private func missing(_ fate: String, _ name: String) -> String {
        copies == 1
            ? "Sent again: \(name), was \(fate)."
            : "Sent again: none of the \(copies) copies so far has arrived. The last, #\(original), was \(fate)."
    }

    private func chineseMissing(_ fate: String, _ name: String) -> String {
        copies == 1
            ? "再次发送：\(name)\(fate)。"
            : "再次发送：到现在为止的 \(copies) 份都没有到达，最后一份（#\(original)）\(fate)。"
    }

    private static func delay(_ incident: Int?) -> String { incident.map { ", delayed at #\($0)" } ?? "" }
    private static func chineseDelay(_ incident: Int?) -> String { incident.map { "，在 #\($0) 受到延迟" } ?? "" }
}
