import ContainerModel
import ContainerStore
import FileTree
import Formats

/// What a change does to the seal of a bundle.
package struct SealConsequence: Hashable, Sendable {
    /// A sentence without a full stop; not safe for a terminal.
    package let sentence: String
    /// Whether the seal is broken by the change, or may be, since it cannot be read.
    package let breaksSeal: Bool
}

/// The seal of an open bundle, and what changes would do to it (container-rules.md, "Turned into something else").
struct BundleSeal {
    /// A change, as far as a seal is concerned.
    enum Kind: Hashable {
        /// The item is no longer there.
        case removal
        /// An item comes to this name, in place of another one if there is one.
        case arrival
        /// A file gets other contents.
        case alteration
    }

    private enum Contents {
        case read(ResourceSeal, SealRuleMatcher)
        /// With the reason.
        case unreadable(String)
    }

    private let bundle: ContainerPath
    private let contents: Contents
    private let executable: [UInt8]

    /// A larger seal is not read before each operation.
    private static let maxBytes = 16 << 20
    private static let information = Array("Info.plist".utf8)
    private static let signature = Array("_CodeSignature".utf8)

    /// Reads the seal of a container's bundle; nil if it has none.
    init?(of container: Container) {
        guard let bundle = container.bundlePath else { return nil }
        let path = bundle.appending("_CodeSignature/CodeResources")
        self.bundle = bundle
        let bytes: [UInt8]
        do throws(FileTreeError) {
            let found = try FileTreeError.unlessMissing { () throws(FileTreeError) in
                try FileContents.read(path, in: container.tree, limit: Self.maxBytes)
            }
            guard let found else { return nil }
            bytes = found
        } catch {
            // Without the seal, nothing is decided by the executable's name.
            executable = []
            contents = .unreadable(error.reason)
            return
        }
        let list = try? FileContents.read(bundle.appending("Info.plist"), in: container.tree, limit: Self.maxBytes)
        let name = list.flatMap { try? PropertyListReader.read($0) }?["CFBundleExecutable"]?.stringValue
        executable = Array((name ?? container.description.app.executable ?? "").utf8)
        do throws(FormatError) {
            let seal = try ResourceSeal(bytes)
            contents = .read(seal, SealRuleMatcher(seal, executable: String(decoding: executable, as: UTF8.self)))
        } catch {
            contents = .unreadable(error.message)
        }
    }

    /// Returns what a change does to the seal; nil outside of the bundle.
    func consequence(of kind: Kind, for item: ContainerPath, isDirectory: Bool) -> SealConsequence? {
        guard let path = item.relative(to: bundle) else { return nil }
        let name = String(decoding: path.bytes, as: UTF8.self)
        func breaks(_ what: String) -> SealConsequence {
            SealConsequence(sentence: "\(what): iOS will not launch the app after this change", breaksSeal: true)
        }
        func keeps(_ what: String) -> SealConsequence {
            SealConsequence(sentence: "\(what): the seal stays intact", breaksSeal: false)
        }
        guard !path.isRoot else { return nil }
        let seal: ResourceSeal
        let matcher: SealRuleMatcher
        switch contents {
        case .read(let known, let rules): (seal, matcher) = (known, rules)
        case .unreadable(let reason):
            return SealConsequence(
                sentence: "the seal cannot be read (\(reason)): iOS may refuse to launch the app after this change",
                breaksSeal: true)
        }
        guard !isDirectory else {
            if path.bytes == Self.signature { return breaks("\(name) holds the seal") }
            guard kind == .removal else { return nil }
            let count = Self.required(by: seal, below: path)
            let files = Pluralized.some(count, "sealed file")
            return count == 0
                ? keeps("\(name) has no sealed file that must be there") : breaks("\(name) has \(files)")
        }
        if path.bytes == Self.information { return breaks("Info.plist is sealed") }
        if path.bytes == executable { return breaks("\(name) is the signed executable") }
        if path.components.first(where: { _ in true })?.elementsEqual(Self.signature) == true {
            return breaks("\(name) belongs to the seal")
        }
        if let known = seal.items[path.bytes] {
            return known.isOptional && kind == .removal
                ? keeps("\(name) is sealed, but may be absent") : breaks("\(name) is sealed")
        }
        if Self.isInNestedCode(path, matcher) { return breaks("\(name) is in code that is sealed as a whole") }
        guard case .rule(let rule)? = try? matcher.decision(on: path.bytes), !rule.isOmitted else {
            return keeps("\(name) is not sealed")
        }
        // What the rules cover and the seal does not know has broken the seal already.
        return kind == .removal ? nil : breaks("\(name) is not in the seal, and its rules cover it")
    }

    private static func required(by seal: ResourceSeal, below directory: ContainerPath) -> Int {
        let prefix = directory.bytes + [ContainerPath.slash]
        return seal.items.count { path, item in
            !item.isOptional && (path.starts(with: prefix) || path == directory.bytes)
        }
    }

    private static func isInNestedCode(_ path: ContainerPath, _ matcher: SealRuleMatcher) -> Bool {
        sequence(first: path.parent, next: { $0?.parent }).prefix { $0?.isRoot == false }.contains { above in
            guard let above, above.lastComponent?.contains(0x2e) == true,
                case .rule(let rule)? = try? matcher.decision(on: above.bytes)
            else { return false }
            return rule.isNested
        }
    }
}
