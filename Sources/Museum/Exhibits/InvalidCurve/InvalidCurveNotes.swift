import Trace

/// What the card of invalid-curve says.
struct InvalidCurveCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "Off the curve"
        case .act: "Finds a server's secret number with points that are not on the curve"
        case .mistake:
            "The server uses one secret number d for all connections, and does not ask whether the client's point lies "
                + "on the curve."
        case .goal: "She is a client. She wants the server's secret number."
        case .defence:
            "The server puts the point into the equation of the curve and refuses it where that is not true: "
                + "illegal_parameter (RFC 8422 section 5.11)."
        case .cost: "A few multiplications for each connection."
        case .remains:
            "A fresh number for each connection stops her as well. X25519 has no such equation to check: its second "
                + "curve, the twist, was chosen to be harmless."
        case .misreading:
            "\"A point is a point\": the formulas of addition do not contain the constant b of the curve, so that they "
                + "work on other curves, and these can have small orders. \"Elliptic curves need no checks of "
                + "parameters\"."
        case .limit:
            "The number has 160 bits, or 32 in the short variant. For one of 256 bits she would need more primes."
        }
    }

    var chinese: String {
        switch part {
        case .title: "不在曲线上"
        case .act: "用不在曲线上的点找出服务器的秘密数"
        case .mistake: "服务器的所有连接都用同一个秘密数 d，也不问客户端的点是否在曲线上。"
        case .goal: "她是一个客户端，想要服务器的秘密数。"
        case .defence: "服务器把这个点代入曲线方程，等式不成立就拒绝：illegal_parameter（RFC 8422 5.11 节）。"
        case .cost: "每个连接几次乘法。"
        case .remains:
            "每个连接都用新的数，也能挡住她。X25519 没有这样的方程可检查：它的第二条曲线（扭曲线）在选取时就保证了无害。"
        case .misreading:
            "“点就是点”：加法公式不含曲线的常数 b，所以在其他曲线上也能用，而那些曲线的阶可以很小。“椭圆曲线不需要检查参数”。"
        case .limit: "这个数有 160 位，短变体中是 32 位。如果是 256 位，她需要更多的素数。"
        }
    }
}

/// What is done and found in invalid-curve.
enum InvalidCurveNote: Remark {
    case begins(Int)
    case residue(Int, Int, tries: Int)
    case root
    case refused

    var english: String {
        switch self {
        case .begins(let count):
            "She has \(count) points of small prime orders, each on a curve that differs from P-256 in the constant b. "
                + "For the order r she sends such a point P. The premaster secret is then the x-coordinate of d · P, "
                + "which has only (r + 1) / 2 values, for P and -P have one x. She guesses j and computes j · P. A "
                + "guess is a connection."
        case .residue(0, let r, let tries):
            "r = \(r): no guess is right. So d · P is the point at infinity, and \(r) divides d. That is "
                + "\(counted(tries, "connection")) so far."
        case .residue(let residue, let r, let tries):
            "r = \(r): the server takes the guess \(residue). So d or -d leaves the remainder \(residue) when it is "
                + "divided by \(r). That is \(counted(tries, "connection")) so far."
        case .root:
            "She cannot tell d from -d, but both have the same square. From the remainders of the squares she computes "
                + "d^2, which is below the product of the primes, and takes the root. d · G is the server's point."
        case .refused:
            "The server answers the first ClientKeyExchange with illegal_parameter: the coordinates do not satisfy the "
                + "equation of P-256. It multiplies nothing."
        }
    }

    var chinese: String {
        switch self {
        case .begins(let count):
            "她有 \(count) 个点，阶都是小素数，每个点都在一条只有常数 b 与 P-256 不同的曲线上。对阶 r，她发送这样一个点 P。"
                + "于是预主密钥就是 d · P 的 x 坐标，而它的值只有这么多个：(r + 1) / 2，因为 P 和 -P 的 x 相同。"
                + "她猜 j，计算 j · P。猜一次就是一个连接。"
        case .residue(0, let r, let tries):
            "r = \(r)：没有一次猜对。所以 d · P 是无穷远点，\(r) 整除 d。到此为止共 \(tries) 个连接。"
        case .residue(let residue, let r, let tries):
            "r = \(r)：服务器接受猜测 \(residue)。所以 d 或 -d 除以 \(r) 余 \(residue)。到此为止共 \(tries) 个连接。"
        case .root:
            "她分不清 d 和 -d，但两者的平方相同。她由各个平方的余数算出 d^2，它小于各素数之积，然后求平方根。d · G 正是服务器的点。"
        case .refused:
            "服务器用 illegal_parameter 应答第一个 ClientKeyExchange：坐标不满足 P-256 的方程。它不做任何乘法。"
        }
    }
}
