# No built-in function is called: a package has the module `builtins` of the library only where its program names one.
class Key:
    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        return self.value < other.value


items = [2, 3, 1]
items.sort(key=Key, reverse=1)
raise ValueError(f"{items}")
