/// The keys of an encrypted backup, wrapped with a key that is derived from its passphrase (formats.md, "MobileSync
/// backup").
///
/// The bag is a sequence of records: a tag of four characters, a big-endian length and a value. The records of the bag
/// itself come first; each `UUID` after that begins a class.
package struct BackupKeyBag: Hashable, Sendable {
    /// The salt and the number of iterations of a derivation.
    package struct Derivation: Hashable, Sendable {
        /// The salt.
        package let salt: [UInt8]
        /// The number of iterations.
        package let iterations: UInt32

        /// Creates a derivation from its parts.
        package init(salt: [UInt8], iterations: UInt32) {
            (self.salt, self.iterations) = (salt, iterations)
        }
    }

    /// The first derivation, with SHA-256 (`DPSL`, `DPIC`); nil for backups before iOS 10.2, which have only the second.
    package let first: Derivation?
    /// The second derivation, with SHA-1 (`SALT`, `ITER`).
    package let second: Derivation
    /// The wrapped keys by the number of their class (`CLAS`, `WPKY`): those that the passphrase unwraps.
    package let classKeys: [UInt32: [UInt8]]

    /// The maximum number of iterations accepted: twenty times the number in real backups.
    private static let maxIterations: UInt64 = 200_000_000

    /// Creates a key bag from its parts.
    package init(first: Derivation?, second: Derivation, classKeys: [UInt32: [UInt8]]) {
        (self.first, self.second, self.classKeys) = (first, second, classKeys)
    }

    /// Reads a key bag.
    /// - Throws: `FormatError`
    package init(_ bytes: [UInt8]) throws(FormatError) {
        var head: [String: [UInt8]] = [:]
        var keys: [UInt32: [UInt8]] = [:]
        var current: [String: [UInt8]]?
        func finishClass() {
            guard let found = current, let number = found["CLAS"]?.number, let key = found["WPKY"],
                // 2: wrapped with the passphrase; 1 alone needs the device.
                (found["WRAP"]?.number ?? 0) & 2 != 0, key.count == WrappedKey.length
            else { return }
            keys[UInt32(truncatingIfNeeded: number)] = key
        }
        // Real bags have eleven classes; each takes a page of locked memory.
        let maxClasses = 64
        var offset = 0
        while offset < bytes.count {
            guard let tagRange = bytes.range(at: offset, length: 4),
                let length = bytes.bigEndian(at: offset + 4, size: 4),
                let valueRange = bytes.range(at: offset + 8, length: Int(length))
            else { throw FormatError(.truncated, "the key bag ends inside a record", offset: offset) }
            let tag = String(decoding: bytes[tagRange], as: UTF8.self)
            let value = Array(bytes[valueRange])
            if tag == "UUID", head["UUID"] != nil {
                finishClass()
                guard keys.count < maxClasses else {
                    throw FormatError(.tooLarge, "the key bag has more than \(maxClasses) classes", offset: offset)
                }
                current = [:]
            }
            if current != nil { current?[tag] = value } else { head[tag] = value }
            offset = valueRange.upperBound
        }
        finishClass()
        func derivation(_ salt: String, _ iterations: String) throws(FormatError) -> Derivation? {
            guard let bytes = head[salt], let number = head[iterations]?.number else { return nil }
            guard (1...Self.maxIterations).contains(number) else {
                let message = "the key bag asks for \(number) iterations, not 1 to \(Self.maxIterations)"
                throw FormatError(.tooLarge, message, offset: 0)
            }
            return Derivation(salt: bytes, iterations: UInt32(number))
        }
        first = try derivation("DPSL", "DPIC")
        guard let second = try derivation("SALT", "ITER") else {
            throw FormatError(.malformed, "the key bag has no salt or no number of iterations", offset: bytes.count)
        }
        self.second = second
        guard !keys.isEmpty else {
            throw FormatError(.malformed, "the key bag has no key that a passphrase unwraps", offset: bytes.count)
        }
        classKeys = keys
    }
}

extension BackupKeyBag {
    /// Returns the key bag as it is stored in `Manifest.plist`.
    /// - Parameters:
    ///   - identifiers: 16 random bytes for the bag, and for each class.
    ///   - check: 40 random bytes: the check value of a device, which nothing else knows.
    package func stored(identifiers: [[UInt8]], check: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        func add(_ tag: StaticString, _ value: [UInt8]) {
            bytes += tag.withUTF8Buffer { Array($0) }
            bytes.append(bigEndian: UInt64(value.count), size: 4)
            bytes += value
        }
        func add(_ tag: StaticString, _ number: UInt32) {
            var value: [UInt8] = []
            value.append(bigEndian: UInt64(number), size: 4)
            add(tag, value)
        }
        add("VERS", 5)
        add("TYPE", 1)
        add("UUID", identifiers[0])
        add("HMCK", check)
        add("WRAP", 0)
        add("SALT", second.salt)
        add("ITER", second.iterations)
        if let first {
            add("DPWT", 1)
            add("DPIC", first.iterations)
            add("DPSL", first.salt)
        }
        for (place, (number, key)) in classKeys.sorted(by: { $0.key < $1.key }).enumerated() {
            add("UUID", identifiers[place + 1])
            add("CLAS", number)
            add("WRAP", 2)
            add("KTYP", 0)
            add("WPKY", key)
        }
        return bytes
    }
}

extension [UInt8] {
    /// The value of a record as a big-endian number; nil if it is longer than 8 bytes.
    fileprivate var number: UInt64? { isEmpty ? nil : bigEndian(at: 0, size: count) }
}
