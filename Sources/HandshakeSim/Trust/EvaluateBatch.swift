import PKI
import Render
import TrustLab

/// The evaluator, asked a JSON object a line.
enum EvaluateBatch {
    /// The most anchors of a request: no platform has as many.
    private static let mostAnchors = 1000
    /// The most further certificates that are read; of those that are not repeated the search takes fewer still.
    private static let mostExtra = 4096

    /// The answer to a request; a request that cannot be used is rejected with the reason.
    static func answer(_ line: String, withFindings: Bool) -> JSON {
        let request: BatchRequest
        do {
            request = try BatchRequest(line: line)
        } catch { return rejection(id: nil, "\(error)") }
        let id = (try? request.stringIfAny("id")) ?? nil
        do {
            let question = try question(request)
            let evaluator = Evaluator(store: TrustStore(anchors: try anchors(request)))
            let verdict = evaluator.evaluate(
                chain: [try peer(request)], extra: try extra(request), question: question)
            return answer(id: id, verdict, withFindings: withFindings)
        } catch { return rejection(id: id, "\(error)") }
    }

    private static func question(_ request: BatchRequest) throws(BatchRequest.Problem) -> Question {
        let usages = try request.strings("eku")
        let time = try request.time("validation_time")
        let isClient = usages == ["clientAuth"]
        var question: Question
        if let name = try request.objectIfAny("peer_name") {
            let kind = try name.string("kind")
            guard ["DNS", "IP"].contains(kind) else {
                throw BatchRequest.Problem("peer_name.kind: there is no \"\(kind)\", only DNS and IP")
            }
            question = Question(hostName: try name.string("value"), time: time)
        } else {
            question = Question(isClient ? .client : .anyServer, time: time)
        }
        if !usages.isEmpty { question.usages = usages }
        let policy = try request.stringIfAny("policy") ?? Question.Purpose.ssl.rawValue
        guard let purpose = Question.Purpose(rawValue: policy) else {
            let known = Question.Purpose.allCases.map(\.rawValue).joined(separator: ", ")
            throw BatchRequest.Problem("policy: there is no \"\(policy)\", only \(known)")
        }
        question.purpose = purpose
        if purpose == .ssl, let kind = try request.objectIfAny("peer_name")?.string("kind") {
            try check(question, isFor: kind)
        }
        question.profile = .webPKI
        if let limit = try request.integerIfAny("max_chain_depth") {
            guard limit >= 0 else { throw BatchRequest.Problem("max_chain_depth is \(limit), less than 0") }
            question.longestPath = limit
        }
        return question
    }

    /// An address is no name of DNS, and the other way round, whatever the certificate says (RFC 9525 section 6.3).
    private static func check(_ question: Question, isFor kind: String) throws(BatchRequest.Problem) {
        guard let name = question.hostName, let isAddress = question.asksForAddress, isAddress != (kind == "IP") else {
            return
        }
        throw BatchRequest.Problem(
            "peer_name.value: \"\(name)\" is \(isAddress ? "an address and no name of DNS" : "no IP address")")
    }

    private static func peer(_ request: BatchRequest) throws(BatchRequest.Problem) -> [UInt8] {
        let text = try request.string("peer_certificate")
        do {
            guard let certificate = try CertificatePEM.decode(text).first else {
                throw BatchRequest.Problem("peer_certificate holds no certificate")
            }
            return certificate
        } catch let problem as BatchRequest.Problem {
            throw problem
        } catch { throw BatchRequest.Problem("peer_certificate: \(error)") }
    }

    private static func anchors(_ request: BatchRequest) throws(BatchRequest.Problem) -> [[UInt8]] {
        let anchors = readable(try request.strings("trusted_certs"))
        guard anchors.count <= mostAnchors else {
            throw BatchRequest.Problem(
                "trusted_certs has \(anchors.count) certificates; at most \(mostAnchors) are taken")
        }
        return anchors
    }

    private static func extra(_ request: BatchRequest) throws(BatchRequest.Problem) -> [[UInt8]] {
        Array(readable(try request.strings("untrusted_intermediates")).prefix(mostExtra))
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
