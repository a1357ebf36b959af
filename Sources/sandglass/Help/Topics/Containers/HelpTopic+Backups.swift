extension HelpTopic {
    /// MobileSync backups.
    static let backups = HelpTopic(
        "backups", "Backups", summary: "Browse, unpack, make and compare MobileSync backups.",
        text: """
            A MobileSync backup, as the Finder, iTunes and idevicebackup2 make them, is a container for each of its
            domains, with the names of the apps, their sizes, and the same badges. In every command, the path continues
            after the backup's directory with the name of a domain.

              $ sandglass pack --backup App.xcappdata Plain
              $ sandglass pack --backup --encrypt --new-passphrase-file k App.xcappdata Safe
              $ sandglass ls --passphrase-file k Safe/AppDomain-dev.sandglass.harbornotes
              $ sandglass explain Backup/AppDomain-com.example.notes/Documents/a.txt
              Documents/a.txt  RWDB
                text, 5 bytes
                -rw-r----- 501:501, not in force in an archive
                protection class 1, Complete
                …
                B by the rules backed up; this backup holds it

            Dates, modes, links, attributes and data protection classes are the device's; with `--locked`, files of
            class 1 are marked. Domains of the system (`HomeDomain`, `KeychainDomain`, `CameraRollDomain` …) belong to
            no app: their badges are `———B`, there is no verdict, and items are in the backup because the manifest lists
            them. The domain of a plug-in (`AppDomainPlugin-…`) is shown with its app's.

            # What a backup costs

            iCloud backs up a device daily over Wi-Fi, say the slides “The Sandbox”. Large files lengthen a backup, and the user pays for their
            size with the storage of iCloud; they may delete the app for it, or turn its backup off (File System
            Programming Guide). So data that can be recreated or downloaded again is left out, and `advise` finds it.
            Settings in key-value storage do not count against the user's storage (the slides). `sandglass help
            sources` lists both.

            # Passphrases

            The passphrase of an encrypted backup is asked for without showing it, in the browser too.
            `--passphrase-file FILE` and `--passphrase-fd NUMBER` give it to scripts; no argument and no environment
            variable does, since others could see it. If the program is killed while it asks, the typed characters do
            not reach the shell.

            Contents are decrypted on demand, in memory alone: nothing decrypted reaches a disk unless you export it or
            keep it with `keep --decrypted` (or the system swaps it out). An export is for you alone, whatever the
            umask. The passphrase and the keys are in locked memory that no core file contains, and end with the
            program. Where the limit on locked memory (`ulimit -l`) is too low for that, one warning says so. Nothing
            about an encrypted backup is remembered for the next session but the tags and marks that you set.

            # Unpack and make backups

            A backup cannot be changed. `unpack` copies a domain into a directory or a package, and `pack --backup`
            makes a backup of the part of a container that the rules back up. Names, contents, dates, modes, links,
            attributes and classes survive the round trip.

            In a backup, names, targets of links and names of attributes are UTF-8: `pack` leaves out what is not, and
            says so.

            $ sandglass unpack Backup com.example.notes Notes.xcappdata :: Copy a domain into a package.
            $ sandglass pack --backup Notes.xcappdata NotesBackup :: Make a backup of a container.

            A file of unknown protection class is recorded without one in a plain backup. In an encrypted backup its key
            needs a class, so it gets class 3, the default, and the result says how many files did. A file that `unpack`
            made keeps its data protection class in the attribute `user.dev.sandglass.protection-class`, where the file
            system has attributes.

            Other readers of backups, such as pyiosbackup and iphone_backup_decrypt, read backups made by this program.
            The Finder restores whole devices; restoring with it is untested.

            # Compare with the rules

            `backup-set --compare` lists the items that the rules back up and the backup lacks, the items that the
            backup holds against the rules, the items that only the backup has, and those that are of another kind
            there. The status is 1 if there are any. Items are compared by path and kind alone: the last line says of
            how many files no contents were read (`notRead` in JSON). `sandglass diff` compares the contents.

            $ sandglass backup-set App.xcappdata --compare Plain :: Compare a backup with the rules.

            # Old, archived and damaged backups

            Backups of iOS 9 and earlier (`Manifest.mbdb`) open as well, and so do backups in an archive:
            `Backup.zip/AppDomain-com.example.notes`. A backup without its `Manifest.plist` opens if its manifest is not
            encrypted. A backup whose files were decrypted opens without a passphrase, although `Manifest.plist` still
            calls it encrypted. A warning says so in both cases.

            $ sandglass ls Backup.zip/AppDomain-com.example.notes :: List a domain of an archived backup.

            A file that is shorter or longer than its record says, as databases often are, is shown, searched, audited
            and copied as far as it goes, with a remark and status 65; of a truncated encrypted file, all whole blocks
            are. `hash` and `diff` do not take it for the file, and a log that does not fit its record is not read
            with its database, which a remark says. `info` shows what `Status.plist` says of the backup's completeness,
            and a warning says so if it was not finished.

            # Limits

            An encrypted file of more than 1 GB is listed, found by name and exported, but not opened for a preview, a
            search or `hash`, since it would have to be decrypted in memory.
            """)
}
