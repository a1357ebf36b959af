import Formats

/// Searching what files hold, decoded.
extension FileContentsSearch {
    /// The previewers whose values are searched, in order of precedence. Where the value of a file is shown, it can be
    /// opened at the way to a hit.
    private static let previewers: [any Previewer] = [
        PropertyListPreviewer(), CoreDataPreviewer(), URLCachePreviewer(), WebStoragePreviewer(), IndexedDBPreviewer(),
        AlternativeServicesPreviewer(), DatabasePreviewer(), CookiePreviewer(), ProvisioningProfilePreviewer(),
        ArchivePreviewer(), JSONPreviewer(),
    ]
    /// Text in which keys and values of a property list may be written in several ways.
    private static let stringsSuffixes = [".strings", ".plist"]

    /// Decodes a file; nil if it is of no known kind.
    func decoded(_ file: PreviewedFile, depth: Int) -> Preview? {
        guard depth < Self.deepest else {
            note("values nested more than \(Self.deepest) deep were searched as bytes", isIncomplete: false)
            return nil
        }
        var previewers = Self.previewers
        if Self.stringsSuffixes.contains(where: { file.hasSuffix($0) }) {
            previewers.append(OldStylePropertyListPreviewer())
        }
        for previewer in previewers where previewer.recognizes(file) {
            do throws(PreviewFailure) {
                return try previewer.preview(of: file, within: limits)
            } catch {
                // A value may begin like another kind by chance.
                if depth == 0, !error.reason.isEmpty {
                    note("searched as bytes: \(error.reason)", isIncomplete: false)
                }
            }
        }
        return nil
    }

    /// Decodes the part of a file that is known: what a picture says about itself, the fields of what may be a message. Nil
    /// if there is none.
    func partlyDecoded(_ file: PreviewedFile) -> Preview? {
        if let facts = PicturePreviewer.facts(of: file) { return Preview("", content: OutlineContent(root: facts)) }
        let previewer = ProtobufPreviewer()
        guard previewer.recognizes(file), TextDetection(file.head, isWhole: file.isWhole) == nil else { return nil }
        return try? previewer.preview(of: file, within: limits)
    }

    /// Searches what was decoded.
    func search(_ preview: Preview, steps: [[UInt8]], depth: Int) {
        switch preview.content {
        case let table as TableContent: search(table, steps: steps, depth: depth)
        case let outline as OutlineContent:
            let nodes = outline.isRooted ? outline.nodes.first?.children ?? [] : outline.nodes
            // The only value of a file, or one that is no group, has no name.
            if outline.isRooted, let root = outline.nodes.first, root.childCount == 0 {
                searchValue(of: root, steps: steps, depth: depth)
            }
            search(nodes, areNamed: outline.nodes.first?.isRecord ?? true, steps: steps, level: 0, depth: depth)
        default: break
        }
    }

    /// Searches nodes and what is below them.
    /// - Parameter areNamed: Whether their names are keys, and no indices.
    func search(_ nodes: [OutlineNode], areNamed: Bool, steps: [[UInt8]], level: Int, depth: Int) {
        guard level < Self.deepestNode else {
            return note("values nested more than \(Self.deepestNode) deep were not searched")
        }
        for node in nodes {
            guard !mustStop else { return }
            guard valuesLeft > 0 else { return note("only the first \(Self.mostValues) values were searched") }
            valuesLeft -= 1
            let steps = steps + [Array(node.name.utf8)]
            if areNamed { searchText(node.name, .name, steps) }
            if node.childCount > 0 {
                search(node.children, areNamed: node.isRecord, steps: steps, level: level + 1, depth: depth)
            } else {
                searchValue(of: node, steps: steps, depth: depth)
            }
        }
    }

    private func searchValue(of node: OutlineNode, steps: [[UInt8]], depth: Int) {
        switch node.value {
        case .list, .record, .null, .boolean, .reference, .cycle, .missing: break
        case .string(let text):
            var text = text
            text.withUTF8 { searchCell(UnsafeRawBufferPointer($0), isText: true, node.name, steps, depth: depth) }
        case .data(let bytes):
            bytes.withUnsafeBytes { searchCell($0, isText: false, node.name, steps, depth: depth) }
        case .integer, .unsigned, .real, .number, .date:
            if finder.pattern.mayMatchNumbers { searchText(node.summary.value, .value, steps) }
        }
    }

    /// Searches a short text.
    func searchText(_ text: String, _ place: ContentsHit.Place, _ steps: @autoclosure () -> [[UInt8]]) {
        var text = text
        text.withUTF8 { searchValue(UnsafeRawBufferPointer($0), place, steps()) }
    }

    /// Searches a text or data, and what is in them: JSON, a property list, a database.
    func searchCell(
        _ bytes: UnsafeRawBufferPointer, isText: Bool, _ name: String, _ steps: @autoclosure () -> [[UInt8]],
        depth: Int
    ) {
        guard !bytes.isEmpty else { return }
        if Self.mayHoldValues(bytes, isText: isText) {
            let file = PreviewedFile(Array(name.utf8), bytes: Array(bytes))
            if let preview = decoded(file, depth: depth + 1) {
                // Brackets and names may match as well, but the way to a value tells more.
                return search(preview, steps: steps(), depth: depth + 1)
            }
        }
        searchValue(bytes, .value, steps())
    }

    /// Reports the first match in a value.
    func searchValue(
        _ bytes: UnsafeRawBufferPointer, _ place: ContentsHit.Place, _ steps: @autoclosure () -> [[UInt8]]
    ) {
        do throws(ContentsFinder.Exhaustion) {
            guard let match = try finder.first(in: bytes) else { return }
            emit(ContentsHit(steps(), place, encoding: match.encoding, ContentsExcerpt(of: bytes, around: match.range)))
        } catch {
            note("the regular expression takes too long for a value, which was not searched")
        }
    }

    /// The shortest value that is decoded.
    private static let fewestBytes = 8

    /// Whether a value may be of a kind that is decoded, judging by its first and last bytes.
    private static func mayHoldValues(_ bytes: UnsafeRawBufferPointer, isText: Bool) -> Bool {
        guard bytes.count >= fewestBytes else { return false }
        guard isText else { return beginnings.contains { bytes.starts(with: $0) } || looksLikeText(bytes) }
        return looksLikeText(bytes)
    }

    /// Whether bytes look like JSON, or like a property list in XML.
    private static func looksLikeText(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let first = bytes.first(where: { $0 > 0x20 }), [0x7b, 0x5b, 0x3c].contains(first),
            let last = bytes.last(where: { $0 > 0x20 })
        else { return false }
        return (first, last) == (0x7b, 0x7d) || (first, last) == (0x5b, 0x5d) || (first, last) == (0x3c, 0x3e)
    }

    /// How property lists, databases, cookies and archives begin.
    private static let beginnings: [[UInt8]] = [
        Array("bplist".utf8), Array("SQLite format 3".utf8), Array("cook".utf8), Array("PK\u{3}\u{4}".utf8),
        [0x1f, 0x8b, 0x08], [0xfd, 0x37, 0x7a, 0x58, 0x5a], Array("BZh".utf8), [0x28, 0xb5, 0x2f, 0xfd],
    ]
}

extension OutlineNode {
    /// Whether the names of the children are keys.
    var isRecord: Bool {
        if case .record = value { return true }
        return false
    }
}
