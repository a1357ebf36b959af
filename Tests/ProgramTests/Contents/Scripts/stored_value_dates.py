dates = [0.0, 0.5, 0.1, -0.5, 751544175.039578, 570799862.0, -63114076800.0, 63113904000.0, 1e-12, 123.0000000004,
    252423993600.0, -63145526401.0, 1e18, 1e300, math.inf, -math.inf, math.nan, 1.0000001, -978307200.25]
def told(d):
    from decimal import Decimal
    if not math.isfinite(d): return {'$date': str(d)}
    if not -63145526400 <= d < 252423993600: return {'$date': d}
    exact = Decimal(repr(d))
    whole = int(exact // 1) if exact >= 0 or exact == exact.to_integral_value() else int(exact // 1) - 1
    fraction = exact - whole
    if -fraction.as_tuple().exponent > 9 and fraction != 0:
        return {'$date': d}
    seconds = whole + 978307200
    days, rest = divmod(seconds, 86400)
    # A year of another era with the same days.
    shift = 0
    while days < -719162: days += 146097; shift += 400
    import datetime
    day = datetime.date.fromordinal(days + 719163)
    text = '%04d-%02d-%02dT%02d:%02d:%02d' % (day.year - shift, day.month, day.day, rest // 3600, rest // 60 % 60, rest % 60)
    if fraction: text += ('%.9f' % fraction)[1:].rstrip('0')
    return text + 'Z'
