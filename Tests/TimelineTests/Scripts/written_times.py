"""Prints times as programs write them, each with its microseconds since 1970, whether it names a time zone, and whether
it has a time of day, separated by tabs."""
import datetime, random
random.seed(55)
utc = datetime.timezone.utc
def microseconds(moment):
    return (moment - datetime.datetime(1970, 1, 1, tzinfo=utc)) // datetime.timedelta(microseconds=1)
for _ in range(400):
    moment = datetime.datetime(1, 1, 1, tzinfo=utc) + datetime.timedelta(
        days=random.randrange(3652000), seconds=random.randrange(86400), microseconds=random.randrange(10**6))
    form = random.randrange(9)
    zone = datetime.timezone(datetime.timedelta(minutes=random.choice([-570, -480, 0, 60, 120, 330, 765])))
    try:
        local = moment.astimezone(zone)
    except OverflowError:
        continue
    whole = moment.replace(microsecond=0)
    text, meant, has_zone, has_time = {
        0: (moment.strftime('%04d-%%m-%%dT%%H:%%M:%%S.%%fZ' % moment.year), moment, 1, 1),
        1: (whole.strftime('%04d-%%m-%%d %%H:%%M:%%S' % moment.year), whole, 0, 1),
        2: (local.isoformat(), moment, 1, 1),
        3: (local.isoformat(' '), moment, 1, 1),
        4: (local.isoformat(' ', 'milliseconds').replace('.', ','),
            moment.replace(microsecond=moment.microsecond // 1000 * 1000), 1, 1),
        5: (local.strftime('%04d-%%m-%%d %%H:%%M:%%S.%%f %%z' % local.year), moment, 1, 1),
        6: (moment.strftime('%04d-%%m-%%d' % moment.year), whole.replace(hour=0, minute=0, second=0), 0, 0),
        7: (whole.strftime('%04d/%%m/%%d %%H:%%M:%%S UTC' % moment.year), whole, 1, 1),
        8: (whole.strftime('%04d-%%m-%%dT%%H:%%M' % moment.year), whole.replace(second=0), 0, 1),
    }[form]
    print(text, microseconds(meant), has_zone, has_time, sep='\t')
