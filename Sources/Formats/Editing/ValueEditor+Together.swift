/// Several changes of one file, whose addresses are all of the file as it is before the first.
extension ValueEditor {
    /// Returns the indices of changes in an order in which none moves a value that a later one names: first what is
    /// deepest; of an array, from its end.
    static func orderKeepingAddresses(of edits: [ValueEdit]) -> [Int] {
        func key(_ index: Int) -> (Int, Int, Int, Int) {
            let path = edits[index].path
            return (-path.count, -(path.last?.index ?? -1), -(path.last?.occurrence ?? 1), index)
        }
        return edits.indices.sorted { key($0) < key($1) }
    }

    /// Requires that no change is of the value of another, or inside a value that another replaces or removes.
    /// - Throws: `ValueEditError`, which names both.
    package static func requireIndependent(_ edits: [ValueEdit]) throws(ValueEditError) {
        var actions: [[ValueStep]: ValueEdit.Action] = [:]
        for edit in edits {
            guard let other = actions.updateValue(edit.action, forKey: edit.path) else { continue }
            if case (.append, .append) = (other, edit.action) { continue }
            let address = address(edit.path)
            throw ValueEditError(.contradiction, "two changes of \(address) contradict each other", at: edit.path)
        }
        for edit in edits {
            for count in edit.path.indices {
                let outer = Array(edit.path.prefix(count))
                let way: String
                switch actions[outer] {
                case .set?: way = "replaced"
                case .delete?: way = "removed"
                case .add?, .append?, nil: continue
                }
                throw ValueEditError(
                    .contradiction, "\(address(edit.path)) is in \(address(outer)), which is \(way) as well",
                    at: edit.path)
            }
        }
    }

    static func address(_ path: [ValueStep]) -> String {
        path.isEmpty ? "the whole file" : String(decoding: ValueStep.address(path), as: UTF8.self)
    }
}

extension ValueEditor.Result {
    /// Returns the result with the second value of a name, if there is one.
    func adding(_ repetition: [ValueStep]?) -> ValueEditor.Result {
        var result = self
        result.repetitions += repetition.map { [$0] } ?? []
        return result
    }

    /// Returns the same changes with the bytes around those that they were made to.
    func replacingBytes(_ bytes: [UInt8]) -> ValueEditor.Result {
        var result = self
        result.bytes = bytes
        return result
    }
}

extension ValueStep {
    /// The step to the second value of the name; nil if this one names another than the first.
    var second: ValueStep? { occurrence == 1 ? ValueStep(name, occurrence: 2) : nil }
}
