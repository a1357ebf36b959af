import copy, random
choice = random.Random(7)
def value(depth):
    kind = choice.random()
    if depth > 3 or kind < 0.4: return choice.randrange(1000000)
    if kind < 0.7: return [value(depth + 1) for _ in range(choice.randrange(6))]
    return {choice.choice('abcdefgh'): value(depth + 1) for _ in range(choice.randrange(5))}
def change(one):
    kind = choice.randrange(4)
    if isinstance(one, list):
        if kind == 0 or not one: one.insert(choice.randrange(len(one) + 1), value(2))
        elif kind == 1: one.pop(choice.randrange(len(one)))
        else:
            index = choice.randrange(len(one)); one[index] = change(one[index])
        return one
    if isinstance(one, dict) and one:
        key = choice.choice(sorted(one))
        if kind == 0: one[choice.choice('ijkl')] = value(2)
        elif kind == 1: del one[key]
        else: one[key] = change(one[key])
        return one
    return choice.randrange(1000000)
for number in range(300):
    one = [value(0) for _ in range(choice.randrange(2, 9))]
    other = copy.deepcopy(one)
    for _ in range(choice.randrange(1, 6)): other = change(other)
    for side, contents in (('a', one), ('b', other)):
        write(f'{side}/{number}.json', json.dumps(contents))
        write(f'{side}/{number}.plist', binary(contents))
