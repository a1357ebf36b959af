/// A Mach-O image for arm64, made of literal bytes by the rules of `mach-o/loader.h`, `mach-o/nlist.h`,
/// `mach-o/fixup-chains.h` and `cs_blobs.h`. `llvm-nm` and `llvm-objdump --chained-fixups` read it.
package struct MachOFixture: Sendable {
    /// The place that names the imported symbols.
    package enum Imports: CaseIterable, Sendable {
        case symbolTable
        case bindings
        case chainedFixups
    }

    /// The imported symbols: "_stat".
    package var imports: [String] = []
    /// The place that names them.
    package var place = Imports.symbolTable
    /// The Objective-C methods that it has, and does not call.
    package var methods: [String] = []
    /// The Objective-C methods that it calls.
    package var calls: [String] = []
    /// The C strings in it.
    package var strings: [String] = []
    /// The libraries that it is linked with.
    package var libraries: [String] = []
    /// `MH_EXECUTE` is 2, `MH_DYLIB` 6.
    package var fileType: UInt32 = 2
    /// Whether it has `MH_PIE`.
    package var isPositionIndependent = true
    /// Whether its symbol table has one for debuggers.
    package var hasDebugSymbols = false
    /// Local symbols, which stripping removes.
    package var localSymbols: [String] = []
    /// Where libraries are looked for (`LC_RPATH`).
    package var searchPaths: [String] = []
    /// `cryptid`.
    package var encryption: UInt32 = 0
    /// Whether it has `LC_ENCRYPTION_INFO_64` with a `cryptid` of 0.
    package var isLeftUnencrypted = false
    /// The entitlements that it was signed with, as an XML property list; nil for no signature.
    package var entitlements: String?

    package init() {}

    /// A typical executable: position independent, with stack canaries and ARC.
    package static var typical: MachOFixture {
        var image = MachOFixture()
        image.imports = ["___stack_chk_fail", "_objc_msgSend", "_objc_release"]
        return image
    }

    private static let base: UInt64 = 0x1_0000_0000

    /// The file.
    package var bytes: [UInt8] {
        let names = Self.strings(methods + calls)
        let texts = Self.strings(strings)
        let (table, tableNames) = symbols
        let bindings = place == .bindings ? opcodes : []
        let fixups = place == .chainedFixups ? chainedFixups : []
        let signature = entitlements.map(Self.signature) ?? []
        let contents = [texts, names, [UInt8](repeating: 0, count: 8 * calls.count), bindings, fixups]
        // Commands have the same length wherever things are: once to measure, once to write.
        var places = [Int](repeating: 0, count: 8)
        var commands = self.commands(places, contents, (table, tableNames), signature)
        var end = 32 + commands.joined().count
        var file: [UInt8] = []
        for (index, part) in (contents + [table, tableNames, signature]).enumerated() {
            let start = (end + 15) & ~15
            file += [UInt8](repeating: 0, count: start - end)
            places[index] = start
            var part = part
            if index == 2 { part = references(names: UInt64(places[1])) }
            file += part
            end = start + part.count
        }
        commands = self.commands(places, contents, (table, tableNames), signature)
        let flags: UInt32 = 0x85 | (isPositionIndependent ? 0x20_0000 : 0)
        let count = UInt32(commands.count)
        let head = Self.words(
            0xfeed_facf, 0x0100_000c, 0, fileType, count, UInt32(commands.joined().count), flags, 0)
        return head + commands.joined() + file
    }

    private func commands(
        _ places: [Int], _ contents: [[UInt8]], _ symbols: ([UInt8], [UInt8]), _ signature: [UInt8]
    ) -> [[UInt8]] {
        let kinds = ["__cstring", "__objc_methname", "__objc_selrefs"]
        let sections = kinds.enumerated().filter { $0.offset < 2 || !calls.isEmpty }
        let size = places[6] + symbols.1.count
        var segment = Self.words(0x19, UInt32(72 + 80 * sections.count)) + Self.name("__TEXT")
        for number in [Self.base, UInt64(size), 0, UInt64(size)] { segment += Self.long(number) }
        segment += Self.words(5, 5, UInt32(sections.count), 0)
        for (index, kind) in sections {
            segment += Self.name(kind) + Self.name("__TEXT") + Self.long(Self.base + UInt64(places[index]))
            segment += Self.long(UInt64(contents[index].count))
            segment += Self.words(UInt32(places[index]), 0, 0, 0, 2, 0, 0, 0)
        }
        var commands = [segment]
        commands.append(
            Self.words(
                0x2, 24, UInt32(places[5]), UInt32(symbols.0.count / 16), UInt32(places[6]), UInt32(symbols.1.count)))
        if !contents[3].isEmpty {
            let numbers: [UInt32] = [0, 0, UInt32(places[3]), UInt32(contents[3].count), 0, 0, 0, 0, 0, 0]
            commands.append(Self.words(0x8000_0022, 48) + numbers.flatMap { Self.words($0) })
        }
        if !contents[4].isEmpty {
            commands.append(Self.words(0x8000_0034, 16, UInt32(places[4]), UInt32(contents[4].count)))
        }
        if encryption != 0 || isLeftUnencrypted {
            commands.append(Self.words(0x2c, 24, 0, UInt32(size), encryption, 0))
        }
        for library in libraries {
            let path = Self.padded(library, head: 24)
            commands.append(Self.words(0xc, UInt32(24 + path.count), 24, 2, 0x10000, 0x10000) + path)
        }
        for searchPath in searchPaths {
            let path = Self.padded(searchPath, head: 12)
            commands.append(Self.words(0x8000_001c, UInt32(12 + path.count), 12) + path)
        }
        commands.append(Self.words(0x32, 24, 2, 0xf_0400, 0x11_0200, 0))
        if !signature.isEmpty { commands.append(Self.words(0x1d, 16, UInt32(places[7]), UInt32(signature.count))) }
        return commands
    }

    /// The table of symbols, and their names.
    private var symbols: ([UInt8], [UInt8]) {
        var names: [UInt8] = [0x20, 0]
        var table: [UInt8] = []
        func add(_ name: String, type: UInt8, section: UInt8, value: UInt64) {
            table += Self.words(UInt32(names.count)) + [type, section, 0, 0] + Self.long(value)
            names += Array(name.utf8) + [0]
        }
        if hasDebugSymbols { add("/build/main.o", type: 0x66, section: 0, value: 0) }
        for name in localSymbols { add(name, type: 0x0e, section: 1, value: Self.base) }
        // A symbol of the image itself, which is none that it imports.
        add("_main", type: 0x0f, section: 1, value: Self.base)
        if place == .symbolTable { for name in imports { add(name, type: 0x01, section: 0, value: 0) } }
        return (table, names)
    }

    private var opcodes: [UInt8] {
        var bytes: [UInt8] = []
        for name in imports {
            // The library, the symbol, a pointer, its segment and an offset of two bytes; then bind.
            bytes += [0x11, 0x40] + Array(name.utf8) + [0, 0x51, 0x70, 0x80, 0x01, 0x90]
        }
        return bytes + [0]
    }

    private var chainedFixups: [UInt8] {
        var names: [UInt8] = [0]
        var table: [UInt8] = []
        for name in imports {
            table += Self.words(1 | UInt32(names.count) << 9)
            names += Array(name.utf8) + [0]
        }
        let symbols = UInt32(32 + table.count)
        return Self.words(0, 28, 32, symbols, UInt32(imports.count), 1, 0, 0) + table + names
    }

    /// Pointers to the names of the called methods: addresses, or as chained fixups distances with links to the next.
    private func references(names start: UInt64) -> [UInt8] {
        let skipped = methods.reduce(0) { $0 + $1.utf8.count + 1 }
        var place = start + UInt64(skipped)
        var bytes: [UInt8] = []
        for name in calls {
            bytes += Self.long(place == 0 ? 0 : self.place == .chainedFixups ? place | 2 << 51 : Self.base + place)
            place += UInt64(name.utf8.count + 1)
        }
        return bytes
    }

    private static func signature(_ entitlements: String) -> [UInt8] {
        let text = Array(entitlements.utf8)
        let blob = words(0xfade_7171, UInt32(text.count + 8)).bigEndianWords + text
        return words(0xfade_0cc0, UInt32(20 + blob.count), 1, 5, 20).bigEndianWords + blob
    }

    private static func strings(_ texts: [String]) -> [UInt8] { texts.flatMap { Array($0.utf8) + [0] } }

    /// Returns a path with zeros behind it, so that a load command has a multiple of eight bytes.
    private static func padded(_ path: String, head: Int) -> [UInt8] {
        let bytes = Array(path.utf8) + [0]
        return bytes + [UInt8](repeating: 0, count: (8 - (head + bytes.count) % 8) % 8)
    }

    private static func name(_ text: String) -> [UInt8] {
        Array(text.utf8) + [UInt8](repeating: 0, count: 16 - text.utf8.count)
    }

    private static func words(_ numbers: UInt32...) -> [UInt8] {
        numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
    }

    private static func long(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}

extension [UInt8] {
    /// The same words of four bytes, the most significant byte first.
    fileprivate var bigEndianWords: [UInt8] {
        stride(from: 0, to: count, by: 4).flatMap { self[$0..<Swift.min($0 + 4, count)].reversed() }
    }
}
