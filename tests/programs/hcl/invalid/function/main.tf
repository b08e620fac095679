output "a" { value = nothing("x") }
