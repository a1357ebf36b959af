import os, sys
root = os.fsencode(sys.argv[1]); os.mkdir(root); os.chdir(root)
def write(name, data, mode=0o644):
    with open(name, "wb") as file: file.write(data)
    os.chmod(name, mode)
os.makedirs(b"Library/Application Support/deep/deeper/deepest"); os.mkdir(b"empty"); os.mkdir(b"tmp")
for number, size in enumerate([0, 1, 4095, 4096, 4097, 262143, 262144, 262145, 5000000]):
    write(b"Library/size %d" % size, (b"%d " % number) * (size // 2) + b"x" * (size % 2))
for mode in [0o600, 0o444, 0o755, 0o4755, 0o2711, 0o000]:
    write(b"tmp/mode %o" % mode, b"mode", mode)
write(b"new\nline", b"1"); write(b"\xff\xfe not UTF-8", b"2"); write(b"n" * 255, b"3"); write(b"-rf *", b"4")
os.symlink(b"nowhere/at all", b"dangling"); os.symlink(b"/etc/passwd", b"absolute")
os.symlink(b"Library", b"to directory"); os.symlink(b"long/" * 800, b"long link")
os.link(b"-rf *", b"second name"); os.link(b"-rf *", b"Library/third name")
os.link(b"dangling", b"tmp/link with two names", follow_symlinks=False)
with open(b"sparse", "wb") as file:
    file.write(b"start"); file.seek(3 << 20); file.write(b"middle"); file.truncate(9 << 20)
os.setxattr(b"Library/size 1", "user.com.apple.metadata:com_apple_backup_excludeItem", b"com.apple.backupd")
os.setxattr(b"Library", "user.com.apple.MobileBackup", b"1")
os.setxattr(b"empty", "user.empty", b"")
for number in range(60): os.setxattr(b"new\nline", "user.attribute number %d" % number, b"v" * number)
os.setxattr(b"second name", "user.large", b"L" * 2000)
if os.geteuid() == 0:
    os.chown(b"tmp/mode 755", 1234, 2345); os.chown(b"empty", 1234, 2345)
    os.chown(b"dangling", 1234, 2345, follow_symlinks=False)
    os.setxattr(b"Library/size 4096", "trusted.test", b"root's")
os.chmod(b"Library/Application Support/deep", 0o555); os.chmod(b"tmp", 0o1777); os.chmod(b"empty", 0o2750)
for place, directories, files in os.walk(b".", topdown=False):
    for number, name in enumerate(sorted(files + directories)):
        times = (10**18 + number * 1000000007, 10**17 + number * 1234567891011)
        if number == 2: times = (-5 * 10**9 - 1, -86400 * 10**9 - 999999999)
        os.utime(os.path.join(place, name), ns=times, follow_symlinks=False)
os.utime(b".", ns=(5, 123456789))
