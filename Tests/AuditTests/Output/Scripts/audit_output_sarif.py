import json, re, sys
log = json.load(sys.stdin)
assert log['version'] == '2.1.0' and log['$schema'].endswith('sarif-2.1.0.json')
run, = log['runs']
driver = run['tool']['driver']
assert driver['name'] and driver['version']
ids = [rule['id'] for rule in driver['rules']]
assert len(set(ids)) == len(ids)
for rule in driver['rules']:
    assert rule['shortDescription']['text'] and rule['fullDescription']['text'] and rule['help']['text']
    assert rule['defaultConfiguration']['level'] in ('error', 'warning', 'note')
    assert 0 < float(rule['properties']['security-severity']) <= 10
assert run['invocations'][0]['executionSuccessful'] is True
assert 0 < len(run['results']) <= 5000
for result in run['results']:
    assert ids[result['ruleIndex']] == result['ruleId'] and result['message']['text']
    assert result['level'] in ('error', 'warning', 'note')
    place = result['locations'][0]['physicalLocation']
    uri = place['artifactLocation']['uri']
    assert re.fullmatch(r"([A-Za-z0-9._~/-]|%[0-9A-F]{2})+", uri) and not uri.startswith('/'), uri
    assert place['region']['startLine'] >= 1
    assert result['partialFingerprints']['primaryLocationLineHash']
print(len(run['results']))
