root, slices, types, options = sys.argv[1], sys.argv[2].split(","), [int(t) for t in sys.argv[3].split(",")], sys.argv[4].split(",")
app = os.path.join(root, "Tide.app")
framework = os.path.join(app, "Frameworks/Waves.framework")
write(os.path.join(framework, "data.bin"), bytes(range(256)) * 40)
cdhash = finish(framework, "Waves", "com.example.tide.framework", [2], ["arm64"], [("/usr/lib/libSystem.B.dylib", False)],
                {"CFBundleIdentifier": "com.example.tide.framework", "CFBundleExecutable": "Waves", "CFBundlePackageType": "FMWK"}, filetype=6)
plugin = os.path.join(app, "PlugIns/Widget.appex")
write(os.path.join(plugin, "en.lproj/Widget.strings"), '"a" = "b";\n')
finish(plugin, "Widget", "com.example.tide.widget", [2], ["arm64"], [("/usr/lib/libSystem.B.dylib", False)],
       {"CFBundleIdentifier": "com.example.tide.widget", "CFBundleExecutable": "Widget",
        "NSExtension": {"NSExtensionPointIdentifier": "com.apple.widgetkit-extension"}})
write(os.path.join(app, "PkgInfo"), "APPL????")
write(os.path.join(app, "en.lproj/Localizable.strings"), '"high" = "High tide";\n"low" = "Low tide";\n')
write(os.path.join(app, "fr.lproj/Localizable.strings"), '"high" = "Marée haute";\n')
write(os.path.join(app, "Base.lproj/Main.storyboardc/Info.plist"), plistlib.dumps({"a": 1}))
write(os.path.join(app, "charts.json"), '{"charts": []}\n')
write(os.path.join(app, "first.old"), "sealed by SHA-1 data alone\n")
write(os.path.join(app, "empty"), b"")
write(os.path.join(app, "\u6f6e\u6c50.txt"), "a name beyond ASCII\n")
os.symlink("charts.json", os.path.join(app, "current.json"))
info = {"CFBundleIdentifier": "com.example.tide", "CFBundleExecutable": "Tide", "CFBundleName": "Tide",
        "CFBundlePackageType": "APPL", "CFBundleVersion": "1", "MinimumOSVersion": "15.4"}
finish(app, "Tide", "com.example.tide", types, slices,
       [("/System/Library/Frameworks/UIKit.framework/UIKit", False), ("@rpath/Waves.framework/Waves", False),
        ("/System/Library/Frameworks/CoreLocation.framework/CoreLocation", True)], info,
       {"application-identifier": "TEAM123456.com.example.tide", "get-task-allow": False},
       "v1" in options, {"Frameworks/Waves.framework": cdhash} if "nested" in options else None, "unsigned" in options)
