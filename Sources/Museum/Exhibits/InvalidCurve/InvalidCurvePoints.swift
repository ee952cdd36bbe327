import Crypto
import Trace

extension InvalidCurve {
    /// A point of a small prime order on a curve y² = x³ - 3x + b modulo the prime of P-256, where b is not that of P-256.
    struct OddPoint: Sendable {
        /// The order of the point, a prime r: r times the point is the point at infinity.
        let order: Int
        let point: EllipticCurve.Point
        /// The constant b of its curve.
        let b: Integer
    }

    /// One point for each of 51 primes, the smallest first. Each curve was found by drawing b until the number of its points, counted by the
    /// method of Schoof, Elkies and Atkin, had such a factor. The product of the primes is above 2^321.
    static let points: [OddPoint] = {
        let words = text.split(separator: "\n")
        let p = EllipticCurve.p256.p
        return stride(from: 0, to: words.count - 2, by: 3).compactMap { place in
            guard let order = Int(words[place]), let x = Integer(hex: words[place + 1]),
                let y = Integer(hex: words[place + 2])
            else { return nil }
            return OddPoint(
                order: order, point: .affine(x: x, y: y), b: (y * y - x * x * x + Integer(3) * x).modulo(p))
        }
    }()

    /// For each point its order in decimal digits and its coordinates x and y in hexadecimal digits, each in a line.
    private static let text = """
        3
        1c19fd8d5704383483152d4f885710699759383863f00f59534875cbfbd92d65
        6f34e624423fc064090eb49b75d23ae4b091f1bb1fef06c9a1f6fa30edce1931
        5
        aba652a20e9709a1f4a492b3e28fcaf2ce4bf8d09fea528aeb4e43e483ecaab4
        6a26be4e791448cba7be4deef0b39b31d2a7bca5963273f9e4607c53312bca30
        7
        9986f3290e324b1a8afe7dd4edc36cc6aeb460645b4d4a9725ebd854f176eec4
        79d3d1ab86ac824ec9d481f23540916b8579e56705252a1c86112ae3edbf798f
        11
        aa25d3896f6b9f1fff97288ed0a5278d7bcc058cc4d152a5d3ed9d8e7a810295
        81b7d1dc66a954a1aa3fb2f5843df7d0ba0d14178f0f9a6e7a856f182af92d88
        13
        2bc5eaf7f371e138dc3f9c646712ce935c52ffc614c6f4815f11a2a696a3c7c3
        c8416e8752944d84f3a9268d10fd2bd3e3aea960e4553f2ddaede5c04c28076e
        17
        c2d7ed22a00435930424260745df7c22b1e921378eb237679791a1e87dc22823
        92eaeb439e0b8294e67e371309ef76e7082c3a5a0fca425f9f60e1bdbc3916da
        19
        b4164a26fe022b879eab9568d5c284a07e8eee1afa6ec03e13e8346dafe6b88f
        5bd956142eaf00eb9a6adefbf25f18e26c15d55933c53d225002442cf9319211
        23
        079239a21e77886f7a024b829e4b4f9e4091aac400c35d4aef1b6ff267e4ec6e
        5491f529a85d06a67e7bfbe0ff59bb2c10df448262c5a50a565324f152131e32
        29
        25ac1446068852eb3ba91f56f565b8e01962983df693f824a43f8044d08827f0
        de9f08c0e1a8e56e47bbd1cb307220bef6788a155be8e2ebb8f4f929f156ef07
        31
        92c70265a1d618efeda02ce670b4634213611952a27db8ee1a5869d1b4b3f1ab
        fbcfe0d5b8496d129207aab32d541bba07ff53fb211780d68b6facf23db91eeb
        37
        4259f575c8c4821673d7d7b2028260c7705a68f032a335458751c53a147ff239
        d40b6d9c8dcfcac219647bc0169c8f0ec8a287b019340f259a6cc54fe9a4ab5c
        41
        c4296c7732f2b4ef1537d6a89ff29e67eb3bfd378f7e36c4dcdd794558056652
        73976bcf1e58724f12a28fe4f52203cbdfe5546f0769d7f25d4a3c6de86e4d9d
        43
        64e455f52b0027393225d55d8960e646af02d214b444805f8b46116c08ca18e9
        2ab2b736f2f92314bcab124cd9f415939a98e90e08d6634a51ceccd008267762
        47
        80c129392cc31f5bdddebb60b256e350508e0b97b19a2be139c3957784f64340
        f6ce035836ef3984c8e925031dbf6e8bca2f24199bbb5a21fd4a92fce1510527
        53
        ea492d43a2d3570f40f31d52f5382920f25cb0c0d70e36e6cf1219d14e68940c
        ec2ebb2ce55dbe9794b346ccba94428a5b47c749d1c6828477e61ccceeea43e7
        59
        9cc7bc8c207138f866ace4c7a6dbf5f92d309ea0547cd530e1f6e3d473c99092
        bd0049b562352b263d00fbdca9f1dbd99e0e603faa2319633fbc17fa585b321c
        61
        fa3a3a4b7e08f539c2c44da74e66350171b8e6a46ad6fe0bbd3a258f1105a330
        1d4fbbe46af6c8cadee62941b2b15af5a30d1bfb177977c76da33e8aef385a8b
        67
        671bf6f4dec51a4bd69f55411af1bd9ebdf0aff1b1e2e0afbd54985fe3b3b9d9
        6a5f678ba894678a7d5ee1fadf2c9def0501113615d960f5ec5fa67b13e4af06
        71
        c7de39628982cb7ab608e7424e9c577dade88524214278eeb60f75daad84247d
        62fa91fd672f1579f640992664b257af4a2124b7b107cf63ead5644489759210
        73
        786715aba3988e9d5e1b9b4bc1cc3be352d930831593868f722e36a9378f2016
        034acbedcd4e0d19c2696e5bf13c9a9149122df68e21996a83b83462bfaf19fc
        79
        cdfc1392f9b1556400987099ffb9c5151645b3b4d96dfa821e650d330aee555a
        2156c426e91318bba6783c6ef9ff8e0a9a39875cbbdb44f68a188e243dc88e01
        83
        074afac21b9968f1ecb168c2de7695c7b2053fa9e34fccca7ea4ab5ae8f06cf0
        7eb227c132072ac96630ea93214866d9bd5a9297ae22e36a06ac64ce0292cf0a
        89
        862e88bd1ddfb84f55b2d82c7ef6e8a4ee5346889b270ddc3d1e405a5f1496f0
        1cd9c66543d6ab912cfb2e2564e4e83e56786f5f62542a13a47b7cbbb7e23c31
        97
        033db542991939bc6b4fd336a3503140deaa0423598c104fab312b0f94336866
        0b90b5217720786598407710fc6a04fdb10b8b0109413c1b175dab7df1b447be
        101
        ab9d93a7fb8e268dec17d9eb416eec5dc45bc4ed7aa978c43a659c0d5a4ecec2
        39cbaf2bc324b3430f1c989a5df5f3e4cf6869ed255bdbe0ec32c5ede2e95e7f
        103
        8fcd22550a3be346cf3764a8458314a5765d121510485f8a7102ea73d502ca57
        61dc5b1b719138e9f0b85ce79086c6700d611736700b27e7991a645b9504719e
        107
        bb1337a87c569902baca17c96ce2f87d1dce60150ddc04c06bb8c62ba41309fd
        5d4a77fa77161e25d2304ae5eef3f64e53a1df2ac62dc20a1715f44aa038e25c
        109
        2ab17258988e94b473e1edbc1ad3bc2ab3721bbb7e27f49baa2c421174334925
        62599740ab1e1bdf6f99a7a30f1f318bfd3514844cd1d2e90bbdb0d0e8561c0e
        113
        5c69a5ada2d93716eabc322b0e3dce66ddff33c7427e5779907fcc62346ee446
        0af197b270e7e153561db75e3a72788fd6f6a335bb2fa68457757ee0a3bf3bd3
        127
        efe9aa81cde3f4f6d0becb77829171e4d8bab5bda7cb6151fc57a238bec79513
        5f95567981bbdf385c6eafe8017054d68c749e683441c6bcb7ec06a8cd69fefd
        131
        739d690c0ed5f84426eaa9065e8babcc764c6a5e7110e014a5235e06b233b289
        1c3c26a3fc39b2217748636142749db26171a078b3ac39b496ef0109a827c7d9
        139
        fb2331dc8261e3f77f575755cbc74cd7372668484fe5922e307b34ceeb4cfbfa
        269f61004a348b002dc559ab1bbdf53d4d680f4c7541ec5b79a5b89d111fc727
        149
        84de1203023d8e27959628c1dd90467e4dd9d5ea6698085914bb1733b1da8a82
        a4d6e7a14baea9ed0cc3d0632d7d52aac97003d0cd7b4d1c27da448d407e709f
        151
        aa8da8a6b09528b4cc837f51ace418558d84206e92e9275f97c770a535ffa763
        1000b3d2da8d9aa3ef6c8b368fe45c0001c8c0321da0ad51717facb8e1ab57ba
        157
        1664ac5587c14eb2933eb7f56ac9a59a73193692dac40b4625e53be99844f619
        e9d794bb5e8246a022e3ada9e140049db2d1e95ba86138c04e421dc71f6399a1
        163
        be227662c1f2f8dc7ab69e20149b7a315dc807f78ae538974877bfb2dea84e22
        35de4c35299b28a1607032e6a71a131911306b46bce480cdd0893cb2da5ad47d
        167
        97cc1adc109fd6873d86f4791009d86e952b4746078800cd6f64ece150f76786
        12a999e1bf7cd03a82dd366056c55e20bab70335667b4787a10a817b4ba8cc9c
        173
        35065ffd749ded9e1f12cf0469f9316a2c18eb9224e903a5d318570fe5396e0d
        fc6d112e898f89a8032850cdad72c3d2639636bb86d92a49ac7047e0d190d9c4
        181
        5aaa6602e6adeca00cb3dd60031c2addc61a5b8c08aa5b69e6b92b7034372f71
        c430c3bf4c018099b4cfffa3e9080b36fefead133f7e073d6be3a9d5a61d7a73
        193
        8aa7ae9e2e3c912e477dfb13286292d4c226f1fb7bf7a5a8050c3a2647d5d853
        c24c9e7b07c1dd60e150a70236b64f349abd739e089e0c170ec016fcf3b85994
        223
        243e31343c4af786caa3062febce53f3702952ab038a34eb5a5318a1eb876109
        ea5491bc0cce1dc54c68986b66aabc6c71d5c0c89890d0f4f58df8f77c20c7e2
        229
        daeb9a2563a4affe1a5b35cf2bc894cb8d6444a11ce8f38025228ebc3afe6aea
        5936fc5e5df88f47eec309fee4d7330c6c0ea68f93e62eb7489a99044b8e0a64
        239
        2941b87f935345cd6f811001f89315906784dce21859dedc79a4d5c21f82c114
        e7c8d537c46c9ad5bcb6f49c10cac8040ce1cb2bf1f65c44a8ec39cd717cc17c
        241
        f20f2d706138f150c361c916bbd9b68f0ccdc57f46c330d2fbaecb477f1119b2
        af7833aa647d53ab5767ca484eda4b8cc487015d1b65730afd8c911aef137a81
        257
        9cb93858a7ba54d63d3e63c54f720b47c5727877db416f1e254bac06d5d556da
        3232b6c4b1768865737f67ba4f9c457b95f2db656a8358daea9652b5ad54b65e
        263
        157cfddd9852cc01f8cbdd95df6d839875898119012666e4ed786df1960c63c2
        7bcff139d6429a27b6696c0df5f06636ce06e8a2424bd7b5b9a52341fa2c9e62
        271
        57df6a37f93cb1381e03e1c78ec2e19ed5b22a896db666bb0144df745689dbc6
        ffda37826451c9f8cc40ef2da01efc383c1b26f4915d2032cd0dd16578131abb
        283
        c7e352200a593caabf086de50fa07c3969b23b9cad43319d94a94f85c268d995
        d8821f36a030e74a6526c5877b4f41ed4434b8c928d24a3964a1ea1a7ba083b7
        307
        4cb66fdf34f3ad2b352e5933af46c29afc613c7f821165a59fc756bb96c5cb7e
        c2ce3dd56cdffe87024590470fdc1dbe7b672f4e435ef2b1f6c067eccc863dbb
        311
        42848cce0856d4174cc8c88eb1fda1d2fcdcdf374f4e593b81f010d369943b8e
        9b86bfd3c249f359e1f32f4bbfb80330a5474cd7a794cd49b1ae9805a4de56bd
        317
        e4d282b9aa71bf3f40a6f7ed0b72b4f5287eea97d741ed78744338af625d5dbd
        5b1d578d2112378c0664b9faf607dab78878f2d26c35be35633fcd8160756ed6
        """
}
