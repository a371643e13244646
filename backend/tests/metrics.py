"""Reads what metrics count."""


def metric_value(metric, *labels):
    """The value of a counter's or gauge's series in this process; 0 if it was never increased."""
    [family] = metric.collect()
    return next((one.value for one in family.samples if tuple(one.labels.values()) == labels), 0)


def gauge_values(reader):
    """What a GaugeReader reads now: by name, label values and value."""
    return {
        family.name: {tuple(one.labels.values()): one.value for one in family.samples} for family in reader.collect()
    }
