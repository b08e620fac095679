terraform {
  required_providers {
    kit = {
      source  = "hashicorp/kit"
      version = "nonsense"
    }
  }
}
