import Documents
import FileTree
import Formats

/// Searching what files hold, decoded.
extension FileContentsSearch {
    /// Returns the decoded contents of a file or a value, so that everything displayed is found, and can be opened at
    /// the way to a hit; nil if it is nested too deeply to be decoded.
    func document(of file: DocumentSource, depth: Int) -> Document? {
        guard depth < Self.deepest else {
            note(
                "values nested more than \(Self.deepest) deep were searched as bytes",
                isIncomplete: DocumentReaders.hidesTexts(file))
            return nil
        }
        let document = DocumentReaders.read(file, within: limits)
        switch document.contents {
        case .text, .bytes, .nothing: break
        case .tree, .table, .picture: return document
        }
        for failure in document.failures {
            let isText = detection(of: document, file) != nil
            let isMissed =
                isText && !file.isNamedAsPacked
                ? failure.escape.map { holds($0, file) } ?? false : failure.hidesTexts
            // A short value may begin like another kind by chance.
            if depth == 0 || isMissed && (file.isDatabase || failure.isUndecoded || file.size >= Self.leastCertain) {
                note("searched as bytes: \(failure.reason)", isIncomplete: isMissed)
            }
        }
        return document
    }

    /// The fewest bytes of a value that is surely of the kind that it begins like.
    private static let leastCertain = 32

    /// Whether a byte is in a file, or may be.
    private func holds(_ byte: UInt8, _ file: DocumentSource) -> Bool {
        guard let bytes = try? file.whole(limit: JSONReader.maxBytes, as: "a text") else { return true }
        return bytes.contains(byte)
    }

    /// Returns the encoding of the bytes of a file or a value as text; nil if they are none.
    func detection(of document: Document, _ file: DocumentSource) -> TextDetection? {
        switch document.contents {
        case .text(let text) where text.source.compressions == file.compressions: text.detection
        default: file.text
        }
    }

    /// Searches the decoded contents of a file or a value.
    /// - Returns: Whether the bytes of the file or value are still to be searched.
    /// - Throws: `FileTreeError` if it cannot be read.
    func search(
        _ document: Document, of file: DocumentSource, steps: @autoclosure () -> [[UInt8]], depth: Int
    ) throws(FileTreeError) -> Bool {
        let before = hits
        let decoded = document.source ?? file
        let isDecompressed = decoded.compressions > file.compressions
        for reason in document.losses + document.undecoded { note(reason) }
        try searchBeside(document, of: decoded) { steps() }
        switch document.contents {
        case .text(let text) where text.source.compressions > decoded.compressions:
            // The text was made from the bytes, which may have others.
            try searchText(of: text.source, text.detection, steps: steps())
            return visitor != nil || document.byteSearch == .always || hits == before
        case .text, .bytes:
            guard isDecompressed else { return true }
            try searchText(of: decoded, detection(of: document, decoded), steps: steps())
            return false
        case .nothing: return !isDecompressed
        case .picture: if let facts = document.facts { search(ValueTree(root: facts), steps: steps, depth: depth) }
        case .tree(let tree):
            // The tree of a plain property list has its values, and nothing else.
            if visitor != nil, tree.isRooted, let list = document.propertyList {
                visit(list, steps: steps, depth: depth)
            } else {
                search(tree, steps: steps, depth: depth)
            }
        case .table(let table):
            let steps = steps()
            search(table, steps: steps, depth: depth)
            if let rest = document.rest { search(rest, besides: table, steps: steps, depth: depth) }
        }
        switch document.byteSearch {
        case .never: return false
        case .ifNothingIsFound: guard hits == before else { return false }
        case .always: break
        }
        guard isDecompressed else { return true }
        try searchText(of: decoded, detection(of: document, decoded), steps: steps())
        return document.isGuess && hits == before
    }

    /// Searches the bytes of a file or a value that belong to none of its contents.
    /// - Throws: `FileTreeError` if it cannot be read.
    private func searchBeside(
        _ document: Document, of decoded: DocumentSource, _ steps: () -> [[UInt8]]
    ) throws(FileTreeError) {
        // All bytes of a picture are searched for a text, if its facts do not have it.
        if document.contents.shape != .picture || visitor != nil {
            if let leftovers = document.leftovers(within: limits) {
                if !leftovers.isEmpty { try searchBytes(of: decoded, in: leftovers, steps: steps()) }
            } else {
                noteUnsearchedBytes()
            }
        }
        for trailing in document.trailing {
            try searchBytes(of: trailing.source, in: trailing.ranges, steps: steps())
        }
        // A search for a text finds comments among the bytes of the file.
        guard visitor != nil, let comments = document.comments else { return }
        for range in comments.ranges where !mustStop {
            let comment = try comments.source.bytes(from: UInt64(range.lowerBound), count: range.count)
            comment.withUnsafeBytes { _ = visit($0, isText: true, named: "", steps) }
        }
    }

    private func noteUnsearchedBytes() { note("the bytes that belong to none of its items were not searched") }

    /// Searches the bytes of an archive that belong to none of its items: before, between and behind them, and comments.
    func searchBesideItems(of archive: DocumentSource) throws(FileTreeError) {
        let document = DocumentReaders.read(archive, within: limits)
        guard document.contents.shape == .table else { return noteUnsearchedBytes() }
        for reason in document.undecoded { note(reason) }
        try searchBeside(document, of: document.source ?? archive) { [] }
    }

    /// Searches the document that a row, or a value that leads elsewhere, stands for.
    func search(_ document: Document, steps: [[UInt8]], depth: Int) {
        switch document.contents {
        case .table(let table): search(table, steps: steps, depth: depth)
        case .tree(let tree): search(tree, steps: { steps }, depth: depth)
        case .text, .picture, .bytes, .nothing: break
        }
    }

    private func search(_ tree: ValueTree, steps: () -> [[UInt8]], depth: Int) {
        // The only value of a file, or one that is not a group, has no name.
        if tree.isRooted, let root = tree.nodes.first, root.childCount == 0 {
            searchValue(of: root, steps: steps, depth: depth)
        }
        search(tree.members, areNamed: !tree.isList, steps: steps, level: 0, depth: depth)
    }

    /// Searches nodes and their descendants.
    /// - Parameters:
    ///   - areNamed: Whether their names are keys rather than indices.
    ///   - steps: Returns the names that lead to them. Most values are no hits, and need no way.
    func search(
        _ nodes: [ValueNode], areNamed: Bool, isInList: Bool = false, steps: () -> [[UInt8]], level: Int, depth: Int
    ) {
        guard level < Self.deepestNode else {
            return note("values nested more than \(Self.deepestNode) deep were not searched")
        }
        var known: [Int: Int]?
        func occurrence(of index: Int) -> Int {
            guard areNamed else { return 1 }
            let occurrences = known ?? nodes.occurrences
            known = occurrences
            return occurrences[index] ?? 1
        }
        let naming = visitor == nil ? nil : NamedValues.Members(nodes, isInList: isInList)
        for index in nodes.indices {
            guard !mustStop else { return }
            guard valuesLeft > 0 else { return note("only the first \(Self.maxValues) values were searched") }
            valuesLeft -= 1
            let node = nodes[index]
            func way() -> [[UInt8]] { steps() + [ValueAddress.step(node.name, occurrence: occurrence(of: index))] }
            if visitor != nil {
                if areNamed { visit(key: node.name, way) }
            } else {
                if areNamed { searchText(node.name, .name, way()) }
                if let className = node.className { searchText(className, .value, way()) }
            }
            if node.childCount > 0 {
                search(
                    node.children, areNamed: node.isRecord, isInList: !areNamed, steps: way, level: level + 1,
                    depth: depth)
            } else if let name = naming?.name(of: node.name) {
                var named = node
                named.name = name
                searchValue(of: named, steps: way, depth: depth)
            } else {
                searchValue(of: node, steps: way, depth: depth)
            }
        }
    }

    func searchValue(of node: ValueNode, steps: () -> [[UInt8]], depth: Int) {
        // A value that is too large to be kept is read when it is searched.
        if let source = node.source {
            do throws(FileTreeError) {
                try search(source, steps: steps(), depth: depth + 1)
            } catch {
                note("a value cannot be read: \(error.reason)")
            }
            return
        }
        if let reason = node.unread { note("a value was not searched: \(reason)") }
        switch node.value {
        case .list, .record, .reference, .shared, .missing: break
        case .string(let text):
            let before = hits
            var text = text
            text.withUTF8 { searchCell(UnsafeRawBufferPointer($0), isText: true, node.name, steps(), depth: depth) }
            // The value is a readable form of what is stored.
            guard hits == before, visitor == nil, let stored = node.storedText ?? node.escapedBytes else { break }
            stored.withUnsafeBytes { searchValue($0, .value, steps()) }
        case .data(let bytes):
            bytes.withUnsafeBytes { searchCell($0, isText: false, node.name, steps(), depth: depth) }
        case .null, .boolean: if visitor == nil { searchText(node.summary.value, .value, steps()) }
        case .integer, .wide, .real, .number, .date:
            if let visitor {
                guard node.value.isNumber, visitor.wantsNumber(named: node.name) else { return }
                var text = node.summary.value
                text.withUTF8 { _ = visit(UnsafeRawBufferPointer($0), isText: false, named: node.name, steps) }
            } else if finder.pattern.mayMatchNumbers {
                searchText(node.summary.value, .value, steps())
            }
        }
    }

    /// Searches a short text.
    func searchText(_ text: String, _ place: ContentsHit.Place, _ steps: @autoclosure () -> [[UInt8]]) {
        guard visitor == nil else { return }
        var text = text
        text.withUTF8 { searchValue(UnsafeRawBufferPointer($0), place, steps()) }
    }

    /// Searches a text or data, and the contents embedded in them: JSON, a property list, a database.
    func searchCell(
        _ bytes: UnsafeRawBufferPointer, isText: Bool, _ name: String, _ steps: @autoclosure () -> [[UInt8]],
        depth: Int
    ) {
        guard !bytes.isEmpty else { return }
        let before = hits
        if Self.mayHoldDocument(bytes, isText: isText) {
            let file = DocumentSource(Array(name.utf8), bytes: Array(bytes), in: source)
            // Brackets and names may match as well, but the way to a value is more informative.
            do throws(FileTreeError) {
                if passesOver(file, depth: depth + 1) || visitsList(file, steps: steps, depth: depth + 1) {
                    guard isText, hits == before else { return }
                } else if let document = document(of: file, depth: depth + 1) {
                    if try !search(document, of: file, steps: steps(), depth: depth + 1) {
                        // Otherwise a text is also shown as it is.
                        if !isText || hits > before { return }
                    } else if !isText, visitor == nil, let detection = detection(of: document, file),
                        let text = try convertedText(of: file, detection)
                    {
                        return text.withUnsafeBytes { searchValue($0, .value, steps()) }
                    }
                }
            } catch {
                note("a value cannot be read: \(error.reason)")
            }
        } else if !isText, visitor == nil, bytes.contains(where: { $0 >= 0x80 }) {
            // Shown as a text in its encoding, however short.
            let file = DocumentSource(Array(name.utf8), bytes: Array(bytes), in: source)
            if let detection = file.text, let text = try? convertedText(of: file, detection) {
                return text.withUnsafeBytes { searchValue($0, .value, steps()) }
            }
        }
        if isText, let quoted = Self.quotedText(bytes) {
            quoted.withUnsafeBytes { text in
                if !visit(text, isText: true, named: name, steps) { searchValue(text, .value, steps()) }
            }
            guard visitor == nil, hits == before else { return }
        }
        guard !visit(bytes, isText: isText, named: name, steps) else { return }
        // In a text, a byte order mark is a character like others.
        let start = isText ? 0 : finder.pattern.markLength(of: bytes)
        searchValue(UnsafeRawBufferPointer(rebasing: bytes[start...]), .value, steps())
    }

    /// Reports the first match in a value.
    func searchValue(
        _ bytes: UnsafeRawBufferPointer, _ place: ContentsHit.Place, _ steps: @autoclosure () -> [[UInt8]]
    ) {
        guard visitor == nil else { return }
        do throws(ContentsFinder.Exhaustion) {
            guard let match = try finder.first(in: bytes) else { return }
            emit(ContentsHit(steps(), place, encoding: match.encoding, ContentsExcerpt(of: bytes, around: match.range)))
        } catch {
            note("the regular expression takes too long for a value, which was not searched")
        }
    }

    /// The shortest value that is decoded.
    private static let minBytes = 8

    /// Whether a value may be of a kind that is decoded, judging by its first and last bytes. Texts are many; other bytes may
    /// be compressed or a message, which nothing at their beginning says.
    static func mayHoldDocument(_ bytes: UnsafeRawBufferPointer, isText: Bool) -> Bool {
        bytes.count >= minBytes && (!isText || looksLikeText(bytes) || bytes.starts(with: "-----BEGIN".utf8))
    }

    /// Whether a text may hold more than is seen: values, or the text of a string of JSON.
    static func mayHoldValues(_ text: UnsafeRawBufferPointer) -> Bool {
        mayHoldDocument(text, isText: true) || isQuoted(text)
    }

    /// Whether a text may be a string of JSON with escapes.
    static func isQuoted(_ text: UnsafeRawBufferPointer) -> Bool {
        text.first { $0 > 0x20 } == 0x22 && text.last { $0 > 0x20 } == 0x22 && text.contains(0x5c)
    }

    /// Returns the text of a string of JSON with escapes; nil for anything else.
    private static func quotedText(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        guard isQuoted(bytes), case .string(let text)? = try? JSONReader.read(Array(bytes))
        else { return nil }
        return Array(text.utf8)
    }

    /// Whether bytes look like JSON, or like a property list in XML or in the old style.
    private static func looksLikeText(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let text = bytes[(bytes.first == 0xef && bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0)...]
        guard let first = text.first(where: { $0 > 0x20 }), [0x7b, 0x5b, 0x3c, 0x22].contains(first),
            let last = bytes.last(where: { $0 > 0x20 })
        else { return false }
        return (first, last) == (0x7b, 0x7d) || (first, last) == (0x5b, 0x5d) || (first, last) == (0x3c, 0x3e)
            || (first, last) == (0x22, 0x3b)
    }
}

extension DocumentValue {
    /// Whether it is a number, and no date.
    fileprivate var isNumber: Bool {
        switch self {
        case .integer, .wide, .real, .number: true
        default: false
        }
    }
}
