import os, plistlib, sys
os.chdir(sys.argv[1])
for number, container in enumerate(sys.argv[2:]):
    for place in ['Documents', 'Library', 'tmp']: os.makedirs(f'{container}/{place}', exist_ok=True)
    with open(f'{container}/Documents/needle-{number}.txt', 'w') as file: file.write(f'the needle {number}')
    with open(f'{container}/Library/other.txt', 'w') as file: file.write('x' * (1000 * number + 1))
    if '/data/' in container:
        device = container.split('/data/')[0]
        with open(device + '/device.plist', 'wb') as file:
            plistlib.dump({'name': 'Phone', 'UDID': device, 'runtime': 'SimRuntime.iOS-17-2'}, file)
