extension HelpTopic {
    /// An app's declarations, where its Info.plist is not at hand.
    static let appInfo = HelpTopic(
        "app-info", "An app's declarations", summary: "The Info.plist keys that rules depend on.",
        text: """
            Some rules depend on the app's Info.plist. If it is not at hand, as with an `.xcappdata` package, name it
            with `--app-info Info.plist`, or set single keys, each `yes`, `no` or `unknown`:

            --file-sharing :: `UIFileSharingEnabled`
            --opens-in-place :: `LSSupportsOpeningDocumentsInPlace`
            --exits-on-suspend :: `UIApplicationExitsOnSuspend`
            --persistent-wifi :: `UIRequiresPersistentWiFi`

            These values override the ones found, for that one command. The Info.plist of another app is refused (65)
            unless `--force-app-info` is added.

            A built app's Info.plist answers every key: a missing one is `no`, as on iOS. One from an app's sources does
            not, since the build adds keys and expands variables such as `$(PRODUCT_NAME)`: a key that is missing, or
            whose value has such a variable, is unknown. A list counts as one from sources if it has a variable, or
            lacks `CFBundleIdentifier` or `CFBundleExecutable`.

            $ sandglass ls --as user --file-sharing yes App.xcappdata/AppData/Documents :: Set a key for one command.
            $ sandglass app-info App.xcappdata --set --opens-in-place no :: Remember a key for the container.
            $ sandglass info App.xcappdata :: Show where each value comes from.
            $ sandglass app-info App.xcappdata --forget :: Forget the remembered values.

            Remembered values are in `$XDG_STATE_HOME/sandglass` (or `~/.local/state/sandglass`). A copy of a container,
            or a new one at the same path, inherits nothing where the file system records creation times; ext2 and
            FUSE do not.

            `info` shows each key with the name that Xcode gives it, its value, what the value means, and what the
            documents advise: for a container the four keys above, for a bundle also `CFBundleDocumentTypes`,
            `UINewsstandApp`, `NSAppTransportSecurity`, `UIRequiredDeviceCapabilities` and others. `apps` lists which
            apps share their Documents.

            Whether an app shares its Documents is known only where its Info.plist is at hand, as in a simulator.
            Elsewhere it is shown as unknown.
            """)
}
