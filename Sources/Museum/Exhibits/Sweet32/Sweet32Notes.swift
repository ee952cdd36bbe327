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
}
