variable "a" {
  nullable = false
  default  = null
}
