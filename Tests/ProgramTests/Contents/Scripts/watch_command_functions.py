import json, os, plistlib, shutil, signal, sqlite3, stat, subprocess, sys, threading, time
program = sys.argv[1]
os.chdir(sys.argv[2])
environment = dict(os.environ, XDG_STATE_HOME=os.getcwd() + '/watch-state')
class Watch:
    def __init__(self, *words, **options):
        self.process = subprocess.Popen([program, 'watch', *words], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=environment, text=True)
        self.lines, self.times, self.errors = [], [], []
        self.news = threading.Condition()
        for stream, lines in ((self.process.stdout, self.lines), (self.process.stderr, self.errors)):
            threading.Thread(target=self.read, args=(stream, lines), daemon=True).start()
        self.wait(lambda: any('watching' in line for line in self.errors))
    def read(self, stream, lines):
        for line in stream:
            with self.news:
                if lines is self.lines: self.times.append(time.monotonic())
                lines.append(line.rstrip('\n'))
                self.news.notify_all()
    def wait(self, condition):
        with self.news:
            if not self.news.wait_for(condition, 60): sys.exit(f'{self.lines} {self.errors}')
    def told(self, *parts):
        self.wait(lambda: any(all(part in line for part in parts) for line in self.lines))
    def end(self, number=signal.SIGINT):
        self.process.send_signal(number)
        return self.process.wait(60)
def write(path, data):
    with open('App/' + path, 'wb') as file: file.write(data)
def left(): return os.listdir('watch-state/sandglass/watches')

