/// The bytes of an archive that belong to none of its items, and that unpacking does not read.
///
/// Source: APPNOTE.TXT 6.3.10, sections 4.3.6 to 4.3.16 and 4.4.
package enum ArchiveParts {
    /// The most records that are read: a file of small ones takes long.
    static let maxRecords = 1_000_000

    /// Returns the ranges of a zip before, between and behind its entries, its directory and its end, and the comments in these;
    /// nil if its directory cannot be read like that, and if it has to stop.
    package static func besideEntries(ofZip bytes: FileBytes, mustStop: () -> Bool) -> [Range<UInt64>]? {
        guard let end = ZipEnd(bytes), let (entries, comments) = entries(bytes, end, mustStop) else { return nil }
        var found: [Range<UInt64>] = []
        var offset: UInt64 = 0
        for (index, entry) in entries.enumerated() {
            if mustStop() { return nil }
            let next = index + 1 < entries.count ? entries[index + 1].header : end.directory.lowerBound
            // Several records may lead to one header.
            guard next > entry.header || index + 1 == entries.count else { continue }
            if entry.header > offset { found.append(offset..<entry.header) }
            let head = bytes.bytes(entry.header, 30)
            guard head.matches([0x50, 0x4b, 3, 4]), let name = head.littleEndian(at: 26, size: 2),
                let extra = head.littleEndian(at: 28, size: 2)
            else { return nil }
            let data = entry.header + 30 + name + extra
            guard data <= next, entry.packed <= next - data else { return nil }
            offset = data + entry.packed
            // A descriptor has a sum and two sizes, with or without a signature, in 32 or 64 bits.
            if entry.hasDescriptor, [12, 16, 20, 24].contains(next - offset) { offset = next }
        }
        if end.directory.lowerBound > offset { found.append(offset..<end.directory.lowerBound) }
        found += comments
        if end.records.lowerBound > end.directory.upperBound {
            found.append(end.directory.upperBound..<end.records.lowerBound)
        }
        found += end.contradictions
        if !end.comment.isEmpty { found.append(end.comment) }
        if bytes.size > end.comment.upperBound { found.append(end.comment.upperBound..<bytes.size) }
        return found
    }

    private struct Entry {
        let header: UInt64
        let packed: UInt64
        let hasDescriptor: Bool
    }

    /// Returns the entries of the directory in the order of their headers, and where their comments are.
    private static func entries(
        _ bytes: FileBytes, _ end: ZipEnd, _ mustStop: () -> Bool
    ) -> (entries: [Entry], comments: [Range<UInt64>])? {
        var entries: [Entry] = []
        var comments: [Range<UInt64>] = []
        var offset = end.directory.lowerBound
        while offset < end.directory.upperBound {
            let head = bytes.bytes(offset, 46)
            guard !mustStop(), head.count == 46, head.matches([0x50, 0x4b, 1, 2]), entries.count < maxRecords,
                let flags = head.littleEndian(at: 8, size: 2), var packed = head.littleEndian(at: 20, size: 4),
                let size = head.littleEndian(at: 24, size: 4), let name = head.littleEndian(at: 28, size: 2),
                let extra = head.littleEndian(at: 30, size: 2), let comment = head.littleEndian(at: 32, size: 2),
                var header = head.littleEndian(at: 42, size: 4)
            else { return nil }
            let maximum = UInt64(UInt32.max)
            if packed == maximum || header == maximum {
                var field = bytes.bytes(offset + 46 + name, Int(extra))[...]
                while field.count >= 4 {
                    let (kind, count) = (field.number(at: 0, 2), Int(field.number(at: 2, 2)))
                    guard field.count >= 4 + count else { break }
                    if kind == 1 {
                        var place = size == maximum ? 12 : 4
                        if packed == maximum, place + 8 <= 4 + count {
                            packed = field.number(at: place, 8)
                            place += 8
                        }
                        if header == maximum, place + 8 <= 4 + count { header = field.number(at: place, 8) }
                    }
                    field = field.dropFirst(4 + count)
                }
            }
            entries.append(Entry(header: header &+ end.shift, packed: packed, hasDescriptor: flags & 8 != 0))
            offset += 46 + name + extra
            if comment > 0 { comments.append(offset..<offset + comment) }
            offset += comment
        }
        guard offset == end.directory.upperBound else { return nil }
        return (entries.sorted { $0.header < $1.header }, comments)
    }
}

/// The end of a zip: where its directory is.
private struct ZipEnd {
    /// The records of the directory.
    let directory: Range<UInt64>
    /// The records of the end, without the comment behind them.
    let records: Range<UInt64>
    let comment: Range<UInt64>
    /// What has to be added to the offsets of headers.
    let shift: UInt64
    /// The parts of the records that contradict each other or a single file, or that nothing is known of: numbers of files and
    /// of entries, and data of a ZIP64 record.
    let contradictions: [Range<UInt64>]

    init?(_ bytes: FileBytes) {
        let record = 22
        let start = bytes.size - min(bytes.size, UInt64(record + 65_535))
        let tail = bytes.bytes(start, record + 65_535)
        guard tail.count >= record else { return nil }
        let found = (0...tail.count - record).last { place in
            tail[place] == 0x50 && tail[place...].starts(with: [0x50, 0x4b, 5, 6])
                && place + record + Int(tail[...].number(at: place + 20, 2)) <= tail.count
        }
        guard let place = found else { return nil }
        let position = start + UInt64(place)
        var (size, offset) = (tail[...].number(at: place + 12, 4), tail[...].number(at: place + 16, 4))
        var first = position
        var odd: [Range<UInt64>] = []
        func note(_ place: UInt64, _ count: UInt64, if isOdd: Bool) {
            if isOdd { odd.append(place..<place + count) }
        }
        // A record for archives beyond the limits of 32 bits, and another one that says where it is.
        if position >= 20, bytes.bytes(position - 20, 4).matches([0x50, 0x4b, 6, 7]),
            let large = bytes.bytes(position - 12, 8).littleEndian(at: 0, size: 8), large < position
        {
            let record = bytes.bytes(large, 56)
            guard record.matches([0x50, 0x4b, 6, 6]), let count = record.littleEndian(at: 40, size: 8),
                let begin = record.littleEndian(at: 48, size: 8)
            else { return nil }
            (size, offset, first) = (count, begin, large)
            if large + 56 <= position - 20 {
                note(large + 16, 8, if: record[16..<24].contains { $0 != 0 })
                note(large + 24, 8, if: record[24..<32] != record[32..<40])
                note(large + 56, position - 20 - (large + 56), if: large + 56 < position - 20)
            }
        }
        let disks = tail[place + 4..<place + 8]
        note(position + 4, 4, if: !disks.allSatisfy { $0 == 0 } && !disks.allSatisfy { $0 == 0xff })
        note(position + 8, 2, if: tail[place + 8] != tail[place + 10] || tail[place + 9] != tail[place + 11])
        // Something may be in front of the archive, or behind the directory.
        let isAtOffset = bytes.bytes(offset, 4).matches([0x50, 0x4b, 1, 2]) || size == 0
        let begin = isAtOffset && offset <= first ? offset : first >= size ? first - size : nil
        guard let begin, size <= first - begin else { return nil }
        directory = begin..<begin + size
        records = first..<position + UInt64(record)
        comment = records.upperBound..<records.upperBound + tail[...].number(at: place + 20, 2)
        shift = begin &- offset
        contradictions = odd
    }
}

extension ArraySlice<UInt8> {
    /// Returns a number whose least significant byte comes first; 0 behind the end.
    fileprivate func number(at place: Int, _ count: Int) -> UInt64 {
        dropFirst(place).prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
