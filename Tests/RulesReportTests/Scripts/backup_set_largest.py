import json, sys
*rows, total = [json.loads(line) for line in sys.argv[1].split("\n")]
for file in total["largest"]: print(file["path"], file["bytes"])
names = {"cache", "caches", "cache.db", "thumbnails", "fscacheddata"}
again = [row for row in rows if row["backedUp"] and row["kind"] == "file"
         and names & {name.lower() for name in row["path"].split("/")[1:]}]
print(sum(row["size"] for row in again), total["recreatable"]["bytes"])
print(len(again), total["recreatable"]["files"], 700 in [row["size"] for row in again])
