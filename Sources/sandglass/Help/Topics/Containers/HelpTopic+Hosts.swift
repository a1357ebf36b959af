extension HelpTopic {
    /// Containers on another computer.
    static let hosts = HelpTopic(
        "hosts", "Containers on another computer", summary: "Open a Mac's simulators over SSH: ssh://.",
        text: """
            Simulators are on a Mac. Where you can `ssh` to it, its containers open like those of this computer, in
            every command and in the browser:

            ssh://mac :: the simulators in their usual place, `~/Library/Developer/CoreSimulator/Devices`
            ssh://mac/~/Downloads/App.xcappdata :: a path from the home directory
            ssh://mac/Users/me/x, ssh://mac//Users/me/x :: a path from the root directory
            ssh://me@mac.local:2222/~/x :: with a user and a port

            With `--in ssh://mac`, or `SANDGLASS_SIMULATORS=ssh://mac`, apps have their names (`sandglass help names`):
            `sandglass ls --in ssh://mac app:com.example.notes/Documents`.

            $ sandglass ls ssh://-x/y :: Not the name of a host (64).

            # What has to be installed

            On Debian: `apt-get install sshfs fuse3`. On the host, nothing: on a Mac, turn on Remote Login in the
            settings under Sharing. SFTP alone is used, no command runs on the host. In a container (Docker, Podman),
            add `--device /dev/fuse --cap-add SYS_ADMIN`.

            ssh reads its own configuration, so that aliases, jump hosts and keys work as always. It must not have to
            ask for anything, since there may be a screen in its way: use an agent or a key without a passphrase, and
            connect once with `ssh mac` so that the host is known. What hinders ssh is told in its own words, with the
            status 69. A host that does not answer is given up after ten seconds.

            # How a host is mounted

            sshfs mounts the home directory, or the root directory, below `$XDG_RUNTIME_DIR/sandglass`, which only you
            can enter. Processes share a mount, and the last one unmounts it; the next start of sandglass unmounts what
            a killed process has left. Nothing looks at a mount that does not answer.

            SFTP tells names, sizes, modes, times in whole seconds, links and contents. Extended attributes, and with
            them the exclusion from backups, and times of birth it does not tell, and owners are numbers that have
            other names on the other computer: owner and exclusion are shown as `?`, `hash` leaves them out, and the
            badges follow the rules alone. Modes are shown, but the host decides whom they let in.
            Links to absolute paths are not followed. What another program changes is seen after two seconds.

            # Changes, and lost connections

            A file written to a host is read back and compared before it gets its name; `--no-verify` skips that.
            Deleted and replaced items go to this computer's trash. If the connection is lost, no file is left half
            written under its name; the next start that reaches the host completes the operation or rolls it back, and
            without it the operation waits.

            Tested with Debian's OpenSSH, never with a Mac.
            """)
}
