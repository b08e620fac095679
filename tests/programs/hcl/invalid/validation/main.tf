variable "a" {
  default = "long"
  validation {
    condition     = length(var.a) < 3
    error_message = "Too long."
  }
}
