import os, sys
os.chdir(sys.argv[1])
for digit in '1235': os.mkdir(digit * 2)
open('11/' + '1' * 62, 'w').write('whole')
os.mkdir('22/' + '2' * 62)
open('33/' + '3' * 61, 'w')
open('55/' + '5' * 62, 'w')
for index in range(int(sys.argv[2])): open('11/%062d' % index, 'w')
