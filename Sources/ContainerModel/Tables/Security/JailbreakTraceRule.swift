/// A row of the table of strings by which an app's code recognizes a jailbroken device: files that a jailbreak installs,
/// and URL schemes of its app stores (OWASP MASTG, "Jailbreak Detection").
package struct JailbreakTraceRule: Hashable, Sendable {
    /// The path or the URL scheme.
    package let text: String
    /// Whether it belongs to jailbreaks alone. The others count only beside one of these.
    package let isCertain: Bool

    private init(_ text: String, isCertain: Bool = true) { (self.text, self.isCertain) = (text, isCertain) }

    /// Returns the row of a string of code: the path or scheme itself, or something below it; nil if there is none.
    package static func of(_ string: String) -> JailbreakTraceRule? {
        let path = string.hasPrefix("file:///") ? string.dropFirst(7) : string[...]
        guard path.utf8.first == UInt8(ascii: "/") else { return schemes.first { string.hasPrefix($0.text) } }
        let plain = path.hasPrefix("/private/") ? path.dropFirst(8) : path
        return paths.first { rule in
            guard plain.hasPrefix(rule.text) else { return false }
            let rest = plain.dropFirst(rule.text.count)
            return rest.isEmpty || rule.text.hasSuffix("/") || rest.hasPrefix("/")
        }
    }

    private static let paths = all.filter { $0.text.hasPrefix("/") }
    private static let schemes = all.filter { !$0.text.hasPrefix("/") }

    private static let certain = [
        "/Applications/Cydia.app", "/Applications/Sileo.app", "/Applications/Zebra.app", "/Applications/blackra1n.app",
        "/Applications/FakeCarrier.app", "/Applications/Icy.app", "/Applications/IntelliScreen.app",
        "/Applications/MxTube.app", "/Applications/RockApp.app", "/Applications/SBSettings.app",
        "/Applications/WinterBoard.app", "/Applications/Snoop-itConfig.app", "/Library/MobileSubstrate", "/var/jb",
        "/var/lib/cydia", "/var/lib/apt", "/var/cache/apt", "/var/stash", "/var/mobile/Library/SBSettings/Themes",
        "/var/tmp/cydia.log", "/etc/apt", "/usr/libexec/cydia", "/usr/libexec/sftp-server",
        "/usr/lib/libjailbreak.dylib", "/usr/lib/libsubstitute.dylib", "/usr/sbin/frida-server", "/usr/bin/cycript",
        "/.installed_unc0ver", "/.bootstrapped_electra", "/jb/", "/Library/PreferenceBundles/ABypassPrefs.bundle",
        "/System/Library/LaunchDaemons/com.saurik.Cydia.Startup.plist",
        "/System/Library/LaunchDaemons/com.ikey.bbot.plist", "cydia://", "sileo://", "zbra://", "undecimus://",
        "filza://", "activator://",
    ]
    private static let likely = [
        "/bin/bash", "/bin/sh", "/usr/sbin/sshd", "/usr/bin/sshd", "/usr/bin/ssh", "/etc/ssh/sshd_config",
        "/usr/libexec/ssh-keysign",
    ]

    /// All rows.
    package static let all: [JailbreakTraceRule] =
        certain.map { JailbreakTraceRule($0) } + likely.map { JailbreakTraceRule($0, isCertain: false) }
}
