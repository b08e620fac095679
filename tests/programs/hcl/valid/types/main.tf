variable "complex" {
  type = list(object({
    name    = string
    ports   = optional(map(number), { http = 80 })
    nested  = optional(list(object({ on = optional(bool, true) })), [{}])
    nothing = optional(any)
  }))
  default = [{ name = "a" }, { name = "b", ports = { ssh = "22" }, nested = [{ on = false }, {}] }]
}
variable "tuple" {
  type    = tuple([string, number, bool])
  default = [1, "2", "true"]
}
variable "anything" {
  type    = any
  default = { list = [1, "a"], map = { x = true } }
}
variable "numbers" {
  type    = set(number)
  default = ["3", 1, 2, 1]
}
output "complex" { value = var.complex }
output "tuple" { value = var.tuple }
output "anything" { value = var.anything }
output "numbers" { value = var.numbers }
output "keys" { value = keys(var.complex[0].ports) }
