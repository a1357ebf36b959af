package import Documents
import Formats
import Screen

/// A tree of values, of which nodes can be folded.
package struct OutlineContent: PreviewContent {
    private let nodes: [ValueNode]
    private let isRooted: Bool
    /// What tells the values at the top apart.
    private let top: PageLine.Place.Collection

    /// Creates contents from values.
    package init(_ tree: ValueTree) {
        nodes = tree.nodes
        isRooted = tree.isRooted
        // The lines of a file, or named values, at the top of what has no root.
        let isList = nodes.first?.name == "0" && nodes.last?.name == "\(nodes.count - 1)"
        top = isRooted || !isList ? .keys : .indices
    }

    /// Nodes with more children are folded at first.
    private static let maxUnfolded = 200
    /// Nodes at this depth and below are folded at first.
    private static let deepestUnfolded = 6

    /// A visible row.
    private struct Row {
        let node: ValueNode
        let path: OutlinePath
        let isFolded: Bool
        let names: [Name]
        /// What tells the values of the node around it apart.
        let parent: PageLine.Place.Collection
    }

    /// The name of a node, and which of those with the same name it is, from 1.
    private typealias Name = (name: String, occurrence: Int)

    package func page(_ request: PageRequest, within limits: DocumentLimits) -> PreviewPage {
        var page = PreviewPage()
        var rows: [Row] = []
        let wanted = request.range
        var count = 0
        // Rows after the page need not be counted unless the end is wanted.
        walk(request) { row in
            if wanted.map({ $0.contains(count) }) ?? true { rows.append(row) }
            count += 1
            if limits.mustStop { page.isComplete = false }
            return page.isComplete && wanted.map { count <= $0.upperBound } ?? true
        }
        var first = wanted?.lowerBound ?? 0
        if wanted == nil {
            first = max(0, rows.count - request.fit.rows)
            rows.removeFirst(first)
            page.total = UInt64(count)
        } else if let wanted, count <= wanted.upperBound {
            page.total = UInt64(count)
        }
        page.isComplete = page.isComplete && page.total != nil
        page.hasCursor = true
        page.lines = rows.enumerated().flatMap { offset, row in
            let steps = Self.steps(row.names.dropFirst(isRooted ? 1 : 0))
            return lines(of: row, request).map { line in
                PageLine(
                    line, at: UInt64(first + offset),
                    fold: row.node.childCount > 0 ? PageLine.Fold(path: row.path, isFolded: row.isFolded) : nil,
                    steps: row.node.opens ? steps : nil, value: row.node.copied,
                    place: PageLine.Place(steps: steps, value: row.node.changed, parent: row.parent))
            }
        }
        return page
    }

    /// The deepest level whose nodes are written: an outline may lead back to itself through other objects, and each
    /// level takes more room for its indentation.
    private static let deepestWritten = 500
    /// The most nodes that are written: an outline in which an object is in itself twice has no end.
    private static let maxWritten = 20_000_000

    /// Calls `receive` with the lines of all nodes, unfolded, one at a time and without keeping them.
    /// - Returns: Why not all of them were written, as a sentence without a full stop; nil if they were.
    package func forEachLine(_ fit: PreviewViewport, _ receive: (PreviewLine) throws -> Void) rethrows -> String? {
        var request = PageRequest(fit, wraps: false)
        request.unfoldsAll = true
        var (isDeeper, count) = (false, 0)
        try walk(request, deepest: Self.deepestWritten) { row in
            count += 1
            guard count <= Self.maxWritten else { return false }
            isDeeper = isDeeper || row.path.count == Self.deepestWritten && row.node.childCount > 0
            for line in lines(of: row, request) { try receive(line) }
            return true
        }
        let rest = "FILE:NAME/NAME… shows them"
        if count > Self.maxWritten {
            return "the values after the first \(Self.maxWritten) were not written; \(rest)"
        }
        return isDeeper
            ? "values are nested more than \(Self.deepestWritten) deep, and the deeper ones were not written; \(rest)"
            : nil
    }

    package func find(
        _ search: TextSearch,
        _ start: SearchStart,
        in request: PageRequest,
        within limits: DocumentLimits
    ) throws(DocumentFailure) -> PreviewMatch? {
        // Rows are counted as they are folded now, but folded ones are searched too: paths are in the order of rows.
        let bound = path(ofRow: Int(clamping: start.isBackwards ? start.end : start.first), request)
        var all = request
        all.unfoldsAll = true
        all.folds = []
        var found: OutlinePath?
        var left = Self.maxSearched
        walk(all) { row in
            left -= 1
            guard left > 0, !limits.mustStop, row.path.count < Self.deepestSearched else { return false }
            let isAfter = bound.map { !row.path.lexicographicallyPrecedes($0) } ?? false
            if start.isBackwards {
                guard !isAfter else { return false }
                if row.node.matches(search) { found = row.path }
                return true
            }
            guard isAfter, row.node.matches(search) else { return true }
            found = row.path
            return false
        }
        return found.flatMap { match(at: $0, request) }
    }

    /// The maximum number of nodes searched; an outline can be endless.
    private static let maxSearched = 5_000_000
    private static let deepestSearched = 1_000

    /// Returns the path of a visible row; nil behind the last one.
    private func path(ofRow index: Int, _ request: PageRequest) -> OutlinePath? {
        var count = 0
        var path: OutlinePath?
        walk(request) { row in
            if count == index { path = row.path }
            count += 1
            return path == nil
        }
        return path
    }

    /// Returns the row of a node, with the nodes to be unfolded for it.
    private func match(at path: OutlinePath, _ request: PageRequest) -> PreviewMatch? {
        var request = request
        var level = nodes
        for depth in path.indices.dropLast() where level.indices.contains(path[depth]) {
            let above = OutlinePath(path[...depth])
            let node = level[path[depth]]
            if Self.isFolded(node, at: above, request) { request.folds.formSymmetricDifference([above]) }
            level = node.children
        }
        var count = 0
        var index: Int?
        walk(request) { row in
            if row.path == path { index = count }
            count += 1
            return index == nil
        }
        guard let index else { return nil }
        var match = PreviewMatch(line: UInt64(index))
        match.folds = request.folds
        return match
    }

    private static func steps(_ names: ArraySlice<Name>) -> [[UInt8]] {
        names.map { ValueAddress.step($0.name, occurrence: $0.occurrence) }
    }

    /// Calls `body` with each visible row until it returns false.
    /// - Parameter deepest: The deepest level whose nodes are visited.
    private func walk(_ request: PageRequest, deepest: Int = .max, _ body: (Row) throws -> Bool) rethrows {
        typealias Level = (
            nodes: [ValueNode], occurrences: [Int: Int], next: Int, kind: PageLine.Place.Collection
        )
        var stack: [Level] = [(nodes, nodes.occurrences, 0, top)]
        var path: OutlinePath = []
        var names: [Name] = []
        while let top = stack.last {
            guard top.next < top.nodes.count else {
                stack.removeLast()
                if !path.isEmpty { path.removeLast() }
                _ = names.popLast()
                continue
            }
            stack[stack.count - 1].next += 1
            let node = top.nodes[top.next]
            let name: Name = (node.name, top.occurrences[top.next] ?? 1)
            let place = path + [top.next]
            let isFolded = Self.isFolded(node, at: place, request)
            let row = Row(node: node, path: place, isFolded: isFolded, names: names + [name], parent: top.kind)
            guard try body(row) else { return }
            if node.childCount > 0, !isFolded, place.count < deepest {
                let children = node.children
                // Indices differ.
                let kind: PageLine.Place.Collection = node.isRecord ? .keys : .indices
                stack.append((children, node.isRecord ? children.occurrences : [:], 0, kind))
                path = place
                names.append(name)
            }
        }
    }

    /// `folds` has the nodes whose state differs from the first one.
    private static func isFolded(_ node: ValueNode, at path: OutlinePath, _ request: PageRequest) -> Bool {
        let isFoldedAtFirst =
            !request.unfoldsAll && path.count > 1 && (path.count > deepestUnfolded || node.childCount > maxUnfolded)
        return request.folds.contains(path) != isFoldedAtFirst
    }

    /// The blanks between a name, its value and the type of that.
    private static let gap = DisplayText("  ")
    /// A value with fewer columns than this, and than it needs, has no room beside its name.
    private static let leastValue = 12

    /// Returns the line of a row, or two if its value has no room beside the name and may continue below it.
    private func lines(of row: Row, _ request: PageRequest) -> [PreviewLine] {
        let fit = request.fit
        let indent = String(repeating: "  ", count: min(row.path.count - 1, fit.columns / 4))
        let mark =
            row.node.childCount == 0 ? "  " : fit.isASCII ? (row.isFolded ? "+ " : "- ") : row.isFolded ? "▸ " : "▾ "
        let lead = DisplayText(indent + mark, ascii: fit.isASCII)
        let name = DisplayText(row.node.name, ascii: fit.isASCII)
        let summary = row.node.summary
        let value = DisplayText(summary.value, ascii: fit.isASCII)
        let kind = DisplayText(summary.kind, ascii: fit.isASCII)
        let room = max(0, fit.columns - lead.width)
        let minimum = value.width == 0 ? 0 : min(value.width, Self.leastValue) + Self.gap.width
        let continues = request.continuesValues && name.width + minimum > room
        // A value needs no more than half of a line, and its name gets what it leaves.
        let nameRoom = continues ? room : max(room - minimum, room - room / 2)
        let shownName = Self.cut(name, to: nameRoom, fit)
        var lines = [[PreviewLine.Span(lead, .dimmed), PreviewLine.Span(shownName, .valueName)]]
        var left = room - shownName.width
        if continues {
            // Below the name, indented more than it.
            let indent = min(lead.width + Self.gap.width, fit.columns / 2)
            lines.append([PreviewLine.Span(DisplayText(String(repeating: " ", count: indent)), .text)])
            left = fit.columns - indent
        } else if value.width > 0 {
            left = max(0, left - Self.gap.width)
            if left > 0 { lines[0].append(PreviewLine.Span(Self.gap, .text)) }
        }
        let shownValue = Self.cut(value, to: left, fit)
        if shownValue.width > 0 { lines[lines.count - 1].append(PreviewLine.Span(shownValue, .text)) }
        left -= shownValue.width + Self.gap.width
        // The type of a value is left out where it is not whole, and the size of a group is cut.
        if kind.width > 0, left >= (value.width > 0 ? kind.width : min(kind.width, Self.leastValue)) {
            lines[lines.count - 1].append(PreviewLine.Span(Self.gap + Self.cut(kind, to: left, fit), .dimmed))
        }
        return lines.map { PreviewLine(PreviewLine.Span.fitted($0, to: fit.columns)) }
    }

    /// Returns a text cut to a number of columns, with an ellipsis for what is left out.
    private static func cut(_ text: DisplayText, to columns: Int, _ fit: PreviewViewport) -> DisplayText {
        text.truncated(to: columns, ellipsis: fit.glyphs.ellipsis)
    }
}

/// The way to a node: the indices of the children, from the top.
package typealias OutlinePath = [Int]

extension ValueNode {
    /// The longest value that is changed on one line, in bytes as it is written.
    private static let maxWritten = 4_096

    /// What the value is for a change of it.
    fileprivate var changed: PageLine.Place.Value {
        func scalar(_ kind: NewValue.Kind, _ text: String?) -> PageLine.Place.Value {
            .scalar(kind, written: text.flatMap { $0.utf8.count <= Self.maxWritten ? Array($0.utf8) : nil })
        }
        // Of one that is too large, or that is no text, there is only a description.
        let isWhole = source == nil && storedText == nil && escapedBytes == nil && loss == nil
        return switch value {
        case .record: .collection(.keys)
        case .list: .collection(.indices)
        case .null: .null
        case .boolean(let value): scalar(.boolean, value ? "true" : "false")
        case .integer(let number): scalar(.integer, "\(number)")
        case .wide(let number): scalar(.integer, "\(number)")
        case .real(let number): scalar(.real, "\(number)")
        case .number(let text): .number(Array(text.utf8))
        case .string(let text): scalar(.string, isWhole ? text : nil)
        case .date(let date): scalar(.date, date.iso8601)
        case .data(let bytes):
            scalar(.data, isWhole && bytes.count <= Self.maxWritten / 2 ? "0x" + bytes.hexadecimal() : nil)
        case .reference, .shared, .missing: .reference
        }
    }
}
