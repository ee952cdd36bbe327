import Trace

extension Claim {
    static let ofRecords: [Claim] = [
        Claim(
            51, about: .records, verdict: .isFalse, saidIn: [.interview],
            rules: [.rfc(5246, "6.2.3.2"), .rfc(5288, "6.1")],
            runs: .exhibit(
                "gcm-nonce", shows: "The client's program reads \"price 94.20\"", defended: "no nonce came twice"),
            .exhibit(
                "poodle --variant short", shows: "is answered, and not with an alert",
                defended: "The server has refused all 3072 records"),
            claim: Words(
                english: "What is encrypted cannot be changed.",
                chinese: "加密的东西不能改动。"),
            truth: Words(
                english: "A change of a record is found where records are authenticated well.",
                chinese: "如果记录认证得好，改动就会发现。"),
            fact: Words(
                english:
                    "With CBC and a careless check of the padding, blocks can be moved. With a nonce that comes twice, records can be forged.",
                chinese: "用 CBC 而填充检查马虎时，可以把块移动位置。nonce 出现两次时，可以伪造记录。")),
        Claim(
            52, about: .records, verdict: .isFalse, saidIn: [.blog], rules: [.rfc(5246, "6.2.3.2")],
            runs: .exhibit(
                "padding-oracle --variant short",
                shows: "The guess 37 is answered after 10005 µs, and others after 10000 µs",
                defended: "All 256 guesses of the last octet are answered after the same time"),
            claim: Words(
                english: "A padding oracle reads the alert.",
                chinese: "填充预言机读的是警报。"),
            truth: Words(
                english: "In TLS 1.0 there was an alert for each of the two errors.",
                chinese: "在 TLS 1.0 中，两种错误各有一个警报。"),
            fact: Words(
                english: "Alerts are encrypted by then and look alike. What differs is the time until the answer.",
                chinese: "那时警报已经加密，看起来都一样。不同的是应答之前的时间。")),
        Claim(
            53, about: .records, verdict: .isFalse, saidIn: [.blog], rules: [.rfc(5246, "6.2.3.2")],
            runs: .exhibit(
                "lucky13 --variant short", shows: "is answered after 10004 µs, sooner than others",
                defended: "All 256 pairs are answered after the same time"),
            claim: Words(
                english: "One alert for both errors, and the padding oracle is mended.",
                chinese: "两种错误用同一个警报，填充预言机就修好了。"),
            truth: Words(
                english: "One alert is necessary.",
                chinese: "用同一个警报是必要的。"),
            fact: Words(
                english:
                    "The work has to be the same, too. Even with a MAC every time, a small difference remains that depends on the length.",
                chinese: "所做的计算也必须相同。即使每次都计算 MAC，也还有一个小差别，它取决于长度。")),
        Claim(
            54, about: .records, verdict: .isFalse, saidIn: [.work], rules: [.rfc(5246, "6.2.3.2")],
            runs: .exhibit(
                "poodle --variant short", shows: "is answered, and not with an alert",
                defended: "The server has refused all 3072 records"),
            claim: Words(
                english: "Padding carries nothing, so it needs no check.",
                chinese: "填充不携带任何内容，所以不需要检查。"),
            truth: Words(
                english: "The receiver drops it.",
                chinese: "接收方把它丢弃。"),
            fact: Words(
                english:
                    "If its content is not checked, an attacker puts another block in its place, and learns an octet when the record is accepted: once in 256 tries.",
                chinese: "如果不检查填充的内容，攻击者就在那里换上另一个块；只要记录得到接受，她就得到一个字节：每试 256 次成功一次。")),
        Claim(
            55, about: .records, verdict: .isFalse, saidIn: [.work, .course],
            rules: [.rfc(8446, "E.3"), .rfc(5246, "6")],
            runs: Run(
                "--tls13 --seed 7 --only tls.application_data", shows: "TLS application data 127 B, encrypted]",
                unlike: Counterpart(
                    "--tls13 --pad 512 --seed 7 --only tls.application_data",
                    shows: "TLS application data 533 B, encrypted]")),
            .exhibit("crime --variant short", shows: "437 for \"d\"", defended: "403 for \"d\""),
            claim: Words(
                english: "Encryption hides what I say.",
                chinese: "加密隐藏我说的话。"),
            truth: Words(
                english: "It hides the content.",
                chinese: "它隐藏内容。"),
            fact: Words(
                english:
                    "It does not hide how much is said. With compression before it, the length gives the content away, too.",
                chinese: "它不隐藏说了多少。如果先压缩再加密，长度还会泄露内容。")),
        Claim(
            56, about: .records, verdict: .isFalse, saidIn: [.textbook], rules: [.rfc(9325, "3.3")],
            runs: .exhibit("crime --variant short", shows: "437 for \"d\"", defended: "403 for \"d\""),
            claim: Words(
                english: "Compress first and encrypt then: that is smaller and safer.",
                chinese: "先压缩再加密：更小，也更安全。"),
            truth: Words(
                english: "It is smaller.",
                chinese: "确实更小。"),
            fact: Words(
                english:
                    "If an attacker can put text beside the secret, the length shows which text is like the secret.",
                chinese: "如果攻击者能把文字放在秘密旁边，长度就会透露哪段文字与秘密相像。")),
        Claim(
            57, about: .records, verdict: .isFalse, saidIn: [.textbook],
            rules: [.rfc(5246, "F.3"), .rfc(4346, "6.2.3.2"), .rfc(5288, "3")],
            runs: Run(
                "--cipher TLS_RSA_WITH_AES_128_CBC_SHA --seed 7 --only tls.calc.record",
                shows: "The IV is new for each record and stands in clear before the ciphertext",
                unlike: Counterpart(
                    "--rsa --seed 7 --detail messages --only tls.finished",
                    shows: "tls.record.nonce_explicit 0000000000000000")),
            claim: Words(
                english: "The IV is public, so it does not matter when it is known.",
                chinese: "IV 是公开的，所以什么时候知道它都无所谓。"),
            truth: Words(
                english:
                    "With GCM it does not matter, for another reason: the nonce may be a counter that all can predict. It must only not come twice.",
                chinese: "用 GCM 时确实无所谓，但原因不同：nonce 可以是谁都能预测的计数器，只是不能出现两次。"),
            fact: Words(
                english:
                    "That it is public says nothing about the time. With CBC it must not be known before the text is chosen. An attacker who knows it can test guesses.",
                chinese: "公开并没有说明是什么时候。用 CBC 时，选定文字之前不能让人知道它。知道它的攻击者可以验证猜测。")),
        Claim(
            58, about: .records, verdict: .isFalse, saidIn: [.work], rules: [.rfc(5246, "6.2.3.1"), .rfc(5246, "F.2")],
            runs: .exhibit(
                "record-replay", shows: "reads \"pay 10\" for the second time",
                defended: "the tag does not fit this number"),
            claim: Words(
                english: "TCP removes duplicates, so TLS need not count.",
                chinese: "TCP 会去掉重复的内容，所以 TLS 不必计数。"),
            truth: Words(
                english: "TCP removes duplicates of its own segments.",
                chinese: "TCP 会去掉它自己的重复报文段。"),
            fact: Words(
                english:
                    "A copy that an attacker sends with the next number is new data to TCP. The record's number in the MAC finds it.",
                chinese: "攻击者把复制的内容用下一个序号发送，对 TCP 来说就是新数据。MAC 包含记录的编号，由它来发现。")),
        Claim(
            59, about: .records, verdict: .isFalse, saidIn: [.interview, .blog, .course], rules: [.rfc(5246, "7.2.1")],
            runs: Run(
                "--seed 7 --truncate --only tls.failed", shows: "the transport ended without close_notify",
                unlike: Counterpart(
                    "--seed 7 --only tls.close_notify", shows: "It proves that the data of this direction is complete")),
            .exhibit(
                "truncation", shows: "takes it for the whole answer",
                defended: "the transport ended without close_notify"),
            claim: Words(
                english: "When TCP is closed, TLS is closed.",
                chinese: "TCP 关闭了，TLS 就关闭了。"),
            truth: Words(
                english: "After the end of TCP no data of TLS can come.",
                chinese: "TCP 结束之后，TLS 不会再有数据。"),
            fact: Words(
                english:
                    "The end of TLS is close_notify, which an attacker cannot make. An end without it may be a truncation.",
                chinese: "TLS 的结束是 close_notify，攻击者造不出来。没有它的结束可能是截断。")),
        Claim(
            60, about: .records, verdict: .isFalse, saidIn: [.work], rules: [.rfc(9325, "4.1")],
            runs: .exhibit(
                "sweet32", shows: "a block of ciphertext came a second time",
                defended: "No two of 202500 blocks of 128 bits are equal"),
            claim: Words(
                english: "The length of the key is what counts in a cipher.",
                chinese: "对加密算法来说，重要的是密钥的长度。"),
            truth: Words(
                english: "A short key is found by trying.",
                chinese: "短的密钥试一遍就能找到。"),
            fact: Words(
                english:
                    "The length of a block counts, too: with blocks of 64 bits two ciphertexts are equal after about 2^32 blocks. In this run a block has 32 bits, and it takes some 80,000.",
                chinese: "块的长度也重要：块为 64 位时，大约 2^32 个块之后就有两个密文相等。在这次运行中，一个块有 32 位，大约需要 80,000 个块。")),
        Claim(
            61, about: .records, verdict: .isFalse, saidIn: [.work], rules: [.rfc(6520, "4")],
            runs: .exhibit(
                "heartbleed", shows: "octets of its memory that lie behind it", defended: "and no answer comes"),
            claim: Words(
                english: "Heartbleed was a flaw of TLS.",
                chinese: "Heartbleed 是 TLS 的缺陷。"),
            truth: Words(
                english: "It was in the code for an extension of TLS.",
                chinese: "它在 TLS 的一个扩展的代码中。"),
            fact: Words(
                english: "The extension demands the check that the code left out. The protocol was not at fault.",
                chinese: "扩展要求做这项检查，而代码漏掉了。协议没有错。")),
        Claim(
            94, about: .records, verdict: .isFalse, saidIn: [.interview, .work],
            rules: [.rfc(5246, "6.2.1"), .rfc(5246, "E.1")],
            runs: Run(
                "--seed 7 --detail bytes --only tls.client_hello",
                shows: "Around a ClientHello no version is agreed on yet, and a server accepts any 0x03xx",
                alone: Words(
                    english: "The field is read in the same way around each ClientHello.",
                    chinese: "在每条包着 ClientHello 的记录中，这个字段的读法都相同。")),
            claim: Words(
                english: "The record of the ClientHello says 1.0, so it is TLS 1.0.",
                chinese: "ClientHello 的记录写的是 1.0，所以这是 TLS 1.0。"),
            truth: Words(
                english: "In later records of TLS 1.2 the field has the version that was agreed.",
                chinese: "在 TLS 1.2 之后的记录中，这个字段是协商好的版本。"),
            fact: Words(
                english:
                    "Around a ClientHello the field says little. ServerHello decides, and in TLS 1.3 its extension supported_versions.",
                chinese: "在包着 ClientHello 的记录中，这个字段说明不了什么。由 ServerHello 决定，在 TLS 1.3 中由它的扩展 supported_versions 决定。")),
    ]
}
