list = ["a"]
