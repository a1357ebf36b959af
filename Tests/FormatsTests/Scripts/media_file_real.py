import glob, subprocess, sys, tarfile
import mutagen.mp4
folder = sys.argv[1]
subprocess.run([sys.executable, '-m', 'pip', '-q', 'download', '--no-deps', '--no-binary', ':all:', '-d', folder,
    'mutagen'], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
tarfile.open(glob.glob(folder + '/mutagen-*.tar.gz')[0]).extractall(folder)
for path in sorted(glob.glob(folder + '/mutagen-*/tests/data/*.m4?')):
    file = mutagen.mp4.MP4(path)
    tags = file.tags or {}
    texts = [(tags.get(key) or [''])[0] for key in ('\xa9nam', '\xa9ART', '\xa9alb', '\xa9too')]
    print(path, file.info.length, file.info.channels, *texts, sep='\t')
