import ContainerModel
import FileTree
import Jobs
import System
import TestSupport
import Testing

struct FileContentsTests {
    @Test("a file up to the limit is read, and a larger one is refused", arguments: [0, 1, 99, 100, 101, 65_536])
    func limit(size: Int) throws {
        try withTemporaryDirectory { directory in
            let contents = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
            try directory.write(contents, to: "file")
            let root = try directory.rooted()
            if size <= 100 {
                #expect(try FileContents.read("file", in: root, limit: 100) == contents)
                #expect(try FileContents.readEntry(Array("file".utf8), in: root.descriptor, limit: size) == contents)
            } else {
                #expect(try diskError { _ = try FileContents.read("file", in: root, limit: 100) }?.errno == EFBIG)
            }
            let head = try FileContents.head(of: Array("file".utf8), in: root.descriptor, length: 100)
            #expect(head == Array(contents.prefix(100)))
        }
    }

    @Test("a sparse file of the maximum size is refused without being read")
    func sparse() throws {
        try withTemporaryDirectory(on: "/dev/shm") { directory in
            try directory.makeSparseFile("file", size: .max)
            let root = try directory.rooted()
            #expect(try diskError { _ = try FileContents.read("file", in: root, limit: 1 << 24) }?.errno == EFBIG)
            #expect(try FileContents.head(of: Array("file".utf8), in: root.descriptor, length: 4) == [0, 0, 0, 0])
        }
    }

    @Test("files without a size, as in /proc, are read to their end, or refused past the limit")
    func sizeless() throws {
        let root = try RootedDirectory(hostPath: Array("/proc/self".utf8))
        #expect(try FileContents.read("status", in: root, limit: 1 << 20).starts(with: Array("Name:".utf8)))
        #expect(try diskError { _ = try FileContents.read("status", in: root, limit: 100) }?.errno == EFBIG)
        #expect(ExtendedAttributes.names(of: Array("status".utf8)[...], in: root.descriptor) == [])
    }

    @Test("a file that grows during a read is read up to a length that it had, or refused")
    func growing() throws {
        try withTemporaryDirectory { directory in
            try directory.write("x", to: "file")
            let root = try directory.rooted()
            let stop = Cancellation()
            let stopped = Semaphore()
            WorkerPool(threads: 1).submit {
                let file = open(directory("file"), O_WRONLY | O_APPEND)
                let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 1_000)
                var written = 0
                while !stop.isCancelled {
                    if written > 100_000 {
                        ftruncate(file, 1)
                        written = 0
                    }
                    written += max(0, write(file, bytes, bytes.count))
                }
                close(file)
                stopped.signal()
            }
            for _ in 0..<2_000 {
                do {
                    let contents = try FileContents.read("file", in: root, limit: 50_000)
                    if contents.count > 50_000 || contents.contains(where: { $0 != UInt8(ascii: "x") }) {
                        Issue.record("\(contents.count) bytes that were never in the file")
                    }
                } catch let error as FileTreeError {
                    if error.errno != EFBIG { Issue.record("\(error)") }
                }
            }
            stop.cancel()
            stopped.wait()
        }
    }
}
