package import ContainerModel
package import Formats

extension AppInfo {
    /// Reads a bundle's `Info.plist`. A missing boolean key counts as NO, as on iOS.
    package init(infoDictionary: PropertyListValue) {
        self.init()
        guard var reader = reader(of: infoDictionary, called: "Info.plist") else { return }
        identifier = reader.string("CFBundleIdentifier")
        let displayName = reader.string("CFBundleDisplayName")
        let bundleName = reader.string("CFBundleName")
        name = displayName ?? bundleName
        build = reader.string("CFBundleVersion")
        shortVersion = reader.string("CFBundleShortVersionString")
        executable = reader.string("CFBundleExecutable")
        minimumSystemVersion = reader.string("MinimumOSVersion")
        for key in SharingKey.allCases { self[key] = reader.answer(key.rawValue) }
        requiresPersistentWiFi = reader.answer("UIRequiresPersistentWiFi")
        exitsOnSuspend = reader.answer("UIApplicationExitsOnSuspend")
        documentTypes = reader.dictionaries("CFBundleDocumentTypes").map { type in
            var type = type
            defer { reader.note(type.problems) }
            return DocumentType(&type)
        }
        declaredTypes = Self.typeKeys.flatMap { key, isExported in
            reader.dictionaries(key).compactMap { type in
                var type = type
                defer { reader.note(type.problems) }
                return DeclaredType(&type, isExported: isExported)
            }
        }
        urlSchemes = reader.dictionaries("CFBundleURLTypes").flatMap { type in
            var type = type
            defer { reader.note(type.problems) }
            return type.strings("CFBundleURLSchemes")
        }
        requiredCapabilities = reader.capabilities("UIRequiredDeviceCapabilities")
        let descriptions = reader.keys.filter { $0.hasSuffix("UsageDescription") }
        usageDescriptions = Dictionary(
            uniqueKeysWithValues: descriptions.compactMap { key in reader.string(key).map { (key, $0) } })
        problems += reader.problems
    }

    /// Reads an `Info.plist` that a user names, which may be the one in an app's sources: build settings complete it,
    /// and replace `$(NAME)`. Values with such names are not known.
    init(givenInfoDictionary list: PropertyListValue) {
        let known = list.dictionaryValue?.filter { !$0.value.isUnresolved }.map { ($0.key, $0.value) }
        self.init(infoDictionary: known.map { .dictionary(PropertyListDictionary($0)) } ?? list)
        guard !list.isBuiltInfoDictionary else { return }
        for key in AppInfoOverrides.Key.allCases where list[key.rawValue]?.isUnresolved != false {
            self[keyPath: key.path] = .unknown
        }
    }

    /// Reads `.com.apple.mobile_container_manager.metadata.plist`.
    package init(containerMetadata: PropertyListValue) {
        self.init()
        guard var reader = reader(of: containerMetadata, called: "container metadata") else { return }
        identifier = reader.string("MCMMetadataIdentifier")
        containerUUID = reader.string("MCMMetadataUUID")
        containerContentClass = reader.integer("MCMMetadataContentClass")
        containerProtection = ProtectionClass(number: reader.integer("MCMMetadataActiveDPClass") ?? 0)
        problems += reader.problems
    }

    /// Reads the `AppDataInfo.plist` of an `.xcappdata` package.
    package init(appDataInfo: PropertyListValue) {
        self.init()
        guard var reader = reader(of: appDataInfo, called: "AppDataInfo.plist") else { return }
        identifier = reader.string("CFBundleIdentifier")
        let applicationName = reader.string("XCApplicationName")
        let bundleName = reader.string("CFBundleName")
        name = applicationName ?? bundleName
        executable = reader.string("XCExecutableName")
        build = reader.string("XCExecutableVersion")
        minimumSystemVersion = reader.string("XCMinimumOSVersion")
        problems += reader.problems
    }

    /// Reads an app's entitlements, as in its bundle's provisioning profile or its code signature.
    package init(entitlements: PropertyListValue) {
        self.init()
        guard var reader = reader(of: entitlements, called: "entitlements") else { return }
        self.entitlements = Dictionary(
            uniqueKeysWithValues: Entitlement.allCases.map { key in (key, reader.strings(key.rawValue)) })
        problems += reader.problems
    }

    private static let typeKeys = [("UTExportedTypeDeclarations", true), ("UTImportedTypeDeclarations", false)]

    private mutating func reader(of value: PropertyListValue, called name: String) -> InfoReader? {
        if let dictionary = value.dictionaryValue { return InfoReader(dictionary) }
        problems.append("\(name): not a dictionary")
        return nil
    }
}

extension PropertyListValue {
    /// Whether it is an `Info.plist` as a built app has it: iOS installs none without these keys, and build settings
    /// have replaced all names.
    var isBuiltInfoDictionary: Bool {
        guard let dictionary = dictionaryValue else { return false }
        return ["CFBundleIdentifier", "CFBundleExecutable"].allSatisfy { dictionary[$0] != nil }
            && !dictionary.values.contains(where: \.isUnresolved)
    }

    /// Whether it is a text with the name of a build setting in it: `$(NAME)`, `$(NAME:modifier)` or `${NAME}`.
    var isUnresolved: Bool {
        guard let text = stringValue?.utf8, text.contains(0x24) else { return false }
        return text.indices.contains { index in
            let rest = text[index...].dropFirst()
            guard text[index] == 0x24, let opening = rest.first, opening == 0x28 || opening == 0x7b else {
                return false
            }
            let others: [UInt8] = [0x5f, 0x2e, 0x2d, 0x3a, 0x3d]
            let name = rest.dropFirst().prefix { $0.isASCIILetterOrDigit || others.contains($0) }
            return !name.isEmpty && rest.dropFirst(1 + name.count).first == (opening == 0x28 ? 0x29 : 0x7d)
        }
    }
}

extension InfoReader {
    /// Returns required capabilities in either form: an array of required ones, or a dictionary of required and
    /// forbidden ones.
    fileprivate mutating func capabilities(_ key: String) -> [String: Bool] {
        value(key, "an array of strings or a dictionary of booleans") { value in
            if let dictionary = value.dictionaryValue {
                let booleans = dictionary.compactMap { key, value in value.spelledBoolean.map { (key, $0) } }
                return booleans.count == dictionary.count ? Dictionary(booleans) { first, _ in first } : nil
            }
            guard let names = value.arrayValue?.map(\.stringValue), !names.contains(nil) else { return nil }
            return Dictionary(names.compactMap { $0 }.map { ($0, true) }) { first, _ in first }
        } ?? [:]
    }
}

extension DeclaredType {
    /// Reads a declaration; nil if it has no type identifier.
    fileprivate init?(_ reader: inout InfoReader, isExported: Bool) {
        guard let identifier = reader.string("UTTypeIdentifier") else { return nil }
        var tags = reader.dictionary("UTTypeTagSpecification")
        self.init(
            identifier: identifier, conformsTo: reader.oneOrSeveral("UTTypeConformsTo"),
            fileExtensions: tags.oneOrSeveral("public.filename-extension"),
            mimeTypes: tags.oneOrSeveral("public.mime-type"), isExported: isExported)
        reader.note(tags.problems)
    }
}

extension DocumentType {
    fileprivate init(_ reader: inout InfoReader) {
        self.init(
            name: reader.string("CFBundleTypeName"), rank: reader.string("LSHandlerRank"),
            contentTypes: reader.strings("LSItemContentTypes"),
            fileExtensions: reader.strings("CFBundleTypeExtensions"),
            mimeTypes: reader.strings("CFBundleTypeMIMETypes"))
    }
}
