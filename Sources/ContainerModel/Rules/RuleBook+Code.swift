extension RuleBook {
    /// Returns the expressions of Swift with which an app finds an item, the recommended one first; empty where no call
    /// leads, and for names that are not UTF-8.
    ///
    /// - Parameters:
    ///   - item: The item; it need not exist.
    ///   - identifier: The identifier of the group or the iCloud container, for items of one.
    package func code(for item: Item, at location: Location, identifier: String?) -> [String] {
        // In a container that is a place itself, every path is below that place.
        let place = places(of: item.container) ?? location.place
        guard let row = PlaceAPI.all.first(where: { $0.place == place }),
            let name = Self.relative(item.path, to: path(of: row.base) ?? .root)
        else { return [] }
        let url = identifier.map { row.url.replacing("<id>", with: Self.literal($0)) } ?? row.url
        func fromHome(_ rest: String) -> String? { row.fromHome.map { "NSHomeDirectory() + \"/\($0)\(rest)\"" } }
        guard !name.isEmpty else { return [url] + [row.path, fromHome("")].compactMap(\.self) }
        // Settings are found by their keys, not by a path.
        guard row.base != .preferences else { return [url] }
        let literal = Self.literal(name)
        let separator = row.path?.hasSuffix("NSTemporaryDirectory()") == true ? "" : "/"
        return ["\(url).appending(path: \"\(literal)\")"]
            + (row.path.map { ["\($0) + \"\(separator)\(literal)\""] } ?? [])
            + (fromHome("/\(literal)").map { [$0] } ?? [])
    }

    /// Returns who writes to a place, if no call gives its directory as such.
    package func codeRemark(for place: Place) -> String? { PlaceAPI.all.first { $0.place == place }?.remark }

    private func places(of kind: ContainerKind) -> Place? {
        switch kind {
        case .bundle: .bundle
        case .appGroup: .appGroup
        case .iCloud: .iCloud
        case .data, .system, .systemDomain: nil
        }
    }

    /// Returns the path from a directory to an item; nil if the item is not below it, or the path is not UTF-8.
    private static func relative(_ path: ContainerPath, to directory: ContainerPath) -> String? {
        guard path != directory else { return "" }
        guard directory.isRoot || path.isInside(directory) else { return nil }
        return String(validating: path.bytes.dropFirst(directory.isRoot ? 0 : directory.bytes.count + 1), as: UTF8.self)
    }

    /// Returns the contents of a string literal of Swift.
    private static func literal(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case _ where scalar.properties.generalCategory == .control || scalar.controlsLayout:
                "\\u{\(String(scalar.value, radix: 16))}"
            default: String(scalar)
            }
        }.joined()
    }
}
