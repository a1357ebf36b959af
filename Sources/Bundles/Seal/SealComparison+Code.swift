import ContainerModel
import ContainerStore
import Formats

// The code directories of executables.
extension SealComparison {
    /// The findings about the pages of a code directory: the image's number, the directory, and its altered pages.
    typealias PageResult = (image: Int, directory: CodeDirectory, pages: [Int], problem: String?)

    /// Compares the parts of a bundle that its code directories have digests of.
    mutating func judgeCode(of bundle: SealedBundle, _ results: [PageResult]) {
        let path = bundle.place.path
        let isLibrary = bundle.executable == nil
        let executable = isLibrary ? path : bundle.executablePath
        var report = SealReport.Bundle(
            path: path == root ? "." : path.relative(to: root)?.reportText ?? path.reportText)
        report.identifier = bundle.identifier
        report.isSealed = bundle.sealBytes != nil
        report.sealVersion = bundle.seal?.version
        report.sealedItems = bundle.seal?.items.count ?? 0
        defer { add(report) }
        guard let executable else { return }
        let information = path.appending(SealedBundle.informationPath)
        let seal = path.appending(SealedBundle.sealPath)
        if !isLibrary {
            if indices[executable] == nil, bundle.sealBytes != nil {
                mark(executable, .missing, "the bundle's executable is missing")
            }
            noteUnbound(information, "no code directory has a digest of it")
            noteUnbound(seal, "no code directory has a digest of it")
        }
        for (image, code) in bundle.code.enumerated() {
            var row = SealReport.Code(
                path: executable.relative(to: root)?.reportText ?? executable.reportText,
                architecture: code.part.architecture)
            guard let signature = code.signature else {
                // Of a file by itself, the other images are signed.
                let isPart = survey.places.isEmpty && bundle.code.contains { $0.signature != nil }
                if bundle.sealBytes != nil || isPart {
                    mark(executable, .altered, "it has no code signature (\(row.architecture))")
                }
                report.code.append(row)
                continue
            }
            row.isSigned = true
            row.hasCertificateSignature = signature.hasCertificateSignature
            row.identifier = signature.directories.first?.identifier
            row.team = signature.directories.lazy.compactMap(\.team).first
            row.isAdHoc = signature.directories.first?.isAdHoc
            row.algorithms = signature.directories.map(\.hashType.title)
            row.cdHashes = signature.directories.map { $0.cdHash.hexadecimal() }
            row.pages = signature.directories.first?.pageCount ?? 0
            if signature.directories.isEmpty { mark(executable, .altered, "its signature has no code directory") }
            for result in results where result.image == image {
                judgePages(result, of: executable, &row)
            }
            for directory in signature.directories {
                let parts = slots(of: directory, signature, bundle, isLibrary: isLibrary)
                for part in parts { judge(part, of: executable, information, seal, &row) }
            }
            report.code.append(row)
        }
    }

    /// Notes that nothing binds a file, which the result for a code directory replaces.
    private mutating func noteUnbound(_ path: ContainerPath, _ reason: String) {
        if indices[path] != nil { mark(path, .unsealed, reason) }
    }

    private mutating func judgePages(
        _ result: PageResult, of executable: ContainerPath, _ row: inout SealReport.Code
    ) {
        let title = result.directory.hashType.title
        if let problem = result.problem {
            mark(executable, .unreadable, problem)
            return row.add(SealReport.Code.Part(name: "code pages", status: .unreadable, reason: problem))
        }
        guard let first = result.pages.first else {
            mark(executable, .intact)
            return row.add(SealReport.Code.Part(name: "code pages", status: .intact, reason: ""))
        }
        let size = result.directory.pageSize ?? Int(clamping: result.directory.codeLimit)
        let count = Pluralized.some(result.pages.count, "code page")
        let reason = "\(count) by \(title), the first at byte \(first * size) of the image (\(row.architecture))"
        mark(executable, .altered, reason)
        for page in result.pages where row.alteredPages.count < SealReport.Code.maxAltered {
            if !row.alteredPages.contains(page) { row.alteredPages.append(page) }
        }
        row.add(SealReport.Code.Part(name: "code pages", status: .altered, reason: reason))
    }

    /// A special slot of a code directory, compared.
    private struct Slot {
        let slot: CodeDirectory.SpecialSlot
        let status: SealStatus
        let title: String
    }

    private func slots(
        of directory: CodeDirectory, _ signature: CodeSignature, _ bundle: SealedBundle, isLibrary: Bool
    ) -> [Slot] {
        CodeDirectory.SpecialSlot.allCases.compactMap { slot in
            let contents: [UInt8]?
            var file: ContainerPath?
            switch slot {
            case .informationList:
                // A library may have its list in itself, in a section.
                if isLibrary { return nil }
                contents = bundle.information
                file = SealedBundle.informationPath
            case .resources:
                if isLibrary { return nil }
                contents = bundle.sealBytes
                file = SealedBundle.sealPath
            case .requirements, .entitlements, .binaryEntitlements:
                contents = signature.blob(slot).map { signature.bytes(of: $0) }
            }
            let title = directory.hashType.title
            guard let digest = directory.digest(slot) else {
                guard contents != nil, slot != .informationList, slot != .resources, slot != .requirements else {
                    return nil
                }
                return Slot(slot: slot, status: .added, title: title)
            }
            guard let contents else {
                let isUnread = file.flatMap { bundle.problem(of: bundle.place.path.appending($0)) } != nil
                return Slot(slot: slot, status: isUnread ? .unreadable : .missing, title: title)
            }
            return Slot(
                slot: slot, status: directory.matches(digest, contents) ? .intact : .altered, title: title)
        }
    }

    private mutating func judge(
        _ slot: Slot,
        of executable: ContainerPath,
        _ information: ContainerPath,
        _ seal: ContainerPath,
        _ row: inout SealReport.Code
    ) {
        let reason: String
        switch slot.status {
        case .altered: reason = "its \(slot.title) differs from the one in the code directory (\(row.architecture))"
        case .missing: reason = "the code directory has a digest of it"
        case .added: reason = "the code directory does not list it"
        case .unreadable: reason = "it could not be read"
        case .intact, .unsealed: reason = ""
        }
        switch slot.slot {
        case .informationList: mark(information, slot.status, reason)
        case .resources: mark(seal, slot.status, reason)
        case .requirements, .entitlements, .binaryEntitlements:
            if slot.status != .intact {
                mark(executable, .altered, "its \(slot.slot.title) \(slot.status.rawValue): \(reason)")
            }
        }
        row.add(SealReport.Code.Part(name: slot.slot.title, status: slot.status, reason: reason))
    }
}

extension SealReport.Code {
    /// The most altered pages that are listed.
    static let maxAltered = 100

    /// Adds a part, unless another code directory said the same or worse.
    mutating func add(_ part: Part) {
        guard let index = parts.firstIndex(where: { $0.name == part.name }) else { return parts.append(part) }
        if parts[index].status.gravity < part.status.gravity { parts[index] = part }
    }
}
