import ContainerModel

/// The passages of the project's documents that are cited word for word. The documents are not part of the repository;
/// these were cut out of them by a program, which noted where they begin.
struct DocumentExcerpt {
    /// The document.
    var source: Source
    /// The offset in the document's bytes.
    var offset: Int
    /// The text.
    var text: String

    static let all: [DocumentExcerpt] = [
        DocumentExcerpt(
            source: .s0, offset: 164,
            text:
                "Sandboxing your app is a great way to protect systems and users by limiting the "
                + "privileges of an app to its intended functionality, increasing the difficulty for "
                + "malicious software to compromise your users' systems"
        ),
        DocumentExcerpt(
            source: .s0, offset: 15921,
            text:
                "UIApplicationExitsOnSuspend"
        ),
        DocumentExcerpt(
            source: .s0, offset: 15955,
            text:
                "ignoreSnapshotOnNextApplicationLaunch"
        ),
        DocumentExcerpt(
            source: .s0, offset: 19417,
            text:
                "Preferences and app state (using key-value storage, which does not count against a "
                + "user's iCloud storage allotment)"
        ),
        DocumentExcerpt(
            source: .s0, offset: 19536,
            text:
                "Change log files for a SQLite database (a SQLite database's store file must never be "
                + "stored in iCloud)"
        ),
        DocumentExcerpt(
            source: .s0, offset: 19686,
            text:
                "Cache files"
        ),
        DocumentExcerpt(
            source: .s0, offset: 19701,
            text:
                "Temporary files"
        ),
        DocumentExcerpt(
            source: .s0, offset: 19720,
            text:
                "App support files that your app creates and can recreate"
        ),
        DocumentExcerpt(
            source: .s0, offset: 19780,
            text:
                "Large downloaded data files"
        ),
        DocumentExcerpt(
            source: .s0, offset: 19838,
            text:
                "2.23: Apps must follow the iOS Data Storage Guidelines or They Will be rejected"
        ),
        DocumentExcerpt(
            source: .s0, offset: 24341,
            text:
                "iCloud includes Backup, which automatically backs up a user's iOS device daily over "
                + "Wi-Fi. Everything in your app's home directory is backed up, with the exception of the "
                + "application bundle itself, the caches directory, and temp directory. Purchased music, "
                + "apps, books, the Camera Roll, device settings, home screen and app organization, "
                + "messages, and ringtones are backed up as well. Because backups are done wirelessly and "
                + "stored in iCloud for each user, it's best to minimize the amount of data that's stored "
                + "for your app. Large files will lengthen the time it takes to perform a backup and "
                + "consume more of a user's available iCloud storage."
        ),
        DocumentExcerpt(
            source: .s1, offset: 57,
            text:
                "Only documents and other data that is user-generated, or that cannot otherwise be "
                + "recreated by your application, should be stored in the <Application_Home>/Documents "
                + "directory and will be automatically backed up by iCloud."
        ),
        DocumentExcerpt(
            source: .s1, offset: 285,
            text:
                "Data that can be downloaded again or regenerated should be stored in the "
                + "<Application_Home>/Library/Caches directory. Examples of files you should put in the "
                + "Caches directory include database cache files and downloadable content, such as that "
                + "used by magazine, newspaper, and map applications."
        ),
        DocumentExcerpt(
            source: .s1, offset: 584,
            text:
                "Data that is used only temporarily should be stored in the <Application_Home>/tmp "
                + "directory. Although these files are not backed up to iCloud, remember to delete those "
                + "files when you are done with them so that they do not continue to consume space on the "
                + "user’s device."
        ),
        DocumentExcerpt(
            source: .s1, offset: 861,
            text:
                "Use the \"do not back up\" attribute for specifying files that should remain on device, "
                + "even in low storage situations. Use this attribute with data that can be recreated but "
                + "needs to persist even in low storage situations for proper functioning of your app or "
                + "because customers expect it to be available during offline use. This attribute works on "
                + "marked files regardless of what directory they are in, including the Documents "
                + "directory. These files will not be purged and will not be included in the user's iCloud "
                + "or iTunes backup. Because these files do use on-device storage space, your app is "
                + "responsible for monitoring and purging these files periodically."
        ),
        DocumentExcerpt(
            source: .s3, offset: 110,
            text:
                "An app is generally prohibited from accessing or creating files outside its container "
                + "directories."
        ),
        DocumentExcerpt(
            source: .s3, offset: 209,
            text:
                "One exception to this rule is when an app uses public system interfaces to access things "
                + "such as the user’s contacts or music."
        ),
        DocumentExcerpt(
            source: .s3, offset: 338,
            text:
                "In those cases, the system frameworks use helper apps to handle any file-related "
                + "operations needed to read from or modify the appropriate data stores."
        ),
        DocumentExcerpt(
            source: .s3, offset: 853,
            text:
                "To prevent the syncing and backup processes on iOS devices from taking a long time, be "
                + "selective about where you place files. Apps that store large files can slow down the "
                + "process of backing up to iTunes or iCloud. These apps can also consume a large amount "
                + "of a user's available storage, which may encourage the user to delete the app or "
                + "disable backup of that app's data to iCloud. With this in mind, you should store app "
                + "data according to the following guidelines:"
        ),
        DocumentExcerpt(
            source: .s3, offset: 1700,
            text:
                "Put user data in Documents/. User data generally includes any files you might want to "
                + "expose to the user—anything you might want the user to create, import, delete or edit. "
                + "For a drawing app, user data includes any graphic files the user might create. For a "
                + "text editor, it includes the text files. Video and audio apps may even include files "
                + "that the user has downloaded to watch or listen to later."
        ),
        DocumentExcerpt(
            source: .s3, offset: 2530,
            text:
                "Put app-created support files in the Library/Application support/ directory. In general, "
                + "this directory includes files that the app uses to run but that should remain hidden "
                + "from the user. This directory can also include data files, configuration files, "
                + "templates and modified versions of resources loaded from the app bundle."
        ),
        DocumentExcerpt(
            source: .s3, offset: 3148,
            text:
                "Remember that files in Documents/ and Application Support/ are backed up by default. You "
                + "can exclude files from the backup by calling -[NSURL setResourceValue:forKey:error:] "
                + "using the NSURLIsExcludedFromBackupKey key. Any file that can be re-created or "
                + "downloaded must be excluded from the backup. This is particularly important for large "
                + "media files. If your application downloads video or audio files, make sure they are not "
                + "included in the backup."
        ),
        DocumentExcerpt(
            source: .s3, offset: 4006,
            text:
                "Put temporary data in the tmp/ directory. Temporary data comprises any data that you do "
                + "not need to persist for an extended period of time. Remember to delete those files when "
                + "you are done with them so that they do not continue to consume space on the user’s "
                + "device. The system will periodically purge these files when your app is not running; "
                + "therefore, you cannot rely on these files persisting after your app terminates."
        ),
        DocumentExcerpt(
            source: .s3, offset: 4757,
            text:
                "Put data cache files in the Library/Caches/ directory. Cache data can be used for any "
                + "data that needs to persist longer than temporary data, but not as long as a support "
                + "file. Generally speaking, the application does not require cache data to operate "
                + "properly, but it can use cache data to improve performance. Examples of cache data "
                + "include (but are not limited to) database cache files and transient, downloadable "
                + "content. Note that the system may delete the Caches/ directory to free up disk space, so "
                + "your app must be able to re-create or download these files as needed."
        ),
        DocumentExcerpt(
            source: .s3, offset: 6982,
            text:
                "This is the app’s bundle. This directory contains the app and all of its resources.You "
                + "cannot write to this directory. To prevent tampering, the bundle directory is signed at "
                + "installation time. Writing to this directory changes the signature and prevents your app "
                + "from launching. You can, however, gain read-only access to any resources stored in the "
                + "apps bundle. For more information, see the Resource Programming Guide.The contents of "
                + "this directory are not backed up by iTunes or iCloud. However, iTunes does perform an "
                + "initial sync of any apps purchased from the App Store."
        ),
        DocumentExcerpt(
            source: .s3, offset: 7573,
            text:
                "Use this directory to store user-generated content. The contents of this directory can "
                + "be made available to the user through file sharing; therefore, this directory should "
                + "only contain files that you may wish to expose to the user.The contents of this "
                + "directory are backed up by iTunes and iCloud."
        ),
        DocumentExcerpt(
            source: .s3, offset: 7887,
            text:
                "Use this directory to access files that your app was asked to open by outside entities. "
                + "Specifically, the Mail program places email attachments associated with your app in this "
                + "directory. Document interaction controllers may also place files in it.Your app can read "
                + "and delete files in this directory but cannot create new files or write to existing "
                + "files. If the user tries to edit a file in this directory, your app must silently move "
                + "it out of the directory before making any changes.The contents of this directory are "
                + "backed up by iTunes and iCloud."
        ),
        DocumentExcerpt(
            source: .s3, offset: 8450,
            text:
                "This is the top-level directory for any files that are not user data files. You "
                + "typically put files in one of several standard subdirectories. iOS apps commonly use the "
                + "Application Support and Caches subdirectories; however, you can create custom "
                + "subdirectories.Use the Library subdirectories for any files you don’t want exposed to "
                + "the user. Your app should not use these directories for user data files.The contents of "
                + "the Library directory (with the exception of the Caches subdirectory) are backed up by "
                + "iTunes and iCloud."
        ),
        DocumentExcerpt(
            source: .s3, offset: 9129,
            text:
                "Use this directory to write temporary files that do not need to persist between launches "
                + "of your app. Your app should remove files from this directory when they are no longer "
                + "needed; however, the system may purge this directory when your app is not running.The "
                + "contents of this directory are not backed up by iTunes or iCloud."
        ),
        DocumentExcerpt(
            source: .s4, offset: 14914,
            text:
                "When a recent snapshot of your app’s user interface is available, the system prefers "
                + "the use of that image over the use of your app’s launch images. The system takes a "
                + "snapshot of your app’s user interface when your app transitions from the foreground to "
                + "the background. When your app returns to the foreground, it uses that image instead of "
                + "a launch image whenever possible. In cases where the user has killed your app or your "
                + "app has not run for a long time, the system discards the snapshot and relies once again "
                + "on your launch images."
        ),
    ]
}
