import Trace

extension Glossary {
    /// The names of the settings of visits, wires and scenarios, and those of their values that are words. Values that a command line takes
    /// are names, which are the same in each language.
    package static let settings = Glossary(names: [
        // Of a visit.
        Words(english: "seed", chinese: "种子"),
        Words(english: "suite", chinese: "密码套件"),
        Words(english: "group", chinese: "群"),
        Words(english: "extended master secret", chinese: "扩展主密钥"),
        Words(english: "yes", chinese: "是"),
        Words(english: "no", chinese: "否"),
        Words(english: "both sides speak", chinese: "双方使用"),
        Words(english: "the server speaks", chinese: "服务器使用"),
        Words(english: "TLS 1.2 and TLS 1.3", chinese: "TLS 1.2 和 TLS 1.3"),
        Words(english: "the server also speaks", chinese: "服务器还使用"),
        Words(english: "client certificate", chinese: "客户端证书"),
        Words(english: "server chain", chinese: "服务器的证书链"),
        Words(english: "trust", chinese: "信任"),
        Words(english: "resumes by", chinese: "会话恢复方式"),
        Words(english: "closes first", chinese: "先关闭的一方"),
        Words(english: "server", chinese: "服务器"),
        Words(english: "initial sequence numbers", chinese: "初始序号"),
        Words(english: "offers by ALPN", chinese: "通过 ALPN 提供"),
        Words(english: "attacker", chinese: "攻击者"),
        Words(english: "on the path", chinese: "路径上"),
        Words(english: "the answer is cut off", chinese: "应答被截断"),
        Words(english: "first share", chinese: "第一个密钥份额"),
        Words(english: "early data", chinese: "早期数据"),
        Words(english: "the request", chinese: "请求"),
        Words(english: "key update", chinese: "密钥更新"),
        Words(english: "before the request", chinese: "在请求之前"),
        Words(english: "padding to a multiple of", chinese: "填充到此数的整数倍"),
        Words(english: "level of alerts", chinese: "警报级别"),
        // Of a wire.
        Words(english: "latency", chinese: "时延"),
        Words(english: "jitter", chinese: "抖动"),
        Words(english: "bandwidth", chinese: "带宽"),
        Words(english: "queue", chinese: "队列"),
        Words(english: "window", chinese: "窗口"),
        Words(english: "silly windows", chinese: "糊涂窗口"),
        Words(english: "avoided", chinese: "避免"),
        Words(english: "timestamps", chinese: "时间戳"),
        Words(english: "loss", chinese: "丢失"),
        Words(english: "corrupt", chinese: "损坏"),
        Words(english: "duplicate", chinese: "重复"),
        Words(english: "reorder", chinese: "乱序"),
        Words(english: "delay", chinese: "延迟"),
        Words(english: "delay by", chinese: "延迟时间"),
        Words(english: "rule", chinese: "规则"),
        // Of a scenario.
        Words(english: "scenario", chinese: "场景"),
        Words(english: "variant", chinese: "变体"),
    ])
}
