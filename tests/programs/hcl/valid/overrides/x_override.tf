output "word" {
  value = "${local.word}!"
}
