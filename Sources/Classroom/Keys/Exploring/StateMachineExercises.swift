import Learning
import PKI
import Simulator
import TLSSim
import Trace

/// Lesson 29: what a state machine forgets.
extension Exercise {
    static let stateMachines: [Exercise] = [
        Exercise(lesson: 29, number: 1, answer: .order(through: "d")) { seed, key in
            let word = try LearnedEndpoint(.earlyCCS, .server, seed).way
            let choices: [(Letter, String)] = [
                (.finished, "a"), (.clientKeyExchange, "b"), (.clientHello, "c"), (.changeCipherSpec, "d"),
            ]
            let order = word.compactMap { letter in choices.first { $0.0 == letter }?.1 }
            key.right = [.order(order)]
            key.because = Words(
                english:
                    "The ChangeCipherSpec comes one message too early, and all the rest is as in a good handshake.",
                chinese: "ChangeCipherSpec 早到了一条消息，其余的都和正确的握手一样。"
            )
            key.hint = Words(
                english: "Ask what the server needs before it can make keys of an empty master secret: the randoms and "
                    + "the suite. Which message gives it these?",
                chinese: "想一想服务器用空的主密钥得到密钥之前需要什么：随机数和密码套件。哪条消息给它这些？")
            key[.order(["c", "b", "d", "a"])] = Words(
                english: "That is the good handshake. No step is missing in it.",
                chinese: "这是正确的握手。没有缺少步骤。")
            key[.order(["d", "c", "b", "a"])] = Words(
                english: "Before the hellos there is no suite and there are no randoms. No server can make keys then.",
                chinese: "在两条 Hello 消息之前，没有密码套件，也没有随机数。那时任何服务器都得不到密钥。")
            key[.order(["c", "d", "a", "b"])] = Words(
                english: "This server leaves out one rule alone. It still awaits ClientKeyExchange before Finished.",
                chinese: "这台服务器只缺少一条规则。它在 Finished 之前仍然等待 ClientKeyExchange。")
        },
        Exercise(lesson: 29, number: 2, answer: .letters(through: "d")) { seed, key in
            let mistakes: [WrongEndpoint?] = [nil, .earlyCCS, .finishedUnchecked, .skipFinished]
            let letters: [Letter] = [.clientHello, .clientKeyExchange, .changeCipherSpec, .finished, .data]
            let found = try Exercise.letters(of: mistakes) {
                try !LearnedEndpoint($0, .server, seed, letters).shortcuts.isEmpty
            }
            key.right = [.letters(found)]
            key.because = Words(
                english: "This alphabet has no Finished with a wrong value, so the server that does not compare looks "
                    + "sound. What is not asked is not found.",
                chinese: "这个字母表里没有值不对的 Finished，所以不作比较的服务器看起来没有问题。没有问的，就发现不了。")
            key.hint = Words(
                english: "Ask of each server which message its mistake lets pass, and whether the alphabet has that "
                    + "message.",
                chinese: "对每台服务器问一问，它的错误会放过哪条消息，字母表里有没有那条消息。")
            key[.letters(found.union(["c"]))] = Words(
                english: "The puppet sends a Finished with the right value, and every server takes that.",
                chinese: "木偶发送的 Finished 值是对的，每台服务器都会接受。")
            key[.letters(found.union(["a", "c"]))] = Words(
                english: "The server of a keeps all rules.",
                chinese: "a 的服务器遵守所有规则。")
            key[.letters(["b"])] = Words(
                english: "Another server is found as well: data in place of Finished is an order, and needs no wrong "
                    + "value.",
                chinese: "还发现了另一台服务器：用数据代替 Finished 是顺序问题，不需要不对的值。")
        },
        Exercise(lesson: 29, number: 3, answer: .letters(through: "f")) { seed, key in
            let missing = Set(try LearnedEndpoint(.skipMessages, .client, seed).missing)
            let left = Exercise.letters(of: GoodHandshake(ofServer: .tls12).steps) { missing.contains($0) }
            key.right = [.letters(left)]
            key.because = Words(
                english: "The client judges the certificate and then believes a Finished that anyone can compute: its "
                    + "key is an empty master secret. No message has shown the certificate's private key.",
                chinese: "客户端判断了证书，然后相信一个谁都能算出的 Finished：它的密钥是空的主密钥。没有哪条消息证明持有证书的私钥。")
            key.hint = Words(
                english: "Read the line WRONG of the report. It names the steps that did not come in their place.",
                chinese: "读报告里的 WRONG 一行。它列出了没有出现在该在的位置的步骤。")
            key[.letters(left.union(["f"]))] = Words(
                english: "A Finished did come. It came too early.",
                chinese: "Finished 确实来了，但来得太早。")
            key[.letters(left.subtracting(["e"]))] = Words(
                english: "The Finished came in clear. So another step before it is missing as well.",
                chinese: "这个 Finished 是明文到达的，所以它前面还缺少一个步骤。")
            key[.letters(["c"])] = Words(
                english: "A client that skips this message does not wait for those behind it either.",
                chinese: "跳过这条消息的客户端，也不会等待它后面的那些。")
        },
    ]
}

/// An endpoint of this program that leaves out a rule of TLS 1.2, as `learn self` finds it out.
private struct LearnedEndpoint {
    let shortcuts: [Shortcut]

    /// - Parameter letters: the alphabet; nil for the small one.
    init(_ mistake: WrongEndpoint?, _ role: Role, _ seed: UInt64, _ letters: [Letter]? = nil) throws {
        var endpoint = try OwnEndpoint(role, .tls12, at: Visit.epoch, seed: seed)
        endpoint.missingRules = mistake?.missingRules(of: role) ?? []
        var learner = Learner(letters ?? Alphabet.small(role, .tls12), from: endpoint.teacher(of: role))
        let machine = try learner.learn().machine
        shortcuts = GoodHandshake(with: machine, role: role, .tls12).shortcuts(in: machine)
    }

    /// The shortest way to data on which a step is missing.
    var way: [Letter] { get throws { try first.word } }
    /// The steps that are missing on it.
    var missing: [Letter] { get throws { try first.missing } }

    private var first: Shortcut { get throws { try shortcuts.first.orThrow(.noStep("WRONG")) } }
}
