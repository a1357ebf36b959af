import ContainerModel
import FileTree

extension ContainerStore {
    /// Names that say nothing about a directory: the Finder's, and those of AppleDouble files.
    private static let besides: [[UInt8]] = [".DS_Store", "__MACOSX", ".localized"].map { Array($0.utf8) }

    /// Returns whether a directory or an archive, which was named, holds something else than the only container in it. Neither
    /// what is in the container's own package nor the rest of a backup is something else.
    package static func holdsMore(_ named: HostPath, than container: Container) -> Bool {
        let package = container.description.packagePath
        guard !named.hasSuffix(".ipa"), BackupFolder.find(package.bytes) == nil else { return false }
        var place = named
        for next in package.components(below: named) ?? [] {
            guard let entries = try? HostTree.directory(place.bytes).directory(at: .root).entries(path: .root) else {
                return false
            }
            for index in 0..<entries.count {
                let name = entries.name(index)
                if name.elementsEqual(next) || besides.contains(Array(name)) || AppleDoubleName.isOne(name) { continue }
                return true
            }
            place = place.appending(next)
        }
        return false
    }
}
