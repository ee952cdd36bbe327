import Museum
import Simulator
import TLSSim
import Trace

/// Lesson 15: one bit at a time.
extension Exercise {
    static let oracles: [Exercise] = [
        Exercise(lesson: 15, number: 1, answer: .octets) { seed, key in
            let run = try MuseumQuestion("padding-oracle").performed(seed, variant: "short")
            let last = try run.loot("cookie").last.orThrow(.noStep("cookie"))
            key.right = [.octets([last])]
            key.because = Words(
                english: "The guess \(Hex.string([last])) is answered late, twice in a row: its padding was right, "
                    + "and the server has computed a MAC. It is the last octet of the cookie.",
                chinese: "猜测 \(Hex.string([last])) 的回应来得晚，而且连续两次：它的填充是对的，服务器计算了 MAC。它就是 cookie 的最后一个字节。")
            key.hint = Words(
                english: "Each stream from 1 on asks one guess, and the guesses begin at 0. Find the first two "
                    + "streams in a row whose answer comes late: the guess of the first of them is the octet.",
                chinese: "从 1 号流起，每个流问一个猜测，猜测从 0 开始。找出最前面两个连续回应得晚的流：其中第一个的猜测就是那个字节。")
            key[.octets([last &+ 1])] = Words(
                english: "This is the number of the stream. Stream 0 makes the session, and stream 1 asks the guess 0.",
                chinese: "这是流的编号。0 号流建立会话，1 号流问的猜测是 0。")
            key[.octets([last &+ 2])] = Words(
                english: "The second late answer in a row repeats the guess of the first. Its stream does not count.",
                chinese: "连续的第二个晚到的回应，重复了第一个的猜测。它的流不算。")
            key[.octets(Self.decimal(last))] = Words(
                english: "This is the guess in decimal. Write the octet in hexadecimal.",
                chinese: "这是十进制的猜测。用十六进制写这个字节。")
        },
        Exercise(lesson: 15, number: 2, answer: .name) { seed, key in
            let run = try MuseumQuestion("crime").performed(seed, variant: "short")
            let digit = String(decoding: try run.loot("cookie").prefix(1), as: UTF8.self)
            key.right = [.named(digit)]
            key.because = Words(
                english: "With the guess \(digit) the text in the path repeats one digit more of the real line. "
                    + "DEFLATE replaces it, and the record is one octet shorter.",
                chinese: "猜测为 \(digit) 时，路径里的文本与真正的那一行多重复一位数字。DEFLATE 把它替换掉，记录就短了一个字节。")
            key.hint = Words(
                english: "The lengths belong to the guesses 0 to 9 and a to f, in this order. Look for the one that "
                    + "is not like the others. The first line is the request in which the session is made, and no "
                    + "guess.",
                chinese: "这些长度依次属于猜测 0 到 9 和 a 到 f。找出与其他不同的那一个。第一行是建立会话的请求，不是猜测。")
        },
        Exercise(lesson: 15, number: 3, answer: .letters(through: "d")) { seed, key in
            let changes: [(inout Visit.Options) -> Void] = [
                { $0.suite = .rsaAES128GCM }, { $0.suite = .dheRSAAES128GCM }, { $0.suite = .ecdheRSAAES128GCM },
                { $0.tls13 = Visit.TLS13Options() },
            ]
            let letters = try Exercise.letters(of: changes) { change in
                Ledger(try Visit.journal(seed, change)).holds(.thief, Knowledge.applicationData)
            }
            key.right = [.letters(letters)]
            key.because = Words(
                english: "With RSA key transport the premaster secret stands in the recording, encrypted to the key. "
                    + "In the others the key has signed, and the secret came from exponents that are deleted.",
                chinese: "使用 RSA 密钥传输时，录下的流量里有用这个密钥加密的预主密钥。在其他的里面，这个密钥用来签名，秘密来自已经删除的指数。")
            key.hint = Words(
                english: "The oracle does with the server's private key what the server does with it. Ask what this "
                    + "key has decrypted in each.",
                chinese: "预言机用服务器的私钥做的，就是服务器用它做的。想一想在每一个里，这个密钥解密过什么。")
            key[.letters(letters.union(["b"])), .letters(letters.union(["b", "c"])), .letters(["a", "b", "c", "d"])] =
                Words(
                    english:
                        "In such a handshake the server's RSA key has signed. The recording has nothing in it that "
                        + "was encrypted to the key.",
                    chinese: "在这样的握手里，服务器的 RSA 密钥用来签名。录下的流量里没有用这个密钥加密的东西。")
            key[.letters([])] = Words(
                english: "An oracle that says yes or no about a decrypted block is enough to decrypt a block, with "
                    + "many questions.",
                chinese: "一个对解密后的块回答是或不是的预言机，问的次数够多，就足以解密一个块。")
        },
    ]

    /// The octets that the decimal digits of `octet` are if they are read as hexadecimal; none if their number is odd.
    private static func decimal(_ octet: UInt8) -> [UInt8] { Hex.octets(String(octet)) ?? [] }
}
