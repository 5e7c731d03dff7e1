"""A bot that waits, and says with every choice a check number of all it has read: what it saw."""

import sys
import zlib

seen = 0
for line in sys.stdin:
    seen = zlib.crc32(line.encode(), seen)
    if line.startswith('{"legal"'):
        print(f'{{"choice":"wait","message":"{seen:08x}"}}', flush=True)
    if line.startswith('{"end"'):
        break
