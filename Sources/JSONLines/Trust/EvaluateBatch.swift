import PKI
import Trace
import TrustLab

/// The interface of `trust evaluate --batch`: each line is a request to judge a certificate, and gets one line of answer.
package enum EvaluateBatch {
    /// The largest number of anchors in a request. No platform has as many.
    private static let mostAnchors = 1000
    /// The largest number of further certificates that are taken from a request. The search itself takes fewer different ones.
    private static let mostExtra = 4096

    private static let frame = RequestFrame(
        fields: [
            "trusted_certs", "untrusted_intermediates", "peer_certificate", "peer_name", "validation_time", "eku",
            "max_chain_depth", "policy", "profile", "anchor_kind",
        ], rejection: rejection)

    /// The rules by which a request wants the certificate judged.
    private enum Profile: String, CaseIterable {
        case webPKI = "web-pki"
        case platform
    }

    /// The answer to a request; a request that cannot be used is rejected with the reason.
    ///
    /// - Parameter withFindings: whether the answer has the findings of all checks, passed or not.
    package static func answer(_ line: String, withFindings: Bool) -> String {
        frame.reply(to: line, at: .trust) { request in
            let question = try question(request)
            let store = TrustStore(anchors: try anchors(request), kind: try anchorKind(request))
            let judged = JudgedChain(
                of: [try peer(request)], besides: try extra(request), asking: question, in: store,
                bySecTrust: try profile(request) == .platform)
            return VerdictJSON.members(judged, withFindings: withFindings)
        }
    }

    private static func profile(_ request: Fields) throws(RequestError) -> Profile {
        try request.choiceIfAny("profile") ?? .webPKI
    }

    /// The kind of the anchors. Only the rules of a platform depend on it; nil for the rules of the Web PKI.
    private static func anchorKind(_ request: Fields) throws(RequestError) -> AnchorKind? {
        switch try profile(request) {
        case .platform: return try request.choiceIfAny("anchor_kind", of: AnchorKind.self) ?? .system
        case .webPKI:
            guard try request.textIfAny("anchor_kind") == nil else {
                throw request.error("anchor_kind", .predicate("belongs to the profile platform and is not used here"))
            }
            return nil
        }
    }

    private static func question(_ request: Fields) throws(RequestError) -> ChainQuestion {
        let usages = try request.texts("eku")
        let time = try request.time("validation_time")
        let isClient = usages == ["clientAuth"]
        var question: ChainQuestion
        if let name = try request.objectIfAny("peer_name") {
            try name.require(only: ["kind", "value"])
            let kind = try name.text("kind")
            guard ["DNS", "IP"].contains(kind) else {
                throw name.error("kind", "there is no \"\(kind)\", only DNS and IP")
            }
            question = ChainQuestion(hostName: try name.text("value"), time: time)
        } else {
            question = ChainQuestion(isClient ? .client : .anyServer, time: time)
        }
        if let unknown = usages.first(where: { !ChainQuestion.knownUsages.contains($0) }) {
            let known = ChainQuestion.knownUsages.joined(separator: ", ")
            throw request.error("eku", "there is no \"\(unknown)\", only \(known)")
        }
        if !usages.isEmpty { question.usages = usages }
        question.purpose = try request.choiceIfAny("policy", of: ChainQuestion.Purpose.self) ?? .ssl
        if question.purpose == .ssl, let name = try request.objectIfAny("peer_name") {
            try check(question, isFor: name)
        }
        question.longestPath = try request.integerIfAny("max_chain_depth", 0...Int.max)
        question.profile = .webPKI
        return question
    }

    /// Checks that the value of peer_name is of the kind that the request says: an address never matches a DNS name (RFC 9525
    /// section 6.3).
    private static func check(_ question: ChainQuestion, isFor name: Fields) throws(RequestError) {
        let kind = try name.text("kind")
        guard let host = question.hostName, let isAddress = question.asksForAddress, isAddress != (kind == "IP") else {
            return
        }
        throw name.error(
            "value", "\"\(host)\" is \(isAddress ? "an address and no name of DNS" : "no IP address")")
    }

    private static func peer(_ request: Fields) throws(RequestError) -> [UInt8] {
        let text = try request.text("peer_certificate")
        let certificates: [[UInt8]]
        do {
            certificates = try CertificatePEM.decode(text)
        } catch { throw request.error("peer_certificate", "\(error)") }
        guard let certificate = certificates.first else {
            throw request.error("peer_certificate", .predicate("holds no certificate"))
        }
        return certificate
    }

    private static func anchors(_ request: Fields) throws(RequestError) -> [[UInt8]] {
        let anchors = readable(try request.texts("trusted_certs"))
        guard anchors.count <= mostAnchors else {
            throw request.error(
                "trusted_certs",
                .predicate("has \(counted(anchors.count, "certificate")); at most \(mostAnchors) are taken"))
        }
        return anchors
    }

    private static func extra(_ request: Fields) throws(RequestError) -> [[UInt8]] {
        Array(readable(try request.texts("untrusted_intermediates")).prefix(mostExtra))
    }

    /// The certificates in these texts. A text without a certificate is left out, and so is a text that was there before.
    private static func readable(_ texts: [String]) -> [[UInt8]] {
        var known: Set<String> = []
        return texts.flatMap { text in known.insert(text).inserted ? (try? CertificatePEM.decode(text)) ?? [] : [] }
    }

    private static func rejection(_ reason: String) -> [JSON.Member] {
        JSON.Member.list(
            ("verdict", .string("rejected")), ("reason", .string(reason)),
            ("secTrustResult", .string(SecTrustResult.invalid.rawValue)))
    }
}
