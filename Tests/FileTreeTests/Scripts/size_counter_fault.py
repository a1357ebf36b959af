import os, sys
handle = os.open(sys.argv[1], os.O_RDONLY)
for level in range(int(sys.argv[2])):
    file = os.open("f", os.O_WRONLY | os.O_CREAT, 0o644, dir_fd=handle)
    os.write(file, b"x"); os.close(file)
    os.mkdir("d", dir_fd=handle)
    below = os.open("d", os.O_RDONLY, dir_fd=handle)
    os.close(handle); handle = below
