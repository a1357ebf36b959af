import plistlib, zlib
statements = [
    'CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)',
    'CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)',
    'CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)',
    'CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZISPINNED INTEGER, ZFOLDER INTEGER,'
    ' ZCREATIONDATE TIMESTAMP, ZTITLE VARCHAR, ZPHOTO BLOB)',
    'CREATE TABLE ZFOLDER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)',
    'CREATE TABLE ZTAG (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)',
    'CREATE TABLE Z_1TAGS (Z_1NOTES INTEGER, Z_3TAGS INTEGER, PRIMARY KEY (Z_1NOTES, Z_3TAGS))',
    'CREATE TABLE ZANIMAL (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZBREED VARCHAR, ZNAME VARCHAR)',
    'CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER)',
    'CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER)',
    'CREATE TABLE ANSCKMETADATAENTRY (Z_PK INTEGER PRIMARY KEY)', 'CREATE TABLE mine (a)',
    'CREATE INDEX ZNOTE_ZFOLDER_INDEX ON ZNOTE (ZFOLDER)',
    "INSERT INTO ZFOLDER VALUES (7, 2, 1, 'Logs')",
    "INSERT INTO ZNOTE VALUES (1, 1, 1, 1, 7, 570799862.5, 'First', x'024136'), (2, 1, 1, 0, 7, 0, 'Second', NULL),"
    " (3, 1, 1, 0, NULL, 0, 'Third', NULL)",
    "INSERT INTO ZTAG VALUES (5, 3, 1, 'red'), (6, 3, 1, 'blue')",
    'INSERT INTO Z_1TAGS VALUES (1, 5), (1, 6), (2, 6)',
    "INSERT INTO ZANIMAL VALUES (1, 4, 1, NULL, 'Ada'), (2, 5, 1, 'Setter', 'Bo')",
]
for statement in statements: run(statement)
names = [(1, 'Note', 0), (2, 'Folder', 0), (3, 'Tag', 0), (4, 'Animal', 0), (5, 'Dog', 4), (16001, 'CHANGE', 0),
    (16002, 'TRANSACTION', 0)]
for number, name, parent in names: run('INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, 9)', [number, name, parent])
metadata = plistlib.dumps({'NSStoreType': 'SQLite'}, fmt=plistlib.FMT_BINARY)
run("INSERT INTO Z_METADATA VALUES (1, '94D9BC91', ?)", [metadata])

objects = ['$null']
def add(value):
    objects.append(value)
    return plistlib.UID(len(objects) - 1)
classes = {}
def kind(*names):
    if names not in classes: classes[names] = add({'$classname': names[0], '$classes': list(names) + ['NSObject']})
    return classes[names]
def dictionary(pairs):
    return add({'NS.keys': [add(key) for key in pairs], 'NS.objects': list(pairs.values()),
        '$class': kind('NSMutableDictionary', 'NSDictionary')})
def attribute(name, number):
    return add({'NSPropertyName': add(name), 'NSAttributeType': number, '$class': kind('NSAttributeDescription')})
def relationship(name, destination, inverse, count):
    return add({'NSPropertyName': add(name), '_NSDestinationEntityName': add(destination),
        '_NSInverseRelationshipName': add(inverse), 'NSMaxCount': count, 'NSMinCount': 0,
        '$class': kind('NSRelationshipDescription')})
def entity(name, properties):
    return add({'NSEntityName': add(name), 'NSProperties': dictionary(properties),
        '$class': kind('NSEntityDescription')})
def model():
    breed = {'breed': attribute('breed', 700)}
    root = add({'NSEntities': dictionary({
        'Note': entity('Note', {'isPinned': attribute('isPinned', 800), 'title': attribute('title', 700),
            'creationDate': attribute('creationDate', 900), 'photo': attribute('photo', 1000),
            'folder': relationship('folder', 'Folder', 'notes', 1),
            'tags': relationship('tags', 'Tag', 'notes', 0)}),
        'Folder': entity('Folder', {'name': attribute('name', 700),
            'notes': relationship('notes', 'Note', 'folder', 0)}),
        'Tag': entity('Tag', {'name': attribute('name', 700), 'notes': relationship('notes', 'Note', 'tags', 0)}),
        'Animal': entity('Animal', {'name': attribute('name', 700)}), 'Dog': entity('Dog', breed)}),
        '$class': kind('NSManagedObjectModel')})
    plist = {'$archiver': 'NSKeyedArchiver', '$version': 100000, '$top': {'root': root}, '$objects': objects}
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(plistlib.dumps(plist, fmt=plistlib.FMT_BINARY)) + packer.flush()

