import FileTree
import Formats
import System

extension MachOFile {
    /// The symbols of an image, as far as they say what it uses.
    package struct Symbols: Sendable {
        /// The names of imported symbols, as the linker writes them: "_stat".
        package let imported: Set<String>
        /// Whether there are debugging symbols.
        package let hasDebugSymbols: Bool
        /// The number of local symbols, which name the code's own functions.
        package let localCount: Int
        /// Whether the image has a place that would name what it imports.
        package let isKnown: Bool
    }

    /// Reads the symbols of an image: its table of symbols, and what it binds when it is loaded. Encryption leaves both
    /// readable.
    /// - Throws: `FileProblem`, also if there are more bytes of them than are read.
    package func symbols(of part: Part) throws(FileProblem) -> Symbols {
        let image = part.image
        var found: Set<String> = []
        var (hasDebugSymbols, localCount) = (false, 0)
        if let table = image.symbols {
            let entries = try bytes(of: part, table.entries)
            let names = try bytes(of: part, table.names)
            found = ImportedSymbols.inTable(entries: entries, names: names, is64Bit: image.is64Bit)
            hasDebugSymbols = ObjectFileSymbols.hasDebugSymbols(entries: entries, is64Bit: image.is64Bit)
            localCount = ObjectFileSymbols.localCount(entries: entries, names: names, is64Bit: image.is64Bit)
        }
        for range in image.bindings { found.formUnion(ImportedSymbols.inBindings(try bytes(of: part, range))) }
        if let range = image.chainedFixups {
            found.formUnion(ImportedSymbols.inChainedFixups(try bytes(of: part, range)))
        }
        return Symbols(
            imported: found, hasDebugSymbols: hasDebugSymbols, localCount: localCount,
            isKnown: image.symbols?.entries.isEmpty == false || image.chainedFixups != nil || !image.bindings.isEmpty)
    }

    /// Returns those of some Objective-C methods that an image calls. Encryption makes them unreadable.
    /// - Throws: `FileProblem`
    package func calledSelectors(among wanted: Set<String>, of part: Part) throws(FileProblem) -> Set<String> {
        let sections = part.image.sections
        let references = sections.first { $0.kind == .selectorReferences }
        var pointers: [UInt8]?
        if let references { pointers = try bytes(of: part, references.range) }
        var found: Set<String> = []
        for section in sections where section.kind == .methodNames {
            found.formUnion(
                CalledSelectors.among(
                    wanted, names: try bytes(of: part, section.range), at: section.address, references: pointers,
                    is64Bit: part.image.is64Bit, baseAddress: part.image.baseAddress))
        }
        return found
    }

    /// Calls `receive` with the C strings of an image and their offsets in the file. Encryption makes them unreadable.
    /// - Parameters:
    ///   - lengths: The lengths in bytes of the strings that are wanted.
    ///   - receive: Returns whether to go on.
    /// - Throws: `FileProblem`
    package func forEachString(
        of part: Part, lengths: ClosedRange<Int>, _ receive: (_ offset: UInt64, _ text: String) -> Bool
    ) throws(FileProblem) {
        for section in part.image.sections where section.kind == .strings || section.kind == .logFormats {
            let start = part.slice.range.lowerBound + section.range.lowerBound
            var goesOn = true
            StringSection.strings(in: try bytes(of: part, section.range), lengths: lengths) { entry in
                goesOn = receive(start + UInt64(entry.offset), entry.text)
                return goesOn
            }
            guard goesOn else { return }
        }
    }

    /// The most bytes of a section or a table that are read.
    private static let maxBytes = 32 << 20

    private func bytes(of part: Part, _ range: Range<UInt64>) throws(FileProblem) -> [UInt8] {
        let start = part.slice.range.lowerBound + range.lowerBound
        guard range.count <= Self.maxBytes else {
            throw FileProblem(tooLarge: "a part of the image is larger than \(Self.maxBytes >> 20) MiB", at: start)
        }
        return try Self.bytes(file, start, Int(range.count))
    }
}
