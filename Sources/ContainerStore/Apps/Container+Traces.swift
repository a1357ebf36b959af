import ContainerModel
import FileTree

extension Container {
    /// The places at which the system names an item of a data container after the app (container-rules.md, "Places").
    private static let places = [
        (directory: "Library/Preferences", ending: ".plist"), ("Library/Caches", ""),
        ("Library/Application Support", ""), ("Library/HTTPStorages", ""), ("Library/WebKit", ""),
        ("Library/Saved Application State", ".savedState"),
    ]

    /// Whether an item of this container is named after an app, as only a container of that app has it.
    func hasTraces(of identifier: String) -> Bool {
        Self.places.contains { directory, ending in
            ContainerPath("\(directory)/\(identifier)\(ending)").map { (try? tree.status($0)) != nil } ?? false
        }
    }
}
