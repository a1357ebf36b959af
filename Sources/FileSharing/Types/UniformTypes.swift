package import ContainerModel

/// The types that are known on a device with an app on it, ready to be asked: the system's, and those that the app
/// declares.
package struct UniformTypes: Sendable {
    /// By identifier in lower case.
    private var types: [String: UniformType] = [:]
    /// Identifiers in lower case, the app's first.
    private var identifiersByExtension: [String: [String]] = [:]

    /// An index of a table and of an app's declarations. An app may add to a type of the system: what both say counts.
    package init(_ table: [UniformType] = UniformType.system, declaredBy app: AppInfo = AppInfo()) {
        // Exported declarations count before imported ones, and these before what the system knows by itself.
        let declared = app.declaredTypes.filter(\.isExported) + app.declaredTypes.filter { !$0.isExported }
        for type in declared.map({ UniformType($0) }) + table { add(type) }
    }

    /// The system's types.
    package static let system = UniformTypes()

    private mutating func add(_ type: UniformType) {
        let key = type.identifier.lowercased()
        if var known = types[key] {
            known.conformsTo += type.conformsTo.filter { !known.conformsTo.contains($0) }
            known.fileExtensions += type.fileExtensions.filter { !known.fileExtensions.contains($0) }
            known.mimeTypes += type.mimeTypes.filter { !known.mimeTypes.contains($0) }
            types[key] = known
        } else {
            types[key] = type
        }
        for fileExtension in type.fileExtensions where identifiersByExtension[fileExtension]?.contains(key) != true {
            identifiersByExtension[fileExtension, default: []].append(key)
        }
    }

    /// The row of a type; nil for one that nobody declares.
    package subscript(identifier: String) -> UniformType? { types[identifier.lowercased()] }

    /// Whether `identifier` is `other`, or a kind of it over any number of steps.
    package func conforms(_ identifier: String, to other: String) -> Bool {
        let wanted = other.lowercased()
        // An app's declarations may lead in a circle.
        var seen: Set<String> = []
        var waiting = [identifier.lowercased()]
        while let next = waiting.popLast() {
            if next == wanted { return true }
            guard seen.insert(next).inserted, let type = types[next] else { continue }
            waiting += type.conformsTo.map { $0.lowercased() }
        }
        return false
    }

    /// The types that an item's name stands for.
    ///
    /// A directory is what its extension says only where that is a type of directories; a file likewise.
    package func type(ofName name: some Collection<UInt8>, isDirectory: Bool) -> FileType {
        let bytes = NameParts(name).fileExtension
        let fileExtension = bytes.isEmpty ? nil : String(validating: bytes, as: UTF8.self)
        let keys = fileExtension.flatMap { identifiersByExtension[$0.lowercased()] } ?? []
        let fitting = keys.filter { key in
            isDirectory
                ? conforms(key, to: "public.directory") || !conforms(key, to: "public.data")
                : !conforms(key, to: "public.directory")
        }
        return FileType(
            identifiers: fitting.compactMap { types[$0]?.identifier },
            isDirectory: isDirectory,
            fileExtension: fileExtension
        )
    }

    /// Whether an item is of a type, or of a kind of it.
    package func conforms(_ file: FileType, to identifier: String) -> Bool {
        (file.identifiers + [file.base]).contains { conforms($0, to: identifier) }
    }

    /// The media types that an item's types stand for.
    package func mimeTypes(of file: FileType) -> [String] {
        file.identifiers.flatMap { self[$0]?.mimeTypes ?? [] }
    }
}

extension UniformType {
    /// What an app declares, its names as they are compared.
    init(_ declared: DeclaredType) {
        self.init(
            declared.identifier,
            declared.conformsTo,
            extensions: declared.fileExtensions.map(\.withoutDot),
            mimeTypes: declared.mimeTypes.map { $0.lowercased() }
        )
    }
}

extension String {
    /// An extension in lower case: some declare it with its dot.
    var withoutDot: String { (hasPrefix(".") ? String(dropFirst()) : self).lowercased() }
}
