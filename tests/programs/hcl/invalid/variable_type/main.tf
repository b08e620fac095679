variable "list" { type = list(number) }
