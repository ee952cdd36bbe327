import Synchronization

extension FiniteFieldGroup {
    /// gˣ modulo p for a secret x; nil if x is not positive.
    ///
    /// In a group of RFC 7919 that is used again and again, with a table of powers of its generator.
    func generatorPower(_ x: Integer) -> Integer? {
        GeneratorTables.table(of: self)?.power(x) ?? g.secretPower(x, modulo: p)
    }
}

/// The tables of the groups of RFC 7919, each made when its group has been used some times.
private enum GeneratorTables {
    private struct Entry {
        var uses = 0
        var table: PowerTable?
    }

    private static let entries = Mutex<[UInt16: Entry]>([:])
    /// To make a table takes longer than several powers without one: a run of one handshake is better off without it.
    private static let patience = 8

    static func table(of group: FiniteFieldGroup) -> PowerTable? {
        guard let codePoint = group.codePoint else { return nil }
        return entries.withLock { entries in
            var entry = entries[codePoint] ?? Entry()
            entry.uses += entry.uses < patience ? 1 : 0
            if entry.table == nil, entry.uses == patience {
                entry.table = PowerTable(base: group.g, modulus: group.p, exponentBits: group.exponentBits)
            }
            entries[codePoint] = entry
            return entry.table
        }
    }
}
