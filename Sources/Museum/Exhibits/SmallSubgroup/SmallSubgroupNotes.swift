import Trace

/// What the card of small-subgroup says.
struct SmallSubgroupCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "A fraction of an exponent"
        case .act: "Finds a server's exponent with public values that are not in the group"
        case .mistake:
            "The server uses one exponent for all connections and does not look at the client's public value. The "
                + "group's p - 1 has small prime factors."
        case .goal:
            "She is a client. She wants the server's exponent, which opens every recorded connection that used it."
        case .defence:
            "The server takes a public value Y only if it is in the group: Y^q = 1, where q is the order of the "
                + "generator (RFC 2785 section 3.1). Groups in which (p - 1) / 2 is a prime have no such small orders "
                + "(RFC 7919 section 5.1)."
        case .cost: "One more power for each connection, or nothing in a group with a safe prime."
        case .remains:
            "A fresh exponent for each connection stops her as well: then the residues belong to different numbers. A "
                + "safe prime leaves the order 2, which would tell one bit."
        case .misreading:
            "\"Any public value will do\", and \"to use an exponent again costs only forward secrecy\": together the "
                + "two give the exponent away."
        case .limit:
            "The exponent has 160 bits, or 32 in the short variant. For a longer one she would need more small factors "
                + "of p - 1. No honest client of this program would accept the group, so that no recorded connection "
                + "is opened here."
        }
    }

    var chinese: String {
        switch part {
        case .title: "指数的一部分"
        case .act: "用不在群中的公开值找出服务器的指数"
        case .mistake: "服务器的所有连接都用同一个指数，也不检查客户端的公开值。群的 p - 1 有小的素因子。"
        case .goal: "她是一个客户端，想要服务器的指数。有了它，用过这个指数的每个录下的连接都能解开。"
        case .defence:
            "只有公开值 Y 在群中，服务器才接受：Y^q = 1，其中 q 是生成元的阶（RFC 2785 3.1 节）。"
                + "(p - 1) / 2 是素数的群没有这样的小阶（RFC 7919 5.1 节）。"
        case .cost: "每个连接多求一次幂；群的素数是安全素数时没有代价。"
        case .remains:
            "每个连接都用新的指数，也能挡住她：这样各个余数属于不同的数。安全素数还剩下阶 2，会透露一位。"
        case .misreading:
            "“什么公开值都行”，以及“再次使用指数只会损失前向保密”：两者合在一起，就交出了指数。"
        case .limit:
            "指数有 160 位，短变体中是 32 位。指数更长时，她需要 p - 1 的更多小因子。"
                + "这个程序的诚实客户端都不会接受这个群，所以这里没有解开录下的连接。"
        }
    }
}

/// What is done and found in small-subgroup.
enum SmallSubgroupNote: Remark {
    case factors(Int)
    case residue(Int, modulo: Int, tries: Int)
    case exponent(Int)
    case refused

    var english: String {
        switch self {
        case .factors(let count):
            "She reads p and divides p - 1 by small primes. It has \(count) of them that she will use. For each prime "
                + "r she computes a number h of the order r and sends it as dh_Yc. The shared secret is then h^x, one "
                + "of only r values. She guesses it: a guess is a connection, since in TLS 1.2 the client's Finished "
                + "comes first."
        case .residue(let residue, let r, let tries):
            "r = \(r): the server takes the guess h^\(residue), and its own Finished comes instead of an alert. So x "
                + "leaves the remainder \(residue) when it is divided by \(r). That is \(counted(tries, "connection")) "
                + "so far."
        case .exponent(let bits):
            "The product of the primes is above 2^\(bits), and so the remainders fix x (Chinese remainder theorem). "
                + "She checks: g^x = dh_Ys."
        case .refused:
            "The server answers the first ClientKeyExchange with handshake_failure: h^q is not 1, or h is p - 1. It "
                + "never computes h^x."
        }
    }

    var chinese: String {
        switch self {
        case .factors(let count):
            "她读出 p，用小素数去除 p - 1。其中有 \(count) 个是她要用的。对每个素数 r，她算出一个阶为 r 的数 h，"
                + "作为 dh_Yc 发送。共享秘密就是 h^x，只有 r 个可能的值。她去猜它：猜一次就是一个连接，"
                + "因为在 TLS 1.2 中客户端的 Finished 先到。"
        case .residue(let residue, let r, let tries):
            "r = \(r)：服务器接受猜测 h^\(residue)，来的是它自己的 Finished，而不是警报。所以 x 除以 \(r) 余 \(residue)。"
                + "到此为止共 \(tries) 个连接。"
        case .exponent(let bits):
            "各素数之积大于 2^\(bits)，所以这些余数确定了 x（中国剩余定理）。她验算：g^x = dh_Ys。"
        case .refused:
            "服务器用 handshake_failure 应答第一个 ClientKeyExchange：h^q 不是 1，或 h 是 p - 1。它从不计算 h^x。"
        }
    }
}
