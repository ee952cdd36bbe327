import Trace

/// What may be wrong above TCP.
enum ApplicationDiagnosis: Diagnosis {
    /// The server answered late `times` times, at most `longest` microseconds after its acknowledgment of the request. The network was fast.
    ///
    /// `isDialogue` says whether the protocol asks and answers. If not, a side may speak when it likes.
    case slowAnswer(times: Int, longest: Int64, isDialogue: Bool)

    var entry: DiagnosisEntry {
        switch self {
        case .slowAnswer(let times, let longest, let isDialogue):
            DiagnosisEntry(
                "app.slow_answer", isDialogue ? .trouble : .remark, cite: .rfc(9293, "3.8.6.3"),
                evidence: ["answers": times, "longest_us": longest], alike: "tcp.time_delta > 1 && tcp.len > 0",
                causes:
                    Words(
                        english: "the application waits: a database, a lock, a first start, another server",
                        chinese: "应用程序在等待：数据库、锁、首次启动、另一台服务器"),
                Words(english: "it answers late by design (long polling)", chinese: "有意推迟应答（长轮询）"),
                next: Words(english: "Look at the server's own log of that request.", chinese: "查看服务器自己关于这个请求的日志。"))
        }
    }

    var english: String {
        switch self {
        case .slowAnswer(let times, let longest, false):
            """
            The server spoke up to \(FigureText.span(longest)) after the client, \(counted(times, "time")): in this protocol either side may \
            speak when it likes, so that a pause need not be a wait.
            """
        case .slowAnswer(let times, let longest, true):
            """
            \(counted(times, "request")) \(times == 1 ? "was" : "were") acknowledged at once and answered late, up to \
            \(FigureText.span(longest)) later: the server's application took the time, not the network.
            """
        }
    }

    var chinese: String {
        switch self {
        case .slowAnswer(let times, let longest, false):
            """
            服务器在客户端之后最多过了 \(FigureText.span(longest)) 才说话，共 \(times) 次：在这种协议中，双方都可以随时说话，\
            所以停顿不一定是等待。
            """
        case .slowAnswer(let times, let longest, true):
            """
            \(times) 个请求立即得到确认，却很晚才得到应答，最多晚 \(FigureText.span(longest))：时间花在服务器的应用程序上，\
            不在网络上。
            """
        }
    }
}

extension DiagnosisResult {
    static func application(_ connection: EndedConnection) -> [DiagnosisResult] {
        // Only the server is judged. A client may pause before its next request because its user thinks.
        var server: Direction { _read { yield connection.server } }
        guard !server.slowAnswers.isEmpty else { return [] }
        var found = DiagnosisList<ApplicationDiagnosis>()
        let isDialogue = connection.isDialogue
        found.add(
            server.slowAnswers, .likely,
            blame: isDialogue
                ? .likely(
                    .server, Words(english: "its TCP acknowledged each request at once", chinese: "它的 TCP 立即确认了每个请求"))
                : .nobody
        ) { .slowAnswer(times: $0, longest: server.longestAnswer, isDialogue: isDialogue) }
        return found.all
    }
}

extension EndedConnection {
    /// Whether the client asks and the server answers: a request of HTTP came first; or TLS, in which the client spoke first and the server
    /// spoke after it at least twice, and never twice without a word of the client.
    var isDialogue: Bool {
        let turns = course.turns
        let answers = turns[!clientIsOne]
        // Where octets are missing, it is not known who spoke first, or when. CONNECT and Upgrade change to another protocol.
        guard client.hasSYN || server.hasSYN, client.missingOctets + server.missingOctets <= 1,
            !tls.messages.contains(where: \.changesProtocol),
            turns.firstIsOne == clientIsOne, answers.unasked == 0
        else { return false }
        return tls.isThere ? answers.answers >= 2 : tls.line(isFromClient: true).words.areRequest
    }
}
