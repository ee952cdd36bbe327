import Trace

/// The words of the reports of the matrix, besides the reasons.
enum MatrixNote: Wording {
    // MARK: Titles
    case oneChain
    case chains
    case storyline
    case userChain
    case ofScenarios(Int, policies: Int, seed: UInt64?)
    case ofMoments(Int, policies: Int, seed: UInt64?)
    /// The answer of a step; nil for a step that only sets something up.
    case answer(Bool?)

    // MARK: Names of facts
    case wrong
    case from
    case expected
    case askedFor
    case sent
    case system
    case installed
    case bundled
    case keys
    case stapled
    case agreed
    case handshake
    case policies
    case assumed

    // MARK: Values of facts
    case client
    /// The party that was asked for, and the moment.
    case at(Words, String)
    case nothing
    case noName
    /// Some of the names of a list, and the number of the others.
    case andMore([Words], Int)
    case notExamined
    case policiesAlone
    case assumption
    case keyMissing
    case scenarios(Int)

    var english: String {
        switch self {
        case .oneChain: "Which app accepts this chain, and why"
        case .chains: "Which app accepts which chain, and why"
        case .storyline: "The life of one server: which app is locked out when, and why"
        case .userChain: "your chain"
        case .ofScenarios(let count, let policies, let seed):
            "\(counted(count, "scenario")), \(counted(policies, "policy"))" + (seed.map { ", seed \($0)" } ?? "")
        case .ofMoments(let count, let policies, let seed):
            "\(counted(count, "moment")), \(counted(policies, "policy"))" + (seed.map { ", seed \($0)" } ?? "")
        case .answer(let answer): answer.map { $0 ? "yes" : "no" } ?? "set"

        case .wrong: "wrong"
        case .from: "from"
        case .expected: "expected"
        case .askedFor: "asked for"
        case .sent: "sent"
        case .system: "system"
        case .installed: "installed"
        case .bundled: "bundled"
        case .keys: "keys"
        case .stapled: "stapled"
        case .agreed: "agreed on"
        case .handshake: "handshake"
        case .policies: "policies"
        case .assumed: "assumed"

        case .client: "a client"
        case .at(let asked, let date): "\(asked.english) at \(date)"
        case .nothing: "nothing"
        case .noName: "(no common name)"
        case .andMore(let names, let rest): names.map(\.english).joined(separator: ", ") + " and \(rest) more"
        case .notExamined: "not examined"
        case .policiesAlone:
            "judge the certificates alone; App Transport Security also version, suite and handshake"
        case .assumption:
            "TLS 1.2 with an ECDHE suite, and a server that has the key: no connection was examined"
        case .keyMissing:
            "fails at CertificateVerify, even if the chain is accepted: the private key is missing"
        case .scenarios(let count): "\(count) scenarios"
        }
    }

    var chinese: String {
        switch self {
        case .oneChain: "哪个应用接受这条证书链，为什么"
        case .chains: "哪个应用接受哪条证书链，为什么"
        case .storyline: "一台服务器的一生：哪个应用什么时候连不上，为什么"
        case .userChain: "你的证书链"
        case .ofScenarios(let count, let policies, let seed):
            "\(count) 个场景，\(policies) 个策略" + (seed.map { "，种子 \($0)" } ?? "")
        case .ofMoments(let count, let policies, let seed):
            "\(count) 个时刻，\(policies) 个策略" + (seed.map { "，种子 \($0)" } ?? "")
        case .answer(let answer): answer.map { $0 ? "是" : "否" } ?? "设置"

        case .wrong: "错在哪里"
        case .from: "来源"
        case .expected: "应有结果"
        case .askedFor: "要访问的"
        case .sent: "发送的"
        case .system: "系统信任"
        case .installed: "用户安装"
        case .bundled: "随应用打包"
        case .keys: "密钥"
        case .stapled: "装订"
        case .agreed: "商定的"
        case .handshake: "握手"
        case .policies: "策略"
        case .assumed: "假定"

        case .client: "一个客户端"
        case .at(let asked, let date): "\(asked.chinese)，时间是 \(date)"
        case .nothing: "无"
        case .noName: "（没有通用名称）"
        case .andMore(let names, let rest): names.map(\.chinese).joined(separator: "、") + "，另有 \(rest) 个"
        case .notExamined: "没有检查"
        case .policiesAlone: "只判断证书；App Transport Security 还判断版本、密码套件和握手"
        case .assumption: "TLS 1.2 和一个 ECDHE 密码套件，服务器持有密钥：没有检查连接"
        case .keyMissing: "即使接受了证书链，也会在 CertificateVerify 失败：没有私钥"
        case .scenarios(let count): "\(count) 个场景"
        }
    }
}

extension TrustScenario.Expectation: Wording {
    package var english: String {
        let platform =
            switch platform {
            case .trusted: "trusted"
            case .refused(let kind): "refused (\(kind.rawValue))"
            case .open(let kind):
                "trusted if the device gets the missing certificate, otherwise refused (\(kind.rawValue))"
            }
        return "\(platform); App Transport Security: \(transport.rawValue)"
    }

    package var chinese: String {
        let platform =
            switch platform {
            case .trusted: "受信任"
            case .refused(let kind): "拒绝（\(kind.rawValue)）"
            case .open(let kind): "设备得到缺少的证书就受信任，否则拒绝（\(kind.rawValue)）"
            }
        return "\(platform)；App Transport Security：\(transport.chinese)"
    }
}

extension TrustScenario.Expectation.Transport: Wording {
    package var english: String { rawValue }

    package var chinese: String {
        switch self {
        case .pass: "通过"
        case .fail: "不通过"
        case .unspecified: "没有规定"
        }
    }
}
