from .naming import full

_hidden = 1

def tag(name):
    return {"name": full(name, "x")}
