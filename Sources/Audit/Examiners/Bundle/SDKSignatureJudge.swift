import ContainerModel
import FileTree
import Formats

/// Judges the receipts of the SDKs' signatures: Xcode notes in `Signatures/<name>.xcframework-<platform>.signature`, beside
/// the bundle of an archive for upload, whether the `.xcframework` was signed when it was linked.
///
/// An SDK without a receipt was built from its sources, or the archive was not made for upload: that says nothing.
struct SDKSignatureJudge {
    private static let directory: ContainerPath = "Signatures"
    private static let suffix = ".signature"
    private static let mostReceipts = 1_000
    private static let mostBytes = 1 << 20

    private let bundle: AuditedBundle

    init(_ bundle: AuditedBundle) { self.bundle = bundle }

    /// Reports what is wrong.
    func report(_ report: (Finding) -> Void) {
        var walk = TreeWalk(of: bundle.tree, start: Self.directory)
        var count = 0
        while count < Self.mostReceipts, let step = walk.next() {
            guard case .item(let item) = step, item.status.kind == .file else { continue }
            count += 1
            let name = String(decoding: item.path.lastComponent ?? [], as: UTF8.self)
            guard name.hasSuffix(Self.suffix),
                let bytes = try? FileContents.read(item.path, in: bundle.tree, limit: Self.mostBytes),
                let list = try? PropertyListReader.read(bytes), list["signed"]?.booleanValue == false,
                let sdk = Self.sdk(list, name), ListedSDK.contains(sdk)
            else { continue }
            report(
                Finding(
                    .missingSDKSignature, in: bundle.container, at: item.path, address: [Array("signed".utf8)],
                    "\(sdk) is on Apple's list of SDKs that need a signature, and its .xcframework was not signed"))
        }
    }

    /// Returns the name of the SDK: of its library, or else of the receipt.
    private static func sdk(_ list: PropertyListValue, _ name: String) -> String? {
        let library = list["metadata"]?["library"]?.stringValue ?? name
        return library.split(separator: ".").first.map(String.init)
    }
}
