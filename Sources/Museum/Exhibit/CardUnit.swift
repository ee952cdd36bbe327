import Trace

extension Card {
    /// A unit in which an attacker's tries are counted. The raw value is the word in JSON, in the plural.
    package enum Unit: String, Wording {
        case acknowledgments, blocks, certificates, connections, exponents
        case forgedACKs = "forged ACKs"
        case forgedSegments = "forged segments"
        case forgedSYNs = "forged SYNs"
        case handshakes, heartbeats, messages
        case pairsOfSegments = "pairs of segments"
        case records, replays, requests, rounds, seeds, segments, signatures
        case stolenKeys = "stolen keys"
        case stolenStates = "stolen states"
        case tickets

        package var english: String { rawValue }

        /// The unit behind a number, with its measure word.
        package var chinese: String {
            switch self {
            case .acknowledgments: "个确认"
            case .blocks: "个分组"
            case .certificates: "张证书"
            case .connections: "个连接"
            case .exponents: "个指数"
            case .forgedACKs: "个伪造的 ACK"
            case .forgedSegments: "个伪造的报文段"
            case .forgedSYNs: "个伪造的 SYN"
            case .handshakes: "次握手"
            case .heartbeats: "个心跳请求"
            case .messages: "条消息"
            case .pairsOfSegments: "对报文段"
            case .records: "条记录"
            case .replays: "次重放"
            case .requests: "个请求"
            case .rounds: "轮"
            case .seeds: "个种子"
            case .segments: "个报文段"
            case .signatures: "个签名"
            case .stolenKeys: "个偷来的密钥"
            case .stolenStates: "份偷来的状态"
            case .tickets: "张票据"
            }
        }
    }
}
