import PKI
import Trace
import TrustLab

/// The evaluator, asked a JSON object a line.
public enum EvaluateBatch {
    /// The most anchors of a request: no platform has as many.
    private static let mostAnchors = 1000
    /// The most further certificates that are read; of those that are not repeated the search takes fewer still.
    private static let mostExtra = 4096

    /// The answer to a request; a request that cannot be used is rejected with the reason.
    ///
    /// - Parameter withFindings: whether every check is told, passed or not.
    public static func answer(_ line: String, withFindings: Bool) -> String {
        reply(line, withFindings: withFindings).line
    }

    private static func reply(_ line: String, withFindings: Bool) -> JSON {
        let request: Fields
        do {
            request = try Fields.trust(line)
        } catch { return rejection(id: nil, "\(error)") }
        let id = (try? request.textIfAny("id")) ?? nil
        do {
            let question = try question(request)
            let evaluator = Evaluator(store: TrustStore(anchors: try anchors(request)))
            let verdict = evaluator.evaluate(
                chain: [try peer(request)], extra: try extra(request), question: question)
            return answer(id: id, verdict, withFindings: withFindings)
        } catch { return rejection(id: id, "\(error)") }
    }

    private static func question(_ request: Fields) throws(RequestError) -> Question {
        let usages = try request.texts("eku")
        let time = try request.time("validation_time")
        let isClient = usages == ["clientAuth"]
        var question: Question
        if let name = try request.objectIfAny("peer_name") {
            let kind = try name.text("kind")
            guard ["DNS", "IP"].contains(kind) else {
                throw name.error("kind", "there is no \"\(kind)\", only DNS and IP")
            }
            question = Question(hostName: try name.text("value"), time: time)
        } else {
            question = Question(isClient ? .client : .anyServer, time: time)
        }
        if !usages.isEmpty { question.usages = usages }
        let policy = try request.textIfAny("policy") ?? Question.Purpose.ssl.rawValue
        guard let purpose = Question.Purpose(rawValue: policy) else {
            let known = Question.Purpose.allCases.map(\.rawValue).joined(separator: ", ")
            throw request.error("policy", "there is no \"\(policy)\", only \(known)")
        }
        question.purpose = purpose
        if purpose == .ssl, let name = try request.objectIfAny("peer_name") { try check(question, isFor: name) }
        question.profile = .webPKI
        if let limit = try request.integerIfAny("max_chain_depth", 0...Int.max) { question.longestPath = limit }
        return question
    }

    /// An address is no name of DNS, and the other way round, whatever the certificate says (RFC 9525 section 6.3).
    private static func check(_ question: Question, isFor name: Fields) throws(RequestError) {
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
                .predicate("has \(anchors.count) certificates; at most \(mostAnchors) are taken"))
        }
        return anchors
    }

    private static func extra(_ request: Fields) throws(RequestError) -> [[UInt8]] {
        Array(readable(try request.texts("untrusted_intermediates")).prefix(mostExtra))
    }

    /// The certificates in these texts; a text in which there is none is left out, and so is a text that was there before.
    private static func readable(_ texts: [String]) -> [[UInt8]] {
        var known: Set<String> = []
        return texts.flatMap { text in known.insert(text).inserted ? (try? CertificatePEM.decode(text)) ?? [] : [] }
    }

    private static func answer(id: String?, _ verdict: Verdict, withFindings: Bool) -> JSON {
        .members(
            ("id", id.map(JSON.string) ?? .null), ("verdict", .string(verdict.isTrusted ? "trusted" : "rejected")),
            ("reason", .string(verdict.refusal?.reason ?? "")),
            ("secTrustResult", .string(verdict.secTrustResult.rawValue)),
            ("findings", withFindings ? .array(verdict.findings.map { finding($0, verdict) }) : nil))
    }

    private static func finding(_ finding: Finding, _ verdict: Verdict) -> JSON {
        .members(
            ("check", .string(finding.policy)), ("outcome", .string(finding.outcome.rawValue)),
            ("certificate", .number(finding.subject)), ("role", .string(finding.role.name)),
            ("reason", .string(finding.reason)), ("rule", .string("\(finding.cite)")),
            ("purpose", .string(finding.purpose)),
            (
                "evidence",
                finding.evidence.map {
                    .members(("offset", .number($0.lowerBound)), ("length", .number($0.count)))
                }
            ))
    }

    private static func rejection(id: String?, _ reason: String) -> JSON {
        .members(
            ("id", id.map(JSON.string) ?? .null), ("verdict", .string("rejected")), ("reason", .string(reason)),
            ("secTrustResult", .string(SecTrustResult.invalid.rawValue)))
    }
}
