extension PlantedApp {
    /// The file of preferences.
    private static let preferences = "Library/Preferences/com.example.tide.plist"

    /// All planted defects.
    package static let defects: [Defect] = secrets + places + snapshots + bundle

    private static let secrets: [Defect] = [
        Defect("secret.password", preferences, "account/userPassword"), Defect("secret.pin", preferences, "pin"),
        Defect("secret.card", preferences, "cardNumber"), Defect("secret.token", preferences, "accessToken"),
        Defect("secret.web-token", preferences, "state"),
        Defect("secret.token", preferences, "outer/list/0/clientSecret"),
        Defect("secret.password", "Documents/setup.ini", line: 2),
        Defect("secret.password", "Documents/account.json", "login/password"),
        Defect("secret.password", "Documents/wide.txt", line: 1),
        Defect("secret.password", "Library/Application Support/com.example.tide/session.archive", "root/password"),
        Defect("secret.password", "Library/Application Support/com.example.tide/store.sqlite", "account/7/password"),
        Defect("secret.private-key", "Documents/id.pem", line: 1),
        Defect("secret.service-key", "Documents/keys.txt", line: 1), Defect("secret.service-key", "tmp/cache.bin"),
        Defect("secret.card", "Documents/pay.txt", line: 1),
        Defect("secret.url-credentials", "Documents/links.txt", line: 1),
        Defect("secret.url-credentials", "Documents/sign-in.txt", line: 1),
        Defect("secret.request-credentials", "Documents/request.txt", line: 2),
        Defect(
            "secret.request-credentials", "Library/Caches/com.example.tide/Cache.db",
            "1/request/Authorization"),
        Defect("secret.in-log", "Library/Caches/app.log", line: 1),
        Defect(
            "secret.in-web-storage", "Library/WebKit/WebsiteData/LocalStorage/https_tide.example_0.localstorage",
            "authToken/value"),
        Defect("secret.cookie-flags", "Library/Cookies/Cookies.binarycookies", "0"),
        Defect("secret.request-credentials", "Library/Cookies/Cookies.binarycookies", "0"),
        Defect("secret.keyboard-cache", "Library/Keyboard/en-dynamic.lm"),
        Defect("secret.token", .appGroup, "Library/Preferences/group.com.example.tide.plist", "refreshToken"),
        Defect("secret.token", .appGroup, "shared.json", "apiKey"),
        Defect("secret.service-key", .bundle, "config.json", "storage/id"),
        Defect("protection.none", "Documents/open.txt"),
        Defect("protection.sensitive-until-first-unlock", "Documents/id.pem"),
    ]

    private static let places: [Defect] = [
        Defect("storage.temporary-elsewhere", "Library/notes.tmp"),
        Defect("storage.recreatable-in-backup", "Documents/thumbnails"),
        Defect("storage.large-in-backup", "Documents/film.mp4"), Defect("storage.stale-tmp", "tmp/old.bin"),
        Defect("storage.internals-in-documents", "Documents/crash.log"),
        Defect("storage.user-data-in-library", "Library/Application Support/com.example.tide/plan.pages"),
        Defect("storage.user-data-purgeable", "Library/Caches/letter.docx"),
        Defect("storage.database-purgeable", "tmp/a.sqlite"),
        Defect("storage.shared-database", "Documents/tides.sqlite"),
        Defect("storage.support-directory", "Library/Application Support/loose.json"),
        Defect("storage.foreign-preference", "Library/Preferences/readme.txt"),
        Defect("storage.code-in-data", "Library/Frameworks/Waves.dylib"),
        Defect("storage.exclusion-lost", "Documents/map.bin"),
        Defect("storage.exclusion-of-user-data", "Documents/mine.pages"),
        Defect("storage.left-in-inbox", "Documents/Inbox/mail.pdf"),
        Defect("storage.resource-copy", "Library/Application Support/com.example.tide/chart.json"),
        Defect("file.damaged", "Library/Application Support/com.example.tide/broken.sqlite"),
    ]

    private static let snapshots: [Defect] = [
        Defect("snapshot.content", "Library/SplashBoard/Snapshots/sceneID:com.example.tide-default/A@2x.ktx"),
        Defect("snapshot.exits-on-suspend", "Library"),
    ]

    private static let transport = "NSAppTransportSecurity"

    private static let bundle: [Defect] = [
        Defect("bundle.transport-security-off", .bundle, "Info.plist", "\(transport)/NSAllowsArbitraryLoads"),
        Defect(
            "bundle.transport-security-exception", .bundle, "Info.plist",
            "\(transport)/NSExceptionDomains/old.example/NSExceptionAllowsInsecureHTTPLoads"),
        Defect("bundle.usage-description-empty", .bundle, "Info.plist", "NSCameraUsageDescription"),
        Defect("bundle.usage-description-missing", .bundle, "Info.plist"),
        Defect("bundle.debuggable", .bundle, "Tide"),
        Defect("bundle.profile-expired", .bundle, "embedded.mobileprovision", "ExpirationDate"),
        Defect("bundle.profile-development", .bundle, "embedded.mobileprovision"),
        Defect("bundle.url-scheme-system", .bundle, "Info.plist", "CFBundleURLTypes"),
        Defect("bundle.exported-type-foreign", .bundle, "Info.plist", "UTExportedTypeDeclarations/0"),
        Defect("bundle.fixed-address", .bundle, "Tide"), Defect("bundle.debug-symbols", .bundle, "Tide"),
        Defect("bundle.debug-leftover", .bundle, "Tide.debug.dylib"), Defect("bundle.old-web-view", .bundle, "Tide"),
        Defect("bundle.hard-coded-credentials", .bundle, "Tide"), Defect("bundle.addresses", .bundle, "Tide"),
        Defect("bundle.nested-resource", .bundle, "Extras"),
        Defect("bundle.artwork-name", .bundle, "iTunesArtwork.png"),
        Defect("bundle.language-name", .bundle, "tidal.lproj"),
        Defect("privacy.api-undeclared", .bundle, "Tide", "NSPrivacyAccessedAPICategoryUserDefaults"),
        Defect(
            "privacy.reason-invalid", .bundle, "PrivacyInfo.xcprivacy",
            "NSPrivacyAccessedAPITypes/0/NSPrivacyAccessedAPITypeReasons"),
        Defect("privacy.sdk-manifest-missing", .bundle, "Frameworks/Alamofire.framework"),
        Defect("seal.broken", .bundle, "Tide"), Defect("seal.added", .bundle, "added.txt"),
    ]
}

extension PlantedApp.Defect {
    /// A defect in the app's data.
    fileprivate init(_ rule: String, _ path: String, _ address: String = "", line: Int? = nil) {
        self.init(rule, .data, path, address, line: line)
    }
}
