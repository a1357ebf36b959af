extension HelpTopic {
    /// An app's bundle and its seal.
    static let bundles = HelpTopic(
        "bundles", "An app's bundle and its seal", summary: "Verify a signed bundle, and list its parts.",
        text: """
            An app is signed when it is built: `_CodeSignature/CodeResources` has a digest of each file, and the code
            directory in the executable has digests of the code pages, of Info.plist, of the entitlements and of
            CodeResources itself. `verify` compares all of them, in frameworks and extensions too, for an app, a bundle
            container or an `.ipa`:

              $ sandglass demo --at /tmp/demo --no-browse
              $ cd /tmp/demo/Containers/Bundle/Application/*/*.app
              $ echo >> Harbours.json; touch extra.dylib; rm Assets.car
              $ sandglass verify .    # status 1
              missing     Assets.car: sealed, and not there
              altered     Harbours.json: its SHA-1 and SHA-256 differ from those in the seal
              added       extra.dylib: not in the seal

              dev.sandglass.harbornotes: 14 sealed items (version 2)
                arm64: ad hoc, SHA-256; 46 code pages; intact: code pages, Info.plist, …
              seal broken: 1 altered, 1 added, 1 missing, 15 intact, 1 unsealed

            The status is 0 if everything is intact, 1 if something is altered, added or missing, and 65 if a seal
            cannot be read, with the file and the offset. The browser verifies a bundle of up to 256 MB when it is
            opened and after each change, one of any size with `g v`, and marks the items: `✓` as it was signed, `≠`
            altered, `+` added, `∘` not sealed. Before the owner changes a bundle, the question names the consequence:

              $ sandglass rm --as owner --dry-run Info.plist
              sandglass: Info.plist: warning: Info.plist is sealed: iOS will not launch
              the app after this change

            # Parts of a bundle

            `info` lists the parts of the bundle, present and missing, after the table of a typical bundle in Apple's App
            Programming Guide for iOS; `g B` shows the same:

              $ sandglass info .
              executable                 HarborNotes: arm64, iOS Simulator 16.0 or later
              launch image               storyboard LaunchScreen instead
              ad hoc distribution icon   none  (required for ad hoc distribution: …)
              system frameworks          AVFoundation, CoreLocation, Foundation, Photos, …
              icon                       AppIcon60x60@2x.png  120 × 120  iPhone home screen…
              language ko                no Tides.strings, so 2 keys: tide.next, tide.range
              setting                    Warn me of storms: stormWarnings, default YES

            It names icon sizes without a file, libraries that are linked and missing from the bundle, static libraries
            as far as symbols tell, usage descriptions with the call that tells the authorization status (Table 1-2 of
            the guide), those that are empty or that a linked framework may need (Apple's key reference), and the rights that
            the profile grants, with its expiry. `Base.lproj` serves the development language.

            A `finding` is a requirement of the guide that this bundle does not meet, with the rule and its place in the
            document: the executable's name, `iTunesArtwork` (its name, its size, and that it is there with a profile for
            ad hoc distribution), launch images of no screen's size or turned the wrong way, resources below the top
            level, names of `.lproj` directories, a picture, video or sound that is the same in several languages, \
            static
            libraries and frameworks (which a dynamic library cannot depend on), dynamic ones outside of Frameworks, \
            and no
            declared capabilities.

            An `identifier` is one that the executable asks for, by the methods that it calls: the UDID, which the App
            Store does not accept, `identifierForVendor`, the advertising identifier, and whether tracking is permitted.

            # What files do not show

            The guide also makes demands on an app's code that no file shows: to ask for protected data when it is
            needed, to set up the audio session for recording only when recording begins, to carry on where the user
            refuses, to let the user turn access off, and to use formatters for dates and numbers.

            # Frameworks and extensions

            `verify` and `info` also take a framework, an extension (`.appex`), an XPC service (`.xpc`) or a test bundle
            (`.xctest`) by itself, alone or inside an app; the app is not judged then.

            `verify` also takes a file with code, such as a dynamic library, and compares the code directory in it; the
            seal of a bundle around it is not considered. A static library (`.a`) is an archive of object files without a
            signature: `verify` counts these by architecture, and the status is 65, since there is nothing to verify.

            # Limits

            The certificate's signature (CMS), its chain, and the requirements of nested code are not checked: an
            attacker who changes everything can re-sign. Bundles in the form of macOS (`Contents/`) are not verified.
            """)
}
