import glob, os, plistlib, sys
root, count = sys.argv[1], 0
for folder, _, files in os.walk(root):
    for name in files:
        # Of the strings files, one is in the old text format.
        if name == "Tides.strings": continue
        if name.endswith((".plist", ".strings", ".xcprivacy", "data.data")):
            plistlib.load(open(os.path.join(folder, name), "rb"))
            count += 1
print(count > 15)
for kind in ("Data/Application", "Bundle/Application", "Shared/AppGroup"):
    path, = glob.glob(f"{root}/Containers/{kind}/*/.com.apple.mobile_container_manager.metadata.plist")
    data = open(path, "rb").read()
    values = plistlib.loads(data, fmt=plistlib.FMT_BINARY)
    print(values["MCMMetadataIdentifier"], values["MCMMetadataContentClass"])
path, = glob.glob(f"{root}/Containers/Bundle/Application/*/*.app/Info.plist")
values = plistlib.load(open(path, "rb"), fmt=plistlib.FMT_BINARY)
print(values["CFBundleIdentifier"], values["UIFileSharingEnabled"], values["LSSupportsOpeningDocumentsInPlace"])
path, = glob.glob(f"{root}/Containers/Data/Application/*/Library/Preferences/dev.sandglass.harbor.plist")
print(plistlib.load(open(path, "rb"), fmt=plistlib.FMT_XML)["boat"])
