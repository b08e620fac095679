variable "size" { type = number }
