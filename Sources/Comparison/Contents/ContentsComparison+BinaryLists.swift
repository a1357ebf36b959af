import Documents
import FileTree
import Formats

/// Binary property lists: by the digests of their objects, so that only what differs is decoded.
extension ContentsComparison {
    /// Compares two binary property lists.
    /// - Throws: `FileTreeError` if one of them cannot be read.
    /// - Returns: Whether they are such lists, and need nothing that only their reader does: `DigestedPropertyList`.
    func compareDigested(
        _ before: DocumentSource, _ after: DocumentSource, at address: [[UInt8]], depth: Int
    ) throws(FileTreeError) -> Bool {
        guard before.isBinaryList, after.isBinaryList else { return false }
        let lists = readBoth(before, after) { source -> DigestedPropertyList? in
            let bytes = try? source.whole(limit: PropertyListLimits.standard.bytes, as: "a property list")
            return bytes.flatMap { DigestedPropertyList($0) }
        }
        guard let one = lists.0, let other = lists.1 else { return false }
        let pair = DigestedPair(before: one, after: other)
        compare(one.top, other.top, named: "root", of: pair, at: address, depth: depth, level: 0)
        try compareLeftovers((before, one.leftovers), (after, other.leftovers), at: address)
        return true
    }

    /// Compares two objects at the same place.
    private func compare(
        _ number: Int, _ other: Int, named name: String, of lists: DigestedPair, at address: [[UInt8]], depth: Int,
        level: Int
    ) {
        guard !mustStop, lists.before.digest(of: number) != lists.after.digest(of: other) else { return }
        switch (lists.before.object(number), lists.after.object(other)) {
        case (.dictionary(let keys, let values), .dictionary(let otherKeys, let otherValues)):
            let members = DigestedPair.Members(keys: keys, values: values, digests: keys.map(lists.before.digest))
            let others = DigestedPair.Members(
                keys: otherKeys, values: otherValues, digests: otherKeys.map(lists.after.digest))
            compare(members, others, of: lists, at: address, depth: depth, level: level + 1)
        case (.array(let items), .array(let others)):
            compareItems(items, others, of: lists, at: address, depth: depth, level: level + 1)
        default:
            compare(
                ValueNode(name, list: lists.before.value(of: number)),
                ValueNode(name, list: lists.after.value(of: other)), at: address, depth: depth, level: level)
        }
    }

    /// Compares the values of two dictionaries by their keys, in the order in which trees are compared.
    private func compare(
        _ before: DigestedPair.Members, _ after: DigestedPair.Members, of lists: DigestedPair, at address: [[UInt8]],
        depth: Int, level: Int
    ) {
        func compareValues(_ index: Int, _ other: Int) {
            let (value, otherValue) = (before.values[index], after.values[other])
            guard lists.before.digest(of: value) != lists.after.digest(of: otherValue) else { return }
            let key = lists.before.key(before.keys[index])
            compare(
                value, otherValue, named: key, of: lists, at: address + [Array(key.utf8)], depth: depth, level: level)
        }
        guard before.digests != after.digests else {
            for index in before.values.indices { compareValues(index, index) }
            return
        }
        var waiting = Dictionary(after.digests.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
        for (index, digest) in before.digests.enumerated() {
            if let other = waiting.removeValue(forKey: digest) {
                compareValues(index, other)
            } else {
                let key = lists.before.key(before.keys[index])
                reportRemoved(ValueNode(key, list: lists.before.value(of: before.values[index])), at: address)
            }
        }
        for (index, digest) in after.digests.enumerated() where waiting[digest] != nil {
            let key = lists.after.key(after.keys[index])
            reportAdded(ValueNode(key, list: lists.after.value(of: after.values[index])), at: address)
        }
    }

    /// Compares the items of two arrays as those of trees: those in a region that differs belong together in their order.
    private func compareItems(
        _ before: [Int], _ after: [Int], of lists: DigestedPair, at address: [[UInt8]], depth: Int, level: Int
    ) {
        let regions = SequenceDifference.regions(
            before.map(lists.before.digest), after.map(lists.after.digest), mustStop: { self.mustStop })
        for region in regions {
            let shared = min(region.before.count, region.after.count)
            for offset in 0..<shared {
                let (old, index) = (region.before.lowerBound + offset, region.after.lowerBound + offset)
                at(address.count, before: Array("\(old)".utf8)) {
                    compare(
                        before[old], after[index], named: "\(index)", of: lists,
                        at: address + [Array("\(index)".utf8)], depth: depth, level: level)
                }
            }
            for index in region.before.dropFirst(shared) {
                reportRemoved(ValueNode("\(index)", list: lists.before.value(of: before[index])), at: address)
            }
            for index in region.after.dropFirst(shared) {
                reportAdded(ValueNode("\(index)", list: lists.after.value(of: after[index])), at: address)
            }
        }
    }
}

/// The lists of both sides.
private struct DigestedPair {
    /// The keys and values of a dictionary, and the digests of the keys.
    struct Members {
        let keys: [Int]
        let values: [Int]
        let digests: [UInt64]
    }

    let before: DigestedPropertyList
    let after: DigestedPropertyList
}

extension DocumentSource {
    /// Whether the first bytes are those of a binary property list.
    fileprivate var isBinaryList: Bool { PropertyListFormat(recognizing: head) == .binary }
}
