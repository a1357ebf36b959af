import ContainerModel
import Documents
import FileTree
import Formats
import System

/// The items that the records of a timeline name.
struct TimelineFiles {
    let entries: EntryList
    let directory: ContainerPath
    let tree: any FileTree

    func path(_ file: UInt32) -> ContainerPath? {
        guard file != TimelineRecord.none else { return nil }
        return ContainerPath(bytes: entries.name(Int(file))).map { directory.appending($0) }
    }
}

/// The entries of a timeline in their order, whose texts are read one by one.
package struct TimelineEntries {
    private var merge: TimelineMerge
    private var reader: TimelineEntryReader

    init(_ merge: TimelineMerge, _ reader: TimelineEntryReader) { (self.merge, self.reader) = (merge, reader) }

    /// Returns the next entry; nil at the end.
    package mutating func next() -> TimelineEntry? { merge.next().map { reader.entry($0) } }
}

/// Makes entries of records: reads what is in none.
struct TimelineEntryReader {
    /// What is made once for all entries of an item.
    private struct Item {
        let path: ContainerPath
        /// The open file; nil if no line of it was read, or if it cannot be opened.
        var file: Descriptor??
    }

    /// The bytes of a line that are shown.
    private static let shownLine = 300
    /// The bytes of a line that are reported.
    private static let longestLine = 64 << 10
    private static let maxItems = 256

    private let files: TimelineFiles
    private let storage: TimelineStorage
    private let readsWholeLines: Bool
    private var items: [UInt32: Item] = [:]
    private var places: [UInt32: TimelinePlace] = [:]

    init(_ files: TimelineFiles, _ storage: TimelineStorage, readsWholeLines: Bool) {
        (self.files, self.storage, self.readsWholeLines) = (files, storage, readsWholeLines)
    }

    /// Returns the entry of a record.
    mutating func entry(_ record: TimelineRecord) -> TimelineEntry {
        let place = self.place(record.place)
        let path = item(record.file)?.path
        var address = place.before
        var (line, offset, text): (UInt64?, UInt64?, [UInt8]) = (nil, nil, [])
        switch place.form {
        case .item: break
        case .row: address += "\(record.key)".utf8 + place.behind
        case .position: address += "#\(record.key)".utf8 + place.behind
        case .stored: address += stored(record.key) + place.behind
        case .note: text = stored(record.key)
        case .line(let form):
            let (start, number) = LineKey.parts(record.key)
            (line, offset) = (number == 0 ? nil : number, start)
            text = self.line(of: record.file, at: start, form)
        }
        let title = place.title.isEmpty ? Self.title(of: address) : place.title
        return TimelineEntry(
            record.time, place.kind, place.clock, title, doubt: place.doubt, path: path, address: address, line: line,
            offset: offset, text: text)
    }

    private func stored(_ key: Int64) -> [UInt8] {
        if let text = storage.texts.text(key) { return text }
        storage.note(nil, "not all addresses can be read again from a temporary file")
        return []
    }

    /// Returns the path of an item by its index; nil if there is none.
    func path(_ file: UInt32) -> ContainerPath? { files.path(file) }

    mutating func place(_ index: UInt32) -> TimelinePlace {
        if let known = places[index] { return known }
        if places.count > 4_096 { places.removeAll(keepingCapacity: true) }
        let place = storage.place(index)
        places[index] = place
        return place
    }

    private mutating func item(_ file: UInt32) -> Item? {
        if let known = items[file] { return known }
        guard let path = files.path(file) else { return nil }
        if items.count >= Self.maxItems { items.removeAll(keepingCapacity: true) }
        let item = Item(path: path)
        items[file] = item
        return item
    }

    /// Returns the name of a value by its address: that of the array around items without names.
    private static func title(of address: [UInt8]) -> String {
        let steps = ValueAddress.steps(address)
        let named = steps.last { !$0.allSatisfy(\.isASCIIDigit) } ?? steps.last ?? []
        return String(decoding: named, as: UTF8.self)
    }

    private func openFile(_ path: ContainerPath) -> Descriptor? {
        do throws(FileTreeError) {
            return try files.tree.openFile(path)
        } catch {
            noteLines(of: path, error.reason)
            return nil
        }
    }

    private func noteLines(of path: ContainerPath, _ reason: String) {
        storage.note(path, "its lines cannot be read again: \(reason)")
    }

    /// Returns a line, without its end; of a long one a part, with an ellipsis behind it.
    private mutating func line(of index: UInt32, at offset: UInt64, _ form: LineForm) -> [UInt8] {
        guard let path = item(index)?.path else { return [] }
        let known = items[index]?.file
        let file = known ?? openFile(path)
        if known == nil { items[index]?.file = .some(file) }
        guard let file else { return [] }
        for longest in [Self.shownLine, Self.longestLine] {
            let stored = [UInt8](unsafeUninitializedCapacity: longest + 1) { buffer, filled in
                let read = file.read(UnsafeMutableRawBufferPointer(buffer), at: offset)
                filled = max(0, read)
                if read < 0 { noteLines(of: path, Errno.last.description) }
            }
            let text = TextDetection([], isWhole: false, in: form.encoding).utf8(stored[...], isWhole: false)
            var line = text.prefix { $0 != form.end }
            guard line.count == text.count, stored.count > longest else {
                if line.last == 0x0d { line.removeLast() }
                return Array(line)
            }
            guard longest == Self.longestLine || !readsWholeLines else { continue }
            // The end may be within a character.
            line = line.prefix(longest)
            while let last = line.last, last & 0xc0 == 0x80 { line.removeLast() }
            if let last = line.last, last >= 0xc0 { line.removeLast() }
            return Array(line) + "…".utf8
        }
        return []
    }
}
