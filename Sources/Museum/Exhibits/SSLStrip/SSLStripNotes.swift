import Trace

/// What the card of ssl-strip says.
struct SSLStripCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "TLS that was never asked for"
        case .act: "Keeps a browser on plain HTTP and reads the password"
        case .mistake: "The browser takes its first step without TLS, and goes on where the page in clear leads."
        case .goal: "She wants to read the password of a login that is meant to be under TLS."
        case .defence:
            "The browser knows that the host wants TLS, and makes https of http before it connects (HSTS, RFC 6797 section 8.3). It knows so "
                + "from an earlier visit (section 8.1), or from a list that it comes with."
        case .cost: "A host that has said so cannot go back to http as long as browsers remember it."
        case .remains: "The very first visit to a host that is on no list (RFC 6797 section 14.6)."
        case .misreading:
            "\"The server redirects to https, so we are safe\": she takes the redirection herself. \"The browser would warn\": it has never "
                + "begun with TLS, so there is nothing to warn of."
        case .limit:
            "How she came into the path is left out. The page has one form, and the browser has one tab."
        }
    }

    var chinese: String {
        switch part {
        case .title: "从未请求过的 TLS"
        case .act: "让浏览器一直使用普通的 HTTP，读取密码"
        case .mistake: "浏览器的第一步不用 TLS，然后明文页面指向哪里，它就去哪里。"
        case .goal: "登录本应在 TLS 保护之下，她想读到其中的密码。"
        case .defence:
            "浏览器知道这台主机要用 TLS，连接之前就把 http 换成 https（HSTS，RFC 6797 8.3 节）。"
                + "它从以前的访问得知这一点（8.1 节），或从自带的名单得知。"
        case .cost: "声明过的主机，只要浏览器还记得，就不能退回 http。"
        case .remains: "对不在任何名单上的主机的首次访问（RFC 6797 14.6 节）。"
        case .misreading:
            "“服务器会重定向到 https，所以我们是安全的”：重定向由她自己接下。"
                + "“浏览器会警告”：它从来没有用 TLS 开始，所以没有什么可警告的。"
        case .limit: "略去她怎样进入路径。页面有一个表单，浏览器有一个标签页。"
        }
    }
}

/// What is done and found in ssl-strip.
enum SSLStripNote: Remark {
    case begins(port: Int)
    case strips
    case reads(octets: Int)
    case passesOn

    var english: String {
        switch self {
        case .begins(port: 80):
            "The victim has typed the name of the host, without a scheme. The browser knows nothing of the host and calls port 80. She takes the "
                + "connection, and fetches the page from the server over TLS, as any client can."
        case .begins:
            "The victim has typed the name of the host, without a scheme. The browser knows that this host wants TLS, and calls port 443."
        case .strips:
            "In the page she replaces https:// by http://, and takes the attribute Secure from the cookie. She sends it on in clear."
        case .reads(let octets):
            "The victim fills in the form. The browser sends it where the page says: in clear. She has read the login of \(counted(octets, "octet")), "
                + "and has passed it on over TLS. The server has seen a TLS connection without a fault, and no alert was sent anywhere."
        case .passesOn:
            "There is no page in clear that she could change. She has no certificate for the host. So she passes on what both say, and reads nothing "
                + "of it."
        }
    }

    var chinese: String {
        switch self {
        case .begins(port: 80):
            "受害者输入了主机的名称，没有写协议。浏览器对这台主机一无所知，连接端口 80。"
                + "她接下这个连接，并通过 TLS 从服务器取来页面，这是任何客户端都能做的。"
        case .begins:
            "受害者输入了主机的名称，没有写协议。浏览器知道这台主机要用 TLS，连接端口 443。"
        case .strips: "她在页面中把 https:// 换成 http://，并去掉 cookie 的属性 Secure，然后以明文转发。"
        case .reads(let octets):
            "受害者填写表单。页面怎么写，浏览器就怎么发送：明文。她读到了 \(octets) 字节的登录信息，并通过 TLS 转交。"
                + "服务器看到的是一个毫无差错的 TLS 连接，任何地方都没有发送警报。"
        case .passesOn: "没有她可以改动的明文页面。她没有这台主机的证书。所以她只能转发双方的话，什么也读不到。"
        }
    }
}
