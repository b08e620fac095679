variable "a" {
  type    = number
  default = "many"
}
