import Bundles
import ContainerModel
import ContainerStore

extension ContainerReport.BackupState {
    /// The state in words.
    fileprivate var text: String {
        let state =
            switch snapshotState {
            case "finished"?: "finished"
            case let state?: "not finished (SnapshotState \(state))"
            case nil: "unknown whether it was finished"
            }
        let extent = isFull.map { $0 ? "full" : "incremental" }
        return [state, extent, isEncrypted ? "encrypted" : nil].compactMap(\.self).joined(separator: ", ")
    }
}

extension ContainerReport {
    /// The report as text, in lines with a label; not sanitized.
    package var lines: [(label: String, text: String)] {
        var lines: [(String, String)] = []
        func add(_ label: String, _ text: String?) { if let text { lines.append((label, text)) } }
        add("app", name == nil ? version : [name, version].compactMap { $0 }.joined(separator: " "))
        add("identifier", identifier ?? "unknown")
        if build != version { add("build", build) }
        add("executable", executable)
        add("needs iOS", minimumSystemVersion)
        add("container", "\(kind), \(source)")
        add("backup", backup?.text)
        add("metadata UUID", containerUUID.map { "\($0)  (its directory on a device may have another)" })
        add("metadata class", containerContentClass.map { "\($0)\(Self.title(ofContentClass: $0))" })
        add("protection class", containerProtectionClass.map(String.init))
        add("path", path)
        add("file sharing", documentsSharing?.text)
        let answers =
            sharing.sorted { $0.key < $1.key } + [
                ("UIApplicationExitsOnSuspend", exitsOnSuspend), ("UIRequiresPersistentWiFi", requiresPersistentWiFi),
            ]
        for (key, answer) in answers {
            add(key, answer.rawValue + (origins[key].map { "  (\(words(for: $0)))" } ?? ""))
            let rule = InfoKeyRule.of(key)
            add("", rule?.effect(of: answer).map { "\(rule?.name ?? key): \($0)" })
        }
        add("Info.plist", givenInfoPlist)
        let nothing = hasInfoDictionary ? "none declared" : "unknown: no Info.plist"
        if documentTypes.isEmpty { add("opens", nothing) }
        for type in documentTypes {
            let types = type.contentTypes + type.fileExtensions.map { "." + $0 }
            let rank = type.rank.map { " (\($0))" } ?? ""
            add("opens", "\(type.name ?? "unnamed")\(rank): \(types.joined(separator: ", "))")
        }
        add("URL schemes", urlSchemes.isEmpty ? nothing : urlSchemes.joined(separator: ", "))
        add("needs", requiredCapabilities.isEmpty ? nothing : Self.needs(requiredCapabilities))
        if usageDescriptions.isEmpty { add("usage descriptions", nothing) }
        for (key, text) in usageDescriptions.sorted(by: { $0.key < $1.key }) { add(key, text) }
        for place in places {
            let size =
                place.bytes.map { "\(padded(ByteCount.short($0), to: 8))  " }
                ?? "\(padded(place.presence.rawValue, to: 8))  "
            let items = place.items.map { Pluralized.some($0, "item") } ?? ""
            add(
                place.path == "." ? "places" : "",
                "\(place.badges)  \(size)\(place.path == "." ? "all of it" : place.path)  \(items)")
        }
        for line in bundle?.lines ?? [] { add(line.label, line.text) }
        for related in relatedContainers { add("also", "\(related.detail): \(related.path)") }
        for problem in problems { add("problem", problem) }
        return lines
    }

    /// Returns the capabilities that an app needs, and those of devices that it excludes.
    static func needs(_ capabilities: [String: Bool]) -> String {
        let names = capabilities.sorted { $0.key < $1.key }
        let needed = names.filter(\.value).map(\.key)
        let excluded = names.filter { !$0.value }.map { withArticle($0.key) }
        let texts = [
            needed.isEmpty ? nil : needed.joined(separator: ", "),
            excluded.isEmpty ? nil : "excludes devices with \(excluded.joined(separator: ", "))",
        ]
        return texts.compactMap(\.self).joined(separator: "; ")
    }

    /// Returns the name of a capability with an article, if it is that of a part of a device.
    private static func withArticle(_ name: String) -> String {
        let parts = ["meter", "scope", "phone", "camera", "flash"]
        guard parts.contains(where: { name.hasSuffix($0) }) else { return name }
        return (name.first.map { "aeiou".contains($0) } == true ? "an " : "a ") + name
    }

    /// The kind of container that a content class of the metadata stands for, in parentheses.
    private static func title(ofContentClass number: Int) -> String {
        ContainerKind(contentClass: number).map { "  (\($0.title))" } ?? ""
    }

    private func words(for origin: ContainerDescription.AnswerOrigin) -> String {
        switch origin {
        case .option: "given for this command"
        case .remembered: "remembered"
        case .found: "from the app's Info.plist"
        }
    }
}
