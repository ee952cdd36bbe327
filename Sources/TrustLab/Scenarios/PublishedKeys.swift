import Crypto

/// RSA keys of sizes that take long to generate, or that the key generator refuses because they are too small.
///
/// The keys were made once with OpenSSL. They protect nothing, because their primes are published here. A scenario needs a key of such
/// a size because the size decides whether its certificate is accepted. The owner of the key does not matter.
enum PublishedKeys {
    /// The private key of this size: 512, 1024, 3072, 4096 or 8192 bits. Nil for any other size.
    static func rsa(bits: Int) -> RSAPrivateKey? {
        guard let (p, q) = factors(bits: bits), let d = e.inverse(modulo: Integer.lcm(p - 1, q - 1)) else { return nil }
        return try? RSAPrivateKey(n: p * q, e: e, d: d, p: p, q: q)
    }

    /// The public key of this size, without the slow check of large primes. Nil for a size without a key.
    static func rsaPublic(bits: Int) -> RSAPublicKey? {
        guard let (p, q) = factors(bits: bits) else { return nil }
        return try? RSAPublicKey(modulus: p * q, exponent: e)
    }

    /// The public key of the first test vector for Ed25519, whose private key is published (RFC 8032 section 7.1, TEST 1).
    static let ed25519: [UInt8] = [
        0xd7, 0x5a, 0x98, 0x01, 0x82, 0xb1, 0x0a, 0xb7, 0xd5, 0x4b, 0xfe, 0xd3, 0xc9, 0x64, 0x07, 0x3a,
        0x0e, 0xe1, 0x72, 0xf3, 0xda, 0xa6, 0x23, 0x25, 0xaf, 0x02, 0x1a, 0x68, 0xf7, 0x07, 0x51, 0x1a,
    ]

    private static let e: Integer = 65537

    private static func factors(bits: Int) -> (p: Integer, q: Integer)? {
        guard let primes = primes[bits], let p = Integer(hex: primes.p), let q = Integer(hex: primes.q) else {
            return nil
        }
        return (p, q)
    }

    private static let primes: [Int: (p: String, q: String)] = [
        512: (
            p:
                "ecd6802537bf78695bdb4ff8f762b9dadf38122f241a9641627f695e7b17947f",
            q:
                "d924cba5cb16b0000f6917f1de3851df36053130e360a670d261afa4e7e75c07"
        ),
        1024: (
            p:
                "f485a63916a103b38b5cd8b2a7d1304002b7e0d69f0c0e8a1c00043335b652c2e481e6ce2916f1176266c202c10e1137f4b7"
                + "26d63de04bc5831bb18fb27eaa6b",
            q:
                "d62f3d46b3440ddfcb3e53a9778ae4a35419c3f4099c19ac893c701c29d66045b3f30b355352d219f7c58cac30224215ea93"
                + "0e68069723e7b45558b03b8af627"
        ),
        3072: (
            p:
                "d9d4ae74db9b2d7af138f050779de6d9276f47edc396535329fae988b76a1c896641a079c7b50a417cd0f68c38956c5872f0"
                + "c0e6fc567b3095bcd3196cf5773787e28c42ef28bccfc178134ad5ee378262b7eded0ad7f285481dc7603b0039daca21788a"
                + "0492b6b2ca3bf492ee592225554e77006232f2dea23244c777493e48958574f18d8e788ab4007c091b209059644ebac84956"
                + "e8feffef3e9e5c5eee2d1d7c8d87226f9503a2f5483eeeb8fad542590364a6a819f0ea978bc0eaf079c9",
            q:
                "b96633958e0a92ea70a87f794dc172ae89de5c769d8d00ed505e63e2186b4d08b4a40a6cec2ea1b47857f5a9a8a70e5b2fca"
                + "241821bcd0dd67bf467c6001d3de39753e486110b7deac426c05e0e546184ce82d5778318796678037c706e2d9d516caaedd"
                + "15405cf66d7a4227c5685b5ba360907efd9084b6c333fac146f8841dcfa3a702df3dcd033616bc342a859d51e702e15c49a7"
                + "31a46da0937e0badc592f6ff9150678ba509d952b5b137888391fe379ca790207466cde5a1d269f84baf"
        ),
        4096: (
            p:
                "db12b4216f640cff97fec6dad012edcf0b4d0b670d4f80eb40126d6882a0d2716657739734edd0d0a40f27a147f1c9f29e7d"
                + "007d114dc09237d9e26b1d03ab18926a6934dbccec1e3d0e0bb71eae1aee25ec96b63225848af7be81fbf90b1260a2480f90"
                + "76fbf0c9e10f90e8937898c450f3900fb11b65d7f9135ddb280fd8f79565ecfe2ee13d42dd0395210e3283f76fd5669973b8"
                + "2f116d9e40976a92dd232f28d30883f76c99f92fa40e169eb9ec56bb550724a1832420aa74b852fc3a7f2488775ea3b55800"
                + "6ec9c4fd62589dee70140af2cb667e40a3dd149cb745dc4ffbb45122e25f84961bbf9372563653666575c17003f06224c083"
                + "1de84c3014bd",
            q:
                "c0aafd166e84ebd3bb4a9377f303925c9c523965ec175deec19dafbbfcbb62b6767c2e918b237f72ce5d7913e67a0780e93e"
                + "a73ccf736e3b423c200217eb362621bf515ddb9103871dbd0c78fa729e7525c85d7fd67d78f2a7a8474d69ab6aee566998a9"
                + "ea26b84ea6abafdece11c03612fa00e8905b741922941ac930864dce14f0b405abf1e858b5efb5f929995cda836d96964b70"
                + "8bbb75f4b3fa1f0b1bb0cbfcfbe0ec818aad9ffa6c6b9ed749f30d2de7a3d60a23473c58dc01925ea6229959960ae2a9b6e2"
                + "c4cc1deafe620fb0578809d74554b7b4cee83384c6b212345cac7aa6067b848d811307b4f71dafddf82155389deea5a3593b"
                + "5653175cdf17"
        ),
        8192: (
            p:
                "d85345e689f8da8293f3f6ba016db8684c234a26cd3a5235d092f189e5e35531d75d90ca4ae8f7c5badb33e0f971b25bc7e5"
                + "f5e533949ab8e1fe60c652ada55ad8c3f029b4dd447e54c0e0b945760f02ca325094c756dd7637d712ac345adfcdaadf993a"
                + "202d9b274b2b51f395287c7a8213a1c428f956aa93581a7e0887380a9bac26c1962b3efd550c8f383f2199793e605bb2853b"
                + "e27a2f043e16506c61734dc411c7987f8b25aabe85525cfc1a7fe2cb68612bbffd32dfe46a4760699cd948278aa053e4ca4e"
                + "a3cfe3b0bd8c924dca3f8b74260def399c328f2b4764f4dd627193250981bb019353664709a09ad99b69bc67a6ba14aa73e9"
                + "023411f893f6e366cc7713599ecdd5b51c306d3556eb270454300a3af947248cb99335a013f88c9e2d21ed7d52e813ae7c3d"
                + "98b3cb5ab5e536fbe5936db749fd35224ff0a6aefc41d8f1d359cebb81c8787c7c58e2f655676b8afc62f45f3f0ff418a4c9"
                + "2fca4252ed7e929e32ff652b6cf49020c8ce7a0ed3ce091deb974787c06871231eee131d51d5f9cabb246f10565a94cc4e4c"
                + "5e2dd7c90359f8507d6d2614f7fb0224ccf91adc622ee5750aadcb6a19d266216d1df01852f28458ecab25ceee266a303931"
                + "3555775e6100f1128ed451c3e12dc05b41d2edbb1ce09cc1543e078ea2f88877503a71ccc997cd93e886927799a27b258de7"
                + "0e65eef455e7f32e83a33ba9",
            q:
                "d508cd8e1070d2215b33e2782cd73d64dd455c9489f2c998472c7fc3e458b1dc53c2542e6db18dcaceb8b61a95cf410da46e"
                + "eb9cb3478cfe90f5bbd8ca82884513a288d7632745740b0f680d957cb139eac3f18d10394c8c00caca5a35503f7f0842d3dd"
                + "89c76405c8b46b0441788063ef07ee915ec68fc16d3f917e849b1e49bc647aca2f902d8b99de648ee36c7a99d4052c23fd13"
                + "5aad6b3db006c3b2935e11392e22b2166ac00dcd1a7df1dd4ad09d0c2235b61feca1b382277fc523ab6bef6d963c40e3b0bc"
                + "a10370bcc1b6ed78359027147b8ad2e1cd46b335b3b1b8e6e927fdaa65aa20983bae4c9b05e684d266afb1a064707d88229d"
                + "e9e77cebc5a33c31178f42a18d2df7ce7e526b80ca3dca1733667f7c2f4465a36d0c5a94a0fe2cd6576cbd339cd1d238a661"
                + "674e00268ca5bf049c1915476c8064a927d42194fc4e0d3f5e350c1dc18ea9a0a1d21864811f7b102b8a117156a1e50059ab"
                + "15dc6a902ec91363cfc1b11118613cb70c85824c4c29f1bf5a3db5cda339ae0ff9b9439b92a4882f45750541513123882893"
                + "efd236c93a51f156d917767571dc1d8ed747b451851f4754a23b084a1177fad1174711b8c643bd5ffe2f445e7d4c24e62d63"
                + "c9c0dd8d6a7af7a15985cffa05a1dfbc724e09b3601d5d7bd72b448bfcdbb913b0ac6e0f06aeaebdf1934f38eb3e0c876193"
                + "26e3e422f52285d4feccd95b"
        ),
    ]
}
