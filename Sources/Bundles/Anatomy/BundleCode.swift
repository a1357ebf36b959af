import ContainerModel
import ContainerStore
import FileTree
import Formats

/// The executable of a bundle and the libraries it links against. JSON keys are stable.
package struct BundleCode: Encodable, Sendable {
    /// One image of the executable.
    package struct Image: Encodable, Hashable, Sendable {
        /// The processor: "arm64".
        package let architecture: String
        /// The platform: "iOS".
        package let platform: String?
        /// The oldest version of the system that it runs on.
        package let minimumSystemVersion: String?
        /// The version of the SDK that it was built with.
        package let sdk: String?
        /// `LC_UUID`, as in crash reports.
        package let uuid: String?
        /// Whether its code is encrypted, as in an app from the App Store.
        package let isEncrypted: Bool
        /// Whether it has a code signature.
        package let isSigned: Bool
    }

    /// Where a library is.
    package enum Place: String, Hashable, Sendable, Encodable {
        /// Part of the system.
        case system
        /// In the bundle, loaded when the app is launched.
        case bundle
        /// Looked for in the bundle, and not there.
        case missing
        /// Elsewhere.
        case other
    }

    /// A dynamic library that the executable is linked with.
    package struct Library: Encodable, Hashable, Sendable {
        /// The path, as the linker wrote it; not sanitized.
        package let path: String
        /// Where it is.
        package let place: Place
        /// Whether the app launches without it as well.
        package let isWeak: Bool
    }

    /// The name of the executable; nil if none is known. Not sanitized.
    package internal(set) var name: String?
    /// Whether it is present.
    package internal(set) var isPresent = false
    /// Whether it is a Mach-O file.
    package internal(set) var isMachO = false
    /// The problem with it; not sanitized.
    package internal(set) var problem: String?
    /// Its images.
    package internal(set) var images: [Image] = []
    /// The dynamic libraries it is linked with.
    package internal(set) var libraries: [Library] = []
    /// The frameworks and libraries in the bundle that it is not linked with; the app may load them while it runs.
    package internal(set) var unlinked: [String] = []
    /// The static libraries that are part of it, as far as its symbols name them.
    package internal(set) var staticLibraries: [String] = []
    /// The findings about static libraries.
    package internal(set) var staticNote = ""

    /// The identifiers that it asks for, with what the document says of them; none where the code is encrypted.
    package internal(set) var identifiers: [Identifier] = []

    /// An identifier that the executable asks for.
    package struct Identifier: Encodable, Hashable, Sendable {
        /// The API: "UIDevice.identifierForVendor".
        package let name: String
        /// What the document says of it.
        package let sentence: String
        /// The document, and where it stands there.
        package let source: String
    }

    /// Reads the executable.
    init(_ files: BundleFiles) {
        let named = files.information["CFBundleExecutable"]?.stringValue
        let bundle = String(decoding: files.name, as: UTF8.self)
        let suffix = files.part?.suffix ?? ".app"
        name = named ?? (bundle.hasSuffix(suffix) ? String(bundle.dropLast(suffix.utf8.count)) : nil)
        guard let name, let path = files.layout.code.appending(name: Array(name.utf8)) else { return }
        isPresent = files.kind(path) == .file
        guard isPresent else { return }
        do throws(FileProblem) {
            let file = try MachOFile(files.root.appending(path), in: files.tree)
            isMachO = true
            images = file.parts.map { part in
                Image(
                    architecture: part.architecture, platform: part.image.platform?.name,
                    minimumSystemVersion: part.image.minimumSystemVersion, sdk: part.image.sdkVersion,
                    uuid: part.image.uuid, isEncrypted: part.image.isEncrypted,
                    isSigned: part.image.signature != nil)
            }
            var seen: Set<String> = []
            for library in file.parts.flatMap(\.image.libraries) where seen.insert(library.path).inserted {
                libraries.append(
                    Library(path: library.path, place: Self.place(of: library.path, files), isWeak: library.isWeak))
            }
            findStaticLibraries(file)
            identifiers = (BundleBinary(files.root.appending(path), in: files.tree)?.identifiers ?? []).map {
                Identifier(name: $0.name, sentence: $0.sentence, source: DeviceIdentifierRule.source)
            }
        } catch {
            problem = error.message + (error.offset.map { " (at byte \($0))" } ?? "")
        }
        findUnlinked(files)
    }

    /// The names of the frameworks of the system that it is linked with: "UIKit".
    var systemFrameworks: Set<String> {
        Set(
            libraries.filter { $0.place == .system }.compactMap { library in
                let parts = library.path.split(separator: "/")
                return parts.last { $0.hasSuffix(".framework") }.map { String($0.dropLast(10)) }
            })
    }

    private static func place(of path: String, _ files: BundleFiles) -> Place {
        if path.hasPrefix("/System/") || path.hasPrefix("/usr/lib/") { return .system }
        for (prefix, directory) in [
            ("@rpath/", "Frameworks/"), ("@executable_path/", ""), ("@loader_path/", ""),
        ] where path.hasPrefix(prefix) {
            let rest = String(path.dropFirst(prefix.count))
            // Libraries that came with older versions of Swift and are part of the system since iOS 12.2.
            guard let inside = ContainerPath(directory + rest) else { return .other }
            if files.kind(inside) != nil { return .bundle }
            if rest.hasPrefix("libswift") { return .system }
            // A part of an app also finds libraries in the app.
            return files.part == nil ? .missing : .other
        }
        return .other
    }

    private mutating func findStaticLibraries(_ file: MachOFile) {
        var found: Set<String> = []
        var hasSymbols = false
        for part in file.parts {
            guard let symbols = part.image.symbols, symbols.entries.count <= ObjectFileSymbols.maxBytes,
                symbols.names.count <= ObjectFileSymbols.maxBytes, !symbols.entries.isEmpty,
                let entries = try? MachOFile.bytes(
                    file.file, part.slice.range.lowerBound + symbols.entries.lowerBound, symbols.entries.count),
                let names = try? MachOFile.bytes(
                    file.file, part.slice.range.lowerBound + symbols.names.lowerBound, symbols.names.count)
            else { continue }
            hasSymbols = true
            found.formUnion(ObjectFileSymbols.libraries(entries: entries, names: names, is64Bit: part.image.is64Bit))
        }
        staticLibraries = found.sorted()
        staticNote =
            !found.isEmpty
            ? "named by the symbols of a debug build"
            : hasSymbols
                ? "its symbols name no static library: there is none, or they were stripped"
                : "not known: it has no symbols; static libraries are compiled into the executable"
    }

    private mutating func findUnlinked(_ files: BundleFiles) {
        let linked = libraries.filter { $0.place == .bundle }.map(\.path)
        unlinked = files.entries.compactMap { entry in
            guard entry.path.depth == 2, entry.path.isInside("Frameworks") else { return nil }
            let name = String(decoding: entry.path.lastComponent ?? [], as: UTF8.self)
            guard name.hasSuffix(".framework") && entry.kind == .directory || name.hasSuffix(".dylib") else {
                return nil
            }
            return linked.contains { $0.contains("/\(name)") } ? nil : "Frameworks/\(name)"
        }
    }
}
