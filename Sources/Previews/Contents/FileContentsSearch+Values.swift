import FileTree
import Formats

/// Searching what files hold, decoded.
extension FileContentsSearch {
    /// Returns what to search of a file: what the first previewer that recognizes it shows, so that whatever is shown is
    /// found, and can be opened at the way to a hit.
    func searched(_ file: PreviewedFile, depth: Int) -> SearchedContents {
        guard depth < Self.deepest else {
            note("values nested more than \(Self.deepest) deep were searched as bytes", isIncomplete: false)
            return .bytes
        }
        var failures: [(reason: String, hidesTexts: Bool)] = []
        var found = SearchedContents.bytes
        for previewer in Previewers.all where previewer.recognizes(file) {
            do throws(PreviewFailure) {
                found = try previewer.searched(file, within: limits)
                break
            } catch {
                if !error.reason.isEmpty { failures.append((error.reason, previewer.hidesTexts)) }
            }
        }
        guard case .bytes = found else { return found }
        for (reason, hidesTexts) in failures {
            let isMissed = hidesTexts && TextDetection(file.head, isWhole: file.isWhole) == nil
            // A value may begin like another kind by chance.
            if depth == 0 || isMissed && file.isDatabase {
                note("searched as bytes: \(reason)", isIncomplete: isMissed)
            }
        }
        return found
    }

    /// Searches what was decoded in a file or a value.
    /// - Returns: Whether the bytes are still to be searched.
    /// - Throws: `FileTreeError` if the file cannot be read.
    func search(
        _ contents: SearchedContents, of file: PreviewedFile, steps: @autoclosure () -> [[UInt8]], depth: Int
    ) throws(FileTreeError) -> Bool {
        let before = hits
        let besides: SearchedContents.BytesBesides
        switch contents {
        case .bytes: return true
        case .values(let preview, let bytes):
            besides = bytes
            if file.isDatabase, let database = try? file.database(within: limits) {
                for problem in database.problems { note(problem) }
            }
            search(preview, steps: steps(), depth: depth)
        case .file(let inner, let problems, let bytes):
            besides = bytes
            for problem in problems { note(problem) }
            try search(inner, steps: steps(), depth: depth + 1)
        }
        switch besides {
        case .never: return false
        case .ifNothingIsFound: return hits == before
        case .always: return true
        }
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
            if let className = node.className { searchText(className, .value, steps) }
            if node.childCount > 0 {
                search(node.children, areNamed: node.isRecord, steps: steps, level: level + 1, depth: depth)
            } else {
                searchValue(of: node, steps: steps, depth: depth)
            }
        }
    }

    private func searchValue(of node: OutlineNode, steps: [[UInt8]], depth: Int) {
        switch node.value {
        case .list, .record, .reference, .shared, .missing: break
        case .string(let text):
            var text = text
            text.withUTF8 { searchCell(UnsafeRawBufferPointer($0), isText: true, node.name, steps, depth: depth) }
        case .data(let bytes):
            bytes.withUnsafeBytes { searchCell($0, isText: false, node.name, steps, depth: depth) }
        case .null, .boolean: searchText(node.summary.value, .value, steps)
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
        let before = hits
        if Self.mayHoldValues(bytes, isText: isText) {
            let file = PreviewedFile(Array(name.utf8), bytes: Array(bytes))
            // Brackets and names may match as well, but the way to a value tells more.
            do throws(FileTreeError) {
                let contents = searched(file, depth: depth + 1)
                // A text is shown as it is, too.
                guard try search(contents, of: file, steps: steps(), depth: depth + 1) || isText && hits == before
                else { return }
            } catch {
                note("a value cannot be read: \(error.reason)")
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

    /// Whether a value may be of a kind that is decoded, judging by its first and last bytes. Texts are many; other bytes may
    /// be compressed or a message, which nothing at their beginning says.
    private static func mayHoldValues(_ bytes: UnsafeRawBufferPointer, isText: Bool) -> Bool {
        bytes.count >= fewestBytes && (!isText || looksLikeText(bytes) || bytes.starts(with: "-----BEGIN".utf8))
    }

    /// Whether bytes look like JSON, or like a property list in XML or in the old style.
    private static func looksLikeText(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let first = bytes.first(where: { $0 > 0x20 }), [0x7b, 0x5b, 0x3c, 0x22].contains(first),
            let last = bytes.last(where: { $0 > 0x20 })
        else { return false }
        return (first, last) == (0x7b, 0x7d) || (first, last) == (0x5b, 0x5d) || (first, last) == (0x3c, 0x3e)
            || (first, last) == (0x22, 0x3b)
    }
}

extension OutlineNode {
    /// Whether the names of the children are keys.
    var isRecord: Bool {
        if case .record = value { return true }
        return false
    }
}
