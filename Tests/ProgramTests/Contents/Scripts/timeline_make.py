# Makes files with times in `App`, and prints each time as the timeline is to tell it:
# time, kind, clock, title, certain, path, value, separated by tabs. Times are computed by Python's datetime alone.
import datetime, json, plistlib, sqlite3
UTC = datetime.timezone.utc
expected = []
def moment(day, hour=12, microsecond=0):
    return datetime.datetime(2026, 4, day, hour, 0, 0, microsecond, tzinfo=UTC)
def iso(time):
    return time.strftime('%Y-%m-%dT%H:%M:%S') + (('.%06d' % time.microsecond).rstrip('0') if time.microsecond else '') + 'Z'
def expect(time, kind, clock, title, certain, path, value=''):
    expected.append('\t'.join([iso(time), kind, clock, title, str(certain).lower(), path, value]))
def seconds(time, since=datetime.datetime(1970, 1, 1, tzinfo=UTC)): return (time - since).total_seconds()
def since2001(time): return seconds(time, datetime.datetime(2001, 1, 1, tzinfo=UTC))

path = 'Documents/plain.sqlite'
connection = sqlite3.connect('App/' + path)
run = connection.execute
run('create table events(id integer primary key, title text, created_at integer, seen_ms integer, modified real,'
    ' stamped text, zoned text, expires integer, duration integer, lastSync integer)')
for number in range(1, 41):
    time = moment(1, 0) + datetime.timedelta(hours=7 * number)
    run('insert into events values (?,?,?,?,?,?,?,?,?,?)', (number, 'no. %d' % number, int(seconds(time)),
        int(seconds(time) * 1000) + 250, since2001(time) + 0.5, time.strftime('%Y-%m-%d %H:%M:%S'),
        time.astimezone(datetime.timezone(datetime.timedelta(hours=2))).isoformat(), int(seconds(time)) + 3600,
        1777550400 + number, 0))
    def add(column, time, certain=False, clock='app'):
        expect(time, 'row', clock, column, certain, path, 'events/%d/%s' % (number, column))
    add('created_at', time); add('seen_ms', time + datetime.timedelta(milliseconds=250)); add('modified', time + datetime.timedelta(seconds=0.5)); add('stamped', time)
    add('zoned', time, True); add('expires', time + datetime.timedelta(hours=1), clock='expiry')
run('create table keyed(name text primary key, at integer) without rowid')
run("insert into keyed values ('a', ?), ('b', null)", [int(seconds(moment(2)))])
expect(moment(2), 'row', 'app', 'at', False, path, 'keyed/#0/at')
run('create table bare(title text, lastSeen integer)')
run("insert into bare values ('x', ?)", [int(seconds(moment(3)) * 10**6)])
expect(moment(3), 'row', 'app', 'lastSeen', False, path, 'bare/rowid=1/lastSeen')
run('create table taken(rowid text, _rowid_ text, oid text, updated text)')
run("insert into taken values ('a', 'b', 'c', ?)", [iso(moment(16))])
expect(moment(16), 'row', 'app', 'updated', True, path, 'taken/#0/updated')
# Neither is a time.
run('create table numbers(date integer, timeout integer, created text)')
run("insert into numbers values (12, 1777550400, 'yesterday')")
connection.commit(); connection.close()

path = 'Library/Preferences/org.example.app.plist'
for form, path in [(plistlib.FMT_BINARY, path), (plistlib.FMT_XML, 'Documents/list.plist')]:
    write('App/' + path, plistlib.dumps({'Launches': [{'when': moment(4).replace(tzinfo=None)}], 'lastOpened':
        int(seconds(moment(5))), 'a/b': moment(6).replace(tzinfo=None), 'count': 1777550400, 'next': iso(moment(7))},
        fmt=form))
    expect(moment(4), 'value', 'app', 'when', True, path, 'Launches/0/when')
    expect(moment(5), 'value', 'app', 'lastOpened', False, path, 'lastOpened')
    expect(moment(6), 'value', 'app', 'a/b', True, path, 'a~1b')
    expect(moment(7), 'value', 'app', 'next', True, path, 'next')

path = 'Documents/state.json'
write('App/' + path, json.dumps({'items': [{}, {'updatedAt': iso(moment(8, microsecond=250000))}, [iso(moment(9))]],
    'expires': seconds(moment(10)), 'other': seconds(moment(11)), 'text': 'on 2026-04-30T12:00:00Z'}).encode())
expect(moment(8, microsecond=250000), 'value', 'app', 'updatedAt', True, path, 'items/1/updatedAt')
expect(moment(9), 'value', 'app', 'items', True, path, 'items/2/0')
expect(moment(10), 'value', 'expiry', 'expires', False, path, 'expires')

path = 'Library/Caches/app.log'
lines = [iso(moment(12)) + ' started', 'no time', '[' + iso(moment(13, microsecond=5000)) + '] INFO running',
    moment(14).strftime('%Y-%m-%d %H:%M:%S') + ' local', json.dumps({'level': 'info', 'time': iso(moment(15))})]
write('App/' + path, '\n'.join(lines).encode())
for time, certain in [(moment(12), True), (moment(13, microsecond=5000), True), (moment(14), False), (moment(15), True)]:
    expect(time, 'log', 'app', '', certain, path)
print('\n'.join(expected))
