import zipfile
archive = zipfile.ZipFile('Tide.ipa', 'w', zipfile.ZIP_DEFLATED)
for directory, _, names in os.walk('Tide.app'):
    for name in names:
        path = os.path.join(directory, name)
        if not os.path.islink(path):
            archive.write(path, 'Payload/' + path)
            continue
        info = zipfile.ZipInfo('Payload/' + path)
        info.create_system, info.external_attr = 3, 0o120777 << 16
        archive.writestr(info, os.readlink(path))
archive.close()
