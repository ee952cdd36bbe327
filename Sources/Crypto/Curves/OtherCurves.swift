// Curves of certificates that no handshake here uses. Authorities sign with keys on them, and ``ECDSA`` verifies. What is said of P-256 in
// `EllipticCurve.swift` is true of them, too: n is prime, and every point is a multiple of G.

extension EllipticCurve {
    /// The curves of this file, each with the identifier by which keys name it.
    public static let others: [(identifier: OID, curve: EllipticCurve)] = [
        (.secp224r1, .p224), (.secp256k1, .secp256k1), (.brainpoolP256r1, .brainpoolP256r1),
        (.brainpoolP384r1, .brainpoolP384r1), (.brainpoolP512r1, .brainpoolP512r1),
    ]

    /// P-224 (NIST SP 800-186 section 3.2.1.2), also called secp224r1. Its keys are as strong as RSA keys of 2048 bits.
    public static let p224 = EllipticCurve(
        name: "secp224r1",
        p: .constant("ffffffff ffffffff ffffffff ffffffff 00000000 00000000 00000001"),
        a: .constant("ffffffff ffffffff ffffffff ffffffff 00000000 00000000 00000001") - 3,
        b: .constant("b4050a85 0c04b3ab f5413256 5044b0b7 d7bfd8ba 270b3943 2355ffb4"),
        generator: .affine(
            x: .constant("b70e0cbd 6bb4bf7f 321390b9 4a03c1d3 56c21122 343280d6 115c1d21"),
            y: .constant("bd376388 b5f723fb 4c22dfe6 cd4375a0 5a074764 44d58199 85007e34")),
        order: .constant("ffffffff ffffffff ffffffff ffff16a2 e0b8f03e 13dd2945 5c5c2a3d"))

    /// secp256k1 (SEC 2 section 2.4.1), the curve of Bitcoin. a is 0.
    public static let secp256k1 = EllipticCurve(
        name: "secp256k1",
        p: .constant("ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff fffffffe fffffc2f"),
        a: 0,
        b: 7,
        generator: .affine(
            x: .constant("79be667e f9dcbbac 55a06295 ce870b07 029bfcdb 2dce28d9 59f2815b 16f81798"),
            y: .constant("483ada77 26a3c465 5da4fbfc 0e1108a8 fd17b448 a6855419 9c47d08f fb10d4b8")),
        order: .constant("ffffffff ffffffff ffffffff fffffffe baaedce6 af48a03b bfd25e8c d0364141"))

    /// brainpoolP256r1 (RFC 5639 section 3.4). Its numbers come from the digits of π and e by a published recipe.
    public static let brainpoolP256r1 = EllipticCurve(
        name: "brainpoolP256r1",
        p: .constant("a9fb57db a1eea9bc 3e660a90 9d838d72 6e3bf623 d5262028 2013481d 1f6e5377"),
        a: .constant("7d5a0975 fc2c3057 eef67530 417affe7 fb8055c1 26dc5c6c e94a4b44 f330b5d9"),
        b: .constant("26dc5c6c e94a4b44 f330b5d9 bbd77cbf 95841629 5cf7e1ce 6bccdc18 ff8c07b6"),
        generator: .affine(
            x: .constant("8bd2aeb9 cb7e57cb 2c4b482f fc81b7af b9de27e1 e3bd23c2 3a4453bd 9ace3262"),
            y: .constant("547ef835 c3dac4fd 97f8461a 14611dc9 c2774513 2ded8e54 5c1d54c7 2f046997")),
        order: .constant("a9fb57db a1eea9bc 3e660a90 9d838d71 8c397aa3 b561a6f7 901e0e82 974856a7"))

    /// brainpoolP384r1 (RFC 5639 section 3.6).
    public static let brainpoolP384r1 = EllipticCurve(
        name: "brainpoolP384r1",
        p: .constant(
            """
            8cb91e82 a3386d28 0f5d6f7e 50e641df 152f7109 ed5456b4 12b1da19 7fb71123 \
            acd3a729 901d1a71 87470013 3107ec53
            """),
        a: .constant(
            """
            7bc382c6 3d8c150c 3c72080a ce05afa0 c2bea28e 4fb22787 139165ef ba91f90f \
            8aa5814a 503ad4eb 04a8c7dd 22ce2826
            """),
        b: .constant(
            """
            04a8c7dd 22ce2826 8b39b554 16f0447c 2fb77de1 07dcd2a6 2e880ea5 3eeb62d5 \
            7cb43902 95dbc994 3ab78696 fa504c11
            """),
        generator: .affine(
            x: .constant(
                """
                1d1c64f0 68cf45ff a2a63a81 b7c13f6b 8847a3e7 7ef14fe3 db7fcafe 0cbd10e8 \
                e826e034 36d646aa ef87b2e2 47d4af1e
                """),
            y: .constant(
                """
                8abe1d75 20f9c2a4 5cb1eb8e 95cfd552 62b70b29 feec5864 e19c054f f9912928 \
                0e464621 77918111 42820341 263c5315
                """)),
        order: .constant(
            """
            8cb91e82 a3386d28 0f5d6f7e 50e641df 152f7109 ed5456b3 1f166e6c ac0425a7 \
            cf3ab6af 6b7fc310 3b883202 e9046565
            """))

    /// brainpoolP512r1 (RFC 5639 section 3.7).
    public static let brainpoolP512r1 = EllipticCurve(
        name: "brainpoolP512r1",
        p: .constant(
            """
            aadd9db8 dbe9c48b 3fd4e6ae 33c9fc07 cb308db3 b3c9d20e d6639cca 70330871 \
            7d4d9b00 9bc66842 aecda12a e6a380e6 2881ff2f 2d82c685 28aa6056 583a48f3
            """),
        a: .constant(
            """
            7830a331 8b603b89 e2327145 ac234cc5 94cbdd8d 3df91610 a83441ca ea9863bc \
            2ded5d5a a8253aa1 0a2ef1c9 8b9ac8b5 7f1117a7 2bf2c7b9 e7c1ac4d 77fc94ca
            """),
        b: .constant(
            """
            3df91610 a83441ca ea9863bc 2ded5d5a a8253aa1 0a2ef1c9 8b9ac8b5 7f1117a7 \
            2bf2c7b9 e7c1ac4d 77fc94ca dc083e67 984050b7 5ebae5dd 2809bd63 8016f723
            """),
        generator: .affine(
            x: .constant(
                """
                81aee4bd d82ed964 5a21322e 9c4c6a93 85ed9f70 b5d916c1 b43b62ee f4d0098e \
                ff3b1f78 e2d0d48d 50d1687b 93b97d5f 7c6d5047 406a5e68 8b352209 bcb9f822
                """),
            y: .constant(
                """
                7dde385d 566332ec c0eabfa9 cf7822fd f209f700 24a57b1a a000c55b 881f8111 \
                b2dcde49 4a5f485e 5bca4bd8 8a2763ae d1ca2b2f a8f05406 78cd1e0f 3ad80892
                """)),
        order: .constant(
            """
            aadd9db8 dbe9c48b 3fd4e6ae 33c9fc07 cb308db3 b3c9d20e d6639cca 70330870 \
            553e5c41 4ca92619 41866119 7fac1047 1db1d381 085ddadd b5879682 9ca90069
            """))
}
