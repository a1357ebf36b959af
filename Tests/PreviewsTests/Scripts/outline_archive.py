U = plistlib.UID
def described(*names): return {'$classname': names[0], '$classes': list(names) + ['NSObject']}
objects = ['$null', {'$class': U(2), 'name': U(3), 'friend': U(4), 'born': U(6), 'age': 30, 'nobody': U(0)},
    described('Sailor'), 'Ishmael', {'$class': U(5), 'NS.objects': [U(1), U(3), U(99)]},
    described('NSMutableArray', 'NSArray'), {'$class': U(7), 'NS.time': 0.0}, described('NSDate'),
    {'$class': U(9), 'NS.keys': [U(3)], 'NS.objects': [U(10)]}, described('NSDictionary'),
    {'$class': U(11), 'NS.uuidbytes': bytes(range(16))}, described('NSUUID')]
plistlib.dump({'$archiver': 'NSKeyedArchiver', '$version': 100000, '$objects': objects,
    '$top': {'root': U(1), 'second': U(8)}}, sys.stdout.buffer, fmt=plistlib.FMT_BINARY, sort_keys=False)
