package import ContainerModel
import System

/// Paths of this computer as a person types them.
extension ContainerStore {
    /// Returns the path, relative to `/`, that a typed path resolves to; nil if there is no such item, or if a link leads
    /// to it out of a container.
    package static func path(typed written: [UInt8]) -> ContainerPath? {
        (try? ContainerStore.pathWithoutLeaving(expanded(written)))?.flatMap { ContainerPath(bytes: $0.bytes) }
    }

    /// Returns a typed path with the home directory for `~`.
    package static func expanded(_ written: [UInt8]) -> [UInt8] {
        var path = written.isEmpty ? [0x2e] : written
        if path.first == 0x7e, path.count == 1 || path[1] == 0x2f, let home = getenv("HOME") {
            path =
                UnsafeBufferPointer(start: home, count: strlen(home)).map { UInt8(bitPattern: $0) } + path.dropFirst()
        }
        return path
    }
}
