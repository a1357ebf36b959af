#!/usr/bin/env python3
"""device_double.py WORLD SOCKET [options]: an iOS device on a cable, as far as file sharing can see it.

Speaks what usbmuxd and the device speak: the usbmuxd socket (plist protocol), lockdownd, installation_proxy,
house_arrest and AFC. Point clients at it with USBMUXD_SOCKET_ADDRESS=UNIX:SOCKET (libusbmuxd, ifuse, idevice_id,
ideviceinfo, ideviceinstaller) and `pymobiledevice3 --usbmux SOCKET`. Python's standard library alone; TLS needs `openssl`.

WORLD/                      one device
  device.json               {"udid", "name", "version", "type"}, each optional
  apps/BUNDLE-ID/
    Info.plist              what installation_proxy answers about the app, its Info.plist included
    container/              the data container: Documents, Library, tmp …
    app-store               if this file exists, VendContainer is refused, as for an app that is not signed for development
    no-signature            if this file exists, installation_proxy does not tell how the app is signed

Vending follows the device: VendContainer only for apps signed for development; VendDocuments only where the Info.plist
has UIFileSharingEnabled, and then nothing but /Documents can be reached. AFC has no owner, mode or extended attribute,
follows no link out of its root, and refuses to make symbolic links (`--symlinks` allows them).

Options (faults are counted over all AFC connections of a run):
  --tls               sessions and services use TLS, with a pairing record made here (as all real devices do)
  --locked            the passcode is set and was not entered: StartSession answers PasswordProtected
  --unpaired          there is no pairing record, and its user has not answered yet whether it trusts the computer
  --denied            there is no pairing record, and its user has answered that it does not trust the computer
  --forgotten         there is a pairing record, which the device does not know any more
  --unsaved           there is no pairing record, and none can be kept
  --delay-ms N        each AFC answer comes N ms later (USB is about 1)
  --cut-after N       the N-th AFC packet is answered by closing the connection, and so are all after it
  --detach-after N    the same, and the device is gone for usbmuxd
  --lose-after N      the N-th packet is carried out, its answer is lost, and the connection closes; so with all after it
  --fail OP:STATUS:K  every K-th packet of an operation (its number, e.g. 16 for write) fails with a status (18 no space)
  --faults FILE       the same, one on a line; the file is read for each packet, so that faults come and go
  --prepare FILE      Python that makes the files of WORLD, which is the variable `world` there
  --also UDID         another device is on a cable, with the same contents
  --rename exclusive  renaming over an existing item answers "object exists" instead of replacing it
  --log FILE          one line for each AFC packet
  --ready FILE        written when the socket listens
"""
import argparse
import errno
import json
import os
import plistlib
import shutil
import signal
import socket
import stat
import struct
import sys
import threading
import time

LOCKDOWN_PORT = 62078
STATUS = dict(ok=0, unknown=1, badHeader=2, readError=4, writeError=5, unknownPacket=6, invalid=7, notFound=8, isDirectory=9,
              denied=10, unsupported=15, exists=16, busy=17, noSpace=18, wouldBlock=19, io=20, notEmpty=33)
BY_ERRNO = {errno.ENOENT: 8, errno.EISDIR: 9, errno.EACCES: 10, errno.EPERM: 10, errno.EEXIST: 16, errno.ENOSPC: 18,
            errno.ENOTEMPTY: 33, errno.EINVAL: 7, errno.EBADF: 7, errno.ENOTDIR: 8, errno.EIO: 20, errno.ELOOP: 10, errno.EXDEV: 7}


def received(stream, count):
    data = b''
    while len(data) < count:
        part = stream.recv(count - len(data))
        if not part:
            raise EOFError
        data += part
    return data


class Device:
    def __init__(self, world, options):
        self.world, self.options = os.path.abspath(world), options
        path = os.path.join(self.world, 'device.json')
        facts = json.load(open(path)) if os.path.exists(path) else {}
        self.udid = facts.get('udid', '00008110-000A1B2C3D4E5F60')
        self.name, self.version, self.type = facts.get('name', 'Test iPhone'), facts.get('version', '17.6.1'), facts.get('type', 'iPhone14,5')
        self.packets, self.by_operation, self.attached = 0, {}, True
        self.lock, self.services = threading.Lock(), {}
        self.identity = {'HostID': '5B1F9D0E-0000-4000-8000-00000000CAFE', 'SystemBUID': '30142955-444094379208051516'}
        self.directory = options.socket + '.keys'                    # beside the socket, which its user removes
        self.context, self.certificates = None, {}
        self.has_record = not (options.unpaired or options.denied or options.unsaved)
        self.knows_host = self.has_record and not options.forgotten
        if options.tls or not self.knows_host:
            os.makedirs(self.directory, 0o700, exist_ok=True)
        if options.tls:
            self.make_certificates()
        self.public_key = self.make_public_key() if options.tls or not self.knows_host else None

    def make_certificates(self):
        import ssl                                                   # takes longer to load than everything else here
        import subprocess
        def run(*words):
            subprocess.run(['openssl', *words], check=True, cwd=self.directory, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        run('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'root.key', '-out', 'root.pem', '-days', '3650', '-subj', '/CN=root')
        for who in ('host', 'device'):
            run('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', who + '.key', '-out', who + '.csr', '-subj', '/CN=' + who)
            run('x509', '-req', '-in', who + '.csr', '-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial', '-out', who + '.pem', '-days', '3650')
        def read(name):
            return open(os.path.join(self.directory, name), 'rb').read()
        self.certificates = {'RootCertificate': read('root.pem'), 'RootPrivateKey': read('root.key'), 'HostCertificate': read('host.pem'),
                             'HostPrivateKey': read('host.key'), 'DeviceCertificate': read('device.pem')}
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(os.path.join(self.directory, 'device.pem'), os.path.join(self.directory, 'device.key'))
        self.context.load_verify_locations(os.path.join(self.directory, 'root.pem'))
        self.context.verify_mode = ssl.CERT_REQUIRED     # a client without the paired identity is turned away

    def make_public_key(self):
        """What a client that wants to pair signs certificates for."""
        import subprocess
        key = os.path.join(self.directory, 'pair.key')
        subprocess.run(['openssl', 'genrsa', '-traditional', '-out', key, '2048'], check=True, stderr=subprocess.DEVNULL)
        return subprocess.run(['openssl', 'rsa', '-in', key, '-RSAPublicKey_out'], check=True, capture_output=True).stdout

    def passing_faults(self):
        try:
            with open(self.options.faults) as file:
                return file.read().split()
        except (OSError, TypeError, AttributeError):
            return []

    def pairing_record(self):
        record = dict(self.identity, WiFiMACAddress='00:11:22:33:44:55', EscrowBag=b'escrow')
        empty = {k: b'' for k in ('RootCertificate', 'RootPrivateKey', 'HostCertificate', 'HostPrivateKey', 'DeviceCertificate')}
        return plistlib.dumps({**record, **(self.certificates or empty)})

    def values(self):
        return {'DeviceName': self.name, 'ProductVersion': self.version, 'ProductType': self.type, 'UniqueDeviceID': self.udid,
                'DeviceClass': 'iPhone', 'BuildVersion': '21G93', 'ProductName': 'iPhone OS', 'PasswordProtected': bool(self.options.locked),
                'TrustedHostAttached': self.knows_host, 'ActivationState': 'Activated', 'HardwareModel': 'D17AP', 'SerialNumber': 'F2LDOUBLE',
                'WiFiAddress': '00:11:22:33:44:55', 'CPUArchitecture': 'arm64e',
                **({'DevicePublicKey': self.public_key} if self.public_key else {})}

    def app(self, identifier):
        path = os.path.join(self.world, 'apps', identifier)
        return path if '/' not in identifier and os.path.isdir(path) else None

    def apps(self):
        found = []
        for identifier in sorted(os.listdir(os.path.join(self.world, 'apps'))):
            path = self.app(identifier)
            info = plistlib.load(open(os.path.join(path, 'Info.plist'), 'rb')) if os.path.exists(os.path.join(path, 'Info.plist')) else {}
            info.setdefault('CFBundleIdentifier', identifier)
            info.setdefault('ApplicationType', 'User')
            info.setdefault('Path', '/private/var/containers/Bundle/Application/00000000-0000-4000-8000-000000000000/X.app')
            if not os.path.exists(os.path.join(path, 'no-signature')):
                sold = os.path.exists(os.path.join(path, 'app-store'))
                info.setdefault('SignerIdentity', 'Apple iPhone OS Application Signing' if sold else 'Apple Development: Test')
                info.setdefault('Entitlements', {'get-task-allow': not sold})
            info.setdefault('Container', '/private/var/mobile/Containers/Data/Application/00000000-0000-4000-8000-000000000001')
            found.append(info)
        return found


class Connection:
    """A stream that carries length-prefixed property lists, later perhaps AFC or TLS."""

    def __init__(self, device, stream):
        self.device, self.stream = device, stream

    def receive(self):
        size, = struct.unpack('>I', received(self.stream, 4))
        return plistlib.loads(received(self.stream, size))

    def send(self, value):
        data = plistlib.dumps(value)
        self.stream.sendall(struct.pack('>I', len(data)) + data)

    def secure(self):
        self.stream = self.device.context.wrap_socket(self.stream, server_side=True)


def serve_lockdown(device, stream):
    connection = Connection(device, stream)
    session = False
    while True:
        request = connection.receive()
        kind, answer = request.get('Request'), {'Request': request.get('Request')}
        if kind == 'QueryType':
            answer.update(Result='Success', Type='com.apple.mobile.lockdown')
        elif kind == 'GetValue':
            values, key = device.values(), request.get('Key')
            if request.get('Domain') and key is None:
                values = {}
            if key is not None and (key not in values or request.get('Domain')):
                answer.update(Error='MissingValue')
            else:
                answer.update(Result='Success', Value=values if key is None else values[key])
        elif kind in ('Pair', 'ValidatePair', 'Unpair'):
            # As a phone that asks "Trust this computer?" and was not answered yet.
            denied = 'UserDeniedPairing' if device.options.denied else 'PairingDialogResponsePending'
            refusal = {'Pair': denied}.get(kind, 'InvalidHostID')
            refuses = device.options.unpaired or device.options.denied or device.options.forgotten
            answer.update({'Error': refusal} if refuses else {'Result': 'Success'})
        elif kind == 'StartSession':
            if device.options.locked:
                answer.update(Error='PasswordProtected')
            elif not device.knows_host or request.get('HostID') != device.identity['HostID']:
                answer.update(Error='InvalidHostID')
            else:
                session = True
                answer.update(Result='Success', SessionID='1', EnableSessionSSL=bool(device.context))
        elif kind == 'StopSession':
            answer.update(Result='Success')
        elif kind == 'StartService':
            name = request.get('Service')
            if not session:
                answer.update(Error='SessionInactive')
            elif name not in SERVICES:
                answer.update(Error='InvalidService')
            else:
                port = 50000 + len(device.services)
                device.services[port] = name
                answer.update(Result='Success', Service=name, Port=port)
                if device.context:
                    answer['EnableServiceSSL'] = True
        elif kind == 'Goodbye':
            connection.send(dict(answer, Result='Success'))
            return
        else:
            answer.update(Error='UnknownRequest')
        connection.send(answer)
        if kind == 'StartSession' and answer.get('EnableSessionSSL'):
            connection.secure()
        if kind == 'StopSession' and device.context:
            return


def serve_installation(connection):
    while True:
        request = connection.receive()
        options = request.get('ClientOptions') or {}
        wanted = options.get('ReturnAttributes')
        def chosen(app):
            return {k: v for k, v in app.items() if not wanted or k in wanted or k == 'CFBundleIdentifier'}
        apps = [chosen(a) for a in connection.device.apps()
                if options.get('ApplicationType', 'Any') in ('Any', a['ApplicationType'])]
        if request.get('Command') == 'Browse':
            for start in range(0, len(apps), 20):
                part = apps[start:start + 20]
                connection.send({'Status': 'BrowsingApplications', 'CurrentIndex': start, 'CurrentAmount': len(part), 'CurrentList': part})
            connection.send({'Status': 'Complete'})
        elif request.get('Command') == 'Lookup':
            names = options.get('BundleIDs')
            connection.send({'LookupResult': {a['CFBundleIdentifier']: a for a in apps if not names or a['CFBundleIdentifier'] in names}, 'Status': 'Complete'})
        else:
            connection.send({'Error': 'UnknownCommand'})


def serve_notifications(connection):
    while True:
        request = connection.receive()
        if request.get('Command') == 'Shutdown':
            connection.send({'Command': 'ProxyDeath'})
            return


def serve_house_arrest(connection):
    request = connection.receive()
    device, command = connection.device, request.get('Command')
    path = device.app(request.get('Identifier', ''))
    if path is None:
        return connection.send({'Error': 'ApplicationLookupFailed'})
    info = plistlib.load(open(os.path.join(path, 'Info.plist'), 'rb')) if os.path.exists(os.path.join(path, 'Info.plist')) else {}
    shares = info.get('UIFileSharingEnabled') is True
    allowed = {'VendContainer': not os.path.exists(os.path.join(path, 'app-store')), 'VendDocuments': shares}.get(command)
    if not allowed:
        return connection.send({'Error': 'InstallationLookupFailed'})
    connection.send({'Status': 'Complete'})
    FileConduit(device, connection.stream, os.path.join(path, 'container'), only='Documents' if command == 'VendDocuments' else None).serve()


class FileConduit:
    """AFC, "Apple File Conduit", on one connection. A path is below the root whatever it says."""

    def __init__(self, device, stream, root, only=None):
        self.device, self.stream, self.root, self.only = device, stream, os.path.realpath(root), only
        self.files, self.next = {}, 1

    def path(self, name, following=True):
        parts = [p for p in os.fsdecode(name).split('/') if p not in ('', '.')]
        if '..' in parts:
            raise OSError(errno.EACCES, 'leads out')
        if self.only and parts and parts[0] != self.only:
            raise OSError(errno.EACCES, 'not vended')
        if self.only and not parts and not following:
            raise OSError(errno.EACCES, 'not vended')
        path = os.path.join(self.root, *parts)
        checked = path if following else os.path.dirname(path)
        if parts and not (os.path.realpath(checked) + '/').startswith(self.root + '/'):
            raise OSError(errno.EACCES, 'leads out')
        return path

    def serve(self):
        try:
            while self.answer_one():
                pass
        finally:
            for descriptor in self.files.values():
                os.close(descriptor)

    def answer_one(self):
        header = received(self.stream, 40)
        magic, whole, this, number, operation = struct.unpack('<8sQQQQ', header)
        if magic != b'CFA6LPAA' or not 40 <= this <= whole or whole > 64 << 20:
            return False
        arguments, payload = received(self.stream, this - 40), received(self.stream, whole - this)
        device, options = self.device, self.device.options
        with device.lock:
            device.packets += 1
            count = device.by_operation[operation] = device.by_operation.get(operation, 0) + 1
            if options.log:
                with open(options.log, 'a') as log:
                    log.write(f'{device.packets} op {operation} {arguments[:200]!r} +{len(payload)}\n')
            limit = options.cut_after or options.detach_after
            if limit and device.packets >= limit:
                device.attached = not options.detach_after
                return False
            lost = bool(options.lose_after) and device.packets >= options.lose_after
        if options.delay_ms:
            time.sleep(options.delay_ms / 1000)
        for fault in options.fail + device.passing_faults():
            which, status, every = map(int, fault.split(':'))
            if operation == which and count % every == 0:
                return self.send(number, 1, struct.pack('<Q', status))
        try:
            kind, answer = self.carry_out(operation, arguments, payload)
        except OSError as error:
            kind, answer = 1, struct.pack('<Q', BY_ERRNO.get(error.errno, STATUS['unknown']))
        except (KeyError, ValueError, struct.error):
            kind, answer = 1, struct.pack('<Q', STATUS['invalid'])
        return False if lost else self.send(number, kind, answer)

    def send(self, number, kind, body):
        # Contents follow the arguments: only a status and numbers count as arguments.
        this = 40 if kind == 2 else 40 + len(body)
        self.stream.sendall(struct.pack('<8sQQQQ', b'CFA6LPAA', 40 + len(body), this, number, kind) + body)
        return True

    def carry_out(self, operation, arguments, payload):
        done, text = (1, struct.pack('<Q', 0)), lambda pairs: (2, b''.join(os.fsencode(str(x)) + b'\0' for pair in pairs for x in pair))
        names = lambda data: data.split(b'\0')
        whole = arguments + payload
        if operation == 0x03:                                        # read directory
            path = self.path(names(whole)[0])
            found = [self.only] if self.only and path == self.root else os.listdir(path)
            return 2, b''.join(os.fsencode(n) + b'\0' for n in ['.', '..', *found])
        if operation in (0x08, 0x22):                                # remove; with what is in it
            path = self.path(names(whole)[0], following=False)
            if operation == 0x22 and os.path.isdir(path) and not os.path.islink(path):
                shutil.rmtree(path)
            elif os.path.isdir(path) and not os.path.islink(path):
                os.rmdir(path)
            else:
                os.unlink(path)
            return done
        if operation == 0x09:                                        # make directories
            os.makedirs(self.path(names(whole)[0], following=False), exist_ok=True)
            return done
        if operation == 0x0A:                                        # facts of an item
            path = self.path(names(whole)[0], following=False) if names(whole)[0].strip(b'/.') else self.root
            s = os.lstat(path)
            form = {stat.S_IFREG: 'S_IFREG', stat.S_IFDIR: 'S_IFDIR', stat.S_IFLNK: 'S_IFLNK', stat.S_IFIFO: 'S_IFIFO', stat.S_IFSOCK: 'S_IFSOCK'}
            pairs = [('st_size', s.st_size), ('st_blocks', s.st_blocks), ('st_nlink', s.st_nlink), ('st_ifmt', form.get(stat.S_IFMT(s.st_mode), 'S_IFREG')),
                     ('st_mtime', s.st_mtime_ns), ('st_birthtime', s.st_ctime_ns)]
            return text(pairs + ([('LinkTarget', os.readlink(path))] if stat.S_ISLNK(s.st_mode) else []))
        if operation == 0x0B:                                        # facts of the device
            v = os.statvfs(self.root)
            return text([('Model', self.device.type), ('FSTotalBytes', v.f_blocks * v.f_frsize), ('FSFreeBytes', v.f_bavail * v.f_frsize), ('FSBlockSize', v.f_bsize)])
        if operation == 0x0D:                                        # open
            mode, = struct.unpack('<Q', whole[:8])
            flags = {1: os.O_RDONLY, 2: os.O_RDWR | os.O_CREAT, 3: os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 4: os.O_RDWR | os.O_CREAT | os.O_TRUNC,
                     5: os.O_WRONLY | os.O_APPEND | os.O_CREAT, 6: os.O_RDWR | os.O_APPEND | os.O_CREAT}[mode]
            path = self.path(names(whole[8:])[0])
            if os.path.isdir(path):
                raise OSError(errno.EISDIR, path)
            self.files[self.next] = os.open(path, flags, 0o644)
            self.next += 1
            return 0x0E, struct.pack('<Q', self.next - 1)
        if operation == 0x0F:                                        # read
            handle, count = struct.unpack('<QQ', whole[:16])
            return 2, os.read(self.files[handle], min(count, 4 << 20))
        if operation == 0x10:                                        # write
            handle, = struct.unpack('<Q', whole[:8])
            data = whole[8:]
            while data:
                data = data[os.write(self.files[handle], data):]
            return done
        if operation == 0x11:                                        # seek
            handle, whence, offset = struct.unpack('<QQq', whole[:24])
            os.lseek(self.files[handle], offset, whence)
            return done
        if operation == 0x12:                                        # position
            return 0x13, struct.pack('<Q', os.lseek(self.files[struct.unpack('<Q', whole[:8])[0]], 0, 1))
        if operation == 0x14:                                        # close
            os.close(self.files.pop(struct.unpack('<Q', whole[:8])[0]))
            return done
        if operation == 0x15:                                        # size of an open file
            handle, size = struct.unpack('<QQ', whole[:16])
            os.ftruncate(self.files[handle], size)
            return done
        if operation == 0x07:                                        # size by path
            os.truncate(self.path(names(whole[8:])[0]), struct.unpack('<Q', whole[:8])[0])
            return done
        if operation == 0x18:                                        # rename
            old, new = names(whole)[:2]
            old, new = self.path(old, following=False), self.path(new, following=False)
            if self.device.options.rename == 'exclusive' and os.path.lexists(new):
                raise OSError(errno.EEXIST, 'exists')
            os.rename(old, new)
            return done
        if operation == 0x1B:                                        # lock: one client has what it asks for
            return done
        if operation == 0x1C:                                        # link
            kind, = struct.unpack('<Q', whole[:8])
            target, name = names(whole[8:])[:2]
            if kind == 2:
                if not self.device.options.symlinks:
                    raise OSError(errno.EPERM, 'no symbolic links')
                os.symlink(os.fsdecode(target), self.path(name, following=False))
            else:
                os.link(self.path(target), self.path(name, following=False))
            return done
        if operation == 0x1E:                                        # time of the last change, in ns
            at, = struct.unpack('<Q', whole[:8])
            path = self.path(names(whole[8:])[0])
            os.utime(path, ns=(at, at))
            return done
        return 1, struct.pack('<Q', STATUS['unsupported'])


def serve_media(connection):
    """The media directory: idevicebackup2 locks a file there while it works."""
    root = os.path.join(connection.device.world, 'media')
    os.makedirs(root, exist_ok=True)
    FileConduit(connection.device, connection.stream, root).serve()


def serve_backup(connection):
    """mobilebackup2: a backup is the files of WORLD/backup; without that directory, it fails."""
    device, stream = connection.device, connection.stream
    source = os.path.join(device.world, 'backup')
    connection.send(['DLMessageVersionExchange', 300, 0])
    connection.receive()
    connection.send(['DLMessageDeviceReady'])

    def end(code, text):
        connection.send(['DLMessageProcessMessage', {'MessageName': 'Response', 'ErrorCode': code, 'ErrorDescription': text}])

    def block(data):
        stream.sendall(struct.pack('>I', len(data)) + data)

    while True:
        message = connection.receive()
        if message[0] != 'DLMessageProcessMessage':
            return
        name = message[1].get('MessageName')
        if name == 'Hello':
            connection.send(['DLMessageProcessMessage', {'MessageName': 'Response', 'ErrorCode': 0, 'ProtocolVersion': 2.1}])
        elif name != 'Backup':
            end(1, 'not supported')
        elif not os.path.isdir(source):
            end(105, 'Insufficient free disk space on drive to back up (MBErrorDomain/105)')
        else:
            files = sorted(os.path.join(d, f) for d, _, fs in os.walk(source) for f in fs)
            # The directory of the backup is made by the host; the others are made on request.
            for path in sorted({os.path.dirname(os.path.relpath(f, source)) for f in files} - {''}):
                connection.send(['DLMessageCreateDirectory', os.path.join(device.udid, path), {}, 0.0])
                connection.receive()
            total = sum(os.path.getsize(f) for f in files)
            for number, path in enumerate(files):
                connection.send(['DLMessageUploadFiles', {}, 100.0 * number / len(files), total])
                block(b'/private/var/' + os.fsencode(os.path.relpath(path, source)))
                block(os.fsencode(os.path.join(device.udid, os.path.relpath(path, source))))
                data = open(path, 'rb').read()
                if os.path.relpath(path, source) == 'Status.plist':   # by which idevicebackup2 knows that it is whole
                    data = plistlib.dumps({'SnapshotState': 'finished', 'UUID': 'F1', **plistlib.loads(data)}, fmt=plistlib.FMT_BINARY)
                block(b'\x0c' + data)
                block(b'\x00')                                      # the end of the file: success
                block(b'')                                          # the end of the list
                connection.receive()
            end(0, '')


SERVICES = {
    'com.apple.afc': serve_media,
    'com.apple.mobilebackup2': serve_backup,
    'com.apple.mobile.installation_proxy': serve_installation,
    'com.apple.mobile.house_arrest': serve_house_arrest,
    'com.apple.mobile.notification_proxy': serve_notifications,
    'com.apple.mobile.insecure_notification_proxy': serve_notifications,
}


def serve_mux(device, stream):
    """One client of the usbmuxd socket, until it connects through to the device."""
    def send(tag, value):
        data = plistlib.dumps(value)
        stream.sendall(struct.pack('<IIII', 16 + len(data), 1, 8, tag) + data)

    udids = [device.udid] + device.options.also

    def description(number, udid):
        return {'DeviceID': number, 'MessageType': 'Attached',
                'Properties': {'ConnectionSpeed': 480000000, 'ConnectionType': 'USB', 'DeviceID': number, 'LocationID': 0x14100000, 'ProductID': 0x12A8,
                               'SerialNumber': udid, 'UDID': udid, 'USBSerialNumber': udid}}

    def descriptions():
        return [description(number, udid) for number, udid in enumerate(udids, 1)] if device.attached else []

    def result(tag, number):
        send(tag, {'MessageType': 'Result', 'Number': number})

    while True:
        size, version, message, tag = struct.unpack('<IIII', received(stream, 16))
        body = received(stream, size - 16)
        if message != 8:
            return
        request = plistlib.loads(body)
        kind = request.get('MessageType')
        if kind == 'ListDevices':
            send(tag, {'DeviceList': descriptions()})
        elif kind == 'Listen':
            result(tag, 0)
            for found in descriptions():
                send(0, found)
        elif kind == 'ReadBUID':
            send(tag, {'BUID': device.identity['SystemBUID']})
        elif kind == 'ReadPairRecord':
            if not device.has_record or request.get('PairRecordID') not in udids:
                result(tag, 2)
            else:
                send(tag, {'PairRecordData': device.pairing_record()})
        elif kind in ('SavePairRecord', 'DeletePairRecord'):
            result(tag, 13 if device.options.unsaved else 0)           # EACCES
        elif kind == 'Connect':
            port = socket.ntohs(request['PortNumber'])
            if not device.attached or not 1 <= request.get('DeviceID', 0) <= len(udids):
                return result(tag, 2)
            service = device.services.get(port)
            if port != LOCKDOWN_PORT and service is None:
                return result(tag, 3)
            result(tag, 0)
            if port == LOCKDOWN_PORT:
                return serve_lockdown(device, stream)
            connection = Connection(device, stream)
            if device.context:
                connection.secure()
            try:
                return SERVICES[service](connection)
            finally:
                connection.stream.close()
        else:
            result(tag, 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('world')
    parser.add_argument('socket')
    for flag in ('tls', 'locked', 'unpaired', 'denied', 'forgotten', 'unsaved', 'symlinks'):
        parser.add_argument('--' + flag, action='store_true')
    for number in ('delay-ms', 'cut-after', 'detach-after', 'lose-after'):
        parser.add_argument('--' + number, type=int, default=0)
    parser.add_argument('--fail', action='append', default=[])
    parser.add_argument('--also', action='append', default=[])
    parser.add_argument('--rename', choices=['replace', 'exclusive'], default='replace')
    parser.add_argument('--faults')
    parser.add_argument('--prepare')
    parser.add_argument('--log')
    parser.add_argument('--ready')
    options = parser.parse_args()
    if options.prepare:
        with open(options.prepare) as script:
            exec(script.read(), {'world': options.world})
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    device = Device(options.world, options)
    if os.path.exists(options.socket):
        os.unlink(options.socket)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(options.socket)
    listener.listen(64)
    if options.ready:
        open(options.ready, 'w').close()

    def serve(stream):
        try:
            serve_mux(device, stream)
        except (EOFError, OSError, plistlib.InvalidFileException):  # SSLError is an OSError
            pass
        finally:
            try:
                stream.close()
            except OSError:
                pass

    # It ends with the process that started it, even if that is killed.
    parent = os.getppid()
    listener.settimeout(1)
    try:
        while os.getppid() == parent:
            try:
                stream, _ = listener.accept()
            except TimeoutError:
                continue
            threading.Thread(target=serve, args=(stream,), daemon=True).start()
    except KeyboardInterrupt:
        pass
    finally:
        shutil.rmtree(device.directory, ignore_errors=True)


if __name__ == '__main__':
    sys.exit(main())
