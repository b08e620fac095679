variable "needed" {}
output "a" { value = var.needed }
