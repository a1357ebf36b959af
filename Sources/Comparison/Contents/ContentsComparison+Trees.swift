import ContainerModel
import Documents
import FileTree
import Formats

/// Trees of values: by key path. The order of keys says nothing; items of lists belong together by their values.
extension ContentsComparison {
    /// Values nested deeper are compared as a whole.
    private static let deepestNode = 400

    /// Compares two trees.
    func compare(_ before: ValueTree, _ after: ValueTree, at address: [[UInt8]], depth: Int) {
        if before.isRooted, after.isRooted, let one = before.nodes.first, let other = after.nodes.first {
            return compare(one, other, at: address, depth: depth, level: 0)
        }
        let areLists = before.isList && after.isList
        compareMembers(before.members, after.members, areItems: areLists, at: address, depth: depth, level: 0)
    }

    /// Compares two values at the same place.
    func compare(_ before: ValueNode, _ after: ValueNode, at address: [[UInt8]], depth: Int, level: Int) {
        guard !mustStop else { return }
        valuesLeft -= 1
        guard level < Self.deepestNode, valuesLeft > 0 else {
            guard ValueFingerprint.of(before) != ValueFingerprint.of(after) else { return }
            let reason = level < Self.deepestNode ? "too many values" : "nested more than \(Self.deepestNode) deep"
            return report(Difference(.changed, .value, at: address, note: "\(reason): not compared one by one"))
        }
        // What has become of the file is told of the file.
        if leavesFilesBeside, let path = before.pathBeside, path == after.pathBeside { return }
        if let reason = before.unread ?? after.unread { return noteUncompared(at: address, reason) }
        guard before.source == nil, after.source == nil else { return compareLarge(before, after, at: address) }
        switch (before.value, after.value) {
        case (.list(let one), .list(let other)):
            reportType(one, other, at: address)
            let (ones, others) = (before.children, after.children)
            if one.isSet, other.isSet { return compareSets(ones, others, at: address) }
            compareMembers(ones, others, areItems: true, at: address, depth: depth, level: level + 1)
        case (.record(let one), .record(let other)):
            reportType(one, other, at: address)
            compareMembers(
                before.children, after.children, areItems: false, at: address, depth: depth, level: level + 1)
        case (.data(let one), .data(let other)):
            guard one != other, !compareInside(before, one, after, other, at: address, depth: depth) else { return }
            reportValue(before, after, at: address)
        case (.string(let one), .string(let other)):
            guard !one.hasSameBytes(as: other) || !before.isStoredLike(after) else { return }
            let (bytes, otherBytes) = (Array(one.utf8), Array(other.utf8))
            let isNested = bytes.looksLikeJSON && otherBytes.looksLikeJSON
            let isReported =
                isNested && compareInside(before, bytes, after, otherBytes, at: address, depth: depth, mustFind: true)
            if !isReported { reportValue(before, after, at: address) }
        default:
            if !before.value.means(after.value) { reportValue(before, after, at: address) }
        }
    }

    /// Compares two values of which one is too large to be held, as bytes.
    private func compareLarge(_ before: ValueNode, _ after: ValueNode, at address: [[UInt8]]) {
        guard before.isText == after.isText, let one = before.storedSource, let other = after.storedSource else {
            return reportValue(before, after, at: address)
        }
        do throws(FileTreeError) {
            try reportBytes(one, other, at: address, note: nil)
        } catch {
            noteUncompared(at: address, error.reason)
        }
    }

    private func reportType(_ one: String, _ other: String, at address: [[UInt8]]) {
        guard !one.hasSameBytes(as: other) else { return }
        report(
            Difference(
                .changed, .value, at: address, before: .string(one), after: .string(other),
                note: "the type of the value"))
    }

    private func reportValue(_ before: ValueNode, _ after: ValueNode, at address: [[UInt8]]) {
        var difference = Difference(.changed, .value, at: address, before: before.json, after: after.json)
        if before.storedText != nil || after.storedText != nil {
            // What cannot be shown is the same in both.
            difference.note = "a text that is not UTF-8"
            let (one, other) = (before.storedBytes, after.storedBytes)
            difference.bytes = try? BytesDifference.find(
                DocumentSource([], bytes: one), DocumentSource([], bytes: other), limits.cancellation)
        } else if before.escapedBytes != nil || after.escapedBytes != nil {
            difference.note = "text that is not Unicode, written with escapes"
        }
        report(difference)
    }

    /// Tells what the document of a new file holds: the values of a tree by their keys, the tables of a database with their
    /// numbers of rows, the rows of any other table.
    /// - Throws: `DocumentFailure` if a table cannot be read.
    func reportAdded(_ document: Document) throws(DocumentFailure) {
        switch document.contents {
        case .tree(let tree): for node in tree.members where !mustStop { reportAdded(node, at: []) }
        case .table(let table):
            if let tables = document.rest?.tables ?? table.source as? DatabaseTables {
                try reportAdded(tables)
            } else {
                try compareRows(
                    ListedRows(table.source.columns, [], table.source.identity), table.source, at: [], depth: 0)
            }
        case .text, .picture, .bytes, .nothing: break
        }
    }

    private func reportAdded(_ tables: DatabaseTables) throws(DocumentFailure) {
        for row in try tables.rows(from: 0, count: tables.tables.count, within: limits) where !mustStop {
            guard row.cells.count > 1, case .string(let name) = row.cells[0] else { continue }
            let rows = JSONValue.Member(name: "rows", value: ValueNode("rows", row.cells[1]).json)
            report(Difference(.added, .table, at: [Array(name.utf8)], after: .object([rows])))
        }
    }

    func reportAdded(_ node: ValueNode, at address: [[UInt8]], occurrence: Int = 1) {
        let step = ValueAddress.step(node.name, occurrence: occurrence)
        report(Difference(.added, .value, at: address + [step], after: node.json))
    }

    func reportRemoved(_ node: ValueNode, at address: [[UInt8]], occurrence: Int = 1) {
        let step = ValueAddress.step(node.name, occurrence: occurrence)
        report(Difference(.removed, .value, at: address + [step], before: node.json))
    }

    /// Compares two values by what they hold, if readers know both: a property list in data, JSON in a text.
    /// - Parameter mustFind: Whether values that hold the same count as different nevertheless.
    /// - Returns: Whether nothing else needs to be told about them.
    private func compareInside(
        _ before: ValueNode, _ one: [UInt8], _ after: ValueNode, _ other: [UInt8], at address: [[UInt8]], depth: Int,
        mustFind: Bool = false
    ) -> Bool {
        guard depth < Self.deepest else { return false }
        let (source, otherSource) = (
            DocumentSource(before.step, bytes: one), DocumentSource(after.step, bytes: other)
        )
        let documents = (
            DocumentReaders.read(source, within: limits), DocumentReaders.read(otherSource, within: limits)
        )
        var areUnderstood = documents.0.isUnderstood && documents.1.isUnderstood
        switch (documents.0.contents, documents.1.contents) {
        // A guess at a format is no reason to take a value apart.
        case (.tree, .tree), (.table, .table): guard areUnderstood else { return false }
        case (.picture, .picture): break
        // As in files, headers of compressed data are noise.
        case (.text, .text):
            guard documents.0.isCertainlyDecompressed, documents.1.isCertainlyDecompressed else { return false }
            areUnderstood = true
        case (.bytes(let before), .bytes(let after)):
            guard documents.0.isCertainlyDecompressed, documents.1.isCertainlyDecompressed,
                (try? BytesDifference.exists(before, after, limits.cancellation)) == false
            else { return false }
            areUnderstood = true
        default: return false
        }
        let start = count
        do throws(FileTreeError) {
            try compareWhole(documents.0, documents.1, at: address, depth: depth + 1)
        } catch {
            // Values are in memory: reading them does not fail.
            return count > start
        }
        if count == start, areUnderstood, !mustFind { sameInside += 1 }
        return count > start || areUnderstood && !mustFind
    }
}

extension ContentsComparison {
    /// Compares the children of two values.
    /// - Parameter areItems: Whether they are the items of lists, whose names are their positions.
    private func compareMembers(
        _ before: [ValueNode], _ after: [ValueNode], areItems: Bool, at address: [[UInt8]], depth: Int, level: Int
    ) {
        if areItems { return compareItems(before, after, at: address, depth: depth, level: level) }
        if before.elementsEqual(after, by: { $0.name.hasSameBytes(as: $1.name) }) {
            // Most values are the same, and need no address.
            var occurrences: [Int: Int]?
            for (index, one) in before.enumerated() where !one.isSameLeaf(as: after[index]) {
                let known = occurrences ?? before.occurrences
                occurrences = known
                let step = ValueAddress.step(one.name, occurrence: known[index] ?? 1)
                compare(one, after[index], at: address + [step], depth: depth, level: level)
            }
            return
        }
        let (ones, others) = (before.occurrences, after.occurrences)
        // In JSON, a name may occur several times: the first one belongs to the first one.
        var waiting: [[UInt8]: [Int]] = [:]
        for (index, node) in after.enumerated() { waiting[node.step, default: []].append(index) }
        for key in waiting.keys { waiting[key]?.reverse() }
        var isKnown = [Bool](repeating: false, count: after.count)
        for (place, node) in before.enumerated() {
            guard let index = waiting[node.step]?.popLast() else {
                reportRemoved(node, at: address, occurrence: ones[place] ?? 1)
                continue
            }
            isKnown[index] = true
            let step = ValueAddress.step(node.name, occurrence: others[index] ?? 1)
            compare(node, after[index], at: address + [step], depth: depth, level: level)
        }
        for (index, node) in after.enumerated() where !isKnown[index] {
            reportAdded(node, at: address, occurrence: others[index] ?? 1)
        }
    }

    /// Compares the items of two lists: those in a region that differs belong together in their order.
    private func compareItems(
        _ before: [ValueNode], _ after: [ValueNode], at address: [[UInt8]], depth: Int, level: Int
    ) {
        let prints = (before.map { ValueFingerprint.of($0) }, after.map { ValueFingerprint.of($0) })
        for region in SequenceDifference.regions(prints.0, prints.1, mustStop: { self.mustStop }) {
            let shared = min(region.before.count, region.after.count)
            for offset in 0..<shared {
                let (one, other) = (before[region.before.lowerBound + offset], after[region.after.lowerBound + offset])
                at(address.count, before: one.step) {
                    compare(one, other, at: address + [other.step], depth: depth, level: level)
                }
            }
            for index in region.before.dropFirst(shared) { reportRemoved(before[index], at: address) }
            for index in region.after.dropFirst(shared) { reportAdded(after[index], at: address) }
        }
    }

    /// Compares two sets, whose order says nothing.
    private func compareSets(_ before: [ValueNode], _ after: [ValueNode], at address: [[UInt8]]) {
        var counts: [UInt64: Int] = [:]
        for node in before { counts[ValueFingerprint.of(node), default: 0] += 1 }
        var added: [ValueNode] = []
        for node in after {
            let print = ValueFingerprint.of(node)
            if let count = counts[print], count > 0 { counts[print] = count - 1 } else { added.append(node) }
        }
        for node in before {
            let print = ValueFingerprint.of(node)
            guard let count = counts[print], count > 0 else { continue }
            counts[print] = count - 1
            reportRemoved(node, at: address)
        }
        for node in added { reportAdded(node, at: address) }
    }
}

extension ValueNode {
    /// The bytes of a text, as they are stored; none of any other value.
    fileprivate var storedBytes: [UInt8] {
        guard case .string(let text) = value else { return [] }
        return storedText ?? Array(text.utf8)
    }

    /// The name as a step of an address.
    var step: [UInt8] { Array(name.utf8) }

    /// Whether both are values without others in them that say the same.
    fileprivate func isSameLeaf(as other: ValueNode) -> Bool {
        childCount == 0 && other.childCount == 0 && isStoredLike(other) && value.means(other.value)
            && isHeld && other.isHeld
    }

    /// Whether two texts are the same bytes where these are no Unicode.
    fileprivate func isStoredLike(_ other: ValueNode) -> Bool {
        storedText == other.storedText && escapedBytes == other.escapedBytes
    }

    /// Whether the value is all that there is to compare.
    private var isHeld: Bool { source == nil && unread == nil }

    /// Whether it is a text, though perhaps one that is too large to be held.
    fileprivate var isText: Bool {
        if case .string = value { return true }
        return isLargeText
    }

    /// The bytes of a text or data; nil for any other value.
    fileprivate var storedSource: DocumentSource? {
        if let source { return source }
        switch value {
        case .string: return DocumentSource([], bytes: storedBytes)
        case .data(let bytes): return DocumentSource([], bytes: bytes)
        default: return nil
        }
    }

    /// The value for a report, as a whole; a description of one that is too large for that.
    var json: JSONValue {
        do throws(DocumentFailure) {
            return try ValueTree(root: self).json()
        } catch {
            return .string(summary.kind)
        }
    }
}

extension String {
    /// Whether both texts have the same bytes: Swift takes composed and decomposed characters for the same.
    func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }

    /// Whether a type of a list has no order.
    var isSet: Bool { lowercased().hasSuffix("set") && !lowercased().contains("ordered") }
}

extension [UInt8] {
    /// Whether a text has the brackets of a JSON array or object around it.
    fileprivate var looksLikeJSON: Bool {
        let isBlank: (UInt8) -> Bool = { [0x20, 0x09, 0x0a, 0x0d].contains($0) }
        guard let first = self.first(where: { !isBlank($0) }), let last = self.last(where: { !isBlank($0) }) else {
            return false
        }
        return (first, last) == (0x7b, 0x7d) || (first, last) == (0x5b, 0x5d)
    }
}
