import TLSSim
import Trace

/// What is no public key on a curve.
enum BadPoints {
    /// The curves, and for each what has to be refused.
    static let byCurve: [(NamedGroup, [(name: String, point: [UInt8])])] = [
        (
            .secp256r1,
            [
                ("off the curve", [4] + [UInt8](repeating: 1, count: 64)),
                ("x = y = 0", [4] + [UInt8](repeating: 0, count: 64)),
                ("coordinates not below p", [4] + [UInt8](repeating: 0xff, count: 64)),
                ("at infinity", [0]), ("compressed", [2] + [UInt8](repeating: 1, count: 32)),
                ("hybrid", [6] + [UInt8](repeating: 1, count: 64)),
                ("short", [4] + [UInt8](repeating: 1, count: 63)), ("long", [4] + [UInt8](repeating: 1, count: 65)),
                ("of X25519", [9] + [UInt8](repeating: 0, count: 31)),
            ]
        ),
        (
            .x25519,
            [
                ("zero", [UInt8](repeating: 0, count: 32)), ("one", [1] + [UInt8](repeating: 0, count: 31)),
                // RFC 7748 section 6.1: points of small order give an all-zero secret.
                ("of order 8", octets("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800")),
                ("of order 8, the other", octets("5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157")),
                ("p - 1", octets("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f")),
                ("p", octets("edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f")),
                ("p + 1", octets("eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f")),
                ("short", [UInt8](repeating: 9, count: 31)), ("long", [UInt8](repeating: 9, count: 33)),
                ("of P-256", [4] + [UInt8](repeating: 1, count: 64)),
            ]
        ),
    ]

    private static func octets(_ hex: String) -> [UInt8] { Hex.octets(hex[...]) ?? [] }
}
