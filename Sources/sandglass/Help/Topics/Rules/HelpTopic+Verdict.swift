extension HelpTopic {
    /// The rules, with an example of each.
    static let verdict = HelpTopic(
        "verdict", "The rules, one by one", summary: "The rules with an example of each, and their sources.",
        text: """
            `verdict` shows whether the rules allow an operation, names the rule that decides and an alternative, and
            changes nothing. Run the examples in the demonstration container, in this order; for a container of your
            own, name a path in it instead. `(77)` marks a refusal by its exit status.

              $ sandglass demo --at /tmp/demo --no-browse
              $ cd /tmp/demo/Containers/Data/Application/*
              $ B=$(echo ../../../Bundle/Application/*/*.app)
              $ G=$(echo ../../../Shared/AppGroup/*)

            # Places

            $ sandglass verdict modify "$B/Info.plist" :: The bundle is sealed (77).
            $ sandglass verdict create-file ./new.txt :: Apps create nothing in the container's root (77).
            $ sandglass verdict delete Documents :: Deleting Documents empties it.
            $ sandglass verdict create-file Documents/Inbox/new.txt :: Apps create nothing in Inbox (77).
            $ sandglass verdict create-directory Documents/Inbox :: Only the system creates Inbox (77).
            $ sandglass verdict delete Documents/Inbox :: Deleting Inbox empties it.
            $ sandglass verdict delete Library :: Library stays; its contents may go (77).
            $ sandglass verdict create-directory Library/Mine :: Apps may create other directories in Library.
            $ sandglass ls Library :: Cookies and WebKit are backed up.
            $ sandglass verdict create-directory Library/Frameworks :: Apps cannot install frameworks: a warning.
            $ sandglass explain "Library/Application Support" :: An app uses a subdirectory of Application Support.
            $ sandglass explain Library/Caches :: Caches may be purged, and is not backed up.
            $ sandglass verdict delete --caches-stay Library/Caches :: Current iOS versions keep Caches itself.
            $ sandglass explain Library/Caches/Snapshots :: Snapshots, up to iOS 12, follow the rules of Caches.
            $ sandglass explain Library/SplashBoard :: SplashBoard is never in a backup.
            $ sandglass explain "Library/Saved Application State" :: Nor is Saved Application State.
            $ sandglass explain Library/HTTPStorages :: HTTPStorages was found in no backup.
            $ sandglass verdict modify Library/SyncedPreferences/x.plist :: SyncedPreferences are read-only (77).
            $ sandglass verdict modify Library/Preferences/x.plist :: Apps do not handle preference files directly: a
            warning, given once while the app is not running.
            $ sandglass explain tmp :: tmp will be purged while the app is not running.
            $ sandglass verdict create-file tmp/dev.sandglass.harbornotes-Inbox/x :: The inbox in tmp has no rules
            beyond tmp's.
            $ sandglass verdict list SystemData :: SystemData may not even be listed (77).
            $ sandglass verdict modify StoreKit/receipt :: StoreKit and the like are read-only (77).
            $ sandglass verdict modify "$G/Charts/x" :: A group's container belongs to its apps.
            $ sandglass backup-set --kind iCloud "$(mktemp -d)" :: An iCloud container is in no backup; this judges a
            new directory as one.
            $ sandglass ls "Documents/Shared charts" :: No operation follows a link (65).
            $ sandglass verdict copy Documents/Checklist.txt /tmp/ :: App and user stay in the app's containers (77).

            # Who acts

            $ sandglass verdict --as user list Library :: The user sees Documents alone (77).
            $ sandglass verdict --as user --file-sharing no list Documents :: … and only where the app shares it (77).
            $ sandglass verdict --as user rename Documents/Checklist.txt Documents/x :: … and changes it there with
            `UIFileSharingEnabled` and `LSSupportsOpeningDocumentsInPlace`.
            $ sandglass verdict deliver Documents/Inbox/x.pdf :: Apps deliver nothing (77);
            $ sandglass verdict --as system deliver Documents/Inbox/x.pdf :: the system alone does.
            $ sandglass verdict --as owner modify "$B/Info.plist" :: The owner may do anything, with a warning.

            # Operations

            $ sandglass verdict move Documents/Inbox/invoice.pdf Documents/ :: Moving needs D at the source and W at the
            destination.
            $ sandglass verdict rename Documents/Inbox/invoice.pdf Documents/Inbox/x.pdf :: Renaming in Inbox is refused
            (77).
            $ sandglass verdict modify Documents/Inbox/invoice.pdf :: Editing a file in Inbox moves it out first.

            # Backup and purge

            $ sandglass backup-set :: The contents of the next backup, and the reason for each omission.
            $ sandglass backup-set --icloud :: The same for a backup to iCloud.
            $ sandglass exclude --list :: An exclusion attribute also covers everything below its directory.
            $ sandglass purge --event low-storage --dry-run :: Low storage may purge tmp and Caches.
            $ sandglass purge --event update --dry-run :: An update may purge Caches.
            $ sandglass purge --event restore --dry-run :: A restore loses everything that is not in the backup.
            $ sandglass purge --event idle --dry-run :: While the app is not running, tmp will be purged.
            $ sandglass purge --event idle --running --dry-run :: While it is running, nothing is purged.

            # Data protection and permissions

            $ sandglass verdict read --locked --protection-class 1 Documents/x.txt :: Class 1 while locked (77).
            $ sandglass verdict read --not-unlocked --protection-class 3 Documents/x.txt :: Classes 1, 2 and 3 before
            the first unlock (77).
            $ sandglass verdict read --locked Documents/Checklist.txt :: An unknown class never refuses.
            $ chmod a-w Documents/Checklist.txt :: Mode, owner and access control list count:
            $ sandglass verdict modify Documents/Checklist.txt :: refused by the mode (77).
            $ chmod u+w Documents/Checklist.txt :: restores the mode.

            # Advice

            `sandglass advise` asks on the terminal where a file belongs.

            $ sandglass advise --user-sees --recreatable :: Where does a file with these properties belong?
            $ sandglass advise Library/Preferences/dev.sandglass.harbor.plist :: Is this file in the right place?
            $ sandglass advise . :: Is everything in the right place?

            # Sources

            A verdict names the first document that its rule rests on, Apple's before others, with a quotation where
            one decides something; `--sources` names all, and `sandglass help sources` lists them.
            """)
}
