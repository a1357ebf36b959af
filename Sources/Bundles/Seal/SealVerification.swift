package import ContainerModel
import ContainerStore
package import FileTree
import Formats
package import Jobs

/// Compares a bundle with its seals: the resource seal of the bundle and of those in it, and the code directories of
/// their executables (formats.md, "The bundle's resource seal"). Of a file with code by itself, the code directories.
package struct SealVerification: Sendable {
    private let tree: any FileTree
    private let root: ContainerPath
    /// The file with code that is verified by itself; nil for a bundle.
    private let file: ContainerPath?
    private let progress: ProgressMeter
    private let cancellation: Cancellation

    /// Prepares the verification of a bundle.
    /// - Parameter root: The bundle's directory, `<Name>.app`.
    package init(
        of tree: any FileTree,
        at root: ContainerPath,
        progress: ProgressMeter = ProgressMeter(),
        cancellation: Cancellation = Cancellation()
    ) {
        (self.tree, self.root, file) = (tree, root, nil)
        (self.progress, self.cancellation) = (progress, cancellation)
    }

    /// Prepares the verification of a file with code by itself: a Mach-O file, of which the bundle around it is not
    /// considered, or a static library, in which there is nothing to verify.
    package init(
        of tree: any FileTree,
        file: ContainerPath,
        progress: ProgressMeter = ProgressMeter(),
        cancellation: Cancellation = Cancellation()
    ) {
        (self.tree, self.file, root) = (tree, file, file.parent ?? .root)
        (self.progress, self.cancellation) = (progress, cancellation)
    }

    /// Reads and compares everything. Blocks until it is done, and uses all cores.
    /// - Parameter hostPath: The path of the bundle or file on this computer, for the report.
    /// - Returns: nil if it was cancelled.
    package func verify(hostPath: [UInt8]) -> SealReport? {
        if let file {
            if StaticLibrary.exists(at: file, in: tree) { return SealReport(staticLibrary: file, in: tree, hostPath) }
            var report = verify(SealSurvey(ofFile: file, in: tree), hostPath: hostPath)
            report?.subject = .codeFile
            report?.notChecked.append("the seal of a bundle that contains it, and an Info.plist of its own")
            return report
        }
        guard let survey = SealSurvey(of: tree, at: root, cancellation: cancellation) else { return nil }
        return verify(survey, hostPath: hostPath)
    }

    /// Compares everything in a bundle that has been listed.
    func verify(_ survey: SealSurvey, hostPath: [UInt8]) -> SealReport? {
        var allowance = SealAllowance()
        var bundles: [SealedBundle] = []
        for place in survey.places where !cancellation.isCancelled {
            bundles.append(SealedBundle(place, in: tree, &allowance))
        }
        var libraries: [SealedBundle] = []
        for library in survey.libraries where !cancellation.isCancelled {
            libraries.append(SealedBundle(library: survey.entries[library], in: tree, &allowance))
        }
        var comparison = SealComparison(survey, below: root, in: tree, bundles, allowance)
        for bundle in bundles { comparison.judge(bundle, cancellation) }
        if cancellation.isCancelled { return nil }
        // Libraries that are not signed, or are not Mach-O files, are resources like others.
        for library in libraries where library.file != nil || file != nil { comparison.noteProblems(of: library) }
        bundles += libraries.filter { file != nil || $0.code.contains { $0.signature != nil } }
        let files = comparison.wantedFiles
        let pages = bundles.enumerated().flatMap { index, bundle in
            bundle.code.enumerated().flatMap { image, code in
                (code.signature?.directories ?? []).compactMap { directory in
                    bundle.file.map { file in
                        (
                            (index, image),
                            SealHashing.Pages(
                                file: file.file, start: code.part.slice.range.lowerBound, directory: directory)
                        )
                    }
                }
            }
        }
        let hashing = SealHashing(
            in: tree, files, pages.map(\.1), progress: progress, cancellation: cancellation)
        hashing.computeAll()
        if cancellation.isCancelled { return nil }
        comparison.compare(hashing.digests)
        let altered = Array(zip(pages, hashing.altered))
        for (index, bundle) in bundles.enumerated() {
            let own = altered.filter { $0.0.0.0 == index }.map { (image: $0.0.0.1, $0.0.1.directory, $0.1) }
            comparison.judgeCode(of: bundle, own.map { ($0.image, $0.1, $0.2.pages, $0.2.problem) })
        }
        return comparison.report(hostPath: hostPath)
    }
}
