import os, random, sys
random.seed(int(sys.argv[2])); root = sys.argv[1]; os.chdir(root)
directories = ["."]
for n in range(8):
    path = os.path.normpath(os.path.join(random.choice(directories), f"d{n}"))
    os.mkdir(path); directories.append(path)
names = [os.path.normpath(os.path.join(random.choice(directories), f"x{n}")) for n in range(60)]
for n, path in enumerate(names):
    if n % 6 == 0: open(path, "w").close(); continue
    parts = random.choices(["..", ".", "x1", "x2", *names[:6], *directories], k=random.randrange(1, 4))
    near = os.path.relpath(random.choice(names + directories), os.path.dirname(path) or ".")
    target = random.choice(["/".join(parts), near])
    os.symlink(target, path)
def walk(path):
    todo, done, links = path.split("/"), [], 0
    while todo:
        part = todo.pop(0)
        if part in ("", "."): continue
        if part == "..":
            if not done: return "outside"
            done.pop(); continue
        here = "/".join(done + [part])
        if os.path.islink(here):
            links += 1
            if links > 40: return "loop"
            target = os.readlink(here)
            if target.startswith("/"): return "absolute"
            todo = target.split("/") + todo
        elif not os.path.lexists(here) or (todo and not os.path.isdir(here)): return "missing"
        else: done.append(part)
    return "inside " + "/".join(done)
for path in names: print(path + " " + walk(path))
