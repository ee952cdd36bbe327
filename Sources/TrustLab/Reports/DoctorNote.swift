import PKI
import Trace

/// The headings and names of the report of a diagnosis.
enum DoctorNote: Wording {
    // MARK: Headings
    case reasons
    case bundledBeside
    case earlierBeside
    case remedies
    case next
    case remarks

    // MARK: Certificates beside each other
    case bundled
    case earlier
    case shown
    case whose
    case serial
    case from
    case until
    case key
    case pin
    case issuer
    case same
    /// The place of the certificate that is shown, nil for none, and the kind of the change.
    case change(CertificatePins.Role?, Renewal.Kind)

    // MARK: Prices and days
    case price(Words)
    /// The day of an event, whether it may come earlier, and the number of days until then; nil for too many.
    case day(String, mayComeEarlier: Bool, days: Int?)

    var english: String {
        switch self {
        case .reasons: "Why, the weightiest first"
        case .bundledBeside: "Bundled beside shown"
        case .earlierBeside: "Earlier beside now"
        case .remedies: "What to do, and what it costs"
        case .next: "What breaks next"
        case .remarks: "How it was seen, and what was not"

        case .bundled: "bundled"
        case .earlier: "earlier"
        case .shown: "shown"
        case .whose: "whose"
        case .serial: "serial"
        case .from: "from"
        case .until: "until"
        case .key: "key"
        case .pin: "pin"
        case .issuer: "issuer"
        case .same: "the same"
        case .change(let role, let kind): " (\(role?.english ?? "nothing")): \(kind.english)"

        case .price(let price): "Price: \(price.english)"
        case .day(let day, let mayComeEarlier, let days):
            (mayComeEarlier ? "by " : "on ") + day + (days.map { " (\(counted($0, "day")))" } ?? "")
        }
    }

    var chinese: String {
        switch self {
        case .reasons: "原因，重要的在前"
        case .bundledBeside: "打包的与出示的对照"
        case .earlierBeside: "以前的与现在的对照"
        case .remedies: "怎么办，代价是什么"
        case .next: "接下来什么会失效"
        case .remarks: "依据从何而来，哪些没有看到"

        case .bundled: "打包的"
        case .earlier: "以前的"
        case .shown: "出示的"
        case .whose: "属于"
        case .serial: "序列号"
        case .from: "开始"
        case .until: "截止"
        case .key: "密钥"
        case .pin: "锁定值"
        case .issuer: "颁发者"
        case .same: "相同"
        case .change(let role, let kind): "（\(role?.chinese ?? "无")）：\(kind.chinese)"

        case .price(let price): "代价：\(price.chinese)"
        case .day(let day, let mayComeEarlier, let days):
            (mayComeEarlier ? "最晚 " : "") + day + (days.map { "（\($0) 天）" } ?? "")
        }
    }
}
