import os, random, subprocess, sys
root, seed, user = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
random = random.Random(seed)
def make(path, depth):
    for index in range(3):
        with open(f'{path}/file{index}', 'w') as file: file.write(f'{path} {index}')
        if depth < 3 and random.random() < 0.7:
            os.mkdir(f'{path}/directory{index}')
            make(f'{path}/directory{index}', depth + 1)
top = root + 'Documents/tree'
os.mkdir(top)
make(top, 0)
subprocess.run(['chown', '-R', f'{user}:{user}', root], check=True)
for path, directories, files in os.walk(top, topdown=False):
    for name in directories + files:
        item = f'{path}/{name}'
        usual = 0o755 if name in directories else 0o644
        os.chmod(item, random.choice([usual] * 8 + [0, 0o555, 0o333, 0o400, 0o077]))
        if random.random() < 0.15:
            os.chown(item, 0, random.choice([0, user]))
            entry = random.choice([f'u:{user}:-', f'u:{user}:rwx', f'g:{user}:r', 'm::---'])
            if random.random() < 0.5: subprocess.run(['setfacl', '-m', entry, item], check=True)
# The way to the tree is open, so that only the tree decides.
way = root.rstrip('/')
while way != '/tmp' and way != '/':
    os.chmod(way, os.stat(way).st_mode | 0o711)
    way = os.path.dirname(way)
