/// A row of the table of files that development leaves behind, and that an app for users does not contain.
package struct DebugLeftoverRule: Hashable, Sendable {
    /// The feature by which a file or directory is recognized, in any case of letters.
    package enum Mark: Hashable, Sendable {
        case name(String)
        case suffix(String)
        case prefix(String)
    }

    /// The feature.
    package let mark: Mark
    /// What it is.
    package let title: String

    private init(_ mark: Mark, _ title: String) { (self.mark, self.title) = (mark, title) }

    /// Returns the row of a name; nil if there is none.
    package static func of(_ name: String) -> DebugLeftoverRule? {
        let name = name.lowercased()
        return all.first { rule in
            switch rule.mark {
            case .name(let text): name == text
            case .suffix(let text): name.hasSuffix(text) && name != text
            case .prefix(let text): name.hasPrefix(text)
            }
        }
    }

    /// All rows, in lower case.
    package static let all: [DebugLeftoverRule] = [
        DebugLeftoverRule(.suffix(".dsym"), "debugging symbols"),
        DebugLeftoverRule(.suffix(".debug.dylib"), "the code of a debug build of Xcode 16"),
        DebugLeftoverRule(.name("__preview.dylib"), "Xcode's code for previews"),
        DebugLeftoverRule(.prefix("libviewdebuggersupport"), "Xcode's view debugger"),
        DebugLeftoverRule(.prefix("libmainthreadchecker"), "Xcode's main thread checker"),
        DebugLeftoverRule(.prefix("libclang_rt."), "a sanitizer"),
        DebugLeftoverRule(.prefix("libxctestbundleinject"), "Xcode's injection of tests"),
        DebugLeftoverRule(.name("xctest.framework"), "the framework of tests"),
        DebugLeftoverRule(.name("xctestcore.framework"), "the framework of tests"),
        DebugLeftoverRule(.name("xctautomationsupport.framework"), "the framework of tests"),
        DebugLeftoverRule(.name("xcuiautomation.framework"), "the framework of tests"),
        DebugLeftoverRule(.name("testing.framework"), "the framework of tests"),
        DebugLeftoverRule(.suffix(".xctest"), "tests"),
        DebugLeftoverRule(.name("flex.framework"), "a debugger inside the app"),
        DebugLeftoverRule(.name("reveal.framework"), "a debugger inside the app"),
        DebugLeftoverRule(.name("revealserver.framework"), "a debugger inside the app"),
        DebugLeftoverRule(.name("fridagadget.dylib"), "an instrumentation toolkit"),
        DebugLeftoverRule(.suffix(".swift"), "source code"),
        DebugLeftoverRule(.suffix(".m"), "source code"),
        DebugLeftoverRule(.suffix(".mm"), "source code"),
        DebugLeftoverRule(.suffix(".xcconfig"), "build settings"),
        DebugLeftoverRule(.suffix(".entitlements"), "the entitlements of the project"),
        DebugLeftoverRule(.suffix(".xcodeproj"), "the project"),
        DebugLeftoverRule(.suffix(".xcworkspace"), "the project"),
        DebugLeftoverRule(.name("podfile"), "a list of dependencies"),
        DebugLeftoverRule(.name("podfile.lock"), "a list of dependencies"),
        DebugLeftoverRule(.name("package.resolved"), "a list of dependencies"),
        DebugLeftoverRule(.name("cartfile.resolved"), "a list of dependencies"),
        DebugLeftoverRule(.name(".git"), "a repository of source code"),
        DebugLeftoverRule(.name(".gitignore"), "a file of a repository"),
        DebugLeftoverRule(.name(".env"), "settings of an environment, which often hold secrets"),
        DebugLeftoverRule(.name(".ds_store"), "the Finder's names of files in a directory"),
        DebugLeftoverRule(.suffix(".js.map"), "the original source code of a script"),
        DebugLeftoverRule(.suffix(".jsbundle.map"), "the original source code of a script"),
        DebugLeftoverRule(.suffix(".orig"), "an earlier version of a file"),
        DebugLeftoverRule(.suffix(".rej"), "a change that could not be applied"),
    ]
}
