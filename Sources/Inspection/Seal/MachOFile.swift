import ContainerModel
import FileTree
import Formats
import System

/// Why a Mach-O file or a seal could not be read.
struct SealProblem: Error {
    let message: String
    /// The offset in the file, in bytes; nil if the message has no place.
    var offset: UInt64?

    init(_ message: String) { self.message = message }

    init(_ error: FileTreeError) { message = error.explanation }

    /// - Parameter start: Where the bytes that were read begin in the file.
    init(_ error: FormatError, from start: UInt64 = 0) {
        message = error.message
        offset = start.addingSaturated(UInt64(clamping: error.offset))
    }
}

/// An open Mach-O file with its images.
struct MachOFile: Sendable {
    /// An image and its place.
    struct Part: Sendable {
        /// Where it is in the file.
        let slice: MachOSlice
        /// What its header and load commands say.
        let image: MachOImage

        /// The processor.
        var architecture: String { (slice.architecture ?? image.architecture).name }
    }

    let file: Descriptor
    /// The size of the file in bytes.
    let size: UInt64
    /// The images.
    let parts: [Part]

    /// Opens a file and reads the headers of its images.
    /// - Throws: `SealProblem`
    init(_ path: ContainerPath, in tree: any FileTree) throws(SealProblem) {
        do throws(FileTreeError) {
            file = try tree.openFile(path)
            size = try ItemStatus(of: file, path: path).size
        } catch {
            throw SealProblem(error)
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
    /// - Throws: `SealProblem`
    func signature(of part: Part) throws(SealProblem) -> CodeSignature? {
        guard let range = part.image.signature else { return nil }
        let start = part.slice.range.lowerBound + range.lowerBound
        guard range.count <= CodeSignature.mostBytes else {
            var problem = SealProblem("the code signature is larger than \(CodeSignature.mostBytes >> 20) MiB")
            problem.offset = start
            throw problem
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
    private static func reading<Value>(
        from start: UInt64, _ body: () throws(FormatError) -> Value
    ) throws(SealProblem) -> Value {
        do throws(FormatError) {
            return try body()
        } catch {
            throw SealProblem(error, from: start)
        }
    }

    /// Returns a part of the file, fewer bytes than asked for if the file ends before.
    /// - Throws: `SealProblem`
    static func bytes(_ file: Descriptor, _ start: UInt64, _ count: Int) throws(SealProblem) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: max(count, 1))
        var filled = 0
        while filled < count {
            let read = bytes.withUnsafeMutableBytes { buffer in
                pread(
                    file.number, buffer.baseAddress.map { $0 + filled }, count - filled,
                    off_t(clamping: start.addingSaturated(UInt64(filled))))
            }
            if read < 0, errno == EINTR { continue }
            guard read >= 0 else { throw SealProblem(FileTreeError(errno: errno, operation: "read the file")) }
            guard read > 0 else { break }
            filled += read
        }
        bytes.removeLast(bytes.count - filled)
        return bytes
    }
}
