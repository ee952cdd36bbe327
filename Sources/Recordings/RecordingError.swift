import TLSSim
import Trace

/// Why no handshake can be read from a recorded connection.
package enum RecordingError: Error, Hashable, Wording, CustomStringConvertible {
    case empty
    /// The first octets of a side are missing from the capture.
    case beginningMissing(Role)
    case startsMidStream
    /// The client's first octets are not a TLS record with a ClientHello.
    case notTLS(firstOctets: [UInt8])
    /// A message or a record does not parse; its name, the place and the rule, and the side that sent it.
    case malformed(Words, from: Role)
    case unexpected(message: String, from: Role)
    case ended(AlertDescription, from: Role)
    /// The recording ends before a message that is needed, or octets before it are missing.
    case cutShort(awaiting: HandshakeType, from: Role)

    /// A clause in English that names what is missing or wrong, fit to follow a colon.
    package var description: String { english }

    package var english: String {
        switch self {
        case .empty: "the client sent no data"
        case .beginningMissing(let side): "the first octets of the \(side) are missing from the capture"
        case .startsMidStream: "the capture begins in the middle of the connection, after the handshake"
        case .notTLS(let octets): "not TLS: the client begins with the octets \(Hex.string(octets))"
        case .malformed(let what, let side): "the \(side)'s \(what.english)"
        case .unexpected(let message, let side): "\(message) from the \(side) where it has no place"
        case .ended(let alert, let side): "the handshake failed with the \(side)'s alert \(alert)"
        case .cutShort(let type, let side): "the recording ends before the \(side)'s \(type)"
        }
    }

    package var chinese: String {
        switch self {
        case .empty: "客户端没有发送数据"
        case .beginningMissing(let side): "抓包文件中缺少\(Principal(side).chinese)最初的字节"
        case .startsMidStream: "抓包文件从连接的中间开始，在握手之后"
        case .notTLS(let octets): "不是 TLS：客户端最初的字节是 \(Hex.string(octets))"
        case .malformed(let what, let side): spaced("\(Principal(side).chinese)发来的", what.chinese)
        case .unexpected(let message, let side): "\(Principal(side).chinese)在不该有的地方发来 \(message)"
        case .ended(let alert, let side): "握手失败，\(Principal(side).chinese)发来警报 \(alert)"
        case .cutShort(let type, let side): "在\(Principal(side).chinese)的 \(type) 之前，录下的流量就结束了"
        }
    }
}
