import Capture
import LiveIO
import Render
import Synchronization
import Trace

/// What `serve` answers: pages, the options, runs and captures (docs/web.md).
struct PageApplication: WebApplication {
    /// The page that "/" shows. It is made once, so that it comes at once whatever else is computed.
    private let first: [UInt8]
    /// The language in which pages open whose links ask for none.
    private let language: Language
    private let places = Places()
    /// The site whose pages the program serves beside its runs.
    private static let site = Result { () throws(LessonError) in try Site(isServed: true) }
    private static let paths = (try? site.get().paths) ?? []

    /// The largest body of a request by its path, in octets.
    private static let longest = ["/api/run": 1 << 20, "/api/capture": 16 << 20]
    /// The content type of the body of a request by its path.
    private static let types = ["/api/run": "application/json", "/api/capture": "application/octet-stream"]

    /// - Parameters:
    ///   - first: the page that "/" shows.
    ///   - language: the language in which pages open whose links ask for none.
    init(first: [UInt8], language: Language = .english) { (self.first, self.language) = (first, language) }

    /// Reads what the first answers need, so that they come at once.
    static func prepare() {
        _ = paths
        _ = HandshakeChoice.all
    }

    /// The path of the page on which a reader opens a capture.
    private static let explain = "/explain"

    /// Links to the places of the laboratory. Each page with runs begins with them.
    static let ways: [WebArticle.Link] = {
        // The lesson about the explorer is the one with the most of its searches.
        func searches(in lesson: Lesson) -> Int {
            WebArticle.commands(in: lesson.markdown).count { $0.hasPrefix("HandshakeSim explore") }
        }
        let exploring = (try? Catalogue.lessons(in: .english))?.max { searches(in: $0) < searches(in: $1) }
        func place(_ path: String) -> Words { Site.both { "/" + SiteMap.path(path, in: $0) } }
        func live(_ arguments: [String]) -> Words { Site.both { QueryArguments.link(arguments, in: $0) } }
        let ways: [(Words, Words)] =
            [
                (Words(english: "A visit", chinese: "一次访问"), Words(english: "/", chinese: live(["--dh"]).chinese)),
                (Words(english: "Everything there is", chinese: "全部内容"), place(SiteMap.index)),
                (Words(english: "Exhibits", chinese: "展品"), place(SiteMap.museum)),
                (Words(english: "Compare", chinese: "对比"), live(["compare"])),
                (
                    explainTitle,
                    Words(english: explain, chinese: "\(explain)?language=\(Language.chinese.rawValue)")
                ),
            ]
            + (exploring.map { [(Words(english: "The explorer", chinese: "探索器"), place(SiteMap.path(of: $0)))] } ?? [])
            + [
                (Words(english: "Clinic", chinese: "误解门诊"), place(SiteMap.clinic)),
                (SearchPage.title, place(SearchPage.path)),
            ]
        return ways.map { WebArticle.Link($0.0, to: $0.1) }
    }()

    /// The title of the page on which a reader opens a capture.
    private static let explainTitle = Words(english: "Read a capture", chinese: "读取抓包文件")

    // MARK: Before the body

    func refusal(of head: HTTPRequestHead, port: UInt16) -> HTTPResponse? {
        do throws(WebProblem) {
            try check(head, port: port)
            return nil
        } catch {
            return response(to: error, for: head)
        }
    }

    private func check(_ head: HTTPRequestHead, port: UInt16) throws(WebProblem) {
        let own = Self.hosts(port: port)
        let hosts = head.values(of: "host")
        // The name of another site can resolve to this machine (DNS rebinding). But its page cannot change the Host of its requests.
        guard hosts.count == 1 else { throw WebProblem(400, .host, saying: "A request has one Host.") }
        guard own.contains(hosts[0].lowercased()) else {
            throw WebProblem(
                403, .host, saying: "This server is called \(own[0]). The Host of the request is not this server.")
        }
        let path = Self.path(of: head)
        let methods: [String]
        switch path {
        case "/", "/api/options", Self.explain: methods = ["GET", "HEAD"]
        case "/api/run", "/api/capture": methods = ["POST"]
        default:
            guard Self.paths.contains(String(path.dropFirst())) else {
                throw WebProblem(404, .path, saying: "There is nothing at this path.")
            }
            methods = ["GET", "HEAD"]
        }
        guard methods.contains(head.method) else {
            var problem = WebProblem(405, .method, saying: "This path takes \(methods.joined(separator: " and ")).")
            problem.fields = [HTTPResponse.Field("Allow", methods.joined(separator: ", "))]
            throw problem
        }
        if head.method == "POST" { try checkSender(head, own: own) } else { try checkVisitor(head) }
        if let type = Self.types[path], Self.mediaType(of: head) != type {
            throw WebProblem(415, .type, saying: "The Content-Type is \(type).")
        }
        let longest = Self.longest[path] ?? 0
        guard head.contentLength <= longest else {
            throw WebProblem(413, .size, saying: "The body has at most \(longest) octets.")
        }
    }

    /// Refuses a POST of another site's page, by Origin and Sec-Fetch-Site. A client that is not a browser sends neither field.
    private func checkSender(_ head: HTTPRequestHead, own: [String]) throws(WebProblem) {
        let origins = head.values(of: "origin")
        guard origins.allSatisfy({ origin in own.contains { "http://" + $0 == origin.lowercased() } }),
            head.values(of: "sec-fetch-site").allSatisfy({ $0 == "same-origin" || $0 == "none" })
        else { throw WebProblem(403, .origin, saying: "This request comes from another page.") }
    }

    /// Refuses a GET that a page of another site makes without its user, for example for a picture or a frame, because the answer costs a
    /// run. A link that a user follows is allowed (Fetch Metadata Request Headers, Sec-Fetch-User).
    private func checkVisitor(_ head: HTTPRequestHead) throws(WebProblem) {
        guard head.values(of: "sec-fetch-site").contains(where: { $0 != "same-origin" && $0 != "none" }) else { return }
        guard head.values(of: "sec-fetch-user") == ["?1"], head.values(of: "sec-fetch-dest") == ["document"] else {
            throw WebProblem(
                403, .origin, saying: "This request comes from another page, and no person has followed a link.")
        }
    }

    /// The values of Host that name this server.
    private static func hosts(port: UInt16) -> [String] {
        let names = ["127.0.0.1", "localhost", "[::1]"]
        // A browser leaves out the port of the scheme.
        return names.map { "\($0):\(port)" } + (port == 80 ? names : [])
    }

    private static func path(of head: HTTPRequestHead) -> String { String(head.target.prefix { $0 != "?" }) }

    private static func mediaType(of head: HTTPRequestHead) -> String? {
        let types = head.values(of: "content-type")
        guard types.count == 1 else { return nil }
        return types[0].prefix { $0 != ";" && $0 != " " }.lowercased()
    }

    // MARK: Answers

    func answer(to problem: HTTPRequestHead.Problem) -> HTTPResponse {
        let (status, code): (Int, WebProblem.Code) =
            switch problem.kind {
            case .malformed: (400, .malformed)
            case .longLine: (414, .size)
            case .longHead: (431, .size)
            case .late: (408, .malformed)
            }
        return Self.response(to: WebProblem(status, code, saying: problem.message))
    }

    func answer(to request: HTTPRequest) -> WebAnswer {
        switch Self.path(of: request.head) {
        case "/api/options":
            // The first answer may wait for what is prepared. Other requests do not wait for it.
            return .later {
                do throws(WebProblem) {
                    let asked = try QueryArguments.values(of: "argument", inTarget: request.head.target)
                    return Self.response(200, try RunRequest(arguments: asked).options())
                } catch {
                    return Self.response(to: error)
                }
            }
        case "/api/run":
            return later(request.head) { () async throws(WebProblem) in
                let asked = RunRequest(arguments: try Self.arguments(in: request.body))
                return Self.response(200, octets: try await asked.answer(asPage: false))
            }
        case "/api/capture":
            return later(request.head) { () async throws(WebProblem) in
                let budget = RunBudget(within: RunRequest.patience)
                return Self.response(
                    200, octets: try budget.octets(of: try CaptureRequest(octets: request.body).document()))
            }
        case "/":
            do throws(WebProblem) {
                guard let asked = try QueryArguments.arguments(ofTarget: request.head.target) else {
                    return .now(try Self.page(first))
                }
                let language = language
                return later(request.head) { () async throws(WebProblem) in
                    try Self.page(await RunRequest(arguments: asked).answer(asPage: true, in: language))
                }
            } catch {
                return .now(response(to: error, for: request.head))
            }
        case Self.explain:
            let language = language(of: request.head)
            return later(request.head) { () async throws(WebProblem) in
                try Self.page(await Self.explainingPage(in: language))
            }
        case let path: return file(at: String(path.dropFirst()), request.head)
        }
    }

    /// A page of the site. One without runs is made at once.
    private func file(at path: String, _ head: HTTPRequestHead) -> WebAnswer {
        do {
            let site = try Self.site.get()
            if let make = site.text(at: path) { return .now(Self.sitePage(Array(try make().utf8))) }
            return later(head) { () async throws(WebProblem) in
                do {
                    guard let html = try await site.html(at: path) else {
                        throw WebProblem(404, .path, saying: "There is nothing at this path.")
                    }
                    return Self.sitePage(Array(html.utf8))
                } catch {
                    throw Self.problem(error)
                }
            }
        } catch {
            return .now(response(to: Self.problem(error), for: head))
        }
    }

    private static func problem(_ error: any Error) -> WebProblem {
        error as? WebProblem ?? WebProblem(500, .malformed, saying: "The page cannot be made: \(error)")
    }

    /// The page on which a reader opens a capture. It shows a capture of this program as an example.
    private static func explainingPage(in language: Language) async throws(WebProblem) -> [UInt8] {
        let runs = try await RunRequest(arguments: ["--rsa", "--seed", "7"]).runs()
        let octets = runs.runs.first.map { PcapNG.bytes($0.journal) } ?? []
        let title = explainTitle
        let (size, packets) = (longest["/api/capture", default: 0] >> 20, WebLimit.events / 2)
        let choose = Words(
            english: """
                Choose a file, or drop it on this page: a recording of Wireshark or tcpdump, pcap or pcapng. The program reads it on this \
                machine and explains it below. It goes nowhere else. A file may have \(size) MiB and \
                \(packets) packets; `HandshakeSim explain FILE` in a terminal reads larger ones, and takes key logs.
                """,
            chinese: """
                选择一个文件，或者把它拖到这个页面上：Wireshark 或 tcpdump 录下的流量，pcap 或 pcapng 格式。程序在这台机器上读取它，\
                在下面解释它。它不会传到别处。文件最大 \(size) MiB，最多 \(packets) 个数据包；\
                在终端里，`HandshakeSim explain FILE` 可以读取更大的文件，也接受密钥日志。
                """)
        let example = Words(
            english: "Below is an example: a visit with RSA key transport that this program has recorded.",
            chinese: "下面是一个例子：这个程序录下的一次使用 RSA 密钥传输的访问。")
        let article = WebArticle(
            title: title, markdown: "# \(title)\n\n\(choose)\n\n\(example)")
        return try RunBudget(within: RunRequest.patience)
            .octets(of: try CaptureRequest(octets: octets).document(), asPage: true, in: language, article: article)
    }

    /// Computes an answer, or refuses if too many answers are being computed.
    private func later(
        _ head: HTTPRequestHead, _ compute: @escaping @Sendable () async throws(WebProblem) -> HTTPResponse
    ) -> WebAnswer {
        guard places.take() else {
            var problem = WebProblem(
                503, .busy, saying: "\(Places.count) runs are being computed. Ask again in a second.")
            problem.fields = [HTTPResponse.Field("Retry-After", "1")]
            // A browser asks again by itself.
            if Self.readsPages(head) { problem.fields.append(HTTPResponse.Field("Refresh", "2")) }
            return .now(response(to: problem, for: head))
        }
        let (places, application) = (places, self)
        return .later {
            defer { places.give() }
            do throws(WebProblem) {
                return try await compute()
            } catch {
                return application.response(to: error, for: head)
            }
        }
    }

    /// The command line in the body of a request for a run.
    private static func arguments(in body: [UInt8]) throws(WebProblem) -> [String] {
        let json: JSON
        do throws(JSONError) {
            json = try JSON(body, .levels(8))
        } catch {
            throw WebProblem(400, .malformed, saying: "The body is no JSON: \(error.problem).", offset: error.offset)
        }
        guard case .array(let values) = json["arguments"] else {
            throw WebProblem(400, .malformed, saying: "The body has no list \"arguments\".")
        }
        let arguments = values.compactMap(\.characters)
        guard arguments.count == values.count else {
            throw WebProblem(400, .malformed, saying: "Each of the arguments is a text.")
        }
        return arguments
    }

    // MARK: Octets

    /// Whether the client shows the answer as a page: a browser follows a link, and accepts HTML.
    private static func readsPages(_ head: HTTPRequestHead) -> Bool {
        !path(of: head).hasPrefix("/api/")
            && head.values(of: "accept").contains { $0.contains("text/html") }
    }

    /// A page for a person whom a link has led to no run.
    private static func said(_ problem: WebProblem, in language: Language) -> String {
        let words =
            switch problem.status {
            case 404: Words(english: "There is no such page", chinese: "没有这样的页面")
            case 503: Words(english: "The program is busy", chinese: "程序正忙")
            default: Words(english: "This link leads to no run", chinese: "这个链接没有对应的运行")
            }
        // The message can repeat words of the link. They must not end the block of code.
        let message = problem.message.replacing("```", with: "\u{2019}\u{2019}\u{2019}")
        let again = Words(
            english: "This page asks again by itself, every two seconds.", chinese: "这个页面每两秒自动再问一次。")
        let more: Words = problem.status == 503 ? "\n\(again)\n" : ""
        return WebPage.plain(
            WebArticle(title: words, markdown: "# \(words)\n\n```text\n\(message)\n```\n\(more)", links: ways),
            in: language)
    }

    /// The answer to a problem: a page for a browser, JSON for a program. A request that may come from another site's page gets no page.
    private func response(to problem: WebProblem, for head: HTTPRequestHead) -> HTTPResponse {
        guard Self.readsPages(head), problem.status == 404 || problem.status >= 422 else {
            return Self.response(to: problem)
        }
        let html = Self.said(problem, in: language(of: head))
        var response = Self.sitePage(Array(html.utf8), status: problem.status)
        response.fields += problem.fields
        return response
    }

    /// The language of the page that answers a request: that of its path or its query, or that of the program.
    private func language(of head: HTTPRequestHead) -> Language {
        if Self.path(of: head).hasPrefix("/" + SiteMap.chineseFolder) { return .chinese }
        let asked = (try? QueryArguments.values(of: "language", inTarget: head.target))?.last
        return asked.flatMap(Language.init(rawValue:)) ?? language
    }

    /// A page that says itself which script and which style it has.
    private static func sitePage(_ octets: [UInt8], status: Int = 200) -> HTTPResponse {
        let policy = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        return HTTPResponse(status, head("text/html; charset=utf-8", policy: policy), body: octets)
    }

    private static func page(_ octets: [UInt8]) throws(WebProblem) -> HTTPResponse {
        do {
            let policy = try WebPage.servedPolicy()
            return HTTPResponse(200, head("text/html; charset=utf-8", policy: policy), body: octets)
        } catch {
            throw WebProblem(500, .malformed, saying: "The page cannot be made: \(error)")
        }
    }

    private static func response(_ status: Int, _ json: JSON) -> HTTPResponse {
        response(status, octets: Array(json.compact.utf8))
    }

    private static func response(_ status: Int, octets: [UInt8]) -> HTTPResponse {
        HTTPResponse(
            status, head("application/json", policy: "default-src 'none'; frame-ancestors 'none'"), body: octets)
    }

    private static func response(to problem: WebProblem) -> HTTPResponse {
        var response = response(problem.status, problem.json)
        response.fields += problem.fields
        return response
    }

    private static func head(_ type: String, policy: String) -> [HTTPResponse.Field] {
        [
            HTTPResponse.Field("Content-Type", type), HTTPResponse.Field("Content-Security-Policy", policy),
            HTTPResponse.Field("X-Content-Type-Options", "nosniff"), HTTPResponse.Field("Cache-Control", "no-store"),
            HTTPResponse.Field("Referrer-Policy", "no-referrer"),
            HTTPResponse.Field("Cross-Origin-Resource-Policy", "same-origin"),
        ]
    }
}

/// A limit to the number of runs that are computed at one time.
private final class Places: Sendable {
    /// The number of places.
    static let count = 2
    private let taken = Mutex(0)

    /// Takes a place. Returns false if none is free.
    func take() -> Bool {
        taken.withLock { taken in
            guard taken < Self.count else { return false }
            taken += 1
            return true
        }
    }

    /// Gives a place back.
    func give() { taken.withLock { $0 -= 1 } }
}
