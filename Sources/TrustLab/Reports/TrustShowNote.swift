import PKI
import Trace

/// The headings and names of the report on certificates.
enum TrustShowNote: Wording {
    // MARK: Titles
    case name(Int)
    case title(Int, of: Int, path: String)
    /// The title on a page, where the only certificate has no count beside it.
    case section(Int, of: Int, path: String)
    case octetByOctet(Int)
    case whoSigned
    case signature(Int, Words)
    case onThisPage
    case leftColumn

    // MARK: Facts
    case subject
    case issuer
    case valid
    case key
    case names
    case missing
    case validity(String, String)
    /// That the key is an authority's, behind the key.
    case ofAuthority
    case list([String])
    case complaint(CertificateSource, part: String, DERFault)

    var english: String {
        switch self {
        case .name(let number): "certificate \(number)"
        case .title(let number, of: let count, let path): "Certificate \(number) of \(count): \(path)"
        case .section(let number, of: 1, let path): "Certificate \(number): \(path)"
        case .section(let number, of: let count, let path): "Certificate \(number) of \(count): \(path)"
        case .octetByOctet(1): "A certificate, octet by octet"
        case .octetByOctet(let count): "\(count) certificates, octet by octet"
        case .whoSigned: "Who signed whom"
        case .signature(let number, let label): "The signature on certificate \(number), \(label.english)"
        case .onThisPage: "On this page"
        case .leftColumn: "OpenSSL prints the left column with:"

        case .subject: "subject"
        case .issuer: "issuer"
        case .valid: "valid"
        case .key: "key"
        case .names: "names"
        case .missing: "(could not be read)"
        case .validity(let first, let last): "\(first) to \(last)"
        case .ofAuthority: "; of an authority"
        case .list([]): "(none, except the subject)"
        case .list(let names):
            names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", … (\(names.count) in all)" : "")
        case .complaint(let source, let part, let fault):
            source.path + (source.count > 1 ? ", certificate \(source.number)" : "")
                + ": \(part) at offset \(fault.offset): \(fault.english) [\(fault.cite)]"
        }
    }

    var chinese: String {
        switch self {
        case .name(let number): "证书 \(number)"
        case .title(let number, of: let count, let path): "第 \(number) 张证书，共 \(count) 张：\(path)"
        case .section(let number, of: 1, let path): "证书 \(number)：\(path)"
        case .section(let number, of: let count, let path): "第 \(number) 张证书，共 \(count) 张：\(path)"
        case .octetByOctet(1): "一张证书，逐个字节"
        case .octetByOctet(let count): "\(count) 张证书，逐个字节"
        case .whoSigned: "谁给谁签名"
        case .signature(let number, let label): "证书 \(number)（\(label.chinese)）的签名"
        case .onThisPage: "本页内容"
        case .leftColumn: "用 OpenSSL 打印左栏："

        case .subject: "主体"
        case .issuer: "颁发者"
        case .valid: "有效期"
        case .key: "密钥"
        case .names: "名称"
        case .missing: "（无法读取）"
        case .validity(let first, let last): "\(first) 到 \(last)"
        case .ofAuthority: "；属于一个 CA"
        case .list([]): "（除主体外没有）"
        case .list(let names):
            names.prefix(8).joined(separator: "、") + (names.count > 8 ? "、…（共 \(names.count) 个）" : "")
        case .complaint(let source, let part, let fault):
            source.path + (source.count > 1 ? "，证书 \(source.number)" : "")
                + "：偏移 \(fault.offset) 处的 \(part)：\(fault.chinese)[\(fault.cite)]"
        }
    }
}
