/// Looking up what is in archives of objects without reading the others.
///
/// For the records of a backup's manifest: a million of them are read to list a backup.
extension BinaryPropertyListObjects {
    /// Returns an object; nil if it is of a different kind, or cannot be read.
    @inline(__always)
    private func object(_ number: Int, _ kind: Kind) -> Object? {
        guard let object = try? object(number), object.kind == kind else { return nil }
        return object
    }

    /// Returns the bytes of a data object.
    func data(_ number: Int) -> UnsafeRawBufferPointer? { object(number, .data).map { contents(of: $0) } }

    /// Returns the text of a string as UTF-8; nil for other objects.
    func text(_ number: Int) -> [UInt8]? {
        guard let object = try? object(number), object.kind.isText else { return nil }
        return object.kind == .utf16 ? Array(repairedString(object).utf8) : Array(contents(of: object))
    }

    /// Returns the low 64 bits of an integer; nil for other objects.
    @inline(__always)
    func integer(_ number: Int) -> Int64? { object(number, .integer).map { Int64(bitPattern: bits(of: $0)) } }

    /// Returns the object that a reference of a keyed archive leads to: one of the elements of `objects`.
    @inline(__always)
    func referenced(_ number: Int, in objects: Int) -> Int? {
        guard let uid = object(number, .uid), isReadable(uid: uid), let array = object(objects, .array),
            bits(of: uid) < UInt64(count(of: array))
        else { return nil }
        return try? reference(Int(bits(of: uid)), of: array)
    }

    /// Returns the value of a key of a dictionary.
    func value(_ key: StaticString, of dictionary: Int) -> Int? {
        var found: Int?
        forEachPair(of: dictionary) { name, value in
            if found == nil, name.isEqual(to: key) { found = value }
        }
        return found
    }

    /// Calls `body` with the keys of a dictionary that are ASCII strings and not empty, and with the numbers of their
    /// values. Does nothing for other objects.
    @inline(__always)
    func forEachPair(of number: Int, _ body: (UnsafeRawBufferPointer, Int) -> Void) {
        guard let dictionary = object(number, .dictionary) else { return }
        let count = count(of: dictionary)
        for index in 0..<count {
            guard let key = try? reference(index, of: dictionary),
                let value = try? reference(count + index, of: dictionary),
                let name = object(key, .ascii).map({ contents(of: $0) }), !name.isEmpty
            else { continue }
            body(name, value)
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Returns whether these are the bytes of a text.
    @inline(__always)
    func isEqual(to text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for index in 0..<count where self[index] != text.utf8Start[index] { return false }
        return true
    }
}
