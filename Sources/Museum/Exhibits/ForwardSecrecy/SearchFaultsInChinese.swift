import Crypto

// The arithmetic says its errors in English alone, because standard error is English. Here they stand in a report.

extension DiscreteLogarithmError {
    /// The reason in Chinese, as a clause.
    var inChinese: String {
        switch self {
        case .tableTooLarge(let needed, let limit): "需要一张约有 2^\(needed.bitWidth - 1) 个幂的表；上限是 \(limit)"
        case .orderNotFactored(let remaining): "阶有一个 \(remaining.bitWidth) 位的合数因子，没有小的因数"
        case .noSuchExponent: "底的幂中没有这个数"
        case .notInvertible: "底或这个数与模数有公因数"
        case .modulusTooSmall: "模数小于 2"
        case .orderNotPositive: "阶小于 1"
        }
    }
}
