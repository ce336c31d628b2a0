"""An engine that is a program: it doubles a vector of f32, and misbehaves as its model file says."""
import array
import sys
import time

mode, values, shape = "", array.array("f"), "-"
doubled = values
for line in sys.stdin:
    word, _, rest = line.rstrip("\n").partition(" ")
    answer = "ok"
    if word == "hello":
        answer = "ok 1"
    elif word == "create":
        mode = open(rest.split(" ", 1)[1]).read().strip()
        if mode == "old":
            answer = "ok"
    elif word == "input":
        shape = rest.split(" ")[1]
    elif word == "content":
        values = array.array("f", open(rest, "rb").read())
    elif word == "run":
        start = time.monotonic_ns()
        for _ in range(int(rest)):
            doubled = array.array("f", [2 * x for x in values])
        spent = time.monotonic_ns() - start
        if mode == "late":
            time.sleep(0.1)
        if mode == "boasts":
            spent *= 1000
        answer = "ok %d" % spent
        if mode == "talks":
            answer = "fine, thank you"
        if mode == "dies":
            sys.exit(3)
    elif word == "outputs":
        open(rest + "/0", "wb").write(doubled.tobytes())
        print("output f32 %s y" % shape)
    elif word == "describe":
        print("info version speaker 2")
    elif word == "quit":
        break
    print(answer, flush=True)
