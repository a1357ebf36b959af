package import ContainerModel
package import FileTree
import Formats
import System

/// The object files of a static library: an archive of these, or a fat file with an archive for each of several processors.
package struct StaticLibrary: Sendable {
    /// The object files for a processor.
    package struct Part: Hashable, Sendable {
        /// The processor, or `bitcode` for object files that are compiled for one later.
        package let architecture: String
        /// The number of object files.
        package fileprivate(set) var objects = 0
    }

    /// The object files by processor, in the order in which these were met.
    package private(set) var parts: [Part] = []
    /// The number of members that are neither object files nor tables.
    package private(set) var others = 0
    private var members = 0

    /// Real libraries have some thousand.
    private static let maxMembers = 100_000

    /// Reads the headers of a file's members.
    /// - Throws: `FileProblem`
    package init(_ path: ContainerPath, in tree: any FileTree) throws(FileProblem) {
        let file: Descriptor
        let size: UInt64
        do throws(FileTreeError) {
            file = try tree.openFile(path)
            size = try ItemStatus(of: file, path: path).size
        } catch {
            throw FileProblem(error)
        }
        for range in try Self.archives(in: file, size: size) { try read(range, of: file) }
    }

    /// Returns whether an item is a static library, by its first bytes: other archives of this form have other members.
    package static func exists(at path: ContainerPath, in tree: any FileTree) -> Bool {
        guard (try? tree.status(path))?.kind == .file, let file = try? tree.openFile(path) else { return false }
        return exists(in: file, at: path)
    }

    /// Returns whether an open file is a static library.
    static func exists(in file: Descriptor, at path: ContainerPath) -> Bool {
        guard let size = try? ItemStatus(of: file, path: path).size,
            let first = (try? Self.archives(in: file, size: size))?.first,
            (try? Self.checkSignature(first, of: file)) != nil
        else { return false }
        let isEmpty = first.upperBound - first.lowerBound == StaticLibraryMember.start
        guard !isEmpty, let found = try? Self.member(at: StaticLibraryMember.start, in: first, of: file) else {
            return isEmpty
        }
        return found.contents != .other
    }

    /// Returns the places of the archives in a file, of which there is one unless it is a fat file.
    private static func archives(in file: Descriptor, size: UInt64) throws(FileProblem) -> [Range<UInt64>] {
        let head = try MachOFile.bytes(file, 0, MachOSlice.headLength)
        guard MachOSlice.isMachO(head) else { return [0..<size] }
        return try MachOFile.reading(from: 0) { () throws(FormatError) in
            try MachOSlice.slices(head: head, size: size).map(\.range)
        }
    }

    private static func checkSignature(_ range: Range<UInt64>, of file: Descriptor) throws(FileProblem) {
        let size = range.upperBound - range.lowerBound
        let head = try MachOFile.bytes(file, range.lowerBound, Int(min(size, StaticLibraryMember.start)))
        try MachOFile.reading(from: range.lowerBound) { () throws(FormatError) in
            try StaticLibraryMember.check(head)
        }
    }

    /// Reads the header of the member at an offset in an archive.
    private static func member(
        at place: UInt64, in range: Range<UInt64>, of file: Descriptor
    ) throws(FileProblem) -> StaticLibraryMember {
        let size = range.upperBound - range.lowerBound
        let length = Int(min(size - place, UInt64(StaticLibraryMember.headLength)))
        let bytes = try MachOFile.bytes(file, range.lowerBound + place, length)
        return try MachOFile.reading(from: range.lowerBound) { () throws(FormatError) in
            try StaticLibraryMember(bytes, at: place, size: size)
        }
    }

    private mutating func read(_ range: Range<UInt64>, of file: Descriptor) throws(FileProblem) {
        try Self.checkSignature(range, of: file)
        var place = StaticLibraryMember.start
        while place < range.upperBound - range.lowerBound {
            members += 1
            guard members <= Self.maxMembers else {
                throw FileProblem(tooLarge: "it has more than 100,000 members", at: range.lowerBound + place)
            }
            let member = try Self.member(at: place, in: range, of: file)
            switch member.contents {
            case .object(let architecture): add(architecture.name)
            case .bitcode: add("bitcode")
            case .table: break
            case .other: others += 1
            }
            place = member.end
        }
    }

    private mutating func add(_ architecture: String) {
        let index = parts.firstIndex { $0.architecture == architecture } ?? parts.count
        if index == parts.count { parts.append(Part(architecture: architecture)) }
        parts[index].objects += 1
    }
}
