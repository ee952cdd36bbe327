import Trace

/// What the card of sweet32 says.
struct Sweet32Card: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "Enough blocks"
        case .act: "Finds a cookie from equal blocks of a cipher with short blocks"
        case .mistake: "The blocks of the cipher are short, and one key encrypts very many of them."
        case .goal:
            "She wants the cookie in a request that is repeated on one connection. She has a recording, and no key."
        case .defence:
            "Blocks of 128 bits, as AES has them. Suites with 3DES are not offered any more (RFC 9325 section 4.1)."
        case .cost: "Nothing: AES is faster than 3DES."
        case .remains: "With 128 bits two blocks are equal after some 2^64. A key should be changed long before."
        case .misreading:
            "\"168 bits of key, so it is strong\": the length of the block decides, not that of the key."
        case .limit:
            "The cipher is a toy of this museum: a Feistel network of 32 bits in place of AES, so that other programs "
                + "cannot decrypt the "
                + "records. The blocks of 3DES have 64 bits: it takes some 2^32 of them, 34 GB."
        }
    }

    var chinese: String {
        switch part {
        case .title: "足够多的块"
        case .act: "利用短块密码中相等的块找出 cookie"
        case .mistake: "密码的块很短，而一个密钥加密了非常多的块。"
        case .goal: "一个请求在同一个连接上反复发送，她想要其中的 cookie。她录下了流量，没有密钥。"
        case .defence: "使用 128 位的块，AES 就是这样。不再提供使用 3DES 的密码套件（RFC 9325 4.1 节）。"
        case .cost: "没有代价：AES 比 3DES 快。"
        case .remains: "块有 128 位时，大约 2^64 个块之后才有两个相等。密钥早就应当更换。"
        case .misreading: "“密钥有 168 位，所以很强”：起决定作用的是块的长度，不是密钥的长度。"
        case .limit:
            "这个密码是博物馆的玩具：一个 32 位的 Feistel 网络，代替 AES，所以别的程序不能解密这些记录。"
                + "3DES 的块有 64 位：大约需要 2^32 个块，34 GB。"
        }
    }
}

/// What is done and found in sweet32.
enum Sweet32Note: Remark {
    case repeats(requests: Int, octets: Int)
    case equal(after: Int)
    case solves
    case read(String, pairs: Int, blocks: Int)
    case nothing(blocks: Int, bits: Int, pairs: Int)

    var english: String {
        switch self {
        case .repeats(let requests, let octets):
            "A script makes the victim's browser send the same request of \(octets) octets again and again on one "
                + "connection, \(requests) in "
                + "each record. All of it is known but for the cookie. She only listens."
        case .equal(let count):
            "After \(counted(count, "block")) a block of ciphertext came a second time. By the birthday paradox this "
                + "takes about the square "
                + "root of all blocks that there are."
        case .solves:
            "Under CBC a block is the cipher of (text XOR the block before it). Where two blocks are equal, these two "
                + "values are equal. If one "
                + "of the texts is known and the other a piece of the cookie, the piece is known too."
        case .read(let cookie, let pairs, let blocks):
            "\(counted(pairs, "pair")) of equal blocks among \(counted(blocks, "block")) have given all pieces. The "
                + "cookie is \"\(cookie)\"."
        case .nothing(let blocks, let bits, pairs: 0):
            "No two of \(counted(blocks, "block")) of \(bits) bits are equal. She has learned nothing, and gives up."
        case .nothing(let blocks, let bits, let pairs):
            "Among \(counted(blocks, "block")) of \(bits) bits there are \(counted(pairs, "pair")) of equal ones. They do not give all pieces. "
                + "She gives up."
        }
    }

    var chinese: String {
        switch self {
        case .repeats(let requests, let octets):
            "一个脚本让受害者的浏览器在一个连接上反复发送同一个 \(octets) 字节的请求，每条记录中 \(requests) 个。"
                + "除了 cookie，内容全都已知。她只是窃听。"
        case .equal(let count):
            "\(count) 个块之后，有一个密文块第二次出现。按生日悖论，所需的块数大约是所有可能的块数的平方根。"
        case .solves:
            "在 CBC 中，一个块是把（文本 XOR 前一个块）加密的结果。两个块相等时，这两个值就相等。"
                + "如果一个文本已知，另一个是 cookie 的一段，那么这一段也就知道了。"
        case .read(let cookie, let pairs, let blocks):
            "\(pairs) 对相等的块，出自 \(blocks) 个块，给出了全部各段。cookie 是 \"\(cookie)\"。"
        case .nothing(let blocks, let bits, pairs: 0):
            "\(blocks) 个 \(bits) 位的块中，没有两个相等。她什么也没有得知，只好放弃。"
        case .nothing(let blocks, let bits, let pairs):
            "\(blocks) 个 \(bits) 位的块中，有 \(pairs) 对相等的块。它们没有给出全部各段。她放弃了。"
        }
    }
}
