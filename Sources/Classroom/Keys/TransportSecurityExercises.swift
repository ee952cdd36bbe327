import Simulator
import TLSSim
import Trace
import TrustLab

/// Lesson 9: App Transport Security.
extension Exercise {
    static let transportSecurity: [Exercise] = [
        Exercise(lesson: 9, number: 1, answer: .number) { seed, key in
            let passing = try trials(seed, .dheRSAAES256GCM)
            key.right = [.number(passing)]
            key.because = Words(
                english: "\(passing) of the sixteen pass. No dictionary makes the client offer finite-field DHE.",
                chinese: "十六次中有 \(passing) 次通过。没有哪个字典使客户端提出有限域的 DHE。")
            key.hint = Words(
                english: "An exception makes the client offer more suites. Ask whether any exception makes it offer "
                    + "this one.",
                chinese: "例外使客户端提出更多密码套件。想一想有没有例外使它提出这个密码套件。")
            key[.number(try trials(seed, .rsaAES128GCM))] = Words(
                english: "That many trials pass with RSA key transport. This server has another suite.",
                chinese: "使用 RSA 密钥传输时，通过的次数是这么多。这台服务器用的是另一个密码套件。")
            key[.number(16)] = Words(
                english: "DHE has forward secrecy. Ask whether it is on the list of suites that ATS accepts.",
                chinese: "DHE 有前向保密。想一想它在不在 ATS 接受的密码套件列表里。")
        },
        Exercise(lesson: 9, number: 2, answer: .letters(through: "d")) { seed, key in
            let exceptions = [
                ATSException(allowsInsecureHTTP: true), ATSException(minimumVersion: .tls10),
                ATSException(disablesForwardSecrecy: true), ATSException(allowsArbitraryLoads: true),
            ]
            let (host, server) = (try ATSHost.ofVisit, try ATSServer.ofVisit(seed, .rsaAES128GCM))
            let enough = Exercise.letters(of: exceptions) { exception in
                let rules = exception.dictionary(for: host).rules(forHost: host)
                return ATSPolicy.ofVisit.judge(server, by: rules).result == .loads
            }
            key.right = [.letters(enough)]
            key.because = Words(
                english: "Both waive forward secrecy. NSExceptionRequiresForwardSecrecy waives it for one host and "
                    + "leaves the rest, so it is the smaller exception.",
                chinese: "两者都放弃前向保密。NSExceptionRequiresForwardSecrecy 只对一台主机放弃，其余的都保留，所以是较小的例外。")
            key.hint = Words(
                english: "The default fails for one requirement alone. Ask of each key which requirement it waives.",
                chinese: "默认设置只因一项要求而失败。对每个键问一问，它放弃的是哪项要求。")
            key[.letters(["c"]), .letters(["d"])] = Words(
                english: "This one is enough, but it is not the only one.",
                chinese: "这一个够了，但不是唯一的。")
        },
        Exercise(lesson: 9, number: 3, answer: .letters(through: "d")) { _, key in
            let server = ATSServer(anything: nil, answers: [:])
            let loaded = try Exercise.letters(of: ["printer.local", "127.0.0.1", "203.0.113.9", Visit.hostName]) {
                text in
                guard let host = ATSHost(text) else { throw ExerciseError.noStep(text) }
                let rules = ATSDictionary().rules(forHost: host)
                return ATSPolicy.ofVisit.judge(server, scheme: .http, by: rules).result == .loads
            }
            key.right = [.letters(loaded)]
            key.because = Words(
                english: "On iOS 18.4 and later a name under .local and an address of the device itself are free. "
                    + "Other addresses and public names are not.",
                chinese: "在 iOS 18.4 及以后的版本里，.local 下的名称和设备自己的地址不受限制。其他地址和公开的名称受限制。")
            key.hint = Words(
                english: "Ask of each host whether it is local. Only a local host is free without an entry.",
                chinese: "对每台主机问一问，它是不是本地的。没有条目时，只有本地主机不受限制。")
            key[.letters(["a"])] = Words(
                english: "An address of the device itself is local too, on iOS 18.4 and later.",
                chinese: "在 iOS 18.4 及以后的版本里，设备自己的地址也是本地的。")
            key[.letters(["a", "b", "c"]), .letters(["b", "c"])] = Words(
                english: "An address is not free because it is an address. Ask whether it is one of the device itself.",
                chinese: "地址并不因为是地址就不受限制。想一想它是不是设备自己的地址。")
        },
    ]

    /// How many of the sixteen trials of `nscurl --ats-diagnostics` pass on a server that accepts `suite` alone.
    private static func trials(_ seed: UInt64, _ suite: CipherSuite) throws -> UInt64 {
        let trials = ATSDiagnostics.run(on: try .ofVisit(seed, suite), host: try .ofVisit, policy: .ofVisit)
        return UInt64(trials.count { $0.judgement.result == .loads })
    }
}
