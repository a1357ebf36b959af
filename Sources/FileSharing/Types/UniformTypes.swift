package import ContainerModel

/// An index of the types known on a device with an app: the system's and those that the app declares.
package struct UniformTypes: Sendable {
    /// The types by identifier, in lower case.
    private var types: [String: UniformType] = [:]
    /// The identifiers by extension, in lower case, the app's first.
    private var identifiersByExtension: [String: [String]] = [:]

    /// Creates an index of a table and an app's declarations. A type in both is the union of the two.
    package init(_ table: [UniformType] = UniformType.system, declaredBy app: AppInfo = AppInfo()) {
        // Exported declarations take precedence over imported ones, and those over the system's.
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

    /// Returns the row of a type; nil for an undeclared one.
    package subscript(identifier: String) -> UniformType? { types[identifier.lowercased()] }

    /// Returns whether `identifier` equals `other` or conforms to it, directly or not.
    package func conforms(_ identifier: String, to other: String) -> Bool {
        let wanted = other.lowercased()
        // An app's declarations may be circular.
        var seen: Set<String> = []
        var waiting = [identifier.lowercased()]
        while let next = waiting.popLast() {
            if next == wanted { return true }
            guard seen.insert(next).inserted, let type = types[next] else { continue }
            waiting += type.conformsTo.map { $0.lowercased() }
        }
        return false
    }

    /// Returns the types of an item, derived from its name.
    ///
    /// An extension applies to a directory only if its type is a type of directories, and likewise for files.
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

    /// Returns whether an item is of a type or conforms to it.
    package func conforms(_ file: FileType, to identifier: String) -> Bool {
        (file.identifiers + [file.base]).contains { conforms($0, to: identifier) }
    }

    /// Returns the media types of an item's types.
    package func mimeTypes(of file: FileType) -> [String] {
        file.identifiers.flatMap { self[$0]?.mimeTypes ?? [] }
    }
}

extension UniformType {
    /// Creates a type from an app's declaration, with its tags in the form in which they are compared.
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
    /// An extension in lower case and without a leading dot, which some apps declare.
    var withoutDot: String { (hasPrefix(".") ? String(dropFirst()) : self).lowercased() }
}
