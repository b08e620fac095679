output "other" { value = "kept" }
