import Formats
import System

/// Sort keys whose byte order is the natural order of the names: numbers by value, letters ignoring ASCII case.
///
/// A run of digits becomes `0`, the number of its digits without leading zeros, and those digits, so that `file9`
/// precedes `file10`. Other bytes are kept, with ASCII capitals in lower case.
struct NaturalSortKeys {
    private var arena: [UInt8] = []
    private var starts: [UInt32] = [0]

    /// Creates the keys of the entries with the given indices, in that order.
    init(_ entries: EntryList.Storage, indices: [UInt32]) {
        starts.reserveCapacity(indices.count + 1)
        var total = 0
        for index in indices { total += entries.name(Int(index)).count }
        arena.reserveCapacity(total + total / 4)
        for index in indices {
            NaturalSortKeys.append(entries.name(Int(index)), to: &arena)
            starts.append(UInt32(truncatingIfNeeded: arena.count))
        }
    }

    /// Appends the key of `name` to `arena`.
    static func append(_ name: UnsafeBufferPointer<UInt8>, to arena: inout [UInt8]) {
        var index = 0
        while index < name.count {
            let byte = name[index]
            guard byte &- 0x30 < 10 else {
                arena.append(byte.asciiLowercased)
                index += 1
                continue
            }
            while index < name.count, name[index] == 0x30 { index += 1 }
            let digits = index
            while index < name.count, name[index] &- 0x30 < 10 { index += 1 }
            arena.append(0x30)
            // Nearly always one byte. User-space file systems can have names of more than 255 bytes.
            var length = index - digits
            while length >= 255 {
                arena.append(255)
                length -= 255
            }
            arena.append(UInt8(truncatingIfNeeded: length))
            arena.append(contentsOf: name[digits..<index])
        }
    }

    struct Storage {
        let arena: UnsafeBufferPointer<UInt8>
        let starts: UnsafeBufferPointer<UInt32>

        @inline(__always)
        func key(_ index: Int) -> UnsafeBufferPointer<UInt8> {
            UnsafeBufferPointer(rebasing: arena[Int(starts[index])..<Int(starts[index + 1])])
        }
    }

    func withStorage<Result>(_ body: (Storage) -> Result) -> Result {
        arena.withUnsafeBufferPointer { arena in
            starts.withUnsafeBufferPointer { body(Storage(arena: arena, starts: $0)) }
        }
    }
}

/// Compares like `memcmp`, with a prefix first. Returns a negative number, zero or a positive number.
@inline(__always)
func compareBytes(_ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int {
    let shared = min(one.count, other.count)
    if shared > start, let first = one.baseAddress, let second = other.baseAddress {
        let order = memcmp(first + start, second + start, shared - start)
        if order != 0 { return Int(order) }
    }
    return one.count - other.count
}

/// Returns eight bytes of a key as a number that compares like them; missing bytes are zero.
@inline(__always)
func packedPrefix(_ key: UnsafeBufferPointer<UInt8>, from start: Int) -> UInt64 {
    guard let base = key.baseAddress, start < key.count else { return 0 }
    if key.count - start >= 8 {
        return UInt64(bigEndian: UnsafeRawPointer(base + start).loadUnaligned(as: UInt64.self))
    }
    var packed: UInt64 = 0
    for offset in 0..<8 {
        packed = packed << 8 | UInt64(start + offset < key.count ? base[start + offset] : 0)
    }
    return packed
}

/// The natural order of texts that are not names of entries.
package enum NaturalOrder {
    /// Returns a key; the bytes of keys are in the order of their texts.
    package static func key(of text: String) -> [UInt8] {
        var key: [UInt8] = []
        Array(text.utf8).withUnsafeBufferPointer { NaturalSortKeys.append($0, to: &key) }
        return key
    }
}
