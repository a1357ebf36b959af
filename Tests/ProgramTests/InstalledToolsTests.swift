import TestSupport
import Testing

/// No test is skipped because a program is missing: the README's test command installs all of them.
@Suite("The programs that the tests use", .onManyThreads)
struct InstalledToolsTests {
    /// The programs that the tests use, by the Debian package that they are in; libraries and descriptions of terminals
    /// have none.
    private static let programs = [
        "tmux": ["tmux"], "acl": ["setfacl", "getfacl"], "attr": ["setfattr", "getfattr"], "python3": ["python3"],
        "strace": ["strace"], "trash-cli": ["trash-list", "trash-restore"], "foot-terminfo": [],
        "libarchive-tools": ["bsdtar"], "zip": ["zip"], "unzip": ["unzip"], "xz-utils": ["xz"], "zstd": ["zstd"],
        "webp": ["cwebp"], "libjpeg-turbo-progs": ["cjpeg"], "openssl": ["openssl"], "mandoc": ["mandoc"],
        "zsh": ["zsh"], "fish": ["fish"], "ifuse": ["ifuse"], "fuse3": ["fusermount3"],
        "libimobiledevice-utils": ["idevice_id", "ideviceinfo", "idevicepair"],
        "ideviceinstaller": ["ideviceinstaller"], "sshfs": ["sshfs", "ssh"], "openssh-server": ["/usr/sbin/sshd"],
    ]

    /// The packages of the README's test command.
    private static func packages() throws -> [String] {
        let root = try #require(packageRoot(of: #filePath))
        let readme = String(decoding: try readFile("\(root)/README.md"), as: UTF8.self)
        let line = try #require(
            readme.split(separator: "\n").first { $0.hasPrefix("sh -c") && $0.contains("swift test") })
        let list = try #require(line.split(separator: "install -y ").last?.split(separator: "'").first)
        return list.split(separator: " ").map(String.init).filter { !$0.hasSuffix("-dev") }
    }

    @Test("each package of the README's test command is installed")
    func installed() throws {
        let packages = try Self.packages()
        #expect(Set(packages) == Set(Self.programs.keys))
        for package in packages {
            for program in Self.programs[package] ?? [] {
                let found = try runCommand(["sh", "-c", "command -v \(program)"])
                #expect(found.status == 0, "\(program) of the package \(package) is missing")
            }
        }
    }
}
