import PKI
import Simulator
import Trace

/// Lesson 6: certificates and chains.
extension Exercise {
    static let certificates: [Exercise] = [
        Exercise(lesson: 6, number: 1, answer: .number) { seed, key in
            let whole = UInt64(try leaf(seed).count)
            key.right = [.number(whole)]
            key.because = Words(
                english: "Four octets of header and the content make \(whole) octets.",
                chinese: "首部的四个字节加上内容，是 \(whole) 字节。")
            key.hint = Words(
                english: "The second octet, 82, says that the length is in the two octets behind it. The header "
                    + "itself is not counted in that length.",
                chinese: "第二个字节 82 说明，长度在它后面的两个字节里。首部本身不计入这个长度。")
            key[.number(whole - 4)] = Words(
                english: "That is the length of the content. The file also holds the header, with its type and length.",
                chinese: "这是内容的长度。文件里还有首部，首部里有类型和长度。")
        },
        Exercise(lesson: 6, number: 2, answer: .name) { seed, key in
            let journal = try Visit.journal(seed) { $0.serverChain = .expired }
            let alert = try journal.alert(of: .client)
            key.right = [.named(alert)]
            key.because = Words(
                english: "The client sends \(alert). The signature is as good as ever; the issuer's promise is over.",
                chinese: "客户端发送 \(alert)。签名仍然有效，但颁发者的承诺到期了。")
            key.hint = Words(
                english: "RFC 5246 section 7.2.2 has an alert for exactly this case: a certificate whose time is over.",
                chinese: "RFC 5246 7.2.2 节正好有一个警报用于这种情况：证书的时间已过。")
            let nothingIsCorrupt = Words(
                english: "Every octet of this certificate is as the authority signed it. Another alert fits better.",
                chinese: "这张证书的每个字节都和 CA 签名时一样。另一个警报更合适。")
            key[.named("bad_certificate")] = nothingIsCorrupt
            key[.named("unknown_ca")] = Words(
                english: "The client knows the authority. What is wrong is the leaf itself.",
                chinese: "客户端知道这个 CA。有问题的是叶子证书本身。")
            key[.named("decrypt_error")] = nothingIsCorrupt
        },
        Exercise(lesson: 6, number: 3, answer: .number) { seed, key in
            let end = try CertificateStructure(leaf(seed)).notAfter
            guard let last = UInt64(exactly: end) else { throw ExerciseError.noStep("notAfter") }
            key.right = [.number(last)]
            key.because = Words(
                english: "notAfter is \(CivilTime.text(end)), and this second still belongs to the certificate.",
                chinese: "notAfter 是 \(CivilTime.text(end))，这一秒仍属于证书的有效期。")
            key.hint = Words(
                english: "Look up notAfter with trust show, turn it into seconds since 1970 (date -u +%s), and try "
                    + "the second before and the second after with openssl verify.",
                chinese: "用 trust show 查出 notAfter，换算成 1970 年以来的秒数（date -u +%s），再用 openssl verify 试前一秒和后一秒。")
            key[.number(last + 1)] = Words(
                english: "One second too many: at this second openssl verify says that the certificate has expired.",
                chinese: "多了一秒：在这一秒，openssl verify 说证书已经过期。")
            key[.number(last - 1)] = Words(
                english: "One second too few: at the next second the certificate is still valid.",
                chinese: "少了一秒：在下一秒，证书仍然有效。")
        },
        Exercise(lesson: 6, number: 4, answer: .letters(through: "d")) { seed, key in
            let journal = try Visit.journal(seed) { $0.serverChain = .notAnAuthority }
            let passed = journal.verdicts(of: .client)
            let checks = ["signature", "dates", "host name", "basic constraints"]
            let failed = Exercise.letters(of: checks) { passed[$0] == false }
            key.right = [.letters(failed)]
            key.because = Words(
                english: "Signatures, dates and name are good. The plumber's certificate has no basicConstraints "
                    + "that make its owner an authority (RFC 5280 4.2.1.9).",
                chinese: "签名、日期和名称都没有问题。但水管工的证书没有使其持有者成为 CA 的 basicConstraints（RFC 5280 4.2.1.9）。")
            key.hint = Words(
                english: "Ask of each check what the plumber's certificate really says. One thing has never been "
                    + "said of plumbers.",
                chinese: "对每项检查问一问，水管工的证书到底说了什么。有一件事从来没有人说过水管工能做。")
            key[.letters(["a"])] = Words(
                english: "The plumber has a key, and signs with it. Every signature of this chain verifies.",
                chinese: "水管工有密钥，并用它签名。这条证书链的每个签名都验证通过。")
        },
    ]

    /// The server's own certificate (the leaf), in DER, in the visit under `seed`.
    static func leaf(_ seed: UInt64) throws -> [UInt8] {
        guard let leaf = try Visit.Cast(Visit.Options(seed: seed)).server.chain.first else {
            throw ExerciseError.noStep("a certificate")
        }
        return leaf
    }
}

extension Journal {
    /// The name of the first alert that `who` sends, such as "certificate_expired".
    func alert(of who: Principal) throws(ExerciseError) -> String {
        String(try message("tls.alert", of: who).label.dropFirst("Alert ".count))
    }

    /// For each check, by name: whether it passed every time that `who` made it. It is made once for each certificate
    /// of the path.
    fileprivate func verdicts(of who: Principal) -> [String: Bool] {
        var verdicts: [String: Bool] = [:]
        for event in events where event.who == who {
            if case .checked(let what, let passed) = event.kind { verdicts[what] = passed && verdicts[what] ?? true }
        }
        return verdicts
    }
}
