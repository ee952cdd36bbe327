extension EllipticCurve {
    /// P-384 (NIST SP 800-186 section 3.2.1.4), also called secp384r1 (SEC 2 section 2.5.1): for those to whom 128 bits of
    /// security are too few. It costs about three times as much as P-256.
    public static let p384: EllipticCurve = {
        let p =
            Integer.powerOfTwo(384) - Integer.powerOfTwo(128) - Integer.powerOfTwo(96) + Integer.powerOfTwo(32) - 1
        return EllipticCurve(
            name: "secp384r1", p: p, a: p - 3,
            b: constant(
                "b3312fa7 e23ee7e4 988e056b e3f82d19 181d9c6e fe814112 0314088f 5013875a c656398d 8a2ed19d 2a85c8ed "
                    + "d3ec2aef"),
            generator: .affine(
                x: constant(
                    "aa87ca22 be8b0537 8eb1c71e f320ad74 6e1d3b62 8ba79b98 59f741e0 82542a38 5502f25d bf55296c 3a545e38 "
                        + "72760ab7"),
                y: constant(
                    "3617de4a 96262c6f 5d9e98bf 9292dc29 f8f41dbd 289a147c e9da3113 b5f0b8c0 0a60b1ce 1d7e819d 7a431d7c "
                        + "90ea0e5f")),
            order: constant(
                "ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff c7634d81 f4372ddf 581a0db2 48b0a77a ecec196a "
                    + "ccc52973"))
    }()
}
