import System

/// The host `mac` for ssh: an sshd of the tests' own, which ssh starts for each connection, and which serves SFTP
/// alone. Nothing listens on any port. What is mounted of it is unmounted when the object is released.
package final class SSHHost: Sendable {
    /// The directory with the host's keys, `home`, which is the home directory of the host's user, and the directory
    /// for mounts.
    package let directory = TemporaryDirectory()

    /// The program that stands between ssh and sshd.
    private static let proxy = #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/ssh_proxy.py"

    /// Makes a host whose user has one file, `a.txt`.
    package init() throws {
        for name in ["home", "runtime", "host", "own"] { try directory.makeDirectory(name) }
        guard chmod(directory("runtime"), 0o700) == 0 else { throw Errno.last }
        try directory.write("text\n", to: "home/a.txt")
        try directory.write(
            """
            set -e; cd "$1"
            for key in host user; do ssh-keygen -q -t ed25519 -N '' -f $key.key; done
            echo "mac $(cut -d ' ' -f 1,2 host.key.pub)" > known_hosts
            if [ $(id -u) = 0 ]; then mkdir -p /run/sshd; fi
            mkdir bin; cat > bin/ssh <<END
            #!/bin/sh
            exec $(command -v ssh) -F $1/ssh_config -o ConnectTimeout=2 "\\$@"
            END
            chmod +x bin/ssh
            """, to: "make.sh")
        try directory.write(
            """
            HostKey \(directory("host.key"))
            AuthorizedKeysFile \(directory("user.key.pub"))
            StrictModes no
            UsePAM no
            PasswordAuthentication no
            PermitRootLogin yes
            PidFile none
            Subsystem sftp internal-sftp -d \(directory("home"))
            """, to: "sshd_config")
        let words = Python.command + [Self.proxy, directory("sshd_config"), directory.path]
        try directory.write(
            """
            Host mac
            IdentityFile \(directory("user.key"))
            IdentitiesOnly yes
            UserKnownHostsFile \(directory("known_hosts"))
            GlobalKnownHostsFile /dev/null
            ProxyCommand \(words.joined(separator: " "))
            """, to: "ssh_config")
        let made = try runCommand(["sh", directory("make.sh"), directory.path])
        guard made.status == 0 else { throw HostError(description: made.errors) }
    }

    deinit {
        for mount in mounts { _ = try? runCommand(["fusermount3", "-u", "-z", mount]) }
    }

    /// Why a host could not be made.
    private struct HostError: Error, CustomStringConvertible {
        let description: String
    }

    /// The variables by which programs find the host's ssh, and the program its directories.
    package var environment: [String: String] {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return [
            "PATH": "\(directory("bin")):\(path)", "XDG_RUNTIME_DIR": directory("runtime"),
            "XDG_STATE_HOME": directory("state"), "XDG_DATA_HOME": directory("data"), "HOME": directory("own"),
            "SANDGLASS_SIMULATORS": "",
        ]
    }

    /// Runs a command with the host at hand.
    /// - Parameter faults: What happens to each connection: `delay MILLISECONDS`, `cut COUNT`.
    package func run(_ words: [String], faults: [String] = []) throws -> CommandResult {
        try directory.write(faults.joined(separator: "\n") + "\n", to: "faults")
        unlink(directory("cut"))
        return try runCommand(["env"] + environment.map { "\($0.key)=\($0.value)" } + words)
    }

    /// The paths at which the host is mounted.
    package var mounts: [String] {
        Mount.all.map { String(decoding: $0.path, as: UTF8.self) }.filter { $0.hasPrefix(directory.path + "/") }
    }

    /// Whether hosts can be mounted here. Where they cannot, the tests that need it are skipped by name.
    package static let canMount: Bool = {
        guard access("/dev/fuse", R_OK | W_OK) == 0, access("/usr/sbin/sshd", X_OK) == 0, let host = try? SSHHost(),
            mkdir(host.directory("mount"), 0o700) == 0
        else { return false }
        let script = #"sshfs mac: "$0" -o BatchMode=yes 2> "$0.errors" && fusermount3 -u -z "$0""#
        return (try? host.run(["sh", "-c", script, host.directory("mount")]).status) == 0
    }()
}
