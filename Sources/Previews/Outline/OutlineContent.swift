import ContainerModel
import FileTree
import Formats
import Screen

/// A tree of values, of which nodes can be folded.
package struct OutlineContent: PreviewContent {
    /// The nodes at the top.
    package let nodes: [OutlineNode]
    /// Whether the only node at the top stands for the whole contents, so that no step leads to it.
    let isRooted: Bool

    /// Creates contents from the nodes at the top.
    package init(_ nodes: [OutlineNode]) {
        self.nodes = nodes
        isRooted = false
    }

    /// Creates contents from a node that stands for all of them.
    package init(root: OutlineNode) {
        nodes = [root]
        isRooted = true
    }

    /// Nodes with more children are folded at first.
    private static let mostUnfolded = 200
    /// Nodes at this depth and below are folded at first.
    private static let deepestUnfolded = 6

    /// A visible row.
    private struct Row {
        let node: OutlineNode
        let path: OutlinePath
        let isFolded: Bool
        let names: [String]
    }

    package func page(_ request: PageRequest, within limits: PreviewLimits) -> PreviewPage {
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
        page.lines = rows.enumerated().map { offset, row in
            PageLine(
                line(of: row, request.fit), at: UInt64(first + offset),
                fold: row.node.childCount > 0 ? PageLine.Fold(path: row.path, isFolded: row.isFolded) : nil,
                steps: row.node.opens ? row.names.dropFirst(isRooted ? 1 : 0).map { Array($0.utf8) } : nil,
                value: row.node.copied)
        }
        return page
    }

    package func find(
        _ search: PreviewSearch,
        _ start: SearchStart,
        in request: PageRequest,
        within limits: PreviewLimits
    ) throws(PreviewFailure) -> PreviewMatch? {
        // Rows are counted as they are folded now, but folded ones are searched too: paths are in the order of rows.
        let bound = path(ofRow: Int(clamping: start.isBackwards ? start.end : start.first), request)
        var all = request
        all.unfoldsAll = true
        all.folds = []
        var found: OutlinePath?
        var left = Self.mostSearched
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

    /// The greatest number of nodes searched; an outline can be endless.
    private static let mostSearched = 5_000_000
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

    /// Returns the row of a node, with what is to be unfolded for it.
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

    /// Calls `body` with each visible row until it returns false.
    private func walk(_ request: PageRequest, _ body: (Row) -> Bool) {
        var stack: [(nodes: [OutlineNode], next: Int)] = [(nodes, 0)]
        var path: OutlinePath = []
        var names: [String] = []
        while let top = stack.last {
            guard top.next < top.nodes.count else {
                stack.removeLast()
                if !path.isEmpty { path.removeLast() }
                _ = names.popLast()
                continue
            }
            stack[stack.count - 1].next += 1
            let node = top.nodes[top.next]
            let place = path + [top.next]
            let isFolded = Self.isFolded(node, at: place, request)
            guard body(Row(node: node, path: place, isFolded: isFolded, names: names + [node.name])) else { return }
            if node.childCount > 0, !isFolded {
                stack.append((node.children, 0))
                path = place
                names.append(node.name)
            }
        }
    }

    /// `folds` has the nodes whose state differs from the first one.
    private static func isFolded(_ node: OutlineNode, at path: OutlinePath, _ request: PageRequest) -> Bool {
        let isFoldedAtFirst =
            !request.unfoldsAll && path.count > 1 && (path.count > deepestUnfolded || node.childCount > mostUnfolded)
        return request.folds.contains(path) != isFoldedAtFirst
    }

    private func line(of row: Row, _ fit: PreviewFit) -> PreviewLine {
        let indent = String(repeating: "  ", count: min(row.path.count - 1, fit.columns / 4))
        let mark =
            row.node.childCount == 0 ? "  " : fit.isASCII ? (row.isFolded ? "+ " : "- ") : row.isFolded ? "▸ " : "▾ "
        var spans = [
            PreviewLine.Span(DisplayText(indent + mark, ascii: fit.isASCII), .dimmed),
            PreviewLine.Span(DisplayText(row.node.name, ascii: fit.isASCII), .key),
        ]
        let (value, kind) = row.node.summary
        if !value.isEmpty { spans.append(PreviewLine.Span(DisplayText("  " + value, ascii: fit.isASCII), .text)) }
        if !kind.isEmpty { spans.append(PreviewLine.Span(DisplayText("  " + kind, ascii: fit.isASCII), .dimmed)) }
        return PreviewLine(PreviewLine.Span.fitted(spans, to: fit.columns))
    }

    package func step(_ name: [UInt8], as form: ViewForm) -> Preview? {
        let name = String(decoding: name, as: UTF8.self)
        let candidates = isRooted ? nodes.first?.children ?? [] : nodes
        guard let node = candidates.first(where: { $0.name == name }) else { return nil }
        return node.destination.map { $0(form) } ?? node.opened(as: form)
    }
}

extension LocalTime {
    /// Creates the local time of a date; nil if it is beyond all calendars.
    init?(ofSeconds seconds: Double) {
        guard let whole = Int64(exactly: seconds.rounded(.down)) else { return nil }
        self.init(secondsSince1970: whole)
    }
}

extension OutlineNode {
    /// The greatest number of characters of a string in a row.
    private static let mostCharacters = 300

    /// The value and its type as displayed. Not sanitized.
    var summary: (value: String, kind: String) {
        switch value {
        case .list(let title), .record(let title):
            ("", childCount == 1 ? "\(title), 1 item" : "\(title), \(childCount) items")
        case .null: ("null", "")
        case .boolean(let value): (value ? "true" : "false", "boolean")
        case .integer(let number): ("\(number)", "integer")
        case .unsigned(let number): ("\(number)", "integer")
        case .real(let number): ("\(number)", "real")
        case .number(let text): (text, "number")
        case .string(let text): ("\"\(text.prefix(Self.mostCharacters))\"", "string")
        case .date(let seconds): (Self.text(secondsSince1970: seconds), "date")
        case .data(let bytes): (Self.hex(bytes), Self.kind(of: bytes))
        case .reference(let text): (text, "reference")
        case .shared(let path): ("to \(path)", "reference")
        case .missing(let number): ("to object \(number), which is missing", "reference")
        }
    }

    /// Returns a date in the local time zone, with its offset from UTC.
    private static func text(secondsSince1970 seconds: Double) -> String {
        LocalTime(ofSeconds: seconds)?.zoned ?? "\(seconds) seconds since 1970"
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let shown = bytes.prefix(16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return "<\(String(decoding: shown, as: UTF8.self))\(bytes.count > 16 ? "…" : "")>"
    }

    private static func kind(of bytes: [UInt8]) -> String {
        let size = "data, \(Counted.bytes(bytes.count))"
        let head = Array(bytes.prefix(FileSignature.length))
        return FileSignature(head).map { "\(size): \($0.title)" } ?? size
    }

    /// Returns whether a text occurs in the name or the value.
    func matches(_ search: PreviewSearch) -> Bool {
        if search.occurs(in: name) { return true }
        switch value {
        case .list, .record: return false
        case .string(let text): return search.occurs(in: text)
        case .data(let bytes): return search.occurs(in: bytes)
        default: return search.occurs(in: summary.value)
        }
    }

    /// Whether the value can be opened on its own: data, text that does not fit in a row or may be JSON, and what leads
    /// elsewhere.
    var opens: Bool {
        guard destination == nil else { return true }
        switch value {
        case .data(let bytes): return !bytes.isEmpty
        case .string(let text): return text.utf8.count > 60 || text.contains("\n") || Self.looksLikeJSON(text)
        default: return false
        }
    }

    /// Whether a text has the brackets of a JSON array or object around it.
    private static func looksLikeJSON(_ text: String) -> Bool {
        let text = text.utf8.drop { $0 == 0x20 }
        guard text.count > 2, let first = text.first, let last = text.last(where: { $0 != 0x20 }) else { return false }
        return (first, last) == (0x7b, 0x7d) || (first, last) == (0x5b, 0x5d)
    }

    /// The value as it is copied; nil for a group.
    var copied: [UInt8]? {
        switch value {
        case .list, .record: nil
        case .string(let text): Array(text.utf8)
        case .data(let bytes): Array(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined().utf8)
        default: Array(summary.value.utf8)
        }
    }

    /// Returns the value as contents of their own; for a group, its children.
    func opened(as form: ViewForm) -> Preview {
        let bytes: [UInt8]
        switch value {
        case .data(let data): bytes = data
        case .string(let text): bytes = Array(text.utf8)
        default:
            let (value, kind) = summary
            let title = [value, kind].filter { !$0.isEmpty }.joined(separator: ", ")
            var preview = Preview(title, content: OutlineContent(root: self))
            preview.exports.value = self
            return preview
        }
        let file = PreviewedFile(Array(name.utf8), bytes: bytes)
        var preview = Previewers.preview(of: file, within: PreviewLimits(), by: form.previewers)
        preview.exports.bytes = bytes
        preview.exports.value = self
        return preview
    }
}
