import Trace

/// Whether the certificate has the form that RFC 5280 and the rules of the Web PKI prescribe.
public enum FormStatement: StatementTopic {
    /// The certificate has the prescribed form.
    case wellFormed
    /// The signed part names another signature algorithm than the one outside it.
    case algorithmsDiffer(inside: String, outside: String)
    /// The two names of the signature algorithm are equal, and the parameters differ.
    case parametersDiffer(algorithm: String)
    /// The certificate has a version without extensions.
    case oldVersion(Int)
    /// The certificate has issuerUniqueID or subjectUniqueID.
    case uniqueIdentifiers
    /// A date until 2049 is a GeneralizedTime, or a date has a fraction of a second.
    case datesOfWrongForm
    /// A default value is written, which DER leaves out; the value, and the name of the extension.
    case defaultWritten(String, in: String)
    /// A date has no seconds, or a difference to UTC.
    case datesInBER
    /// A date has a fraction of a second, or the second 61. SecTrust cannot read the certificate.
    case datesUnreadableToSecTrust
    /// The certificate lacks an extension that it should have; the name of the extension.
    case extensionMissing(String)
    /// An extension should be critical and is not (true), or should not be critical and is (false); the name of the extension.
    case shouldBeCritical(String, Bool)
    /// The certificate has no extension twice.
    case extensionsOnce
    /// The certificate has an extension twice; the name of the extension.
    case extensionTwice(String)
    /// The serial number is 0.
    case serialZero
    /// The serial number is negative.
    case serialNegative
    /// The serial number has more than 20 octets.
    case serialTooLong(octets: Int)
    /// The serial number has more octets than SecTrust reads.
    case serialTooLongForSecTrust(octets: Int)
    /// The serial number is positive and has at most 20 octets.
    case serialInOrder
    /// The certificate has the key identifiers that it should have, and they agree with the issuer's.
    case identifiersInOrder
    /// authorityKeyIdentifier names another key than that of the issuer; the name of the issuer.
    case identifiersDiffer(issuer: String)
    /// authorityKeyIdentifier has no key identifier.
    case identifierWithoutKey
    /// authorityKeyIdentifier has more than the key identifier.
    case identifierWithMore
    /// Subject and alternative names have the right form.
    case subjectInOrder
    /// The issuer's name is empty.
    case emptyIssuer
    /// The name of an authority is empty.
    case emptySubject
    /// The leaf is an authority.
    case leafIsAuthority
    /// The certificate has a path length, and its subject is no authority.
    case pathLengthOfNoAuthority
    /// keyUsage lists keyCertSign, and the subject is no authority.
    case certifierIsNoAuthority
    /// keyUsage lists no use.
    case noUsageAtAll
    /// An alternative name is neither a host nor an address, or its wildcard is in the wrong place; the name.
    case nameOfWrongForm(Phrase)
    /// The common name is one of the alternative names in another spelling.
    case commonNameSpelledOtherwise(String, than: String)
    /// The leaf's extKeyUsage lists anyExtendedKeyUsage.
    case anyUsage
    /// An anchor has extKeyUsage, which does not count in an anchor.
    case anchorWithUsages

    func english(_ it: StatementSubject) -> String {
        switch self {
        case .wellFormed: "\(it) has the form that RFC 5280 prescribes."
        case .algorithmsDiffer(let inside, let outside):
            "\(it) names the algorithm of its signature twice, with different values: \(inside) in the signed part and \(outside) "
                + "outside. The value outside is not signed, so anyone can have changed it."
        case .parametersDiffer(let algorithm):
            "\(it) names \(algorithm) twice, with different parameters. The two must be equal."
        case .oldVersion(let version):
            "\(it) is of version \(version), which has no extensions. So it cannot say what it is for."
        case .uniqueIdentifiers: "\(it) has a unique identifier, which RFC 5280 forbids."
        case .datesOfWrongForm:
            "\(it) writes a date before 2050 as GeneralizedTime, or with fractions of a second. A date until 2049 must be UTCTime."
        case .defaultWritten(let value, let name):
            "\(it) writes \(value) in the extension \(name). That is the default value, which DER leaves out."
        case .datesInBER:
            "\(it) writes a date without seconds, or with a difference to UTC in place of Z. RFC 5280 forbids both. SecTrust reads them."
        case .datesUnreadableToSecTrust:
            "\(it) writes a date with a fraction of a second, or with the second 61. SecTrust cannot read such a certificate."
        case .extensionMissing(let name): "\(it) lacks the extension \(name), which it should have."
        case .shouldBeCritical(let name, true): "\(it) does not mark \(name) as critical, but it should."
        case .shouldBeCritical(let name, false): "\(it) marks \(name) as critical, but it should not."
        case .extensionsOnce: "\(it) has no extension twice."
        case .extensionTwice(let name):
            "\(it) has the extension \(name) twice. One program would use the first, another program the second."
        case .serialZero: "\(it) has the serial number 0. A serial number must be positive."
        case .serialNegative: "\(it) has a negative serial number. A serial number must be positive."
        case .serialTooLong(let octets):
            "\(it) has a serial number of \(counted(octets, "octet")). At most 20 are allowed."
        case .serialTooLongForSecTrust(let octets):
            "\(it) has a serial number of \(counted(octets, "octet")). SecTrust cannot read a certificate with more than 37."
        case .serialInOrder: "\(it) has a positive serial number of at most 20 octets."
        case .identifiersInOrder: "\(it) says which key signed it, as far as this is required."
        case .identifiersDiffer(let issuer): "\(it) says that another key signed it, not the key of \(issuer)."
        case .identifierWithoutKey: "\(it) has an authorityKeyIdentifier that identifies no key."
        case .identifierWithMore:
            "\(it) names its issuer's certificate in authorityKeyIdentifier. The rules of the Web PKI allow only the key there."
        case .subjectInOrder: "\(it) names its owner in the right form."
        case .emptyIssuer: "\(it) has an issuer without a name."
        case .emptySubject: "\(it) issues certificates and has no name."
        case .leafIsAuthority:
            "\(it) belongs to an authority. A \(it.owner) should have a certificate of its own, which is not an "
                + "authority's."
        case .pathLengthOfNoAuthority: "\(it) limits the authorities below it, but it does not belong to an authority."
        case .certifierIsNoAuthority:
            "\(it) has a key for signing certificates, but it does not belong to an authority."
        case .noUsageAtAll: "\(it) has a keyUsage that lists nothing."
        case .nameOfWrongForm(let name):
            "\(it) names \(name). This is neither a host nor an address, or its wildcard stands in the wrong place."
        case .commonNameSpelledOtherwise(let name, let other):
            "\(it) has the common name \(name). Its alternative name \(other) is the same name in another spelling. The rules of the "
                + "Web PKI demand the same spelling."
        case .anyUsage: "\(it) may be used for anything. The rules of the Web PKI demand a list of purposes."
        case .anchorWithUsages:
            "\(it) has an extended key usage, which does not count: only the name and the key of an anchor count."
        }
    }

    func chinese(_ it: StatementSubject) -> String {
        switch self {
        case .wellFormed: it.chinese("具有 RFC 5280 规定的形式。")
        case .algorithmsDiffer(let inside, let outside):
            it.chinese(
                "两次写明签名的算法，值却不同：签名的部分里面是 \(inside)，外面是 \(outside)。"
                    + "外面的值没有签名，所以谁都可能改动过它。")
        case .parametersDiffer(let algorithm): it.chinese("两次写明 \(algorithm)，参数却不同。两者必须相同。")
        case .oldVersion(let version): it.chinese("的版本是 \(version)，这个版本没有扩展。所以它无法写明自己的用途。")
        case .uniqueIdentifiers: it.chinese("带有唯一标识，而 RFC 5280 禁止这样做。")
        case .datesOfWrongForm:
            it.chinese("把 2050 年之前的日期写成 GeneralizedTime，或者写了秒的小数。到 2049 年为止的日期必须是 UTCTime。")
        case .defaultWritten(let value, let name): it.chinese("在扩展 \(name) 中写了 \(value)。这是默认值，DER 把它省略。")
        case .datesInBER:
            it.chinese("写的日期没有秒，或者用与 UTC 的时差代替 Z。RFC 5280 两者都禁止。SecTrust 能读取它们。")
        case .datesUnreadableToSecTrust:
            it.chinese("写的日期带有秒的小数，或者秒数是 61。SecTrust 不能读取这样的证书。")
        case .extensionMissing(let name): it.chinese("缺少扩展 \(name)，而它应当有。")
        case .shouldBeCritical(let name, true): it.chinese("没有把 \(name) 标为关键，但应当标。")
        case .shouldBeCritical(let name, false): it.chinese("把 \(name) 标为关键，但不应当标。")
        case .extensionsOnce: it.chinese("没有重复的扩展。")
        case .extensionTwice(let name):
            it.chinese("有两个扩展 \(name)。一个程序会用第一个，另一个程序会用第二个。")
        case .serialZero: it.chinese("的序列号是 0。序列号必须是正数。")
        case .serialNegative: it.chinese("的序列号是负数。序列号必须是正数。")
        case .serialTooLong(let octets): it.chinese("的序列号有 \(octets) 字节。最多允许 20 字节。")
        case .serialTooLongForSecTrust(let octets):
            it.chinese("的序列号有 \(octets) 字节。超过 37 字节，SecTrust 就不能读取证书。")
        case .serialInOrder: it.chinese("的序列号是正数，最多 20 字节。")
        case .identifiersInOrder: it.chinese("按要求写明了是哪个密钥给它签名的。")
        case .identifiersDiffer(let issuer): it.chinese("写明给它签名的是另一个密钥，不是 \(issuer) 的密钥。")
        case .identifierWithoutKey: it.chinese("的 authorityKeyIdentifier 没有标明任何密钥。")
        case .identifierWithMore:
            it.chinese("在 authorityKeyIdentifier 中写了颁发者的证书。Web PKI 的规则只允许在那里写密钥。")
        case .subjectInOrder: it.chinese("以正确的形式写明了持有者。")
        case .emptyIssuer: it.chinese("的颁发者没有名称。")
        case .emptySubject: it.chinese("签发证书，却没有名称。")
        case .leafIsAuthority: it.chinese("属于一个 CA。\(it.ownerInChinese)应当有自己的证书，而不是 CA 的证书。")
        case .pathLengthOfNoAuthority: it.chinese("限制下面的 CA，但它不属于 CA。")
        case .certifierIsNoAuthority: it.chinese("的密钥用来给证书签名，但它不属于 CA。")
        case .noUsageAtAll: it.chinese("的 keyUsage 什么都没有列出。")
        case .nameOfWrongForm(let name):
            it.chinese("写有这个名称：\(name.chinese)。它既不是主机，也不是地址，或者通配符的位置不对。")
        case .commonNameSpelledOtherwise(let name, let other):
            it.chinese(
                "的通用名称是 \(name)。它的备用名称 \(other) 是同一个名称的另一种拼写。"
                    + "Web PKI 的规则要求拼写相同。")
        case .anyUsage: it.chinese("可以用于任何用途。Web PKI 的规则要求列出用途。")
        case .anchorWithUsages: it.chinese("有扩展密钥用法，但它不算数：锚点只有名称和密钥算数。")
        }
    }
}
