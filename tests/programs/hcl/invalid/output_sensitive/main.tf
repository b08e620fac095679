output "a" {
  value = sensitive("x")
}
