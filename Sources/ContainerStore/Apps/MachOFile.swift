package import ContainerModel
package import FileTree
package import Formats
package import System

/// An open Mach-O file with its images.
package struct MachOFile: Sendable {
    /// An image and its place.
    package struct Part: Sendable {
        /// Where it is in the file.
        package let slice: MachOSlice
        /// The contents of its header and load commands.
        package let image: MachOImage

        /// The processor.
        package var architecture: String { (slice.architecture ?? image.architecture).name }
    }

    /// The file, open for reading.
    package let file: Descriptor
    /// The size of the file in bytes.
    package let size: UInt64
    /// The images.
    package let parts: [Part]

    /// Opens a file and reads the headers of its images.
    /// - Throws: `FileProblem`
    package init(_ path: ContainerPath, in tree: any FileTree) throws(FileProblem) {
        do throws(FileTreeError) {
            file = try tree.openFile(path)
            size = try ItemStatus(of: file, path: path).size
        } catch {
            throw FileProblem(error)
        }
        var parts: [Part] = []
        let head = try Self.bytes(file, 0, MachOSlice.headLength)
        let size = size
        let slices = try Self.reading(from: 0) { () throws(FormatError) in
            try MachOSlice.slices(head: head, size: size)
        }
        for slice in slices {
            let start = slice.range.lowerBound
            let room = Int(clamping: slice.range.count)
            let header = try Self.bytes(file, start, min(room, MachOImage.headerLength))
            let length = try Self.reading(from: start) { () throws(FormatError) in try MachOImage.length(header: header)
            }
            let commands = try Self.bytes(file, start, min(room, length))
            let image = try Self.reading(from: start) { () throws(FormatError) in
                try MachOImage(commands, size: UInt64(room))
            }
            parts.append(Part(slice: slice, image: image))
        }
        self.parts = parts
    }

    /// Reads the code signature of an image; nil if it has none.
    /// - Throws: `FileProblem`
    package func signature(of part: Part) throws(FileProblem) -> CodeSignature? {
        guard let range = part.image.signature else { return nil }
        let start = part.slice.range.lowerBound + range.lowerBound
        guard range.count <= CodeSignature.maxBytes else {
            throw FileProblem(
                tooLarge: "the code signature is larger than \(CodeSignature.maxBytes >> 20) MiB", at: start)
        }
        let bytes = try Self.bytes(file, start, Int(range.count))
        return try Self.reading(from: start) { () throws(FormatError) in
            let signature = try CodeSignature(bytes)
            for directory in signature.directories where directory.codeLimit > UInt64(part.slice.range.count) {
                throw directory.beyondImage
            }
            return signature
        }
    }

    /// Calls `body` with bytes from a place in the file, and adds that place to the offset of its error.
    static func reading<Value>(
        from start: UInt64, _ body: () throws(FormatError) -> Value
    ) throws(FileProblem) -> Value {
        do throws(FormatError) {
            return try body()
        } catch {
            throw FileProblem(error, from: start)
        }
    }

    /// Reads the entitlements that an image was signed with, and no more of its signature; nil if it has none.
    /// - Returns: A property list.
    /// - Throws: `FileProblem`
    package func entitlements(of part: Part) throws(FileProblem) -> [UInt8]? {
        guard let range = part.image.signature else { return nil }
        let start = part.slice.range.lowerBound + range.lowerBound
        let index = try Self.bytes(file, start, min(Int(clamping: range.count), CodeSignature.indexLength))
        let offset = try Self.reading(from: start) { () throws(FormatError) in
            try CodeSignature.start(of: .entitlements, index: index)
        }
        guard let offset, offset < UInt64(range.count) else { return nil }
        let begin = UInt64(CodeSignature.blobHeadLength)
        let head = try Self.bytes(file, start + offset, CodeSignature.blobHeadLength)
        guard let length = CodeSignature.length(ofBlob: head), begin...Self.maxEntitlements ~= length,
            length <= UInt64(range.count) - offset
        else { return nil }
        return try Self.bytes(file, start + offset + begin, Int(length - begin))
    }

    /// The maximum size of entitlements in bytes; real apps have some KiB.
    private static let maxEntitlements: UInt64 = 1 << 20

    /// Returns a part of the file, fewer bytes than asked for if the file ends before.
    /// - Throws: `FileProblem`
    package static func bytes(_ file: Descriptor, _ start: UInt64, _ count: Int) throws(FileProblem) -> [UInt8] {
        do throws(FileTreeError) {
            return try file.part(at: start, count)
        } catch {
            throw FileProblem(error)
        }
    }
}
