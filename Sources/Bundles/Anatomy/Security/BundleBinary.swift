package import ContainerModel
import ContainerStore
import FileTree
import Formats
import System

/// A file with code in a bundle, and what its symbols say of it. JSON keys are stable.
package struct BundleBinary: Sendable {
    /// A required reason API that the code uses.
    package struct UsedAPI: Hashable, Sendable {
        /// The symbol or the method: "_stat", "systemUptime".
        package let name: String
        /// The categories of which any one declares it.
        package let categories: [String]
    }

    /// The path, from the container's root.
    package let path: ContainerPath
    /// Whether it is an executable, rather than a library.
    package private(set) var isExecutable = false
    /// Whether one of its images is encrypted, so that methods and strings cannot be examined.
    package private(set) var isEncrypted = false
    /// Whether an image has the place of an encryption, and is not encrypted.
    package private(set) var isLeftUnencrypted = false
    /// Whether the system may load all of its images at any address.
    package private(set) var isPositionIndependent = true
    /// Whether an image names the symbols that it imports.
    package private(set) var areImportsKnown = false
    /// Whether it has debugging symbols.
    package private(set) var hasDebugSymbols = false
    /// The most local symbols of an image, which name the code's own functions.
    package private(set) var localSymbols = 0
    /// Where its libraries are looked for (`LC_RPATH`), in order; not sanitized.
    package private(set) var searchPaths: [String] = []
    /// The functions that it imports and that a reviewer looks at.
    package private(set) var uses: [CodeUseRule] = []
    /// The methods that it calls of those that ask for Face ID, Touch ID or the passcode, sorted.
    package private(set) var authentication: [String] = []
    /// Whether it makes items of the keychain that only their owner's presence opens.
    package private(set) var protectsKeychainItems = false
    /// Whether it was signed with `get-task-allow`, so that a debugger may attach to it.
    package private(set) var mayBeDebugged = false
    /// Whether functions check that the stack was not overwritten.
    package private(set) var hasStackCanaries = false
    /// Whether it uses Objective-C and counts references by hand.
    package private(set) var countsReferencesByHand = false
    /// Whether it contains code of Swift, which needs neither canaries nor Objective-C's counting.
    package private(set) var usesSwift = false
    /// The required reason APIs that it uses, by name.
    package private(set) var usedAPIs: [UsedAPI] = []
    /// Whether it refers to App Tracking Transparency or the advertising identifier.
    package private(set) var usesTracking = false
    /// The identifiers that it asks for.
    package private(set) var identifiers: [DeviceIdentifierRule] = []
    /// Whether it uses `UIWebView`.
    package private(set) var usesOldWebView = false
    /// The class of data protection that files get by default, as it was signed; nil without a choice. Not sanitized.
    package private(set) var defaultProtection: String?
    /// The problem with it; nil if all of it could be read. Not sanitized.
    package private(set) var problem: String?

    private static let canaries: Set<String> = ["___stack_chk_fail", "___stack_chk_guard"]
    private static let countedReferences: Set<String> = [
        "_objc_release", "_objc_autoreleaseReturnValue", "_objc_retainAutoreleasedReturnValue",
        "_objc_retainAutoreleaseReturnValue", "_objc_storeStrong", "_objc_release_x0", "_objc_release_x8",
        "_objc_claimAutoreleasedReturnValue",
    ]
    private static let tracking: Set<String> = [
        "_OBJC_CLASS_$_ATTrackingManager", "_OBJC_CLASS_$_ASIdentifierManager",
    ]

    private static let authenticationSelectors: Set<String> = [
        "canEvaluatePolicy:error:", "evaluatePolicy:localizedReason:reply:",
        "evaluateAccessControl:operation:localizedReason:reply:",
    ]

    /// Reads a file; nil if it contains no code.
    /// - Parameter path: The path from the container's root.
    init?(_ path: ContainerPath, in tree: any FileTree) {
        self.path = path
        do throws(FileProblem) {
            let file = try MachOFile(path, in: tree)
            isExecutable = file.parts.contains { $0.image.fileType == .executable }
            isEncrypted = file.parts.contains(where: \.image.isEncrypted)
            isLeftUnencrypted = file.parts.contains(where: \.image.isLeftUnencrypted)
            for path in file.parts.flatMap(\.image.searchPaths) where !searchPaths.contains(path) {
                searchPaths.append(path)
            }
            isPositionIndependent = file.parts.allSatisfy(\.image.isPositionIndependent)
            var names: Set<String> = []
            var imported: Set<String> = []
            for part in file.parts {
                let symbols = try file.symbols(of: part)
                areImportsKnown = areImportsKnown || symbols.isKnown
                hasDebugSymbols = hasDebugSymbols || symbols.hasDebugSymbols
                localSymbols = max(localSymbols, symbols.localCount)
                read(symbols.imported)
                imported.formUnion(symbols.imported)
                names.formUnion(symbols.imported.intersection(RequiredReasonRule.symbols))
                usesSwift = usesSwift || part.image.libraries.contains { $0.path.contains("/libswiftCore.dylib") }
            }
            usedAPIs = names.sorted().map {
                UsedAPI(name: $0, categories: RequiredReasonRule.categories(ofSymbol: $0))
            }
            uses = CodeUseRule.uses(imported: imported)
            protectsKeychainItems = imported.contains("_SecAccessControlCreateWithFlags")
            try readSelectors(file, imported: imported)
            for part in file.parts where isExecutable {
                let list = (try? file.entitlements(of: part)).flatMap { try? PropertyListReader.read($0) }
                defaultProtection =
                    defaultProtection ?? list?["com.apple.developer.default-data-protection"]?.stringValue
                mayBeDebugged = mayBeDebugged || list?["get-task-allow"]?.isTrue == true
            }
        } catch {
            if error.code == .malformed, (error.cause?.error as? FormatError)?.code == .unsupported { return nil }
            problem = error.message + (error.offset.map { " (at byte \($0))" } ?? "")
        }
    }

    private mutating func read(_ imported: Set<String>) {
        hasStackCanaries = hasStackCanaries || !imported.isDisjoint(with: Self.canaries)
        usesTracking = usesTracking || !imported.isDisjoint(with: Self.tracking)
        usesOldWebView = usesOldWebView || imported.contains("_OBJC_CLASS_$_UIWebView")
        let usesObjectiveC = imported.contains { $0.hasPrefix("_objc_msgSend") }
        if usesObjectiveC, imported.isDisjoint(with: Self.countedReferences) { countsReferencesByHand = true }
    }

    private mutating func readSelectors(_ file: MachOFile, imported: Set<String>) throws(FileProblem) {
        let authenticates = imported.contains("_OBJC_CLASS_$_LAContext")
        let wanted = RequiredReasonRule.selectors.union(DeviceIdentifierRule.selectors)
            .union(authenticates ? Self.authenticationSelectors : [])
        var called: Set<String> = []
        for part in file.parts where !part.image.isEncrypted {
            called.formUnion(try file.calledSelectors(among: wanted, of: part))
        }
        authentication = authenticates ? called.intersection(Self.authenticationSelectors).sorted() : []
        identifiers = DeviceIdentifierRule.uses(imported: imported, called: called)
        usedAPIs += called.intersection(RequiredReasonRule.selectors).sorted().map {
            UsedAPI(name: $0, categories: RequiredReasonRule.categories(ofSelector: $0))
        }
    }
}
