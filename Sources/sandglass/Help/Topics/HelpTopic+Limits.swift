extension HelpTopic {
    /// The limits of the program.
    static let limits = HelpTopic(
        "limits", "Limits", summary: "Platforms, formats and operations that are not supported.",
        text: """
            - Linux only so far. A port has to replace `System/Platform+Linux.swift` and `CPlatform`; macOS is
            untested. Of FUSE file systems, only bindfs and ntfs-3g were tried, by hand.
            - HEIC and AVIF pictures are not drawn, since Debian has no static decoder (`sandglass help pictures`).
            - IndexedDB values of the web's own interfaces stay bytes (`sandglass help formats`).
            - A bundle's certificate chain (CMS) and the requirements of nested code are not checked (`sandglass help
            bundles`).
            - Of an `.ipa`, only the app's bundle is opened, and archives can only be read (`sandglass help archives`).
            - Encrypted files of more than 1 GB in backups are exported, but not previewed (`sandglass help backups`).
            - Devices on cables were tested with a simulated device only, never with a phone (`sandglass help devices`).
            - The apps of an incomplete device copy are joined as far as their data goes (`sandglass help devices`).
            - AppleDouble attributes are not converted into extended attributes (`sandglass help attributes`).
            - A zip archive holds dates from 1970 to 2106 (`sandglass help archives`).
            - Owners and groups are named from `/etc/passwd` and `/etc/group` (`sandglass help output`).
            - Whether an app shares its Documents is known only with its Info.plist (`sandglass help app-info`).
            - A lost exclusion attribute is reported only if this program has seen it before.
            - A move to another file system is refused as a whole where the tree contains a pipe, a socket or an
            unreadable item; writes through open descriptors can be lost on FUSE and network file systems (`sandglass
            help changes`).
            - `--on-conflict replace` never replaces a directory with something else, or the reverse.
            - Neither the trash nor the state directory may lie in the container that is changed.
            - The cover cannot protect from screenshots, from the scrollback, or when all three processes are killed at
            once (`sandglass help cover`).
            """)
}
