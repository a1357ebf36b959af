/// The parts of a tar that belong to none of its items.
///
/// Sources: POSIX.1-2017, pax, "ustar Interchange Format" and "pax Header Block"; tar(5) of libarchive.
extension ArchiveParts {
    /// The size of a block of a tar in bytes.
    private static let block: UInt64 = 512
    /// The most bytes of a header's records and of a long name.
    private static let maxRecordBytes: UInt64 = 1 << 20

    /// Returns the ranges of a tar that neither its items nor declared noise account for: bytes of headers behind the texts and
    /// numbers in them and in fields that nothing uses, records of the pax format that say nothing of an item, what fills the
    /// last block of contents, and what is behind the end mark, if these are not zeros. nil if the tar cannot be followed to its
    /// end mark, and if it has to stop.
    package static func besideEntries(ofTar bytes: FileBytes, mustStop: () -> Bool) -> [Range<UInt64>]? {
        var found: [Range<UInt64>] = []
        func note(_ range: Range<Int>, of part: [UInt8], at place: UInt64) {
            guard let first = part[range].firstIndex(where: { $0 != 0 }),
                let last = part[range].lastIndex(where: { $0 != 0 })
            else { return }
            found.append(place + UInt64(first)..<place + UInt64(last) + 1)
        }
        var offset: UInt64 = 0
        // The bytes behind the contents before, up to the next block.
        var padding: UInt64 = 0
        // What headers say of the next entry, and their types.
        var nextSize: UInt64?
        var typesOfNext: Set<UInt8> = []
        for _ in 0..<maxRecords {
            let part = bytes.bytes(offset - padding, Int(padding + block))
            guard part.count == Int(padding + block), !mustStop() else { return nil }
            note(0..<Int(padding), of: part, at: offset - padding)
            let head = Array(part.dropFirst(Int(padding)))
            guard head.contains(where: { $0 != 0 }) else {
                guard let end = firstByte(of: bytes, from: offset, mustStop) else { return nil }
                return found + end
            }
            guard let header = TarHeader(head) else { return nil }
            for range in header.unused(in: head) { note(range, of: head, at: offset) }
            offset += block
            // Further blocks of a sparse file's map.
            var isExtended = header.isExtended
            while isExtended {
                let more = bytes.bytes(offset, Int(block))
                guard more.count == Int(block), !mustStop() else { return nil }
                note(505..<Int(block), of: more, at: offset)
                isExtended = more[504] != 0
                offset += block
            }
            let size = header.isOfNext ? header.size : nextSize ?? header.size
            if header.isOfNext {
                // The second one of a type replaces what the first one says.
                guard size <= maxRecordBytes, typesOfNext.insert(header.type).inserted else { return nil }
                let records = bytes.bytes(offset, Int(size))
                guard records.count == Int(size) else { return nil }
                if header.isAttributes {
                    let attributes = PaxRecords(records)
                    nextSize = attributes.size ?? nextSize
                    for range in attributes.unused { note(range, of: records, at: offset) }
                } else {
                    // A text ends with a NUL; what is said of all entries is not used.
                    let text = header.isOfAll ? 0 : records.firstIndex(of: 0) ?? records.count
                    note(text..<records.count, of: records, at: offset)
                }
            } else {
                nextSize = nil
                typesOfNext = []
            }
            guard size <= bytes.size, offset <= bytes.size - size else { return nil }
            padding = (block - size % block) % block
            offset += size + padding
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
