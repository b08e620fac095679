output "something" { value = 1 }
