import ContainerModel
import ContainerStore
import FileTree
import Formats

/// A bundle, its seal and the signatures of its executable, read but not compared with anything yet.
struct SealedBundle {
    /// An image with its signature.
    struct Code {
        let part: MachOFile.Part
        let signature: CodeSignature?
    }

    let place: SealSurvey.Place
    /// `CFBundleIdentifier`.
    private(set) var identifier: String?
    /// The name of the executable in the bundle.
    private(set) var executable: String?
    /// The contents of Info.plist; nil if it could not be read.
    private(set) var information: [UInt8]?
    /// The contents of CodeResources.
    private(set) var sealBytes: [UInt8]?
    /// The seal; nil if there is none, or it cannot be read.
    private(set) var seal: ResourceSeal?
    private(set) var file: MachOFile?
    private(set) var code: [Code] = []
    /// The items that could not be read.
    private(set) var problems: [(path: ContainerPath, problem: FileProblem)] = []

    /// The maximum size of an Info.plist in bytes; real apps have a few KiB.
    private static let maxInformation = 16 << 20
    static let sealPath: ContainerPath = "_CodeSignature/CodeResources"
    static let informationPath: ContainerPath = "Info.plist"

    /// The path of the executable; nil if its name is not known, or is none.
    var executablePath: ContainerPath? {
        executable.flatMap { place.path.appending(directoryOfCode).appending(name: Array($0.utf8)) }
    }

    /// The directory of the executable in the bundle: `MacOS` in one for macOS.
    private var directoryOfCode: ContainerPath {
        place.path.bundleDirectory != place.path && place.path.lastComponent?.elementsEqual("Contents".utf8) == true
            ? "MacOS" : .root
    }

    /// Reads a bundle.
    init(_ place: SealSurvey.Place, in tree: any FileTree, _ allowance: inout SealAllowance) {
        self.place = place
        information = read(Self.informationPath, in: tree, limit: Self.maxInformation, &allowance)
        if let bytes = self.information, let list = try? PropertyListReader.read(bytes) {
            identifier = list["CFBundleIdentifier"]?.stringValue
            executable = list["CFBundleExecutable"]?.stringValue
        }
        readSeal(in: tree, &allowance)
        readCode(in: tree, &allowance)
    }

    /// Opens a library on its own.
    init(library entry: SealSurvey.Entry, in tree: any FileTree, _ allowance: inout SealAllowance) {
        place = SealSurvey.Place(path: entry.path, entries: 0..<0)
        readImages(entry.path, in: tree, &allowance)
    }

    /// Reads a file of the bundle as a whole; nil if it is not there, or notes why it cannot be read.
    private mutating func read(
        _ path: ContainerPath, in tree: any FileTree, limit: Int, _ allowance: inout SealAllowance
    ) -> [UInt8]? {
        let path = place.path.appending(path)
        do throws(FileTreeError) {
            let bytes = try FileContents.read(path, in: tree, limit: limit)
            do throws(FileProblem) {
                try allowance.take(bytes: bytes.count)
                return bytes
            } catch {
                problems.append((path, error))
            }
        } catch {
            if error.code != .notFound && error.code != .notADirectory {
                problems.append((path, FileProblem(error)))
            }
        }
        return nil
    }

    private mutating func readSeal(in tree: any FileTree, _ allowance: inout SealAllowance) {
        sealBytes = read(Self.sealPath, in: tree, limit: ResourceSeal.maxBytes, &allowance)
        guard let sealBytes else { return }
        do throws(FileProblem) {
            let seal: ResourceSeal
            do throws(FormatError) {
                seal = try ResourceSeal(sealBytes)
            } catch {
                throw FileProblem(error)
            }
            try allowance.take(items: seal.items.count)
            self.seal = seal
        } catch {
            problems.append((place.path.appending(Self.sealPath), error))
        }
    }

    private mutating func readCode(in tree: any FileTree, _ allowance: inout SealAllowance) {
        executable = presentExecutable(in: tree) ?? executable
        guard let path = executablePath, (try? tree.status(path))?.kind == .file else { return }
        readImages(path, in: tree, &allowance)
    }

    /// Returns the name of the executable that exists: the one that Info.plist names, the one called as the bundle, or
    /// else a Mach-O file that the seal does not list. If the list is damaged or gone, its digest is still found.
    private func presentExecutable(in tree: any FileTree) -> String? {
        let bundle = String(decoding: place.path.bundleDirectory.lastComponent ?? [], as: UTF8.self)
        let stem = bundle.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(bundle[..<$0]) }
        for name in [executable, stem].compactMap({ $0 }) {
            guard let path = place.path.appending(directoryOfCode).appending(name: Array(name.utf8)) else { continue }
            if (try? tree.status(path))?.kind == .file { return name }
        }
        guard let seal, let directory = try? tree.directory(at: place.path),
            let entries = try? directory.entries(path: place.path)
        else { return nil }
        let names = (0..<entries.count).map { Array(entries.name($0)) }.filter { seal.items[$0] == nil }
        let found = names.sorted { $0.lexicographicallyPrecedes($1) }.first { name in
            guard let path = place.path.appending(name: name), (try? tree.status(path))?.kind == .file else {
                return false
            }
            return (try? directory.head(of: name[...], length: 8)).map { MachOSlice.isMachO($0) } ?? false
        }
        return found.map { String(decoding: $0, as: UTF8.self) }
    }

    private mutating func readImages(
        _ path: ContainerPath, in tree: any FileTree, _ allowance: inout SealAllowance
    ) {
        do throws(FileProblem) {
            let file = try MachOFile(path, in: tree)
            self.file = file
            for part in file.parts {
                do throws(FileProblem) {
                    // One that is too large by itself is not read.
                    let size = Int(clamping: part.image.signature?.count ?? 0)
                    if size <= CodeSignature.maxBytes { try allowance.take(bytes: size) }
                    code.append(Code(part: part, signature: try file.signature(of: part)))
                } catch {
                    // The other images are verified all the same.
                    problems.append((path, error))
                }
            }
        } catch {
            problems.append((path, error))
        }
    }

    /// Returns why a file of the bundle could not be read; nil if it could, or is not there.
    func problem(of path: ContainerPath) -> FileProblem? { problems.first { $0.path == path }?.problem }
}
