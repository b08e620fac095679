b = "auto"
c = "auto"
