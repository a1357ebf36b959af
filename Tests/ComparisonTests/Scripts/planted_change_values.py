def nested(value, wrap):
    for level in range(450): value = wrap(value)
    return value
sys.setrecursionlimit(10000)
for side, n in (('a', 1), ('b', 2)):
    write(side + '/l.plist', binary(nested(n, lambda v: [v])))
    write(side + '/r.plist', binary(nested(n, lambda v: {'k': v})))
    write(side + '/same.plist', binary([nested(1, lambda v: [v]), n]))
