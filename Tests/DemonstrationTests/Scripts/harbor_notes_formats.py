
import glob, re, sys, wave
def each(suffix): return sorted(glob.glob(f"{glob.escape(sys.argv[1])}/**/*.{suffix}", recursive=True))
def sizes(decode, paths): return sorted(decode(open(path, "rb").read()) for path in paths)
print(len(sizes(png, each("png"))), sizes(ktx, each("ktx")), sizes(jpeg, each("jpg") + each("jpeg")))
for path in each("wav"): assert wave.open(path).getnframes() > 40000, path
for path in each("pdf"):
    data = open(path, "rb").read()
    table = int(re.search(rb"startxref\n(\d+)\n%%EOF\n$", data)[1])
    offsets = [int(m) for m in re.findall(rb"(\d{10}) 00000 n ", data[table:])]
    assert data[table:table + 4] == b"xref" and offsets, path
    for number, offset in enumerate(offsets, 1): assert data[offset:].startswith(b"%d 0 obj" % number), path
    for size, body in re.findall(rb"/Length (\d+) >>\nstream\n(.*?)endstream", data, re.S): assert int(size) == len(body)
print(len(each("wav")), len(each("pdf")))
