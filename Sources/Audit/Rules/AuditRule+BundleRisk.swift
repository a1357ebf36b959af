/// The risks of what is wrong with an app's bundle.
extension AuditRule {
    static let ofBundles: [String: String] = [
        "bundle.weak-digest":
            "What MD5 or SHA-1 should protect can be forged; passwords can be guessed at a rate of billions a second.",
        "bundle.cipher": "User data may be encrypted in a way that anyone with a copy of the file can undo.",
        "bundle.unsafe-functions":
            "A string that is longer than expected may overwrite memory, letting an attacker take over the app.",
        "bundle.logging": "What the app logs about users can be read by anyone who connects the device to a computer.",
        "bundle.predictable-random": "An attacker may guess the keys, tokens or codes that the app generates.",
        "bundle.debugger-detection": "None by itself: the app may behave differently while it is tested.",
        "bundle.jailbreak-detection": "None by itself: the app may behave differently while it is tested.",
        "bundle.local-authentication":
            "If only a yes-or-no answer protects the data, an attacker can change the answer and read the data.",
        "bundle.search-path": "Unsigned code from an unexpected place may be loaded into the app.",
        "bundle.local-symbols": "The names of its functions make it easier to find out how the app works.",
        "bundle.unencrypted-code": "None for an app straight from its developer; anyone can examine the code.",
        "bundle.addresses": "Addresses of test servers and of open databases invite attacks on them.",
        "bundle.missing-interface": "The app exits on launch, or shows an empty screen.",
        "bundle.key-misspelled": "The feature that the key was meant to turn on is missing, without an error.",
        "bundle.transport-security-off":
            """
        Anyone on the same network can read and change what the app sends and receives: passwords, messages, \
        amounts.
        """,
        "bundle.transport-security-exception":
            "Anyone on the same network can read and change what the app exchanges with these servers.",
        "bundle.transport-security-weak":
            "Someone who records the connection may decrypt it later, or change it with known attacks.",
        "bundle.usage-description-empty":
            "Users are asked for access to their data without being told why. The App Store rejects the app.",
        "bundle.usage-description-missing":
            "The system terminates the app when it asks for the data, and the App Store rejects it.",
        "bundle.debuggable":
            "Anyone who has the device can attach a debugger to the app, and read its memory with all secrets in it.",
        "bundle.profile-expired": "The app no longer launches on its users' devices.",
        "bundle.profile-development":
            "The app runs on registered devices only, and can be debugged by anyone who has one of them.",
        "bundle.debug-symbols":
            "Anyone who reverse-engineers the app reads the names of its functions, and finds weak points sooner.",
        "bundle.debug-leftover":
            "Everyone who has the app has the file too, and may learn from it what was not meant for users.",
        "bundle.fixed-address":
            """
        An error in the app's memory handling is easier to exploit. A prepared file or message may take the app \
        over.
        """,
        "bundle.no-stack-canaries":
            "A buffer overflow in the code goes unnoticed. A crafted file or message may take over the app.",
        "bundle.manual-reference-counting":
            "Errors in memory handling are more likely: crashes, and at worst code execution by an attacker.",
        "bundle.encrypted-code":
            """
        Secrets in the code, and calls that need a declaration, remain unknown: the absence of findings proves \
        nothing.
        """,
        "bundle.old-web-view":
            """
        Pages run scripts that the app cannot disable, in a component that is no longer maintained. The App \
        Store rejects the app.
        """,
        "bundle.default-protection-none":
            "Files of the app can be read from a stolen device, even if it is locked.",
        "bundle.hard-coded-credentials":
            """
        Everyone who has the app has the credentials too, and can use the service behind them as the app does, \
        often with the data of all users.
        """,
        "bundle.url-scheme-system":
            "Links that users tap may open another app than they expect, or none.",
        "bundle.url-scheme":
            "Another app can register the same scheme and receive what was meant for this one, such as a sign-in link.",
        "bundle.exported-type-foreign":
            "Documents of another app may be opened by the wrong one on the user's device.",
        "bundle.exported-type-untagged": "Users cannot open documents of this type from other apps.",
        "bundle.missing-item": "The app may fail to install or launch, or the App Store may reject it.",
        "bundle.executable-name": "Tools that expect the usual name do not find the app's code.",
        "bundle.ad-hoc-icon": "Testers see a blank icon in iTunes, and may take one app for another.",
        "bundle.artwork-name": "Testers see a blank icon in iTunes, and may take one app for another.",
        "bundle.artwork-size": "The icon is shown blurred or not at all.",
        "bundle.launch-image-size": "Users see black bars or a distorted picture when the app starts.",
        "bundle.launch-image-orientation": "Users see a turned or distorted picture when the app starts.",
        "bundle.nested-resource": "The app may fail to find the files, and show less than it should.",
        "bundle.language-name": "Users of that language see the app in another one.",
        "bundle.localized-twice": "The app is larger than needed, and takes longer to download.",
        "bundle.static-library": "The app is larger than needed, and shows others what it was built from.",
        "bundle.dynamic-library": "The app may fail to launch, or the App Store may reject it.",
        "bundle.no-capabilities": "The app is offered for devices on which it does not work.",
    ]

    static let ofPrivacy: [String: String] = [
        "privacy.api-undeclared":
            """
        Users are not told that the app reads data by which their device can be recognized. The App Store \
        rejects uploads of the app.
        """,
        "privacy.api-declared-by-app-alone":
            "Users and reviewers cannot tell what the framework does. The App Store may reject the app.",
        "privacy.category-invalid": "The App Store rejects the app: the declaration does not say what is used.",
        "privacy.reason-invalid": "The App Store rejects the app: the declaration does not say why the data is needed.",
        "privacy.manifest-invalid":
            "The App Store rejects the app, and users are not told what is done with their data.",
        "privacy.tracking-invalid":
            "The App Store rejects the app, and users cannot tell whether they are tracked.",
        "privacy.sdk-manifest-missing":
            "Users are not told what the SDK does with their data. The App Store rejects uploads of the app.",
        "privacy.sdk-signature-missing":
            "The SDK may have been altered by a third party whose code then runs in the app. The App Store may reject it.",
        "privacy.tracking-undeclared": "Users may be tracked across apps and websites without being told.",
        "privacy.tracking-domains-missing":
            "Connections to trackers are not blocked, even if the user has refused tracking.",
        "privacy.tracked-data": "Users are told two different things about whether they are tracked.",
        "privacy.tracking-purpose-missing":
            "Users cannot be asked whether they agree to be tracked, and the app is terminated when it tries.",
        "privacy.device-identifier":
            "A device could be recognized across apps, whatever its user decides. The App Store rejects such apps.",
        "privacy.tracking-unchecked": "Users may be tracked although they refused.",
        "privacy.manifest-unreadable": "What the app declares about its users' data cannot be checked.",
    ]
}
