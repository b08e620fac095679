// Questions of Node's modules to the SDK, which sets the answers (`js/lumi/main.ts`): all but `require` know only its protocol.

export interface ProgramHooks {
  /** Whether the program waits for an answer of the engine, or has declared a resource that has none yet. */
  isPending(): boolean;
  isResource(value: unknown): boolean;
  /** Throws for a Property, whose value is not there yet. */
  refuseProperty(value: unknown): void;
}

export const programHooks: ProgramHooks = {
  isPending: () => false,
  isResource: () => false,
  refuseProperty: () => {},
};
