import Capture
import Crypto
import Explain
import Recordings
import Render
import Simulator
import TLSSim
import Trace

extension TLS13 {
    /// A visit by TLS 1.3 that is recorded, and the thefts that follow.
    package struct TheftStory: Sendable {
        /// What is stolen.
        package enum Theft: String, Hashable, Wording, CaseIterable {
            /// The private key of the server's certificate.
            case serverKey = "server-key"
            /// The key with which the server encrypts its tickets.
            case ticketKey = "ticket-key"
            /// The PSK that belongs to the ticket of the visit.
            case psk
            /// The private value of the client's key share, which a machine that computes logarithms would find.
            case exponents
            /// The ticket key and the private value.
            case ticketKeyAndExponents = "ticket-key-and-exponents"

            /// Whether the theft needs a visit that begins with a ticket.
            package var needsTicket: Bool { self != .serverKey && self != .exponents }
            /// Whether the theft needs a visit with an exchange, because the private value is stolen.
            package var needsExchange: Bool { self == .exponents || self == .ticketKeyAndExponents }

            /// The name that a command line takes.
            package var english: String { rawValue }

            /// The same name, with its meaning behind it.
            package var chinese: String {
                switch self {
                case .serverKey: "\(rawValue)（服务器私钥）"
                case .ticketKey: "\(rawValue)（票据密钥）"
                case .psk: "\(rawValue)（预共享密钥）"
                case .exponents: "\(rawValue)（指数）"
                case .ticketKeyAndExponents: "\(rawValue)（票据密钥和指数）"
                }
            }
        }

        /// One theft and its result.
        package struct Run: Sendable {
            /// What was stolen.
            package let theft: Theft
            package let report: AttackReport
        }

        /// The seed of all random values.
        package let seed: UInt64
        /// The options of TLS 1.3 for the visit.
        package let tls13: Visit.TLS13Options
        /// The recording: a capture file without secrets.
        package let capture: [UInt8]
        /// The thefts.
        package let runs: [Run]

        /// Attacks the recording of a visit, once for each theft or with one theft alone.
        ///
        /// - Parameters:
        ///   - visit: a visit of TLS 1.3 with this seed and these options, and defaults for all others.
        ///   - theft: the one theft; nil for every theft that this visit allows.
        /// - Throws: ``AttackFailure`` if the recording has no connection, ``RecordingError`` if it has no handshake. Either would be a fault
        ///   of this program.
        package init(seed: UInt64, _ tls13: Visit.TLS13Options, of visit: Visit, theft: Theft? = nil) throws {
            self.seed = seed
            self.tls13 = tls13
            capture = ForwardSecrecyStory.capture(visit.journal)
            let handshake = try Self.handshake(capture)
            let thefts = Theft.allCases.filter { theft in
                (tls13.resumes || !theft.needsTicket) && !(tls13.usesSecretAlone && theft.needsExchange)
            }
            runs = (theft.map { [$0] } ?? thefts).map { theft in
                let loot = Self.loot(of: theft, from: visit.journal, group: tls13.group)
                return Run(theft: theft, report: TLS13.TheftAttack.run(on: handshake, with: loot))
            }
        }

        private static func handshake(_ capture: [UInt8]) throws -> RecordedHandshake {
            guard let connection = try Reassembler(capture).connections.first else {
                throw AttackFailure("the recording of the visit has no connection in it")
            }
            return try RecordedHandshake(connection)
        }

        /// Takes the stolen values from the run. A machine that computes logarithms would find the client's private value from its share.
        /// This program has no such machine, so the value comes from the client's memory.
        private static func loot(of theft: Theft, from journal: Journal, group: NamedGroup) -> TLS13.Loot {
            let ledger = Ledger(journal)
            var loot = TLS13.Loot(hasServerKey: theft == .serverKey)
            if theft == .ticketKey || theft == .ticketKeyAndExponents {
                loot.ticketKey = ledger.fact(.server, Knowledge.ticketKey)?.value
            }
            if theft == .psk { loot.psk = ledger.fact(.client, Knowledge.offeredPSK)?.value }
            if theft.needsExchange {
                let value = ledger.fact(.client, Knowledge.privateValue(of: .client, group))?.value
                // A logarithm gives the private value of X25519, but no part of the ML-KEM key.
                loot.privateValue = group == .x25519MLKEM768 ? value.map { Array($0.suffix(X25519.size)) } : value
            }
            return loot
        }
    }
}

extension TLS13.TheftStory {
    /// The visit, a table of what each theft opens, and each theft step by step.
    package var report: Report {
        var report = overview
        if let first = runs.first {
            report.add(.space)
            report += Report(Words(TLS13.TheftRemark.inClear), steps: first.report.steps.prefix { $0.isInClear })
            report.add(.space)
        }
        let stories = runs.map { run in
            Report([.heading(Words(run.theft)), .text(TLS13.TheftRemark.theft(run.theft, tls13.group))])
                + Report(steps: run.report.steps.drop { $0.isInClear }) + run.report.said
        }
        return report + Report(apart: stories)
    }

    /// The visit, and a table of what each theft opens.
    var overview: Report {
        Report([
            .heading(TLS13.TheftRemark.heading), .text(TLS13.TheftRemark.visit(tls13, octets: capture.count)), .space,
            table,
        ])
    }

    private var table: Report.Part {
        func cell(_ isOpen: Bool) -> Words { Words(TLS13.TheftRemark.data(isOpen: isOpen)) }
        let rows = runs.map { run -> [Words] in
            let early = run.report.earlyData.isEmpty ? (tls13.sendsEarlyData ? cell(false) : "–") : cell(true)
            return [Words(run.theft), early, cell(run.report.outcome == .opened)]
        }
        let head: [TLS13.TheftRemark] = [.theftHead, .earlyHead, .otherHead]
        return .table(head.map { Words($0) }, rows, [.left(26), .left(12)])
    }
}

extension AttackStep {
    /// Whether the step shows values that are in clear in the recording. These steps do not depend on the theft.
    fileprivate var isInClear: Bool {
        switch remark {
        case is RecordingFinding, TLS13.TheftFinding.inClear: true
        default: false
        }
    }
}

extension TLS13 {
    /// The sentences before the thefts.
    enum TheftRemark: Wording {
        case heading
        /// The visit that was recorded, and the octets of the capture.
        case visit(Visit.TLS13Options, octets: Int)
        case theft(TLS13.TheftStory.Theft, NamedGroup)
        /// The heading over what is in clear.
        case inClear
        /// The heads of the table.
        case theftHead, earlyHead, otherHead
        /// Whether data is read.
        case data(isOpen: Bool)

        var english: String {
            switch self {
            case .heading: "A visit is recorded, and later something is stolen"
            case .visit(let tls13, let octets):
                """
                A visit to https://\(Visit.hostName) by TLS 1.3, with \
                \(tls13.usesSecretAlone ? "a ticket's secret and no exchange (psk_ke)" : "the group \(tls13.group.name)")\
                \(tls13.usesSecretAlone ? "" : tls13.sendsEarlyData ? ", a ticket, and the request as early data" : tls13.resumes ? " and a ticket" : ""). \
                An eavesdropper keeps the packets: a capture of \(counted(octets, "octet")), without secrets. Each thief has this capture and one thing \
                more, and computes what can be computed.
                """
            case .theft(.serverKey, _): "The server's private key is stolen, from its disk."
            case .theft(.ticketKey, _): "The key with which the server seals its tickets is stolen, from its memory."
            case .theft(.psk, _): "The secret of this ticket is stolen, from the memory of the client."
            case .theft(.exponents, .x25519MLKEM768):
                """
                A future machine takes logarithms: it finds the private value behind a public value of X25519. \(Self.englishMachine) For ML-KEM no \
                such machine is known.
                """
            case .theft(.exponents, let group):
                """
                A future machine takes logarithms: it finds the private value behind a public value of \(group.name). \(Self.englishMachine)
                """
            case .theft(.ticketKeyAndExponents, let group):
                "One thief has both: the key of the tickets and the machine for \(group.name)."
            case .inClear: "What every one of them sees"
            case .theftHead: "what is stolen"
            case .earlyHead: "early data"
            case .otherHead: "other data"
            case .data(let isOpen): isOpen ? "OPEN" : "closed"
            }
        }

        var chinese: String {
            switch self {
            case .heading: "录下一次访问，后来有东西失窃"
            case .visit(let tls13, let octets):
                "用 TLS 1.3 访问 https://\(Visit.hostName)，使用"
                    + (tls13.usesSecretAlone ? "票据的秘密值，没有密钥交换（psk_ke）" : " \(tls13.group.name) 群")
                    + (tls13.usesSecretAlone
                        ? "。" : tls13.sendsEarlyData ? "和票据，请求作为早期数据发送。" : tls13.resumes ? "和票据。" : "。")
                    + "窃听者保存数据包：抓包文件有 \(octets) 字节，不含秘密。每个窃贼都有这个抓包文件，另外还有一样东西，并算出能算的一切。"
            case .theft(.serverKey, _): "服务器的私钥从它的磁盘上失窃。"
            case .theft(.ticketKey, _): "服务器密封票据的密钥从它的内存中失窃。"
            case .theft(.psk, _): "这张票据的秘密值从客户端的内存中失窃。"
            case .theft(.exponents, .x25519MLKEM768):
                "未来的一台机器会计算对数：它找到 X25519 的公开值背后的私有值。\(Self.chineseMachine)对 ML-KEM，目前不知道有这样的机器。"
            case .theft(.exponents, let group):
                "未来的一台机器会计算对数：它找到 \(group.name) 的公开值背后的私有值。\(Self.chineseMachine)"
            case .theft(.ticketKeyAndExponents, let group): "一个窃贼两样都有：票据的密钥，以及对付 \(group.name) 的机器。"
            case .inClear: "每个窃贼都能看到的"
            case .theftHead: "失窃的东西"
            case .earlyHead: "早期数据"
            case .otherHead: "其他数据"
            case .data(let isOpen): isOpen ? "已打开" : "打不开"
            }
        }

        private static let englishMachine = """
            This program has no such machine. It takes the value from the client's memory, and the thief checks that it belongs to the \
            recorded share.
            """

        private static let chineseMachine = "本程序没有这样的机器。它从客户端的内存中取这个值，窃贼再检查它是否属于录下的密钥份额。"
    }
}
