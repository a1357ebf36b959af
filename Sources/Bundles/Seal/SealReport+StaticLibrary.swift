import ContainerModel
import ContainerStore
import FileTree
import Reports

extension SealReport {
    /// Reports on a static library: what is in it, and that there is nothing to verify.
    init(staticLibrary file: ContainerPath, in tree: any FileTree, _ hostPath: [UInt8]) {
        self.init(about: hostPath)
        subject = .staticLibrary
        let name = file.relative(to: file.parent ?? .root) ?? file
        var (status, reason) = (SealStatus.unsealed, "a static library has no code signature")
        do throws(FileProblem) {
            let library = try StaticLibrary(file, in: tree)
            var bundle = Bundle(path: name.reportText)
            bundle.code = library.parts.map { part in
                var code = Code(path: name.reportText, architecture: part.architecture)
                code.objects = part.objects
                return code
            }
            bundles = [bundle]
            notChecked = ["its object files: the signature of the executable that they are linked into covers them"]
            if library.others > 0 {
                notChecked.append("\(Pluralized.some(library.others, "member")) of other kinds")
            }
        } catch {
            (status, reason) = (.unreadable, error.message)
            unreadable = [Unreadable(path: name.reportText, message: error.message, offset: error.offset)]
        }
        items = [
            Item(path: name.reportText, pathBytes: name.reportBytes, status: status, reasons: [reason], location: file)
        ]
    }

    /// Whether a file by itself has no signature that could be verified.
    package var hasNothingToVerify: Bool {
        subject != .bundle && unreadable.isEmpty && items.allSatisfy { $0.status == .unsealed }
    }
}
