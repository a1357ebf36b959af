import os, random, sys
random.seed(5)
words = ['tide', 'Tide', 'TIDES', 'harbor', 'naïve', 'Zürich', 'straße', 'x1', 'a.b', '[tide]', 'tide_table', 'the']
for number in range(40):
    lines = [' '.join(random.choice(words) for _ in range(random.randrange(9))) for _ in range(random.randrange(60))]
    if number == 7: lines += ['x' * 300_000 + ' tide ' + 'y' * 300_000, 'tide', 'the tide'] * 2
    if number == 8: lines *= 300
    end = random.choice(['\n', '\n', '\r\n'])
    text = end.join(lines) + random.choice(['', end])
    with open('%s/Documents/%d.txt' % (sys.argv[1], number), 'wb') as file: file.write(text.encode())
