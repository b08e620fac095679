variable "password" { type = string }
output "upper" { value = upper(var.password) }
