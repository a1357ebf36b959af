import ContainerModel
import Documents
import FileTree
import Formats

/// Reports executables, dynamic libraries and loadable bundles among an app's data, by their contents. Scripts are not
/// code in this sense: the system's JavaScriptCore may run those that an app downloads.
struct CodeExaminer: FileExaminer {
    func examine(
        _ source: DocumentSource, of item: AuditedItem, _ context: AuditContext, _ report: (Finding) -> Void
    ) {
        // What lies in Library/Frameworks is reported there, whatever it contains.
        guard item.container.kind == .data || item.container.kind == .appGroup, item.location.place != .frameworks,
            MachOSlice.isMachO(source.head), let kind = Self.kind(of: source)
        else { return }
        let message =
            switch kind {
            case .executable: "the file is an executable in Mach-O format"
            case .dynamicLibrary: "the file is a dynamic library in Mach-O format"
            case .bundle: "the file is a loadable bundle in Mach-O format"
            }
        report(Finding(.codeInData, in: item.container, at: item.path, message))
    }

    /// Returns the kind of the first image that a system can load.
    private static func kind(of source: DocumentSource) -> MachOImage.FileType? {
        let slices = try? MachOSlice.slices(head: Array(source.head.prefix(MachOSlice.headLength)), size: source.size)
        for slice in slices ?? [] {
            let size = UInt64(slice.range.count)
            let length = min(MachOImage.headerLength, Int(clamping: size))
            guard let header = try? source.bytes(from: slice.range.lowerBound, count: length),
                let kind = MachOImage.loadableType(header: header, size: size)
            else { continue }
            return kind
        }
        return nil
    }
}
