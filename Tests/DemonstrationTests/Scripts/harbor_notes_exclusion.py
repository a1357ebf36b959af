import glob, os, sys
folder, = glob.glob(f"{sys.argv[1]}/Containers/Data/Application/*/Library/Application Support/dev.sandglass*")
attribute = "user.com.apple.metadata:com_apple_backup_excludeItem"
double = open(f"{folder}/._Weather model.bin", "rb").read()
print(double[:8].hex(), double[84:88], double.endswith(b"com.apple.MobileBackup"))
for name in ("Downloads", "SearchIndex.db"):
    beside = f"{folder}/._{name}"
    # On a file system without attributes the program says so and does as macOS does.
    if os.path.exists(beside): print(open(beside, "rb").read() == double)
    else: print(os.getxattr(f"{folder}/{name}", attribute) == b"com.apple.MobileBackup")
print([n for n in os.listdir(folder) if attribute in os.listxattr(f"{folder}/{n}", follow_symlinks=False)
       and n not in ("Downloads", "SearchIndex.db")])
