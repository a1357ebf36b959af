/// The object files that a Mach-O image was linked from, as far as its symbols still name them (`mach-o/stab.h`, N_OSO).
/// They do in a debug build; stripping removes them.
package enum ObjectFileSymbols {
    private static let objectFile: UInt8 = 0x66

    /// The most bytes of symbols, and of their names, that are read.
    package static let maxBytes = 16 << 20
    private static let maxNames = 2_000

    /// Returns whether there are debugging symbols (N_STAB), which stripping removes.
    /// - Parameters:
    ///   - entries: The symbols.
    ///   - is64Bit: Whether the image is for 64 bits.
    package static func hasDebugSymbols(entries: [UInt8], is64Bit: Bool) -> Bool {
        let size = is64Bit ? 16 : 12
        return stride(from: 0, through: entries.count - size, by: size).contains { entries[$0 + 4] & 0xe0 != 0 }
    }

    /// Returns the number of local symbols, which name the code's own functions and which stripping removes: defined in
    /// a section, and not external (`mach-o/nlist.h`, N_SECT without N_EXT).
    /// - Parameters:
    ///   - entries: The symbols.
    ///   - names: Their names.
    ///   - is64Bit: Whether the image is for 64 bits.
    package static func localCount(entries: [UInt8], names: [UInt8], is64Bit: Bool) -> Int {
        let size = is64Bit ? 16 : 12
        return stride(from: 0, through: entries.count - size, by: size).count { start in
            let type = entries[start + 4]
            guard type & 0xe0 == 0, type & 0x0e == 0x0e, type & 0x01 == 0,
                let place = entries.littleEndian(at: start, size: 4), place < UInt64(names.count)
            else { return false }
            // A symbol that `strip` itself leaves in place of those that it removes.
            let name = names[Int(place)...].prefix(64).prefix { $0 != 0 }
            return !name.isEmpty && !name.elementsEqual("radr://5614542".utf8)
        }
    }

    /// Returns the static libraries among them: the archive in `/path/libTide.a(Moon.o)`, and a framework without
    /// dynamic code in `/path/Tide.framework/Tide(Moon.o)`.
    /// - Parameters:
    ///   - entries: The symbols.
    ///   - names: Their names.
    ///   - is64Bit: Whether the image is for 64 bits.
    package static func libraries(entries: [UInt8], names: [UInt8], is64Bit: Bool) -> [String] {
        let size = is64Bit ? 16 : 12
        var found: Set<String> = []
        for start in stride(from: 0, through: entries.count - size, by: size) where entries[start + 4] == objectFile {
            guard found.count < maxNames, let place = entries.littleEndian(at: start, size: 4),
                place < UInt64(names.count)
            else { continue }
            // Paths are no longer than this.
            let path = names[Int(place)...].prefix(4_096).prefix { $0 != 0 }
            guard path.last == 0x29, let bracket = path.lastIndex(of: 0x28), bracket > path.startIndex else { continue }
            let archive = path[..<bracket]
            let name = archive.lastIndex(of: 0x2f).map { archive[($0 + 1)...] } ?? archive
            if !name.isEmpty { found.insert(String(decoding: name, as: UTF8.self)) }
        }
        return found.sorted()
    }
}
