import ContainerModel

extension BundleCode {
    /// The executable in a few words: "HarborNotes: arm64, iOS Simulator 16.0 or later".
    var summary: String {
        guard let name else { return "its name is not known" }
        guard isPresent else { return "\(name), which does not exist" }
        if let problem { return "\(name): \(problem)" }
        let systems = images.compactMap { image in
            image.minimumSystemVersion.map { "\(image.platform ?? "system") \($0) or later" }
        }
        let traits =
            (images.contains(where: \.isEncrypted) ? ["encrypted"] : [])
            + (images.contains { !$0.isSigned } ? ["not signed"] : [])
        var distinct: [String] = []
        for system in systems where !distinct.contains(system) { distinct.append(system) }
        return "\(name): " + (images.map(\.architecture) + distinct + traits).joined(separator: ", ")
    }
}

extension BundleAnatomy {
    /// The report as text, in lines with a label; not sanitized.
    package var lines: [(label: String, text: String)] {
        let lines: [[(label: String, text: String)]] = [
            partLines, codeLines, iconLines, launchLines, localizationLines, settingsLines, profileLines, usageLines,
            declarationLines, itemLines, findings.map { ("finding", $0.line) }, problems.map { ("problem", $0) },
        ]
        return lines.flatMap(\.self)
    }

    private var launchLines: [(label: String, text: String)] {
        launchImages.map { image -> (label: String, text: String) in
            guard let orientation = image.orientation else { return ("launch image", "\(image.path)  not a picture") }
            let screens = image.screens.isEmpty ? "no screen of this size" : image.screens.joined(separator: ", ")
            return (
                "launch image", "\(image.path)  \(image.width) × \(image.height)  \(orientation.rawValue)  \(screens)"
            )
        }
    }

    private var partLines: [(label: String, text: String)] {
        parts.map { part in
            let mark = part.isPresent ? "" : part.requirement == .required ? "missing" : "none"
            let words = [mark, part.detail].filter { !$0.isEmpty }.joined(separator: ": ")
            return (part.role.rawValue, "\(words)  (\(part.requirement.rawValue): \(part.source))")
        }
    }

    private var codeLines: [(label: String, text: String)] {
        var lines: [(String, String)] = []
        let places: [(BundleCode.Place, String)] = [
            (.bundle, "linked, in the bundle"), (.missing, "linked, and not in the bundle"),
            (.other, "linked, elsewhere"),
        ]
        for (place, title) in places {
            let names = code.libraries.filter { $0.place == place }.map { $0.path + ($0.isWeak ? " (weak)" : "") }
            if !names.isEmpty { lines.append((title, names.joined(separator: ", "))) }
        }
        let system = code.systemFrameworks.sorted()
        if !system.isEmpty { lines.append(("system frameworks", system.joined(separator: ", "))) }
        if !code.unlinked.isEmpty { lines.append(("in Frameworks, not linked", code.unlinked.joined(separator: ", "))) }
        if code.isMachO {
            let names = code.staticLibraries.joined(separator: ", ")
            lines.append(("static libraries", names.isEmpty ? code.staticNote : "\(names)  (\(code.staticNote))"))
        }
        lines += code.identifiers.map { ("identifier", "\($0.name): \($0.sentence)  (\($0.source))") }
        for plugIn in plugIns {
            let words = [plugIn.identifier, plugIn.extensionPoint].compactMap { $0 }.joined(separator: ", ")
            lines.append(("plug-in", plugIn.path + (words.isEmpty ? "" : "  \(words)")))
        }
        return lines
    }

    private var iconLines: [(label: String, text: String)] {
        var lines = icons.icons.map { icon -> (String, String) in
            let size = icon.width == 0 ? "not a picture" : "\(icon.width) × \(icon.height)"
            let uses = icon.uses.isEmpty ? "no use in the table" : icon.uses.joined(separator: ", ")
            return ("icon", "\(icon.path)  \(size)\(icon.isOptimized ? ", optimized for iOS" : "")  \(uses)")
        }
        if !icons.missing.isEmpty {
            let sizes = icons.missing.map { "\($0.pixels) (\($0.device) \($0.use))" }
            let catalog = icons.hasAssetCatalog ? "; they may be in Assets.car" : ""
            lines.append(
                ("icon sizes without a file", "\(sizes.joined(separator: ", "))\(catalog)  (\(AppIconRule.source))"))
        }
        for name in icons.absentNames { lines.append(("icon", "Info.plist names \(name), which does not exist")) }
        for icon in icons.documentIcons {
            lines.append(("document icon", "\(icon.type): \(icon.name)\(icon.isPresent ? "" : ", which is not there")"))
        }
        return lines
    }

    private var localizationLines: [(label: String, text: String)] {
        var lines: [(String, String)] = []
        if !localizations.absentLanguages.isEmpty {
            lines.append(
                ("languages", "declared without a directory: \(localizations.absentLanguages.joined(separator: ", "))"))
        }
        for gap in localizations.gaps {
            let keys = gap.keys.prefix(5).joined(separator: ", ") + (gap.count > 5 ? ", …" : "")
            let what = gap.isWholeFile ? "no \(gap.file), so" : "\(gap.file) lacks"
            lines.append(
                ("language \(gap.language)", "\(what) \(Pluralized.some(gap.count, "key")): \(keys)"))
        }
        return lines
    }

    private var settingsLines: [(label: String, text: String)] {
        (settings?.specifiers ?? []).filter { $0.key != nil }.map { row in
            let title = row.title.map { "\($0): " } ?? ""
            let value = row.defaultValue.map { ", default \($0)" } ?? ""
            return ("setting", "\(title)\(row.key ?? "")\(value)  (\(row.type))")
        } + (settings?.missingPages ?? []).map { ("setting", "Settings.bundle has no \($0)") }
    }

    private var profileLines: [(label: String, text: String)] {
        guard let profile else { return [] }
        let name = [profile.name, profile.team].compactMap { $0 }.joined(separator: ", ")
        let dates = "\(profile.created ?? "?") to \(profile.expires ?? "?")\(profile.isExpired ? ", expired" : "")"
        let devices = profile.devices.map { ", " + Pluralized.some($0, "device") } ?? ""
        return [("profile", "\(name): \(profile.distribution), \(dates)\(devices)")]
            + profile.entitlements.sorted { $0.key < $1.key }.map { ("entitlement", "\($0.key): \($0.value)") }
    }

    private var usageLines: [(label: String, text: String)] {
        usage.descriptions.map { description -> (label: String, text: String) in
            guard !description.isEmpty else {
                return ("usage description", "\(description.key) is empty: the user is not told why")
            }
            let status = description.authorization.map { "; its status: \($0)" } ?? ""
            let source = description.source.map { "  (\($0))" } ?? ""
            let data = description.data ?? "data that no table lists"
            return ("usage description", "\(description.key) (\(description.name)): \(data)\(status)\(source)")
        }
            + usage.missing.map { row in
                let keys = row.keys.joined(separator: " or ")
                // Linking it does not prove that the app asks for the data.
                return (
                    "usage description",
                    "\(row.framework) is linked and may need, for \(row.data), \(keys): none is there  (\(row.source))"
                )
            }
    }

    private var declarationLines: [(label: String, text: String)] {
        [
            ("background modes", declarations.backgroundModes), ("exported types", declarations.exportedTypes),
            ("imported types", declarations.importedTypes),
        ].filter { !$0.1.isEmpty }.map { ($0.0, $0.1.joined(separator: ", ")) }
            + declarations.keys.map { ("Info.plist key", $0.line) }
    }

    /// How many files there are of each role.
    private var itemLines: [(label: String, text: String)] {
        let counts = Dictionary(grouping: items, by: \.role).mapValues(\.count)
        let words = BundleRole.allCases.compactMap { role in counts[role].map { "\(role.rawValue) \($0)" } }
        return [("files", words.joined(separator: ", ") + (isCut ? ", and more" : ""))]
    }
}
