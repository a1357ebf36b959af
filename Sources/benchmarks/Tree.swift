import ContainerModel
import FileTree
import Jobs
import System

/// A container made for measuring: empty directories, and many files in `Documents`.
struct Tree {
    /// The name of its directory.
    let name: String
    /// A description for people.
    let title: String
    /// The number of directories in Documents; 0 puts all files into Documents itself.
    let directories: Int
    /// The total number of files.
    let files: Int

    /// The entry that comes first in every order by name.
    static let firstName = "!FIRST!"
    /// The beginning of all other names.
    static let commonPrefix = "item "

    static func all(quick: Bool) -> [Tree] {
        let scale = quick ? 20 : 1
        return [
            flat(100),
            flat(100_000 / scale),
            flat(1_000_000 / scale),
            Tree(
                name: "deep",
                title: "\(grouped(500_000 / scale)) in \(grouped(2_000 / scale)) directories",
                directories: 2_000 / scale,
                files: 500_000 / scale
            ),
        ]
    }

    private static func flat(_ count: Int) -> Tree {
        Tree(name: "flat-\(count)", title: "\(grouped(count)) entries", directories: 0, files: count)
    }

    /// The number of items below the container's root.
    var items: Int { 3 + directories + files }

    /// Creates the tree, unless it exists.
    func make(at path: String) throws {
        let mark = path + ".complete"
        if access(mark, F_OK) == 0 { return }
        for directory in ["", "/Documents", "/Library", "/tmp"] {
            guard mkdir(path + directory, 0o755) == 0 || errno == EEXIST else {
                throw BenchmarkError("could not make \(path)\(directory): \(String(cString: strerror(errno)))")
            }
        }
        if directories == 0 {
            try fill("\(path)/Documents", with: 0..<files)
        } else {
            let share = files / directories
            for number in 0..<directories {
                let directory = "\(path)/Documents/folder \(number)"
                mkdir(directory, 0o755)
                try fill(directory, with: number * share..<(number + 1) * share)
            }
        }
        close(open(mark, O_CREAT | O_WRONLY | O_CLOEXEC, 0o644))
    }

    /// Creates files in an order unrelated to their names.
    private func fill(_ path: String, with range: Range<Int>) throws {
        let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw BenchmarkError("could not open \(path)") }
        defer { close(directory) }
        // A prime, so that every index occurs once.
        let step = 611_953
        for place in 0..<range.count {
            let number = range.lowerBound + place * step % range.count
            let file = openat(
                directory, number == range.lowerBound ? Self.firstName : "\(Self.commonPrefix)\(number).txt",
                O_CREAT | O_WRONLY | O_CLOEXEC, 0o644)
            guard file >= 0 else {
                throw BenchmarkError("could not make a file in \(path): \(String(cString: strerror(errno)))")
            }
            if Self.size(of: number) > 0 { ftruncate(file, off_t(Self.size(of: number))) }
            close(file)
            if place % 4_096 == 0 { try SignalBlock.check() }
        }
    }

    /// Returns the logical size of a file; only some files have a size, and none takes up blocks.
    private static func size(of number: Int) -> Int { number % 8 == 0 ? 1_000 + number % 9_000 : 0 }

    /// Removes a tree, including an incomplete one.
    static func remove(_ path: String) {
        unlink(path + ".complete")
        removeContents(path)
        rmdir(path)
    }

    private static func removeContents(_ path: String) {
        guard let root = try? RootedDirectory(hostPath: Array(path.utf8)),
            let directory = try? root.openDirectory(.root),
            let entries = try? DirectoryReader.read(directory, path: .root, cancellation: Cancellation())
        else { return }
        for index in 0..<entries.count {
            let name = String(decoding: entries.name(index), as: UTF8.self)
            if entries.kind(index) == .directory { removeContents("\(path)/\(name)") }
            unlinkat(directory.number, name, entries.kind(index) == .directory ? AT_REMOVEDIR : 0)
        }
    }
}

/// Returns `number` with commas between thousands.
func grouped(_ number: Int) -> String {
    var digits = String(number)[...]
    var groups: [Substring] = []
    while digits.count > 3 {
        groups.insert(digits.suffix(3), at: 0)
        digits = digits.dropLast(3)
    }
    return ([digits] + groups).joined(separator: ",")
}
