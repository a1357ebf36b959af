import sys
path = sys.argv[1] + 'state/sandglass/keeps/points/one'
data = bytearray(open(path, 'rb').read())
if sys.argv[2] == 'flip': data[len(data) // 2] ^= 1
if sys.argv[2] == 'cut': del data[-100:]
if sys.argv[2] == 'head': data[0] ^= 1
if sys.argv[2] == 'empty': data = b''
if sys.argv[2] == 'newer': data[21:22] = b'9'
open(path, 'wb').write(data)
