import { Config, getProject, getStack, log, Output } from "@pulumi/pulumi";
import { RandomPet, RandomPetArgs } from "@pulumi/random";

interface Sizes {
  small: number;
  large?: number;
}

const config = new Config();
const shared = new Config("shared");
const sizes = config.getObject<Sizes>("sizes") ?? { small: 2 };
const args: RandomPetArgs = {
  length: config.requireNumber("length"),
  separator: shared.get("separator") || "-",
  keepers: { loud: String(config.getBoolean("loud") ?? false) },
};
const pet: RandomPet = new RandomPet(`${getProject()}-${getStack()}`, args);
log.info(`a pet of ${sizes.small}`, pet);

export const id: Output<string> = pet.id;
export const token: Output<string> = config.requireSecret("token");
export const sum = sizes.small + (sizes.large ?? 0);
