import os, random, sys
random.seed(int(sys.argv[2]))
os.chdir(sys.argv[1])
directories, files = ["."], []
for number in range(400):
    path = os.path.join(random.choice(directories), f"n{number}")
    kind = random.randrange(10)
    if kind < 3: os.mkdir(path); directories.append(path)
    elif kind < 6 or not files:
        with open(path, "wb") as file: file.truncate(random.choice([0, 1, 4096, 123456, 10**10]))
        files.append(path)
    elif kind < 8: os.link(random.choice(files), path)
    elif kind < 9: os.symlink(random.choice(["..", "/", "n1", "nothing"]), path)
    else: os.mkfifo(path)
asked = random.sample(directories, min(12, len(directories)))
print("\n".join(path[2:] for path in asked if path != "."))
