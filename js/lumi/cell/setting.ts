// The position of a value in the configuration.

/** How the text of a setting is read. */
export type SettingForm = "string" | "number" | "boolean" | "object";

/** The position of a value in the configuration. */
export interface Setting {
  /** With its namespace. */
  readonly key: string;
  readonly form: SettingForm;
  /** The member of a structured value; empty for the whole. */
  readonly path: readonly string[];
}
