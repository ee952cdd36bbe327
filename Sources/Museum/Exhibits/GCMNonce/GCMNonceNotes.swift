import Trace

/// What the card of gcm-nonce says.
struct GCMNonceCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "The nonce that came twice"
        case .act: "Changes a record unnoticed after a nonce has come twice"
        case .mistake:
            "The server draws the explicit nonce of AES-GCM at random, here from 4,096 values, and does not count it."
        case .goal:
            "She wants to change a record of the server so that the client accepts it. She does not have the key."
        case .defence: "No nonce comes twice under a key: it is counted (RFC 5288 section 3)."
        case .cost: "Nothing. A counter needs no randomness."
        case .remains:
            "Nothing of this kind with a counter. Every AEAD cipher of TLS 1.2 and 1.3 has the same rule."
        case .misreading:
            "\"A nonce has to be random\": it has to be new. \"If it repeats, one message is lost\": with GCM the key of all tags is lost."
        case .limit:
            "Drawn from 2^64 values, a nonce repeats after some 2^32 records. Implementations were found that drew "
                + "from far fewer, or never changed it (Böck and others 2016)."
        }
    }
}

/// What is done and found in gcm-nonce.
enum GCMNonceNote: Remark {
    case waits
    case repeated(after: Int)
    case roots([Int])
    case forges
    case read(String)
    case nothing(Int)
    case reads
    case recordedRoots([Int])
    case couldForge
    case noRepeat(Int)

    var english: String {
        switch self {
        case .waits:
            "The server sends one price after the other, each in a record. Each record begins with its explicit nonce, "
                + "in clear. She waits until one comes twice."
        case .repeated(let count):
            "Record \(count) of the server has the nonce of an earlier one. So both tags are masked alike, and their "
                + "XOR is the XOR of two polynomials in H. Their coefficients are public: additional data, ciphertext "
                + "and lengths. The XOR of both ciphertexts is that of both plaintexts."
        case .roots(let counts):
            counts.first == 1
                ? "The polynomial has a single root in the field of 2^128 elements. It is H, the block cipher of zero."
                : "The polynomial has \(counts.first ?? 0) roots in the field of 2^128 elements. A wrong one would "
                    + "cost her the connection, so she waits for \(counted(counts.count - 1, "further repeat")), until one "
                    + "root is common to all: H, the block cipher of zero."
        case .forges:
            "Of the next record she changes an octet of the ciphertext, which makes of the digit 1 a 9. With H she "
                + "computes by how much the tag changes."
        case .read(let price): "The client's program reads \"\(price)\"."
        case .nothing(let count):
            "Among \(counted(count, "record")) no nonce came twice: each is the number of its record. She gives up."
        case .reads:
            "She has a recording. Each protected record of AES-GCM begins with its explicit nonce, in clear. She looks for one that comes "
                + "twice under the same key."
        case .recordedRoots(let counts):
            "The polynomial has \(counted(counts.first ?? 0, "root")) in the field of 2^128 elements. "
                + (counts.last != 1
                    ? "The recording does not say which of the \(counts.last ?? 0) that are left is H."
                    : counts.count == 1
                        ? "It is H, the block cipher of zero."
                        : "With \(counted(counts.count - 1, "further repeat")) one root is common to all: H, the block cipher of zero.")
        case .couldForge:
            "With H she can compute the tag of each change to a record of this connection. The recording is over, so there is no record left "
                + "to change."
        case .noRepeat(let count):
            "Among \(counted(count, "record")) of the servers no nonce came twice under the same key, as far as records of at "
                + "most 1,024 octets go. She solves no longer ones."
        }
    }
}
