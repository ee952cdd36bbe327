import Trace

/// What the formula of a theory means in this run, in words.
package enum TheoryWords: Wording {
    case inOrder(Int)
    case chance(Double)
    case repetition(String)
    /// Others open so many connections a second, for so many milliseconds.
    case arrivals(perSecond: Int, milliseconds: Int)
    case halving(ports: Int, windows: Int, numbers: Int)
    case places
    case segments
    case digits
    case residues(orders: Int)
    /// A heartbeat shows so many octets, from one of so many places; from the last number of places it shows the whole prime.
    case heartbeat(octets: Int, places: Int, hits: Int)
    case ascending
    case octets
    case smooth(Double)
    case primes
    /// Multiplied ciphertexts, until one has the right beginning, and the right padding where that is asked for; then a search.
    case padding(isStrict: Bool)

    package var english: String {
        switch self {
        case .inOrder(let count):
            "She tries \(count) values in order, and each of them is as likely to be right as any other."
        case .chance(let chance): "Each try succeeds with the probability \(StoryNote.number(chance))."
        case .repetition(let count):
            "Each draw is one of \(count) values, all equally likely, and one value has to come a second time. A new value may meet any of the "
                + "earlier ones, so that takes far fewer draws than there are values."
        case .arrivals(let rate, let span):
            "Others open \(rate) connections a second at random moments, and from her sample to her SYN \(span) ms pass: she expects "
                + "\(rate * span / 1_000) numbers between the two."
        case .halving(let ports, let windows, let numbers):
            "Each round halves what is left: \(ports) ports, then \(windows) places for the window, then the \(numbers) numbers of a window."
        case .places: "Each of the server's places is taken once."
        case .segments: "She sends an acknowledgment for each segment of the file."
        case .digits: "The first two digits are guessed together: 256 pairs. Each further digit has 16 values."
        case .residues(let orders):
            "For each of \(orders) primes r she looks for the secret modulo r. A number and its negative give the same answer, so at most half of "
                + "the r values are tried."
        case .heartbeat(let octets, let places, let hits):
            "A heartbeat shows \(octets) octets, from any of \(places) places of the memory. From \(hits) of them it shows the whole prime."
        case .ascending: "An octet of the value v takes v + 1 guesses, from 0 on, and one more to confirm the hit."
        case .octets:
            "For each octet she waits for a record that is accepted. Each is accepted with the probability 1/256."
        case .smooth(let share):
            "She tries exponents until a product has small prime factors alone. One number in \(StoryNote.number(1 / share)) is like that."
        case .primes: "For each prime r the secret modulo r is one of r values, and she tries them in order."
        case .padding(let isStrict):
            "n is the server's modulus of k octets, and B is 2 to the power of 8(k - 2). A random number below n has the octets 00 02 in front with "
                + "the probability B/n. "
                + (isStrict ? "Of those, one in five has the right padding and a zero behind it. " : "")
                + "Each hit after the first narrows the range that is left."
        }
    }

    package var chinese: String {
        switch self {
        case .inOrder(let count): "她按顺序尝试 \(count) 个值，每个值正确的可能性都相同。"
        case .chance(let chance): "每次尝试成功的概率是 \(StoryNote.number(chance))。"
        case .repetition(let count):
            """
            每次抽取的值是 \(count) 个值之一，可能性都相同；要等到有一个值第二次出现。新抽的值可以与以前的任何一个相同，\
            所以需要的次数远远少于值的个数。
            """
        case .arrivals(let rate, let span):
            """
            别人每秒在随机的时刻打开 \(rate) 个连接；从她取样到发出 SYN，经过 \(span) ms：她预计这两者之间有 \
            \(rate * span / 1_000) 个序号。
            """
        case .halving(let ports, let windows, let numbers):
            "每一轮把剩下的减半：先是 \(ports) 个端口，再是窗口的 \(windows) 个位置，最后是窗口内的 \(numbers) 个序号。"
        case .places: "服务器的每个位置都占用一次。"
        case .segments: "文件的每个报文段，她都发送一个确认。"
        case .digits: "前两位数字一起猜：256 对。之后的每一位有 16 个值。"
        case .residues(let orders):
            """
            共有 \(orders) 个素数 r，对其中的每一个，她寻找这个秘密值模 r 的余数。一个数和它的相反数得到同样的回答，\
            所以 r 个值中最多尝试一半。
            """
        case .heartbeat(let octets, let places, let hits):
            "一次心跳显示 \(octets) 字节，起点是内存中 \(places) 个位置之一。从其中 \(hits) 个位置开始，就显示整个素数。"
        case .ascending: "值为 v 的一个字节需要 v + 1 次猜测，从 0 开始；再加一次，用来确认猜中。"
        case .octets: "对每个字节，她都等待一条被接受的记录。每条记录被接受的概率是 1/256。"
        case .smooth(let share):
            "她尝试不同的指数，直到某个乘积只有小的素因子。每 \(StoryNote.number(1 / share)) 个数中有一个是这样的。"
        case .primes: "对每个素数 r，这个秘密值模 r 的余数是 r 个值之一，她按顺序尝试。"
        case .padding(let isStrict):
            """
            n 是服务器的模数，长 k 字节；B 是 2 的 8(k - 2) 次方。小于 n 的随机数，前面是字节 00 02 的概率为 B/n。\
            \(isStrict ? "其中每五个有一个填充正确，并且后面跟着一个零。" : "")第一次命中之后，每次命中都使剩下的范围变窄。
            """
        }
    }
}
