import Explain
import Museum
import TestRecording
import Trace

extension OpenSSLRecording {
    /// The connections as the attack gets them.
    var recorded: [RecordedConnection] {
        get throws { try PacketMaker.connections(capture) }
    }
}

extension PacketMaker {
    static func connections(_ capture: [UInt8]) throws -> [RecordedConnection] {
        try Reassembler(capture).connections
    }
}

extension AttackReport {
    /// The octets of that name, in whichever step they are.
    func quantity(_ name: String) -> [UInt8]? {
        for step in steps {
            if let found = step.quantities.first(where: { $0.name == name }) { return found.octets }
        }
        return nil
    }

    /// What was found, without the numbers.
    var findings: [any Remark] { steps.map(\.remark) }

    var clientText: String { String(decoding: clientData, as: UTF8.self) }
    var serverText: String { String(decoding: serverData, as: UTF8.self) }
}

extension [any Remark] {
    func contains<Finding: Remark & Equatable>(_ finding: Finding) -> Bool { contains { $0 as? Finding == finding } }
}
