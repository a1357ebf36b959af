import sys
from pyiosbackup import Backup
from iphone_backup_decrypt import EncryptedBackup
plain, encrypted = sys.argv[1:]
for path, password in ((plain, ''), (encrypted, 'other')):
    backup = Backup.from_path(path, password)
    entry = backup.get_entry_by_domain_and_path('AppDomain-org.example.app', 'Documents/blocks')
    print(entry.read_bytes() == b'0123456789abcdef' * 70000, len(list(backup.iter_files())) > 30)
reader = EncryptedBackup(backup_directory=encrypted, passphrase='other')
print(reader.extract_file_as_bytes(relative_path='Documents/complete', domain_like='AppDomain-%') == b'x')
