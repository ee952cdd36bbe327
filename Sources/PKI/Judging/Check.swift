import Trace

/// A check of a certificate or a path. The raw value is its name in traces and in JSON.
public enum Check: String, Wording, Hashable, CaseIterable {
    case certificate
    case chainLength = "chain length"
    case order
    case signature
    case revocation
    case signatureAlgorithm = "signature algorithm"
    case keyStrength = "key strength"
    case dates
    case lifetime
    case transparency
    case basicConstraints = "basic constraints"
    case pathLength = "path length"
    case keyUsage = "key usage"
    case nameConstraints = "name constraints"
    case pathDepth = "path depth"
    case key
    case extendedKeyUsage = "extended key usage"
    case certificatePolicies = "certificate policies"
    case criticalExtensions = "critical extensions"
    case form
    case serialNumber = "serial number"
    case duplicateExtensions = "duplicate extensions"
    case keyIdentifiers = "key identifiers"
    case subject
    case hostName = "host name"
    case admission
    case anchor
    case pin
    case secondOpinion = "second opinion"
    case search

    /// Whether nearly every certificate passes, so that a story can leave a pass out.
    var isRoutine: Bool {
        switch self {
        case .signatureAlgorithm, .keyStrength, .nameConstraints, .pathDepth, .form, .serialNumber,
            .duplicateExtensions, .keyIdentifiers, .subject, .certificatePolicies, .lifetime:
            true
        default: false
        }
    }

    /// The name of the check in each language.
    package var name: Words { Words(english: rawValue, chinese: chineseName) }

    private var chineseName: String {
        switch self {
        case .certificate: "证书"
        case .chainLength: "证书链长度"
        case .order: "顺序"
        case .signature: "签名"
        case .revocation: "吊销"
        case .signatureAlgorithm: "签名算法"
        case .keyStrength: "密钥强度"
        case .dates: "有效期"
        case .lifetime: "有效期长度"
        case .transparency: "证书透明度"
        case .basicConstraints: "基本约束"
        case .pathLength: "路径长度"
        case .keyUsage: "密钥用法"
        case .nameConstraints: "名称约束"
        case .pathDepth: "路径深度"
        case .key: "密钥"
        case .extendedKeyUsage: "扩展密钥用法"
        case .certificatePolicies: "证书策略"
        case .criticalExtensions: "关键扩展"
        case .form: "格式"
        case .serialNumber: "序列号"
        case .duplicateExtensions: "重复的扩展"
        case .keyIdentifiers: "密钥标识符"
        case .subject: "主体"
        case .hostName: "主机名"
        case .admission: "准入"
        case .anchor: "锚点"
        case .pin: "锁定"
        case .secondOpinion: "第二意见"
        case .search: "路径搜索"
        }
    }

    /// The reason for the check, and an attack on a client that leaves it out.
    public var english: String {
        switch self {
        case .certificate:
            "A program must read a certificate to know what it says. Programs that guess have been deceived: two programs read one "
                + "certificate differently."
        case .chainLength: "Without a limit, the sender of the certificates decides how much work the other side does."
        case .order:
            "The order shows which certificate belongs to which issuer. Without it, a path takes more work to find."
        case .signature:
            "Only the signature makes a certificate more than a claim. Without this check anyone can write a certificate."
        case .revocation:
            "A thief of a private key can use its certificate until the certificate expires, unless programs notice that the issuer has "
                + "revoked it."
        case .signatureAlgorithm:
            "With collisions an attacker gets a harmless certificate signed and moves the signature to a harmful one."
        case .keyStrength: "Anyone with enough time can compute a weak private key from its public key."
        case .dates:
            "After its dates the issuer no longer vouches for a certificate: the key may have leaked, or the host may have a new owner."
        case .lifetime:
            "A stolen key or a wrong name is useful to an attacker until the certificate expires. A short life limits this."
        case .transparency:
            "When an authority certifies a wrong server, the mistake is found only if the certificate is published."
        case .basicConstraints: "Without this check the owner of any certificate could issue certificates for any host."
        case .pathLength: "An authority that may only certify hosts could create further authorities."
        case .keyUsage: "The people who may use a key for one purpose need not be trusted with another purpose."
        case .nameConstraints: "Without this check a company's own authority could issue certificates for a bank."
        case .pathDepth: "Each further authority is one more that can make a mistake."
        case .key: "A key that cannot be used proves nothing in a handshake."
        case .extendedKeyUsage: "An attacker could pose as a server with a certificate for signing mails or programs."
        case .criticalExtensions:
            "With \"critical\" an authority says: do not use this certificate if you do not understand the extension. To skip it removes "
                + "a limit."
        case .certificatePolicies:
            "Without this check a certificate could be used although it was issued with less care than an authority above demands."
        case .form: "Different programs read certificates of a wrong form differently."
        case .serialNumber:
            "A revocation names the serial number. And unpredictable serial numbers stop an attacker from preparing a collision."
        case .duplicateExtensions:
            "If an extension is there twice, one program uses the first and another program the second."
        case .keyIdentifiers: "Without them a program tries one key after the other, or misses a path that exists."
        case .subject: "A name that only some programs can compare may match where it should not."
        case .hostName:
            "Without this check any certificate from any authority is enough: the owner of any host could pose as this one."
        case .admission:
            "A certificate says who its owner is, not what the owner may do. Without a list each customer of the authority may come in."
        case .anchor:
            "Anyone can make an authority. Trust begins only at the authorities that a person or a vendor has chosen."
        case .pin:
            "A pin excludes all keys and authorities that are not known beforehand, also authorities that were installed later."
        case .secondOpinion: "Two independent programs rarely make the same mistake."
        case .search: "A few certificates that certify each other can have more paths than a program can try."
        }
    }

    public var chinese: String {
        switch self {
        case .certificate:
            "程序必须读取证书，才知道它写了什么。靠猜测的程序受过骗：两个程序对同一张证书读法不同。"
        case .chainLength: "没有上限，对方要做多少工作，就由证书的发送方决定。"
        case .order: "顺序表明哪张证书属于哪个颁发者。没有顺序，寻找路径要花更多工作。"
        case .signature: "有了签名，证书才不只是一种声称。没有这项检查，谁都可以写一张证书。"
        case .revocation:
            "偷到私钥的窃贼可以一直使用它的证书，直到证书过期，除非程序发现颁发者已经吊销了它。"
        case .signatureAlgorithm: "利用碰撞，攻击者可以先让一张无害的证书得到签名，再把签名移到有害的证书上。"
        case .keyStrength: "只要时间足够，谁都能从公钥算出弱的私钥。"
        case .dates: "过了有效期，颁发者不再为证书担保：密钥可能已经泄露，主机可能换了主人。"
        case .lifetime: "偷到的密钥或写错的名称，在证书过期之前对攻击者一直有用。有效期短，可以限制这一点。"
        case .transparency: "CA 给错误的服务器签发证书时，只有公布了证书，才会发现这个错误。"
        case .basicConstraints: "没有这项检查，任何证书的持有者都能给任何主机签发证书。"
        case .pathLength: "只准给主机签发证书的 CA，就能再建立别的 CA。"
        case .keyUsage: "准许把密钥用于一种用途的人，不一定能信任他把密钥用于另一种用途。"
        case .nameConstraints: "没有这项检查，公司自己的 CA 就能给银行签发证书。"
        case .pathDepth: "每多一个 CA，就多一个可能出错的地方。"
        case .key: "不能使用的密钥，在握手中什么也证明不了。"
        case .extendedKeyUsage: "攻击者可以用一张给邮件或程序签名的证书冒充服务器。"
        case .criticalExtensions:
            "CA 把扩展标为“关键”，意思是：不理解这个扩展，就不要使用这张证书。跳过它，就去掉了一道限制。"
        case .certificatePolicies:
            "没有这项检查，签发时不够谨慎、达不到上面的 CA 要求的证书也能使用。"
        case .form: "形式不对的证书，不同的程序有不同的读法。"
        case .serialNumber: "吊销时用序列号指明证书。无法预测的序列号还能阻止攻击者预先准备碰撞。"
        case .duplicateExtensions: "同一个扩展出现两次，一个程序用第一个，另一个程序用第二个。"
        case .keyIdentifiers: "没有它们，程序只能一个一个地试密钥，或者会漏掉存在的路径。"
        case .subject: "只有某些程序能比较的名称，可能在不该相符的地方相符。"
        case .hostName: "没有这项检查，任何 CA 的任何证书都够了：任何主机的主人都能冒充这台主机。"
        case .admission: "证书说明持有者是谁，不说明他可以做什么。没有名单，这个 CA 的每个客户都能进来。"
        case .anchor: "谁都能建立 CA。信任只能从人或厂商选定的 CA 开始。"
        case .pin: "锁定排除了事先不知道的所有密钥和 CA，以后安装的 CA 也在内。"
        case .secondOpinion: "两个独立的程序很少犯同样的错误。"
        case .search: "几张互相签发的证书，路径可以多到程序试不完。"
        }
    }
}
