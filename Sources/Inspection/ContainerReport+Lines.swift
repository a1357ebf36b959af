extension ContainerReport {
    /// A line of the report as a person reads it: a label and what is to say, not sanitized.
    package var lines: [(label: String, text: String)] {
        var lines: [(String, String)] = []
        func add(_ label: String, _ text: String?) { if let text { lines.append((label, text)) } }
        add("app", [name, version].compactMap { $0 }.joined(separator: " "))
        add("identifier", identifier ?? "unknown")
        if build != version { add("build", build) }
        add("executable", executable)
        add("needs iOS", minimumSystemVersion)
        add("container", "\(kind), \(source)")
        add("UUID", containerUUID)
        add("path", path)
        for (key, answer) in sharing.sorted(by: { $0.key < $1.key }) { add(key, answer) }
        add("UIApplicationExitsOnSuspend", exitsOnSuspend)
        add("UIRequiresPersistentWiFi", requiresPersistentWiFi)
        for type in documentTypes {
            let types = type.contentTypes + type.fileExtensions.map { "." + $0 }
            let rank = type.rank.map { " (\($0))" } ?? ""
            add("opens", "\(type.name ?? "unnamed")\(rank): \(types.joined(separator: ", "))")
        }
        if !urlSchemes.isEmpty { add("URL schemes", urlSchemes.joined(separator: ", ")) }
        let capabilities = requiredCapabilities.sorted { $0.key < $1.key }.map { $0.value ? $0.key : "not \($0.key)" }
        if !capabilities.isEmpty { add("needs", capabilities.joined(separator: ", ")) }
        for (key, text) in usageDescriptions.sorted(by: { $0.key < $1.key }) { add(key, text) }
        for place in places {
            let size =
                place.bytes.map { "\(padded(ByteCount.short($0), to: 8))  " } ?? "\(padded(place.presence, to: 8))  "
            let items = place.items.map { $0 == 1 ? "1 item" : "\($0) items" } ?? ""
            add(
                place.path == "." ? "places" : "",
                "\(place.badges)  \(size)\(place.path == "." ? "all of it" : place.path)  \(items)")
        }
        for problem in problems { add("problem", problem) }
        return lines
    }
}
