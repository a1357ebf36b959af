import Formats
import TestSupport
import Testing

/// What an image imports, calls and says.
@Suite("Contents of Mach-O images")
struct MachOContentTests {
    private func bytes(_ file: [UInt8], _ range: Range<UInt64>) -> [UInt8] {
        Array(file[Int(range.lowerBound)..<Int(range.upperBound)])
    }

    private func imports(_ file: [UInt8]) throws -> Set<String> {
        let image = try MachOImage(file, size: UInt64(file.count))
        var found: Set<String> = []
        if let table = image.symbols {
            found = ImportedSymbols.inTable(
                entries: bytes(file, table.entries), names: bytes(file, table.names), is64Bit: image.is64Bit)
        }
        for range in image.bindings { found.formUnion(ImportedSymbols.inBindings(bytes(file, range))) }
        if let range = image.chainedFixups {
            found.formUnion(ImportedSymbols.inChainedFixups(bytes(file, range)))
        }
        return found
    }

    @Test("each place names the imported symbols, and no symbol of the image", arguments: MachOFixture.Imports.allCases)
    func imports(_ place: MachOFixture.Imports) throws {
        var fixture = MachOFixture()
        fixture.imports = ["_stat", "_OBJC_CLASS_$_NSUserDefaults", "_$s10Foundation4DataV"]
        fixture.place = place
        #expect(try imports(fixture.bytes) == Set(fixture.imports))
        fixture.imports = []
        #expect(try imports(fixture.bytes).isEmpty)
    }

    @Test(
        "opcodes of every kind are passed over to the next symbol",
        arguments: [
            [0x20, 0x80, 0x01], [0x3e], [0x60, 0x7f], [0x72, 0x10], [0x80, 0xff, 0xff, 0x03], [0x90], [0xa0, 0x40],
            [0xb3], [0xc0, 0x02, 0x90, 0x01], [0xd0, 0x05], [0xd1], [0x00],
            // A number whose bytes look like an opcode for a symbol.
            [0x70, 0xc0, 0x40],
        ] as [[UInt8]])
    func opcodes(_ before: [UInt8]) {
        let symbol = [0x40] + Array("_stat".utf8) + [0, 0x90]
        #expect(ImportedSymbols.inBindings(before + symbol) == ["_stat"])
    }

    @Test(
        "chained fixups name imports in each of their formats",
        arguments: [(UInt8(1), 4), (2, 8), (3, 16)])
    func formats(_ format: UInt8, _ size: Int) {
        // dyld_chained_fixups_header, one import, and names after an empty one.
        var bytes = [UInt8](repeating: 0, count: 28)
        bytes[8] = 28
        bytes[12] = UInt8(28 + size)
        bytes[16] = 1
        bytes[20] = format
        var entry = [UInt8](repeating: 0, count: size)
        if format == 3 { entry[4] = 1 } else { entry[1] = 2 }
        let file = bytes + entry + [0] + Array("_lstat".utf8) + [0]
        #expect(ImportedSymbols.inChainedFixups(file) == ["_lstat"])
        // Compressed names.
        var compressed = file
        compressed[24] = 1
        #expect(ImportedSymbols.inChainedFixups(compressed).isEmpty)
    }

    @Test("local symbols are counted, and neither imports nor symbols of other images or for a debugger")
    func localSymbols() throws {
        func count(_ fixture: MachOFixture) throws -> Int {
            let file = fixture.bytes
            let image = try MachOImage(file, size: UInt64(file.count))
            let table = try #require(image.symbols)
            return ObjectFileSymbols.localCount(
                entries: bytes(file, table.entries), names: bytes(file, table.names), is64Bit: true)
        }
        var fixture = MachOFixture.typical
        fixture.hasDebugSymbols = true
        #expect(try count(fixture) == 0)
        fixture.localSymbols = ["_one", "_two", "radr://5614542"]
        #expect(try count(fixture) == 2)
        // Names outside of the table of names, and a table that ends within a symbol.
        #expect(ObjectFileSymbols.localCount(entries: [9, 0, 0, 0, 0x0e], names: [0], is64Bit: true) == 0)
        #expect(
            ObjectFileSymbols.localCount(
                entries: [9, 0, 0, 0, 0x0e] + [UInt8](repeating: 0, count: 11), names: [0], is64Bit: true) == 0)
    }

    @Test("search paths and the lack of an encryption are read")
    func commands() throws {
        var fixture = MachOFixture.typical
        fixture.searchPaths = ["@executable_path/Frameworks", "/usr/local/lib"]
        let file = fixture.bytes
        let image = try MachOImage(file, size: UInt64(file.count))
        #expect(image.searchPaths == fixture.searchPaths && !image.isLeftUnencrypted)
        fixture.isLeftUnencrypted = true
        let plain = fixture.bytes
        let other = try MachOImage(plain, size: UInt64(plain.count))
        #expect(other.isLeftUnencrypted && !other.isEncrypted)
    }

    private func selectors(_ file: [UInt8], among wanted: Set<String>) throws -> Set<String> {
        let image = try MachOImage(file, size: UInt64(file.count))
        let names = try #require(image.sections.first { $0.kind == .methodNames })
        let references = image.sections.first { $0.kind == .selectorReferences }
        return CalledSelectors.among(
            wanted, names: bytes(file, names.range), at: names.address,
            references: references.map { bytes(file, $0.range) }, is64Bit: true, baseAddress: image.baseAddress)
    }

    @Test("a method that the image has and does not call is not called", arguments: MachOFixture.Imports.allCases)
    func selectors(_ place: MachOFixture.Imports) throws {
        var fixture = MachOFixture()
        fixture.place = place
        fixture.methods = ["activeInputModes", "init"]
        fixture.calls = ["release", "systemUptime"]
        let wanted: Set = ["activeInputModes", "systemUptime", "fileModificationDate"]
        #expect(try selectors(fixture.bytes, among: wanted) == ["systemUptime"])
        // Without references every name counts.
        fixture.calls = []
        #expect(try selectors(fixture.bytes, among: wanted) == ["activeInputModes"])
    }

    @Test("strings are those of the section that have a wanted length and an end")
    func strings() {
        let section = Array("one\0\0longer text\0last".utf8)
        var found: [StringSection.Entry] = []
        StringSection.strings(in: section, lengths: 3...8) { entry in
            found.append(entry)
            return true
        }
        #expect(found.map(\.text) == ["one"] && found.map(\.offset) == [0])
        found = []
        StringSection.strings(in: section, lengths: 0...100) { entry in
            found.append(entry)
            return found.count < 3
        }
        #expect(found.map(\.text) == ["one", "", "longer text"] && found.map(\.offset) == [0, 4, 5])
    }

    @Test("flags, encryption, symbols for debuggers and entitlements are read")
    func header() throws {
        var fixture = MachOFixture.typical
        fixture.entitlements = "<plist><dict><key>get-task-allow</key><true/></dict></plist>"
        let plain = try MachOImage(fixture.bytes, size: UInt64(fixture.bytes.count))
        #expect(plain.isPositionIndependent && plain.fileType == .executable && !plain.isEncrypted)
        #expect(plain.baseAddress == 0x1_0000_0000 && plain.encrypted == nil)
        let signature = try CodeSignature(bytes(fixture.bytes, try #require(plain.signature)))
        #expect(try PropertyListReader.read(try #require(signature.entitlements))["get-task-allow"]?.isTrue == true)
        fixture.isPositionIndependent = false
        fixture.fileType = 6
        fixture.encryption = 1
        fixture.hasDebugSymbols = true
        let file = fixture.bytes
        let other = try MachOImage(file, size: UInt64(file.count))
        #expect(!other.isPositionIndependent && other.fileType == .dynamicLibrary)
        #expect(other.isEncrypted && other.encrypted?.lowerBound == 0)
        let entries = bytes(file, try #require(other.symbols?.entries))
        #expect(ObjectFileSymbols.hasDebugSymbols(entries: entries, is64Bit: true))
        #expect(!ObjectFileSymbols.hasDebugSymbols(entries: Array(entries.dropFirst(16)), is64Bit: true))
    }

    @Test("mutated images name symbols, methods and strings, or nothing")
    func fuzz() throws {
        var samples: [[UInt8]] = []
        for place in MachOFixture.Imports.allCases {
            var fixture = MachOFixture.typical
            fixture.place = place
            fixture.calls = ["systemUptime"]
            fixture.strings = ["hello"]
            samples.append(fixture.bytes)
        }
        var read = 0
        try withMutations(of: samples, count: 10_000) { file in
            guard let image = try? MachOImage(file, size: UInt64(file.count)) else { return }
            read += 1
            #expect(image.sections.allSatisfy { $0.range.upperBound <= UInt64(file.count) })
            #expect(
                (image.bindings + [image.chainedFixups, image.encrypted].compactMap { $0 }).allSatisfy {
                    $0.upperBound <= UInt64(file.count)
                })
            let symbols = try imports(file)
            #expect(!symbols.contains(""))
            for section in image.sections {
                let contents = bytes(file, section.range)
                let called = CalledSelectors.among(
                    ["systemUptime"], names: contents, at: section.address, references: contents, is64Bit: true,
                    baseAddress: image.baseAddress)
                #expect(called.isSubset(of: ["systemUptime"]))
                StringSection.strings(in: contents, lengths: 0...100) { $0.offset < contents.count }
            }
            _ = ImportedSymbols.inBindings(file)
            _ = ImportedSymbols.inChainedFixups(file)
        }
        #expect(read > 500)
    }
}
