/// The symbols that a Mach-O image imports from other images: "_stat", "_OBJC_CLASS_$_NSUserDefaults".
///
/// Three places name them: the symbol table (`mach-o/nlist.h`), the opcodes that bind them (`mach-o/loader.h`,
/// BIND_OPCODE_…), and chained fixups (`mach-o/fixup-chains.h`). Each reader takes foreign bytes, ends where they end,
/// and returns what it found before.
package enum ImportedSymbols {
    /// The most bytes of each place that are read.
    package static let maxBytes = 32 << 20
    /// The most names of each place.
    package static let maxNames = 200_000
    /// The most bytes of a name; those of Swift are long.
    private static let maxNameBytes = 4_096

    /// Returns the undefined external symbols of a symbol table.
    /// - Parameters:
    ///   - entries: The symbols.
    ///   - names: Their names.
    ///   - is64Bit: Whether the image is for 64 bits.
    package static func inTable(entries: [UInt8], names: [UInt8], is64Bit: Bool) -> Set<String> {
        let size = is64Bit ? 16 : 12
        var found: Set<String> = []
        for start in stride(from: 0, through: entries.count - size, by: size) where found.count < maxNames {
            let type = entries[start + 4]
            // No symbol for debuggers (N_STAB), of another image (N_UNDF) and external (N_EXT).
            guard type & 0xe0 == 0, type & 0x0e == 0, type & 0x01 != 0,
                let place = entries.littleEndian(at: start, size: 4), let name = name(in: names[...], at: place)
            else { continue }
            found.insert(name)
        }
        return found
    }

    /// Returns the symbols that opcodes bind.
    package static func inBindings(_ opcodes: [UInt8]) -> Set<String> {
        var found: Set<String> = []
        var index = 0
        func skipNumber() {
            while index < opcodes.count, opcodes[index] & 0x80 != 0 { index += 1 }
            index += 1
        }
        while index < opcodes.count, found.count < maxNames {
            let opcode = opcodes[index]
            index += 1
            switch opcode & 0xf0 {
            // BIND_OPCODE_SET_SYMBOL_TRAILING_FLAGS_IMM
            case 0x40:
                let name = opcodes[index...].prefix { $0 != 0 }
                if !name.isEmpty, name.count <= maxNameBytes { found.insert(String(decoding: name, as: UTF8.self)) }
                index = name.endIndex + 1
            // SET_DYLIB_ORDINAL, SET_ADDEND, SET_SEGMENT_AND_OFFSET, ADD_ADDR, DO_BIND_ADD_ADDR: one number each.
            case 0x20, 0x60, 0x70, 0x80, 0xa0: skipNumber()
            // DO_BIND_ULEB_TIMES_SKIPPING_ULEB
            case 0xc0:
                skipNumber()
                skipNumber()
            // BIND_OPCODE_THREADED: setting the size of the table has a number, applying it has none.
            case 0xd0: if opcode & 0x0f == 0 { skipNumber() }
            // DONE ends one symbol of many among those bound lazily; the others have no number.
            default: break
            }
        }
        return found
    }

    /// Returns the symbols that chained fixups import; none if the names are compressed.
    package static func inChainedFixups(_ bytes: [UInt8]) -> Set<String> {
        func number(_ index: Int) -> Int? { bytes.littleEndian(at: index * 4, size: 4).map { Int($0) } }
        guard number(0) == 0, let imports = number(2), let symbols = number(3), let count = number(4),
            let format = number(5), number(6) == 0, symbols <= bytes.count
        else { return [] }
        let size: Int
        switch format {
        case 1: size = 4
        case 2: size = 8
        case 3: size = 16
        default: return []
        }
        let names = bytes[symbols...]
        var found: Set<String> = []
        for index in 0..<min(count, maxNames) {
            // DYLD_CHAINED_IMPORT: 8 bits of ordinal, 1 for weak ones, 23 of offset. _ADDEND64: 16, 1, 15 unused, 32.
            guard let entry = bytes.littleEndian(at: imports + index * size, size: min(size, 8)) else { break }
            let place = format == 3 ? entry >> 32 : (entry & 0xffff_ffff) >> 9
            if let name = name(in: names, at: place) { found.insert(name) }
        }
        return found
    }

    private static func name(in names: ArraySlice<UInt8>, at place: UInt64) -> String? {
        guard place < UInt64(names.count) else { return nil }
        let name = names[(names.startIndex + Int(place))...].prefix(maxNameBytes).prefix { $0 != 0 }
        return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }
}
