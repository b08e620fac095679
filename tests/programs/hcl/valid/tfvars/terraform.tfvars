a = "file"
b = "file"
d = ["1", 2]
