variable "a" { default = "default" }
variable "b" { default = "default" }
variable "c" { default = "default" }
variable "d" { type = list(number) }
output "all" { value = [var.a, var.b, var.c] }
output "d" { value = var.d }
