import json, os, subprocess, sys
home, path, variables, *words = sys.argv[1:]
os.chdir(home)
os.environ.update(entry.split('=', 1) for entry in variables.split('\n'))
with open(path, 'rb') as list, open('errors', 'wb') as errors:
    program = subprocess.Popen(words, stdin=list, stdout=subprocess.DEVNULL, stderr=errors)
    _, status, usage = os.wait4(program.pid, 0)
print(json.dumps({'status': os.waitstatus_to_exitcode(status), 'peak': usage.ru_maxrss,
    'errors': open('errors', errors='replace').read()}))
