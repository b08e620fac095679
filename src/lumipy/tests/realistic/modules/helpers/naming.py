def full(name, stage):
    return f"{name}-{stage}"
