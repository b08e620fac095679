variable "text" {
  default = "a"
}
variable "number" {
  type    = number
  default = "3"
}
variable "settings" {
  type = object({
    name  = string
    size  = optional(number, 2)
    tags  = optional(set(string), ["x"])
    inner = optional(object({ a = optional(string, "deep") }), {})
  })
  default = { name = "n" }
}
variable "secret" {
  type      = string
  sensitive = true
  default   = "s3cret"
}
variable "strict" {
  type     = string
  nullable = false
  default  = "d"
  validation {
    condition     = length(var.strict) < 3
    error_message = "Too long: ${var.strict}."
  }
}
output "text" { value = var.text }
output "number" { value = var.number + 1 }
output "settings" { value = var.settings }
output "secret" {
  value     = "${var.secret}!"
  sensitive = true
}
output "strict" { value = var.strict }
output "nothing" { value = null }
