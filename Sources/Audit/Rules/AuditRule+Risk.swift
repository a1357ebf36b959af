/// What can happen, and to whom, in words for somebody who does not develop apps.
extension AuditRule {
    /// The risk in one or two sentences.
    package var risk: String { Self.risks[identifier] ?? "" }

    private static let risks = ofSecrets.merging(ofStorage) { first, _ in first }
        .merging(ofBundles) { first, _ in first }.merging(ofPrivacy) { first, _ in first }

    private static let ofSecrets: [String: String] = [
        "secret.private-key":
            """
        Anyone who has the private key can sign or decrypt in the name of its owner. It goes unnoticed, and \
        copies cannot be recalled.
        """,
        "secret.service-key":
            """
        Anyone who has the key can use the service at the owner's expense, and read or change the data that it \
        gives access to: often that of all users.
        """,
        "secret.password":
            """
        Anyone who reads the file, for example in a backup, can sign in as the user, even at other services where \
        the password is the same.
        """,
        "secret.pin":
            "Anyone who reads the file can confirm what only the user should confirm, such as a payment or a sign-in.",
        "secret.token":
            "Anyone who reads the file can act as the user until the token is revoked, without knowing a password.",
        "secret.web-token":
            """
        Anyone who reads the file can act as the user until the token expires, and can read what the token says of \
        the user.
        """,
        "secret.personal-number":
            """
        Anyone who reads the file can use the number to pass for the user, or to draw money from the account.
        """,
        "secret.card":
            """
        Anyone who reads the file can misuse the card. The company that makes the app may be liable under the rules \
        of the card networks.
        """,
        "secret.request-credentials":
            """
        Anyone who reads the cache can repeat requests as the user, although the app never meant to store \
        credentials.
        """,
        "secret.cookie-flags":
            """
        Anyone on the same network, or a script in a web page, can read the cookie and take over the user's \
        session.
        """,
        "secret.url-credentials":
            """
        Addresses end up in histories, logs of servers and caches. Anyone who reads one there can sign in as the \
        user.
        """,
        "secret.in-log":
            "Logs are sent to support and to crash-report providers. Anyone who reads one there can act as the user.",
        "secret.in-web-storage":
            """
        Every script that runs in the page, even one of an advertisement, can read the secret and act as the \
        user.
        """,
        "secret.in-free-pages":
            "The user believes that the secret was deleted. Anyone who has the file can still read it.",
        "secret.keyboard-cache":
            """
        Words that the user typed, among them names and addresses, can be read by anyone who has a copy of the \
        device.
        """,
        "snapshot.content":
            """
        Anyone who has the unlocked device, or a copy of its files, sees what the user last looked at: messages, \
        amounts, documents.
        """,
        "snapshot.exits-on-suspend":
            "Pictures of earlier screens remain on the device, and whoever has a copy of its files can look at them.",
        "protection.none":
            "The file can be read from a stolen device, even if it is locked and was never unlocked.",
        "protection.sensitive-until-first-unlock":
            "The secret can be read from a stolen device that is locked, if it has been unlocked once since it started.",
    ]

    private static let ofStorage: [String: String] = [
        "storage.temporary-elsewhere":
            """
        Files that were meant to live for a moment stay for years, fill the device, and are copied into every \
        backup.
        """,
        "storage.recreatable-in-backup":
            """
        The user pays for iCloud storage, and waits longer for backups, because of data that can be recreated. \
        The App Store may reject the app.
        """,
        "storage.large-in-backup":
            "The user's backups take longer and need more iCloud storage. The App Store may reject the app.",
        "storage.stale-tmp": "Files that are no longer needed fill the user's device, and can still be read.",
        "storage.internals-in-documents":
            "If file sharing is turned on, users see files of the app, and can change or delete them by mistake.",
        "storage.user-data-in-library": "Users do not find their own files, since Library is not shown to them.",
        "storage.user-data-purgeable":
            "The system may delete the file when space is low. Users lose work that cannot be recreated.",
        "storage.database-purgeable":
            "The system may delete the database when space is low. Users lose what is in it.",
        "storage.resource-copy":
            "The user's backups grow by files that every copy of the app has already.",
        "storage.icloud-unsuitable":
            """
        The user's iCloud storage is used up, and data is sent over mobile networks, for files that can be \
        recreated.
        """,
        "storage.icloud-database":
            "Several devices write to one database at the same time. It is damaged, and users lose what is in it.",
        "storage.shared-database":
            """
        Anyone who can open the app's folder in Finder or Files can copy the whole database, change it, or damage \
        it.
        """,
        "storage.support-directory":
            "Files of frameworks and of the app get in each other's way: one may overwrite the other's.",
        "storage.foreign-preference":
            "The system manages this directory and may replace or drop the file. Users lose settings.",
        "storage.code-in-data":
            """
        Code that was neither signed nor reviewed may run in the app. Anyone who can write the file can have the app \
        do anything.
        """,
        "storage.exclusion-lost":
            "The file is copied into backups although the app wanted to keep it out of them, and may be read there.",
        "storage.exclusion-of-user-data":
            "If the device is lost or replaced, users lose the file, since no backup has it.",
        "storage.left-in-inbox":
            "Documents sent to the user stay on the device and in its backups after they are no longer needed.",
        "storage.large-backup": "The user's backups take long and need much iCloud storage.",
        "seal.broken":
            "The app is not what its developer signed. It may contain foreign code, or fail to launch.",
        "seal.added":
            "Something was added to the app after it was signed. It may be foreign code that harms users.",
        "seal.missing": "There is no telling whether the app is what its developer built.",
        "file.unreadable":
            "A secret or another defect in the item remains unknown: the absence of findings proves nothing.",
        "file.damaged":
            """
        A secret or another defect in the rest of the file remains unknown. If the app cannot read it either, \
        users lose what is in it.
        """,
    ]
}
