/// The bytes of an archive that belong to none of its items, and that unpacking does not read.
///
/// Sources: APPNOTE.TXT 6.3.10, sections 4.3.6 to 4.3.16 and 4.4; POSIX.1-2017, pax, "ustar Interchange Format".
package enum ArchiveParts {
    /// The size of a block of a tar in bytes.
    private static let block: UInt64 = 512
    /// The most records that are read: a file of small ones takes long.
    private static let maxRecords = 1_000_000

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

    /// Returns the range behind the end mark of a tar, from its first byte that is not zero; none if it is zeros alone, as blocks
    /// are filled. nil if the tar cannot be followed to its end mark, and if it has to stop.
    package static func behindEnd(ofTar bytes: FileBytes, mustStop: () -> Bool) -> [Range<UInt64>]? {
        var offset: UInt64 = 0
        // What a header of POSIX says of the next entry.
        var nextSize: UInt64?
        for _ in 0..<maxRecords {
            let head = bytes.bytes(offset, Int(block))
            guard head.count == Int(block), !mustStop() else { return nil }
            guard head.contains(where: { $0 != 0 }) else { return firstByte(of: bytes, from: offset, mustStop) }
            guard let header = TarHeader(head) else { return nil }
            offset += block
            // Further blocks of a sparse file's map.
            var isExtended = header.isExtended
            while isExtended {
                let more = bytes.bytes(offset, Int(block))
                guard more.count == Int(block), !mustStop() else { return nil }
                isExtended = more[504] != 0
                offset += block
            }
            let size = header.isOfNext ? header.size : nextSize ?? header.size
            if !header.isOfNext { nextSize = nil }
            if header.isAttributes {
                guard size <= 1 << 20 else { return nil }
                nextSize = PaxRecords.size(in: bytes.bytes(offset, Int(size))) ?? nextSize
            }
            guard size <= bytes.size, offset <= bytes.size - size else { return nil }
            offset += (size + block - 1) / block * block
        }
        return nil
    }

    private static func firstByte(
        of bytes: FileBytes, from start: UInt64, _ mustStop: () -> Bool
    ) -> [Range<UInt64>]? {
        var offset = start
        while offset < bytes.size {
            let part = bytes.bytes(offset, 1 << 20)
            guard !part.isEmpty, !mustStop() else { return nil }
            if let index = part.firstIndex(where: { $0 != 0 }) { return [offset + UInt64(index)..<bytes.size] }
            offset += UInt64(part.count)
        }
        return []
    }
}

/// The header of an entry of a tar, as far as it says where the next one is.
private struct TarHeader {
    /// The number of bytes behind the header.
    let size: UInt64
    /// Whether further blocks of a map follow.
    let isExtended: Bool
    /// Whether it is about the next entry.
    let isOfNext: Bool
    /// Whether it has attributes of the next entry.
    let isAttributes: Bool

    /// Reads a header; nil if it is none.
    init?(_ head: [UInt8]) {
        let sum = head.indices.reduce(0) { $0 + UInt64((148..<156).contains($1) ? 0x20 : head[$1]) }
        guard TarNumber.value(head[148..<156]) == sum, let size = TarNumber.value(head[124..<136]) else { return nil }
        let type = head[156]
        // Links, devices and directories have no contents; a hard link may have some in POSIX's form.
        let isEmpty = (0x31...0x36).contains(type)
        guard type != 0x31 || size == 0 else { return nil }
        self.size = isEmpty ? 0 : size
        isExtended = type == 0x53 && head[482] != 0
        isAttributes = type == 0x78
        isOfNext = [0x78, 0x67, 0x4b, 0x4c].contains(type)
    }
}

/// The attributes of an entry in POSIX's form: lines with their length, a name and a value.
private enum PaxRecords {
    static func size(in bytes: [UInt8]) -> UInt64? {
        var rest = bytes[...]
        var size: UInt64?
        while let blank = rest.firstIndex(of: 0x20), let length = Int(String(decoding: rest[..<blank], as: UTF8.self)),
            length > blank - rest.startIndex, length <= rest.count
        {
            let record = rest[(blank + 1)..<(rest.startIndex + length)]
            if record.starts(with: "size=".utf8) {
                size = UInt64(String(decoding: record.dropFirst(5).dropLast(), as: UTF8.self))
            }
            rest = rest.dropFirst(length)
        }
        return size
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
        // A record for archives beyond the limits of 32 bits, and another one that says where it is.
        if position >= 20, bytes.bytes(position - 20, 4).matches([0x50, 0x4b, 6, 7]),
            let large = bytes.bytes(position - 12, 8).littleEndian(at: 0, size: 8), large < position
        {
            let record = bytes.bytes(large, 56)
            guard record.matches([0x50, 0x4b, 6, 6]), let count = record.littleEndian(at: 40, size: 8),
                let begin = record.littleEndian(at: 48, size: 8)
            else { return nil }
            (size, offset, first) = (count, begin, large)
        }
        // Something may be in front of the archive, or behind the directory.
        let isAtOffset = bytes.bytes(offset, 4).matches([0x50, 0x4b, 1, 2]) || size == 0
        let begin = isAtOffset && offset <= first ? offset : first >= size ? first - size : nil
        guard let begin, size <= first - begin else { return nil }
        directory = begin..<begin + size
        records = first..<position + UInt64(record)
        comment = records.upperBound..<records.upperBound + tail[...].number(at: place + 20, 2)
        shift = begin &- offset
    }
}

/// A number in the header of a tar: octal digits, or in base 256 if the highest bit is set.
private enum TarNumber {
    static func value(_ field: ArraySlice<UInt8>) -> UInt64? {
        if let first = field.first, first & 0x80 != 0 {
            return field.dropFirst(field.count - 8).reduce(0) { $0 << 8 | UInt64($1) }
        }
        var number: UInt64 = 0
        for byte in field.drop(while: { $0 == 0x20 }) {
            guard (0x30...0x37).contains(byte) else { break }
            number = number << 3 | UInt64(byte - 0x30)
        }
        return number
    }
}

extension ArraySlice<UInt8> {
    /// Returns a number whose least significant byte comes first; 0 behind the end.
    fileprivate func number(at place: Int, _ count: Int) -> UInt64 {
        dropFirst(place).prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
