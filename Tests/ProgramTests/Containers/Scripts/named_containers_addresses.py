import json, os, subprocess, sys
root, program = sys.argv[1:3]
environment = dict(os.environ, HOME=f'{root}/home', XDG_STATE_HOME=f'{root}/state', SANDGLASS_SIMULATORS='')
found = [json.loads(line) for line in sys.stdin]
named = [f for f in found if 'address' in f]
assert named and any('address' not in f for f in found), found
for f in named:
    told = subprocess.run([program, 'apps', '--json', f['address']], capture_output=True, env=environment, check=True)
    assert json.loads(told.stdout)['path'] == f['path'], (f, told)
