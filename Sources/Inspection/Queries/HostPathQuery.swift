package import ContainerModel
package import ContainerStore
import FileTree
import System

/// What is a path of this computer as the person wrote it, `~` and links and all?
package struct HostPathQuery: Query {
    package struct Answer: Sendable {
        /// The item, read from `/`.
        package var path: ContainerPath
        /// Where one has to go to see it.
        package var start: ContainerStart

        package init(path: ContainerPath, start: ContainerStart) {
            self.path = path
            self.start = start
        }
    }

    /// Nothing written is the working directory.
    package let written: [UInt8]

    package init(_ written: [UInt8]) { self.written = written }

    package func run(in place: QueryPlace, answer: @escaping @Sendable (Answer) -> Void) throws(QueryFailure) {
        guard let path = Self.path(written), let status = try? place.tree(of: .computer).status(path) else {
            throw QueryFailure("\(String(decoding: written, as: UTF8.self)): no such file or directory")
        }
        answer(Answer(path: path, start: ContainerStart(to: path, kind: status.kind)))
    }

    /// Where a path leads that the person wrote, read from `/`; nil where nothing is there.
    package static func path(_ written: [UInt8]) -> ContainerPath? {
        var path = written.isEmpty ? [0x2e] : written
        if path.first == 0x7e, path.count == 1 || path[1] == 0x2f, let home = getenv("HOME") {
            path =
                UnsafeBufferPointer(start: home, count: strlen(home)).map { UInt8(bitPattern: $0) } + path.dropFirst()
        }
        return HostPath(path)?.followingLinks().flatMap { ContainerPath(bytes: $0.bytes) }
    }
}
