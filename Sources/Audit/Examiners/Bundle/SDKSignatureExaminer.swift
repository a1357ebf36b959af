import ContainerModel
import ContainerStore
import FileTree
import Formats

/// Judges the receipts of the SDKs' signatures: Xcode notes in `Signatures/<name>.xcframework-<platform>.signature`, beside
/// the bundle of an archive for upload, whether the `.xcframework` was signed when it was linked.
///
/// An SDK without a receipt was built from its sources, or the archive was not made for upload: that says nothing.
struct SDKSignatureExaminer {
    private static let suffix = ".signature"
    private static let maxReceipts = 1_000
    private static let maxBytes = 1 << 20

    private let bundle: AuditedBundle

    init(_ bundle: AuditedBundle) { self.bundle = bundle }

    /// Reports what is wrong.
    func report(_ report: (Finding) -> Void) {
        guard let directory = receipts else { return }
        var walk = TreeWalk(of: directory, start: .root)
        var count = 0
        while count < Self.maxReceipts, let step = walk.next() {
            guard case .item(let item) = step, item.status.kind == .file else { continue }
            count += 1
            let name = String(decoding: item.path.lastComponent ?? [], as: UTF8.self)
            guard name.hasSuffix(Self.suffix),
                let bytes = try? FileContents.read(item.path, in: directory, limit: Self.maxBytes),
                let list = try? PropertyListReader.read(bytes), list["signed"]?.booleanValue == false,
                let sdk = Self.sdk(list, name), ListedSDK.contains(sdk)
            else { continue }
            report(
                Finding(
                    .missingSDKSignature, in: bundle.container, at: place(of: sdk),
                    "\(sdk) is on Apple's list of SDKs that need a signature, and by Signatures/\(name) its "
                        + ".xcframework was not signed"))
        }
    }

    /// The directory of receipts: beside `Payload` of an .ipa, or `Products/Applications` of an .xcarchive; nil if there
    /// is none.
    private var receipts: (any FileTree)? {
        guard let directory = bundle.container.container.description.hostPath.parent, let outer = directory.parent
        else { return nil }
        let isArchive = directory.name.elementsEqual("Applications".utf8) && outer.name.elementsEqual("Products".utf8)
        guard isArchive || directory.name.elementsEqual("Payload".utf8),
            let top = isArchive ? outer.parent : outer
        else { return nil }
        return try? HostTree.open(top.bytes + Array("/Signatures".utf8))
    }

    /// Returns the directory of an SDK in the bundle, or the bundle's if its code is part of the executable.
    private func place(of sdk: String) -> ContainerPath {
        let path = ContainerPath("Frameworks/\(sdk).framework").map { bundle.root.appending($0) }
        guard let path, (try? bundle.tree.status(path))?.kind == .directory else { return bundle.root }
        return path
    }

    /// Returns the name of the SDK: of its library, or else of the receipt.
    private static func sdk(_ list: PropertyListValue, _ name: String) -> String? {
        let library = list["metadata"]?["library"]?.stringValue ?? name
        return library.split(separator: ".").first.map(String.init)
    }
}
