extension HelpTopic {
    /// Packages as Xcode writes them.
    static let packages = HelpTopic(
        "packages", "Packages of Xcode", summary: "What an .xcappdata package has, and what is written into one.",
        text: """
            Xcode downloads the container of an app as an `.xcappdata` package (Devices and Simulators, Download
            Container…), and puts one back. `new` makes an empty one, and `pack` one of any container:

            $ sandglass new New.xcappdata --bundle-id com.example.notes --name Notes :: Make an empty container.

            AppData :: the container, with the list of the system that says whose it is
            AppDataInfo.plist :: a binary property list about the app

            # AppDataInfo.plist

            The keys are strings, in this order, as in a package that Xcode wrote in 2019, which is the only one that
            they have been compared with. Public repositories have few packages with this file.

            XCDownloadDate :: the time, such as `2019-02-02 11:31.02.515`; taken for local time
            XCExecutableName :: `CFBundleExecutable`
            XCMinimumOSVersion :: `MinimumOSVersion`
            CFBundleIdentifier :: the same
            XCApplicationName :: the app's name
            XCExecutableVersion :: `CFBundleVersion`: the build, not the version that the user sees

            What is not known is left out: all but the identifier where the app's bundle is not at hand. A package that
            is packed again keeps the list that it has.

            Whether Xcode, `simctl install_app_data` or a device takes what is written here was not tried: that needs a
            Mac.
            """)
}
