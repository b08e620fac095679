output "from" { value = "tf" }
