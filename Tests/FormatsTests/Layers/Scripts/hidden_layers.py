import base64, gzip, html, io, json, os, quopri, sys, urllib.parse, zipfile, zlib
v = sys.argv[1].encode()
b64 = base64.b64encode
def zipped(data, method):
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w', method) as z: z.writestr('dir/name', data)
    return out.getvalue()
def named(data):
    out = io.BytesIO()
    with gzip.GzipFile('a-name', 'wb', fileobj=out) as f: f.write(data)
    return out.getvalue()

