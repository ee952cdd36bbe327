import Trace

extension Connection.Signal: Remark {
    public var english: String {
        switch self {
        case .connected: "open"
        case .readable: "data has arrived"
        case .writable: "there is room again for data"
        case .endOfStream: "end of the data"
        case .closeAcknowledged: "everything that was sent is acknowledged"
        case .closed: "closed in good order"
        case .reset: "connection reset"
        case .refused: "connection refused"
        case .timedOut: "no answer"
        case .urgentData: "urgent data has arrived"
        case .callFailed(let error): error.english
        }
    }

    public var chinese: String {
        switch self {
        case .connected: "已打开"
        case .readable: "数据已到达"
        case .writable: "又有空间存放数据"
        case .endOfStream: "数据结束"
        case .closeAcknowledged: "已发送的全部数据都已得到确认"
        case .closed: "正常关闭"
        case .reset: "连接已复位"
        case .refused: "连接遭到拒绝"
        case .timedOut: "没有回应"
        case .urgentData: "紧急数据已到达"
        case .callFailed(let error): error.chinese
        }
    }
}

extension Connection.CallError {
    fileprivate var english: String { rawValue }

    fileprivate var chinese: String {
        switch self {
        case .doesNotExist: "连接不存在"
        case .alreadyExists: "连接已经存在"
        case .remoteSocketUnspecified: "没有指定远程套接字"
        case .closing: "连接正在关闭"
        case .reset: "连接已复位"
        case .insufficientResources: "资源不足"
        }
    }
}
