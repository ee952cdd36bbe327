#!/usr/bin/env python3
"""Healthy captures of many shapes.

  unshare -n [-r] python3 shapes.py DIRECTORY [NAME…]

plays each conversation between two machines of its own, writes what was recorded to a file, and prints a JSON array: the name of each,
its file, what makes it odd, and whether it lacks something, so that "cannot tell" is right, too. It judges nothing.
"""
import json
import talks, tcp_shapes, segment_shapes, tls_shapes

talks.play_all()
import treated_shapes

print(json.dumps(talks.written))
