import Trace

/// Chinese words that several sentences about certificates use.
package enum Chinese {
    /// The certificate as the subject of a sentence; it may end in a name (``spaced(_:_:)``).
    static func subject(_ role: CheckResult.Role) -> String {
        switch role {
        case .leaf: "叶子证书"
        case .intermediate(let name): "中间证书 \(name)"
        case .root(let name): "根证书 \(name)"
        case .anchor(let name): "信任锚点 \(name)"
        case .extra: "另一张证书"
        case .chain: "证书链"
        }
    }

    /// The side: "客户端" or "服务器".
    static func name(_ side: Role) -> String { side == .client ? "客户端" : "服务器" }

    /// "398 天", "825 天零 3600 秒".
    package static func duration(_ seconds: Int64) -> String {
        let (days, rest) = seconds.quotientAndRemainder(dividingBy: CivilTime.day)
        return rest == 0 ? "\(days) 天" : "\(days) 天零 \(rest) 秒"
    }

    /// The origin of an anchor, in front of "锚点": "系统自带的".
    package static func origin(_ kind: AnchorKind) -> String {
        switch kind {
        case .system: "系统自带的"
        case .app: "应用提供的"
        case .user: "用户安装的"
        }
    }

    /// A count of authorities below another one: "下面有 1 个", "下面没有".
    static func below(_ count: Int) -> String { count == 0 ? "下面没有" : "下面有 \(count) 个" }

    /// The items as a list: "a、b 和 c". A list of more than six items ends in "另外 12 个".
    static func list(_ items: [String], or: Bool = false) -> String {
        guard items.count <= 6 else { return listedInChinese(items.prefix(5) + ["另外 \(items.count - 5) 个"]) }
        return listedInChinese(items, or ? "或" : "和")
    }
}
