import ContainerModel
import ContainerStore
import FileTree

/// Addresses of devices, for shells: silent where there is none, or where anything hinders.
extension Completions {
    private static let prefix = "device:"

    /// Returns the addresses that a word begins: the devices if there are several, the apps of the only one, what is in
    /// a directory of an app.
    static func onDevices(_ word: String) -> [String] {
        guard word.hasPrefix(prefix) else {
            let isBegun = word.count > 2 && prefix.hasPrefix(word)
            return isBegun && (try? ConnectedDevice.identifiers())?.isEmpty == false ? [prefix] : []
        }
        guard let devices = try? ConnectedDevice.identifiers() else { return [] }
        let names = word.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false)
        let named = names.first.flatMap { name in devices.first { $0 == name } }
        // After the app begins a path in it.
        if names.count > (named == nil ? 1 : 2) { return items(word) }
        if let named { return apps(of: named, "\(prefix)\(named)/", word) }
        let found = devices.map { "\(prefix)\($0)/" }.filter { $0.hasPrefix(word) }
        return devices.count > 1 ? found : apps(of: devices[0], prefix, word) + (names[0].isEmpty ? [] : found)
    }

    /// - Parameter start: What the identifier of an app follows.
    private static func apps(of device: String, _ start: String, _ word: String) -> [String] {
        let apps = (try? DeviceApp.all(on: device)) ?? []
        return apps.filter { $0.access != .nothing }.map { start + $0.identifier + "/" }.filter { $0.hasPrefix(word) }
    }

    /// Returns what is in the directory of a container that a path with a reserved word names.
    static func items(_ word: String) -> [String] {
        let (directory, name) = parts(word)
        guard let (container, path) = try? ContainerStore.locate(Array(directory.utf8)),
            let entries = try? container.tree.directory(at: path).entries(path: path)
        else { return [] }
        let order = entries.arranged(by: EntryOrder(), filter: EntryFilter(showsHidden: name.hasPrefix(".")))
        return order.prefix(maxFiles).compactMap { index in
            String(validating: entries.name(Int(index)), as: UTF8.self).map {
                directory + $0 + (entries.kind(Int(index)) == .directory ? "/" : "")
            }
        }.filter { $0.hasPrefix(word) }
    }
}
